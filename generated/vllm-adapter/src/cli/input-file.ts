import { readFile } from 'node:fs/promises';
import { exitCodes, UsageError } from './exit-codes.js';

/** The JSON of a file; ends the process with `input` when there is none. */
export async function readJsonFile(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be read as JSON: ${reason}`, exitCodes.input);
  }
}
