// A machine in a temp folder: a home, a data home with a launcher, and a registry that behaves like reg.exe.
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ManifestContext, RunReg } from '../../../native-host/manifests/context.ts';

export const hostName = 'dev.pilothouse.relay';

export interface TempMachine {
  readonly root: string;
  readonly context: ManifestContext;
  readonly registry: Map<string, string>;
  /** Makes a folder below the home. */
  folder(path: string): Promise<string>;
  /** Writes a file below the home, with its folders. */
  file(path: string, text: string): Promise<string>;
  /** Every file below the home with content, mode and time of change, to prove that nothing was written. */
  photograph(): Promise<Record<string, string>>;
  end(): Promise<void>;
}

export async function createTempMachine(platform: NodeJS.Platform): Promise<TempMachine> {
  const root = await mkdtemp(join(tmpdir(), 'pilothouse-machine-'));
  const homeDir = join(root, 'home');
  const dataHome = join(homeDir, '.pilothouse');
  const launcherPath = join(dataHome, 'launcher', platform === 'win32' ? 'relay.cmd' : 'relay');
  await mkdir(dirname(launcherPath), { recursive: true });
  await writeFile(launcherPath, '#!/bin/sh\n');
  await chmod(launcherPath, 0o755);
  const registry = new Map<string, string>();
  const folder = async (path: string) => {
    await mkdir(join(homeDir, path), { recursive: true });
    return join(homeDir, path);
  };
  return {
    root,
    registry,
    context: {
      platform,
      homeDir,
      dataHome,
      env: platform === 'win32' ? { ProgramFiles: join(root, 'programs') } : {},
      launcherPath,
      extensionIds: { chromium: 'abcdefghijklmnopabcdefghijklmnop', firefox: 'companion@pilothouse.dev' },
      userName: 'ana',
      uid: process.getuid?.(),
      runReg: createRegistry(registry),
      systemRoot: join(root, 'system'),
    },
    folder,
    file: async (path, text) => {
      await folder(dirname(path));
      await writeFile(join(homeDir, path), text);
      return join(homeDir, path);
    },
    photograph: () => photograph(homeDir),
    end: () => rm(root, { recursive: true }),
  };
}

async function photograph(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const picture: Record<string, string> = {};
  for (const name of names.sort()) {
    const { mode, mtimeMs, ino } = await stat(join(folder, name));
    const text = await readFile(join(folder, name), 'utf8').catch(() => '(folder)');
    picture[name] = `${mode.toString(8)} ${mtimeMs} ${ino} ${text}`;
  }
  return picture;
}

/** Keys live in the map; `export` writes what reg.exe writes: UTF-16LE with a BOM and doubled backslashes. */
export function createRegistry(keys: Map<string, string>): RunReg {
  return async ([verb, key = '', ...rest]) => {
    if (verb === 'add') {
      keys.set(key, rest[rest.indexOf('/d') + 1] ?? '');
      return { exitCode: 0, stderr: '' };
    }
    const value = keys.get(key);
    if (value === undefined) return { exitCode: 1, stderr: 'ERROR: The system was unable to find the specified key.' };
    if (verb === 'delete') keys.delete(key);
    else await writeFile(rest[0] ?? '', Buffer.from(exportOf(key, value), 'utf16le'));
    return { exitCode: 0, stderr: '' };
  };
}

function exportOf(key: string, value: string): string {
  const line = `@="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return `\ufeffWindows Registry Editor Version 5.00\r\n\r\n[${key}]\r\n${line}\r\n\r\n`;
}
