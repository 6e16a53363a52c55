// `pilothouse fleet keys`: those that sign the policy of a fleet, for people, as one JSON object, or as PEM for a file.
import { writeFile } from 'node:fs/promises';
import { askHub } from '../core/ask-hub.ts';
import { printAside, printLines } from '../core/platform/terminal.ts';
import { listed } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { readSigner } from './fleet-signer.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { CliWords } from './words/cli-words.ts';

interface ShownKey {
  readonly name: string;
  readonly key: string;
  readonly fingerprint: string;
}

/** The public half goes where it can be piped on from; what is to be read goes beside it. */
export async function newKey(
  home: string,
  name: string,
  { out, json }: { readonly out?: string; readonly json: boolean },
  words: CliWords,
): Promise<void> {
  // The hub keeps it as a secret, of which it would say what is no name.
  if (!/^[A-Za-z_][A-Za-z0-9_.-]{0,59}$/.test(name)) throw new UsageError(words.noKeyName(name));
  const made = await askHub(home, 'fleet:new-key', { name }, sayWaits(words, json));
  const pem = pemOf(made.key);
  if (out !== undefined) await writeKey(out, pem, name, words);
  if (json) return printAnswer(true, { name, ...made, pem, ...(out !== undefined && { out }) }, () => []);
  printAside(words.fleetKeyMade(name, made.fingerprint, out ?? null));
  if (out === undefined) printLines(pem.split('\n'));
}

/** One that signs from here, or one whose signature counts here. */
export async function showKey(home: string, name: string, json: boolean, words: CliWords): Promise<void> {
  const { own, trusted } = await readKeys(home);
  const shown = own.find(one => one.name === name) ?? trusted?.find(one => one.name === name);
  if (!shown)
    throw new UsageError(
      words.noFleetKey(
        name,
        [...own, ...(trusted ?? [])].map(one => one.name),
      ),
    );
  const pem = pemOf(shown.key);
  printAnswer(json, { name, key: shown.key, fingerprint: shown.fingerprint, pem }, () => pem.split('\n'));
}

export async function listKeys(home: string, json: boolean, words: CliWords): Promise<void> {
  const { own, trusted } = await readKeys(home);
  printAnswer(json, { signers: trusted, own }, () => [
    ...listed(words.fleetHeads.keys, keyCells(own, trusted ?? [], words)),
    ...(trusted === null ? [words.noFleet] : trusted.length === 0 ? [words.noFleetSigners] : []),
  ]);
}

export async function trustSigner(home: string, signer: string, json: boolean, words: CliWords): Promise<void> {
  const add = [await readSigner(signer, words)];
  const { trusted: before } = await readKeys(home);
  await askHub(home, 'fleet:set-signers', { add }, sayWaits(words, json));
  const { trusted } = await readKeys(home);
  const renamed = before?.find(was => trusted?.some(is => is.fingerprint === was.fingerprint && is.name !== was.name));
  if (renamed && !json) printAside(words.fleetKeyRenamed(renamed.name, add[0]?.name ?? ''));
  await listKeys(home, json, words);
}

export async function distrustSigner(home: string, name: string, json: boolean, words: CliWords): Promise<void> {
  await askHub(home, 'fleet:set-signers', { remove: [name] }, sayWaits(words, json));
  await listKeys(home, json, words);
}

async function readKeys(home: string): Promise<{ own: readonly ShownKey[]; trusted: readonly ShownKey[] | null }> {
  const { keys: own } = await askHub(home, 'fleet:at-hand', {});
  const { fleet = null } = (await askHub(home, 'status', {})).hub;
  return { own, trusted: fleet?.signers ?? null };
}

/** One row for each name of a key: a key may be called otherwise where it counts. */
function keyCells(own: readonly ShownKey[], trusted: readonly ShownKey[], words: CliWords): string[][] {
  const has = (keys: readonly ShownKey[], fingerprint: string) => keys.some(one => one.fingerprint === fingerprint);
  const others = own.filter(
    ({ name, fingerprint }) => !trusted.some(o => o.name === name && o.fingerprint === fingerprint),
  );
  return [...trusted, ...others].map(({ name, fingerprint }) => {
    const use = !has(trusted, fingerprint) ? 'own' : has(own, fingerprint) ? 'both' : 'trusted';
    return [name, fingerprint, words.fleetKeyUses[use]];
  });
}

async function writeKey(file: string, pem: string, name: string, words: CliWords): Promise<void> {
  try {
    await writeFile(file, `${pem}\n`);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UsageError(words.fleetKeyUnwritten(name, file, why));
  }
}

/** From DER in base64. */
function pemOf(key: string): string {
  return ['-----BEGIN PUBLIC KEY-----', ...(key.match(/.{1,64}/g) ?? []), '-----END PUBLIC KEY-----'].join('\n');
}
