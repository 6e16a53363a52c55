// One config file on the disk: read without trusting what lies there, written as a whole, and what a crash has left taken away.
import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HubError } from '../../../contract/errors.ts';
import { sha256 } from '../../../native-host/manifests/content.ts';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { codeOf, nodeFiles } from '../../../native-host/manifests/files.ts';
import { causeOf } from '../../../native-host/manifests/reasons.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AgentMachine } from './places.ts';

/** Programs that keep their chats in the same file have some of many megabytes. */
export const maxConfigBytes = 32 * 1024 * 1024;
/** For its owner alone. */
export const newFileMode = 0o600;
/** Of a project: whoever works on it reads it. */
const sharedFileMode = 0o644;

export interface PresentFile {
  readonly kind: 'file';
  /** Where the row has it, and where a link there leads: that is what is written. */
  readonly path: string;
  readonly target: string;
  readonly bytes: Buffer;
  readonly hash: string;
  readonly mode: number;
  readonly group: number;
  /** Other names that lead to the same file (hard links). A write leaves the old content to them. */
  readonly otherNames: number;
  readonly changedAt: number;
}
export interface MissingFile {
  readonly kind: 'none';
  readonly path: string;
  readonly target: string;
}
export type ConfigFile = PresentFile | MissingFile;

/** Rejects with a HubError that says why a file is left alone: another account's, a folder, a link in a circle, too large. */
export async function readConfigFile(path: string, machine: AgentMachine): Promise<ConfigFile> {
  const file = shownPath(machine, path);
  try {
    if (!(await isThere(path))) return { kind: 'none', path, target: path };
    const target = await realpath(path).catch((error: unknown) => {
      if (['ENOENT', 'ELOOP'].includes(codeOf(error))) throw refused({ kind: 'config-link-circle', file });
      throw error;
    });
    return await readTarget(path, target, machine);
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw refused({ kind: 'config-failed', verb: 'read', file, why: await causeOf(machine, 'read', path, error) });
  }
}

async function readTarget(path: string, target: string, machine: AgentMachine): Promise<PresentFile> {
  const file = shownPath(machine, path);
  const found = await lstat(target);
  // A pipe that somebody put there would be waited for without end.
  if (!found.isFile()) throw refused({ kind: 'config-no-file', file });
  if (machine.uid !== undefined && found.uid !== machine.uid)
    throw refused({ kind: 'config-of-other', file, owner: found.uid });
  const handle = await open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size, mode, gid: group, nlink, mtimeMs: changedAt } = await handle.stat();
    if (size > maxConfigBytes) throw refused({ kind: 'config-too-large', file, bytes: size, most: maxConfigBytes });
    const bytes = await handle.readFile();
    const about = { mode: mode & 0o777, group, otherNames: nlink - 1, changedAt };
    return { kind: 'file', path, target, bytes, hash: sha256(bytes), ...about };
  } finally {
    await handle.close();
  }
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
      throw error;
    },
  );
}

export interface WriteOptions {
  readonly machine: AgentMachine;
  /** Marks temporary files of this data home. */
  readonly mark: string;
  readonly isShared: boolean;
  /** Bits that it may have at most; a file that is there never gets more than it has. */
  readonly mode?: number | undefined;
}

/**
 * Puts `bytes` in the place of what was read, with its mode and group; null removes the file. Rejects with a HubError, and leaves everything as it
 * is, where the file is another one by now.
 */
export async function writeConfigFile(was: ConfigFile, bytes: Buffer | null, options: WriteOptions): Promise<void> {
  const { machine, mark } = options;
  const file = shownPath(machine, was.path);
  const stillSame = async () => {
    const now = await readConfigFile(was.path, machine);
    if (hashOf(now) !== hashOf(was) || now.target !== was.target) throw refused({ kind: 'config-changed', file });
  };
  const verb = bytes === null ? 'remove' : 'write';
  try {
    if (bytes === null) {
      await stillSame();
      if (was.kind === 'file') await nodeFiles.remove(was.target);
      return;
    }
    const group = was.kind === 'file' && machine.platform !== 'win32' ? was.group : undefined;
    await nodeFiles.makeFolder(dirname(was.target));
    await nodeFiles.writeAtomic(was.target, bytes, modeFor(was, options), { mark, group, beforeRename: stillSame });
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw refused({ kind: 'config-failed', verb, file, why: await causeOf(machine, verb, was.target, error) });
  }
  const now = await readConfigFile(was.path, machine);
  if (hashOf(now) !== sha256(bytes)) throw refused({ kind: 'config-not-as-written', file });
}

function modeFor(was: ConfigFile, { isShared, mode }: Pick<WriteOptions, 'isShared' | 'mode'>): number {
  if (was.kind === 'file') return was.mode & (mode ?? was.mode);
  return mode ?? (isShared ? sharedFileMode : newFileMode);
}

/** sha256 of what was read; null where there is no file. */
export function hashOf(file: ConfigFile): string | null {
  return file.kind === 'file' ? file.hash : null;
}

/** Takes away the temporary files that this data home has left in a folder, and nobody else's. */
export async function removeTemporaryFiles(folder: string, mark: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  const ours = names.filter(name => name.startsWith('.') && new RegExp(`\\.${mark}[0-9a-f]{12}\\.tmp$`).test(name));
  for (const name of ours) await rm(join(folder, name), { force: true }).catch(() => {});
}

const byteOrderMark = '\uFEFF';

/** The text without its byte order mark. Throws a HubError where it is no UTF-8. */
export function textOf(bytes: Buffer, file: string): { readonly start: string; readonly text: string } {
  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return whole.startsWith(byteOrderMark)
      ? { start: byteOrderMark, text: whole.slice(1) }
      : { start: '', text: whole };
  } catch {
    throw refused({ kind: 'config-no-text', file });
  }
}

function refused(reason: Reason): HubError {
  return hubError('ERR_INVALID_ARGUMENTS', reason);
}
