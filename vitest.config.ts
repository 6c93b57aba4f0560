import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two workers leave the machine room for the child processes that some tests start.
    maxWorkers: 2,
    globalSetup: [],
  },
});
