// Whose signature is to count, as it stands on a command line: a name, and the file that its public key is in.
import { readFile } from 'node:fs/promises';
import { UsageError } from './exit-codes.ts';
import type { CliWords } from './words/cli-words.ts';

export async function readSigner(text: string, words: CliWords): Promise<{ name: string; key: string }> {
  const [, name = '', file = ''] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === '') throw new UsageError(words.noSigner(text));
  return { name, key: await readText(file, words) };
}

export async function readText(file: string, words: CliWords): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(words.noFile(file, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}
