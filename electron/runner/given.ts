// What a runtime of ours was given to run, and its end with a sentence on stderr.
import { writeSync } from 'node:fs';
import { ownRuntimeVariable } from '../../contract/own-runtimes.ts';

/** Reads it once: what runs here must not find it in the environment. */
export function takeGiven(): unknown {
  const text = process.env[ownRuntimeVariable];
  delete process.env[ownRuntimeVariable];
  if (text === undefined) end('This program is started by Pilothouse; add the file there as a server.');
  return JSON.parse(text);
}

/** Ends this process as failed, once the sentence was written. */
export function end(sentence: string): never {
  // Synchronous, because the process ends with it.
  writeSync(2, `${sentence}\n`);
  process.exit(1);
}

/** `ENOENT` and the like, else the message. */
export function causeOf(error: unknown): string {
  if (error instanceof Error) return 'code' in error ? String(error.code) : error.message;
  return String(error);
}
