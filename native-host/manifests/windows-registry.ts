// The Windows registry through reg.exe with an argv array; values are read from an export, never from localised output.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { nodeFiles } from './files.ts';
import type { ManifestContext, RunReg } from './context.ts';

/** What a key holds: nothing, a text as default value, or a default value of another type. */
export type KeyValue = { readonly kind: 'absent' | 'other' } | { readonly kind: 'text'; readonly text: string };

/** The real runner. Its full path keeps a `reg.exe` in the working folder or on PATH from being started instead. */
export function createRegRunner(env: ManifestContext['env']): RunReg {
  const program = `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\reg.exe`;
  return args =>
    new Promise((resolve, reject) => {
      execFile(program, [...args], { shell: false, windowsHide: true, timeout: 10_000 }, (error, _stdout, stderr) => {
        if (!error) return resolve({ exitCode: 0, stderr });
        if (typeof error.code === 'number') return resolve({ exitCode: error.code, stderr });
        reject(new RegistryError(`${program} could not be run (${error.code ?? error.message})`));
      });
    });
}

/** Reads a key's default value; a key without one is absent, as browsers treat it. */
export async function readKey(context: ManifestContext, key: string): Promise<KeyValue> {
  const text = await exportKey(context, key);
  return text === null ? { kind: 'absent' } : parseExport(text);
}

/** All that lies below these keys, as text: it differs where anything of it has changed. */
export async function exportKeys(context: ManifestContext, keys: readonly string[]): Promise<string> {
  const texts = await Promise.all(keys.map(async key => `${key}\n${(await exportKey(context, key)) ?? ''}`));
  return texts.join('\n');
}

/** Null where there is no such key. */
async function exportKey(context: ManifestContext, key: string): Promise<string | null> {
  const files = context.files ?? nodeFiles;
  // An export is UTF-16 in every language and code page, unlike what `reg query` prints.
  const folder = join(context.dataHome, 'manifests');
  const path = join(folder, `.export-${randomBytes(6).toString('hex')}.reg`);
  await files.makeFolder(folder);
  const { exitCode } = await context.runReg(['export', key, path, '/y']);
  if (exitCode !== 0) return null;
  try {
    return (await files.read(path)).toString('utf16le');
  } finally {
    await files.remove(path);
  }
}

/** Reads the default value out of a `.reg` export: `@="C:\\path\\with\\doubled\\backslashes"`. */
export function parseExport(text: string): KeyValue {
  const line = /^@=(.*)$/m.exec(text.replaceAll('\r\n', '\n'))?.[1];
  if (line === undefined) return { kind: 'absent' };
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(line)?.[1];
  if (quoted === undefined) return { kind: 'other' };
  return { kind: 'text', text: quoted.replace(/\\(.)/g, '$1') };
}

/** Sets a key's default value. Throws a sentence when reg.exe refuses. */
export async function writeKey(context: ManifestContext, key: string, value: string): Promise<void> {
  const { exitCode, stderr } = await context.runReg(['add', key, '/ve', '/t', 'REG_SZ', '/d', value, '/f']);
  if (exitCode !== 0) throw new RegistryError(`reg.exe ended with code ${exitCode}${reason(stderr)}`);
}

export async function deleteKey(context: ManifestContext, key: string): Promise<void> {
  const { exitCode, stderr } = await context.runReg(['delete', key, '/f']);
  if (exitCode !== 0) throw new RegistryError(`reg.exe ended with code ${exitCode}${reason(stderr)}`);
}

export class RegistryError extends Error {}

function reason(stderr: string): string {
  const line = stderr.trim().split(/\r?\n/)[0];
  return line ? ` (${line.replace(/\.$/, '')})` : '';
}
