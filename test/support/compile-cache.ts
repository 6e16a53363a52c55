// Set up once for a run: every Node that it starts finds the scripts compiled that another one has loaded before. A hub starts with a
// seventh less work that way, and a run starts more than a thousand.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const variable = 'NODE_COMPILE_CACHE';

/** Answers with what ends it; a cache that the tester brings stays theirs. */
export function setup(): (() => void) | undefined {
  if (process.env[variable]) return;
  // Compiled code is run as it is found, so the folder is nobody else's to write.
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-compiled-'));
  process.env[variable] = folder;
  return () => {
    delete process.env[variable];
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
