// `pilothouse secrets`: names of secrets, and their values on the way in. No value is ever printed, nor taken from the command line.
import { askHub } from '../core/ask-hub.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { readSecret } from './read-input.ts';
import { sayWaits } from './say-waits.ts';
import type { CliWords } from './words/cli-words.ts';

export async function listSecrets(home: string, json: boolean, words: CliWords): Promise<void> {
  const { secrets, keeper } = await askHub(home, 'secrets:list', {});
  printAnswer(json, { secrets, keeper }, () => [
    ...(secrets.length === 0 ? [words.noSecrets] : []),
    ...columns(secrets.map(({ name, isSet, usedBy }) => [name, words.isSet(isSet), words.usedBy(usedBy)])),
    words.reason(keeper.reason),
  ]);
}

export async function setSecret(home: string, name: string, json: boolean, words: CliWords): Promise<void> {
  const value = await readSecret(words.typeSecret(name));
  if (value === null || value === '') throw new UsageError(words.noValue(name));
  await askHub(home, 'secrets:set', { name, value }, sayWaits(words, json));
  printAnswer(json, { set: name }, () => [words.secretSet(name)]);
}

export async function removeSecret(home: string, name: string, json: boolean, words: CliWords): Promise<void> {
  const { secrets } = await askHub(home, 'secrets:list', {});
  if (!secrets.some(secret => secret.name === name && secret.isSet)) throw new Error(words.noSecret(name));
  await askHub(home, 'secrets:remove', { name });
  printAnswer(json, { removed: name }, () => [words.secretRemoved(name)]);
}
