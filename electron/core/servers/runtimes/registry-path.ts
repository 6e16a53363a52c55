// The PATH that new programs get on Windows: of the machine, then of the user. Ours may be older than the newest installation.
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunReg } from '../../../../native-host/manifests/context.ts';

export interface RegistryPathOptions {
  readonly runReg: RunReg;
  /** A private folder, for the export; what `reg query` prints depends on language and code page. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const keys = ['HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment', 'HKCU\\Environment'];

/** Null where there is none, or reg.exe cannot be run. Never rejects. */
export async function readRegistryPath(options: RegistryPathOptions): Promise<string | null> {
  const found = await Promise.all(keys.map(key => readKey(key, options).catch(() => null)));
  const paths = found.filter(path => path !== null);
  return paths.length === 0 ? null : paths.map(path => expandVariables(path, options.env)).join(';');
}

async function readKey(key: string, { runReg, folder }: RegistryPathOptions): Promise<string | null> {
  const file = join(folder, `.path-${randomBytes(6).toString('hex')}.reg`);
  try {
    const { exitCode } = await runReg(['export', key, file, '/y']);
    return exitCode === 0 ? pathInExport((await readFile(file)).toString('utf16le')) : null;
  } finally {
    await rm(file, { force: true });
  }
}

/** The value `Path` of a `.reg` export: `"Path"="C:\\a"`, or `hex(2):` with UTF-16LE over several lines where it holds variables. */
export function pathInExport(text: string): string | null {
  const lines = text.replaceAll('\r\n', '\n').replace(/\\\n\s*/g, '');
  const value = /^"path"=(.*)$/im.exec(lines)?.[1];
  if (value === undefined) return null;
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  const hex = /^hex\(2\):([\da-f,]*)$/i.exec(value)?.[1];
  return hex === undefined ? null : Buffer.from(hex.replaceAll(',', ''), 'hex').toString('utf16le').replace(/\0+$/, '');
}

/** `%SystemRoot%`; a variable that is not set stays as it is written, as Windows leaves it. */
function expandVariables(path: string, env: RegistryPathOptions['env']): string {
  return path.replace(/%([^%;]+)%/g, (whole, name: string) => {
    const found = Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase());
    return found?.[1] ?? whole;
  });
}
