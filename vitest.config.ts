import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 600_000,
    // Two workers leave the machine room for the child processes that some tests start.
    maxWorkers: 2,
  },
});
