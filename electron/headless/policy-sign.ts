// `pilothouse policy sign`: checks a list as a hub would, signs its bytes, and says which key its readers have to name.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { SignedListSchema } from '../../contract/schemas/policy-catalogue.ts';
import { faultOf } from '../../contract/schemas/value-fault.ts';
import { JsonError, parseLocatedJson } from '../core/permissions/policy/located-json.ts';
import { fingerprintOf } from '../core/permissions/policy/signed-list.ts';
import { printAside, printJsonAside } from '../core/platform/terminal.ts';
import { UsageError } from './exit-codes.ts';
import { printAnswer } from './print-answer.ts';
import { readFileOrInput } from './read-input.ts';
import type { CliWords } from './words/cli-words.ts';

export interface SignOptions {
  readonly key: string;
  readonly out?: string;
  readonly json: boolean;
}

export async function signList(file: string, { key: keyFile, out, json }: SignOptions, words: CliWords): Promise<void> {
  const text = await read(() => readFileOrInput(file), file, words);
  const list = checked(text, file, words);
  const key = privateKey(await read(() => readFile(keyFile, 'utf8'), keyFile, words), keyFile, words);
  const payload = Buffer.from(text);
  const signature = sign(null, payload, key);
  const envelope = { payload: payload.toString('base64'), signature: signature.toString('base64') };
  const publicKey = createPublicKey(key);
  const named = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const facts = { version: list.version, expires: list.expires, key: named, fingerprint: fingerprintOf(publicKey) };
  if (out === undefined) {
    // What a program reads on stdout is what is to be published, and nothing else.
    if (json) printJsonAside({ signed: facts });
    else printAside(words.listSigned(facts.version, facts.expires, named, facts.fingerprint));
    printAnswer(true, envelope, () => []);
    return;
  }
  await writeFile(out, `${JSON.stringify(envelope)}\n`);
  printAnswer(json, { ...facts, out }, () => [
    words.listSigned(facts.version, facts.expires, named, facts.fingerprint),
  ]);
}

function checked(text: string, file: string, words: CliWords) {
  try {
    const { value } = parseLocatedJson(text);
    const read = SignedListSchema.safeParse(value);
    if (read.success) return read.data;
    throw new UsageError(words.noList(file, words.reason(faultOf(read.error, value))));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(words.noList(file, words.reason(error.why)));
  }
}

function privateKey(text: string, file: string, words: CliWords): KeyObject {
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // What OpenSSL says of it would help nobody.
  }
  throw new UsageError(words.noListKey(file));
}

async function read(reading: () => Promise<string>, file: string, words: CliWords): Promise<string> {
  try {
    return await reading();
  } catch (error) {
    throw new UsageError(words.noFile(file, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
}
