// `pilothouse fleet nkey`: makes the nkey of one user of NATS. Its seed goes into a file of its owner; what is printed is no secret.
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from './exit-codes.ts';
import { expectName } from './fleet.ts';
import { printAnswer } from './print-answer.ts';
import type { RightsOptions } from './fleet.ts';
import type { CliWords } from './words/cli-words.ts';

export interface NkeyOptions extends RightsOptions {
  readonly out?: string;
  readonly administrator: boolean;
}

export async function makeNkey(name: string, options: NkeyOptions, words: CliWords): Promise<void> {
  const { prefix, serves, gateway: isGateway, readsStreams, signs, administrator, json } = options;
  for (const one of [name, prefix, ...serves]) expectName(one, words);
  const { newNkey, userOfHub, userText } = await import('../core/fleet/link/fleet-user.ts');
  const { seed, publicKey } = newNkey();
  const file = resolve(options.out ?? `${name}.nk`);
  await writeNew(file, `${seed}\n`, words);
  const user = administrator
    ? userText(publicKey, null)
    : userOfHub(publicKey, prefix, name, { serves, isGateway, readsStreams, signs });
  printAnswer(json, { file, publicKey, user }, () => [`# ${words.fleetNkey(name, file)}`, ...user.split('\n')]);
}

/** A seed that is there already may be the only one of a user that counts. */
async function writeNew(file: string, text: string, words: CliWords): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST' ? words.fleetNkeyThere(file) : words.fleetNkeyNotWritten(file, code ?? String(error)),
    );
  }
}
