// The servers of an app, out of its own files: read only, bounded, and nothing that a link leads to elsewhere.
import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { HubError } from '../../../../contract/errors.ts';
import { maxImportChars, serverApps } from '../../../../contract/imports.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { appPlaces } from './app-places.ts';
import { claudeCodeProjects } from './claude-code-file.ts';
import { readProjectFile } from './mcp-servers-file.ts';
import { refused } from './read-entry.ts';
import type { ServerApp } from '../../../../contract/imports.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FoundApp } from '../../../../contract/schemas/imports.ts';
import type { OwnHub } from '../config/own-hub.ts';
import type { AppMachine } from './app-places.ts';
import type { ReadServer, ServersReader } from './read-server.ts';

export interface AppServers {
  /** Those that were read. */
  readonly files: readonly string[];
  readonly servers: readonly ReadServer[];
  readonly problems: readonly Reason[];
}

interface FileToRead {
  readonly path: string;
  /** Links may not lead out of it. */
  readonly within: string;
  readonly read: ServersReader;
}

const maxProjects = 200;

/** Reads all files of an app that are there. Rejects with HubError when there is none. */
export async function readApp(app: ServerApp, machine: AppMachine): Promise<AppServers> {
  const { title, files, read } = appPlaces(app, machine);
  const paths = (await Promise.all(files.map(found))).flat();
  const queue: FileToRead[] = paths.map(path => ({ path, read, within: withinOf(path, machine.homeDir) }));
  const done: { path: string; servers: ReadServer[] }[] = [];
  const problems: Reason[] = [];
  for (const file of queue) {
    try {
      const text = await readBounded(file);
      if (text === null) continue;
      done.push({ path: file.path, servers: file.read(text, machine.homeDir) });
      if (app === 'claude-code' && file.read === read) queue.push(...projectFiles(text));
    } catch (error) {
      problems.push({ kind: 'file-not-read', file: file.path, why: whyNotRead(error) });
    }
  }
  if (done.length === 0 && problems.length === 0)
    throw refused({ kind: 'app-without-list', app: title, places: paths.length > 0 ? paths : files });
  const servers = done.flatMap(({ path, servers: own }) =>
    own.map(server => ({ ...server, app, from: server.from ?? (done.length > 1 ? path : null) })),
  );
  return { files: done.map(({ path }) => path), servers, problems };
}

/** The same of several. One that has no list here is passed over. Rejects with HubError when none has. */
export async function readApps(apps: readonly ServerApp[], machine: AppMachine): Promise<AppServers> {
  const read = (await Promise.all([...new Set(apps)].map(app => readApp(app, machine).catch(noList)))).filter(
    found => found !== null,
  );
  if (read.length === 0) throw refused({ kind: 'apps-without-list' });
  return {
    files: read.flatMap(({ files }) => files),
    servers: read.flatMap(({ servers }) => servers),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** The apps whose lists lie on this machine, with what is in them, this hub's own entry left out. */
export async function findApps(machine: AppMachine, ownHub: Pick<OwnHub, 'leadsHere'>): Promise<FoundApp[]> {
  const isOther = ({ config }: ReadServer) => config === null || ownHub.leadsHere(config) === null;
  const found = await Promise.all(
    serverApps.map(async app => {
      const read = await readApp(app, machine).catch(noList);
      return (
        read && {
          app,
          files: [...read.files],
          servers: read.servers.filter(isOther).map(({ name }) => name),
          problems: [...read.problems],
        }
      );
    }),
  );
  return found.filter(one => one !== null);
}

function noList(error: unknown): null {
  if (error instanceof HubError && reasonOf(error).kind === 'app-without-list') return null;
  throw error;
}

function projectFiles(text: string): FileToRead[] {
  const folders = claudeCodeProjects(text).filter(isAbsolute).slice(0, maxProjects);
  return folders.map(folder => ({ path: join(folder, '.mcp.json'), within: folder, read: readProjectFile }));
}

/** An app's folder may lie outside of the home, by a variable that the user has set. */
function withinOf(path: string, home: string): string {
  return isInside(home, path) ? home : dirname(path);
}

/** The paths that a pattern with one `*` in it stands for. */
async function found(pattern: string): Promise<string[]> {
  const star = pattern.indexOf('*');
  if (star < 0) return [pattern];
  const start = pattern.slice(0, star);
  const folder = dirname(`${start}x`);
  const names = await readdir(folder).catch(() => []);
  const begins = basename(`${start}x`).slice(0, -1);
  return names.filter(name => name.startsWith(begins)).map(name => join(folder, name) + pattern.slice(star + 1));
}

/** Null when there is no such file. */
async function readBounded({ path, within }: FileToRead): Promise<string | null> {
  const real = await realpath(path).catch(nullWhenMissing);
  if (real === null) return null;
  if (!isInside(await realpath(within), real)) throw refused({ kind: 'file-is-link', to: real, folder: within });
  // A pipe that somebody put there would be waited for without end.
  const file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
  try {
    const { size } = await regular(file);
    if (size > maxImportChars) throw refused({ kind: 'file-too-large', bytes: size, most: maxImportChars });
    const buffer = Buffer.alloc(size);
    const { bytesRead } = await file.read(buffer, 0, size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function regular(file: Awaited<ReturnType<typeof open>>): Promise<{ size: number }> {
  const found = await file.stat();
  if (!found.isFile()) throw refused({ kind: 'file-is-none' });
  return found;
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

function whyNotRead(error: unknown): Reason {
  if (error instanceof HubError) return reasonOf(error);
  return { kind: 'file-denied', why: error instanceof Error ? error.message : String(error) };
}
