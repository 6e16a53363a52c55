// The command `pilothouse` in a folder of the user's PATH: a link to the launcher in the data home, on Windows a batch file that calls it.
import { constants } from 'node:fs';
import { access, lstat, mkdir, readFile, readlink, symlink, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launcherPaths } from '../../../native-host/manifests/launcher.ts';
import { escapeForCmd, quoteForSh } from '../../../native-host/manifests/quoting.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { InstalledCommand } from '../../../contract/schemas/command-requests.ts';

export interface CommandPlace {
  readonly os: NodeJS.Platform;
  /** With the PATH that the user's shells have. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly dataHome: string;
  /** Chosen by the user, in place of those that are looked at. */
  readonly folder?: string | undefined;
}

/** Where it is; where it is nowhere, the place that it would get. */
export async function commandState(place: CommandPlace): Promise<InstalledCommand> {
  const folders = foldersOf(place);
  for (const folder of folders) {
    const found = await commandIn(folder, place);
    if (found.state.kind === 'installed') return found;
  }
  return commandIn(await firstUsable(folders, place), place);
}

/** Throws a HubError where something foreign stands, or there is no launcher yet. What is there already is left as it is. */
export async function installCommand(place: CommandPlace): Promise<InstalledCommand> {
  const { file, target, state } = await commandState(place);
  if (state.kind === 'foreign')
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-foreign', file, leadsTo: state.leadsTo });
  if (!(await isThere(target))) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-no-launcher', file: target });
  if (state.kind === 'none')
    await changing(file, async () => {
      await mkdir(path.dirname(file), { recursive: true });
      // Both fail where something has come there meanwhile.
      if (place.os === 'win32') await writeFile(file, batchText(target), { flag: 'wx' });
      else await symlink(target, file);
    });
  return commandState(place);
}

/** Throws a HubError where something foreign stands. */
export async function removeCommand(place: CommandPlace): Promise<InstalledCommand> {
  const { file, state } = await commandState(place);
  if (state.kind === 'foreign')
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-foreign', file, leadsTo: state.leadsTo });
  if (state.kind === 'installed') await changing(file, () => unlink(file));
  return commandState(place);
}

/** Those that are the user's own and usual for that, the best first. */
function foldersOf({ os, env, homeDir, folder }: CommandPlace): readonly string[] {
  if (folder !== undefined) return [folder];
  if (os !== 'win32') return [path.join(homeDir, '.local', 'bin'), path.join(homeDir, 'bin')];
  const local = env['LOCALAPPDATA'] || path.join(homeDir, 'AppData', 'Local');
  // Windows has the first in the PATH of every user.
  return [path.join(local, 'Microsoft', 'WindowsApps'), path.join(local, 'Programs', 'Pilothouse', 'bin')];
}

/** The first in the PATH that can be written to; else the one that is made for it. */
async function firstUsable(folders: readonly string[], place: CommandPlace): Promise<string> {
  for (const folder of folders) if (isInPath(folder, place) && (await isWritable(folder))) return folder;
  return (place.os === 'win32' ? folders.at(-1) : folders[0]) ?? place.homeDir;
}

async function commandIn(folder: string, place: CommandPlace): Promise<InstalledCommand> {
  const { os, dataHome } = place;
  const target = launcherPaths(os, dataHome).pilothouse;
  const file = path.join(folder, os === 'win32' ? 'pilothouse.cmd' : 'pilothouse');
  const toAdd = isInPath(folder, place) ? null : lineToAdd(folder, place);
  return { file, target, state: await stateOf(file, target, os), toAdd };
}

async function stateOf(file: string, target: string, os: NodeJS.Platform): Promise<InstalledCommand['state']> {
  const entry = await lstat(file).catch(() => null);
  if (entry === null) return { kind: 'none' };
  const leadsTo = entry.isSymbolicLink() ? await readlink(file) : null;
  if (leadsTo !== null) return leadsTo === target ? { kind: 'installed' } : { kind: 'foreign', leadsTo };
  const isOurs = os === 'win32' && (await readFile(file, 'utf8').catch(() => '')) === batchText(target);
  return isOurs ? { kind: 'installed' } : { kind: 'foreign', leadsTo: null };
}

function batchText(target: string): string {
  return `@echo off\r\ncall "${escapeForCmd(target)}" %*\r\n`;
}

function isInPath(folder: string, { os, env }: CommandPlace): boolean {
  const rules = os === 'win32' ? path.win32 : path.posix;
  // The name of the variable has any case on Windows, and so have paths there.
  const name = Object.keys(env).find(key => (os === 'win32' ? key.toUpperCase() === 'PATH' : key === 'PATH')) ?? 'PATH';
  const same = (one: string) => rules.normalize(os === 'win32' ? one.toLowerCase() : one).replace(/[\\/]$/, '');
  const entries = (env[name] ?? '').split(rules.delimiter).filter(entry => entry !== '');
  return entries.some(entry => same(entry) === same(folder));
}

/** What a person pastes, and the file that their shell reads at its start. */
function lineToAdd(folder: string, { os, env, homeDir }: CommandPlace): InstalledCommand['toAdd'] {
  if (os === 'win32') {
    const added = `;${folder}`.replaceAll("'", "''");
    const user = "[Environment]::GetEnvironmentVariable('Path', 'User')";
    return { line: `[Environment]::SetEnvironmentVariable('Path', ${user} + '${added}', 'User')`, to: null };
  }
  const shell = path.posix.basename(env['SHELL'] ?? '');
  if (shell === 'fish')
    return { line: `fish_add_path ${quoteForSh(folder)}`, to: path.join(homeDir, '.config/fish/config.fish') };
  const files: Readonly<Record<string, string>> = {
    zsh: '.zshrc',
    bash: os === 'darwin' ? '.bash_profile' : '.bashrc',
  };
  return { line: `export PATH=${quoteForSh(folder)}:"$PATH"`, to: path.join(homeDir, files[shell] ?? '.profile') };
}

async function changing(file: string, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw hubError('ERR_INTERNAL', { kind: 'command-not-changed', file, code });
  }
}

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );
const isWritable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
