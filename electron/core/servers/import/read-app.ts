// The servers of an app, out of its own files: read only, bounded, and nothing that a link leads to elsewhere.
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { HubError } from '../../../../contract/errors.ts';
import { serverApps } from '../../../../contract/imports.ts';
import { reasonOf } from '../../../../contract/reason.ts';
import { builtInServers } from '../built-in/built-in-servers.ts';
import { appPlaces } from './app-places.ts';
import { claudeCodeProjects } from './claude-code-file.ts';
import { harborFolders, readHarborHome } from './harbor-home/read-home.ts';
import { readProjectFile } from './mcp-servers-file.ts';
import { isInside, readBounded, whyNotRead } from './read-bounded.ts';
import { refused } from './read-entry.ts';
import type { ImportApp, ServerApp } from '../../../../contract/imports.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FoundApp } from '../../../../contract/schemas/imports.ts';
import type { OwnHub } from '../config/own-hub.ts';
import type { AppMachine } from './app-places.ts';
import type { HarborThing } from './harbor-home/home-things.ts';
import type { ReadServer, ServersReader } from './read-server.ts';

export interface AppServers {
  /** Those that were read. */
  readonly files: readonly string[];
  readonly servers: readonly ReadServer[];
  readonly problems: readonly Reason[];
  /** What is there beside servers. */
  readonly things?: readonly HarborThing[];
}

interface FileToRead {
  readonly path: string;
  /** Links may not lead out of it. */
  readonly within: string;
  readonly read: ServersReader;
}

const maxProjects = 200;

/** What an app, or whatever else servers are taken over from, has here. Rejects with HubError when there is nothing of it. */
export async function readApp(app: ImportApp, machine: AppMachine): Promise<AppServers> {
  if (app === 'built-in') return { files: [], servers: builtInServers(), problems: [] };
  if (app !== 'harbor') return readServerApp(app, machine);
  const home = await readHarborHome(machine);
  if (home) return home;
  throw refused({ kind: 'app-without-list', app: 'Harbor', places: Object.values(harborFolders(machine)) });
}

/** Reads all files of an app that are there. Rejects with HubError when there is none. */
async function readServerApp(app: ServerApp, machine: AppMachine): Promise<AppServers> {
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
export async function readApps(apps: readonly ImportApp[], machine: AppMachine): Promise<AppServers> {
  const read = (await Promise.all([...new Set(apps)].map(app => readApp(app, machine).catch(noList)))).filter(
    found => found !== null,
  );
  if (read.length === 0) throw refused({ kind: 'apps-without-list' });
  return {
    files: read.flatMap(({ files }) => files),
    servers: read.flatMap(({ servers }) => servers),
    problems: read.flatMap(({ problems }) => problems),
    things: read.flatMap(({ things = [] }) => things),
  };
}

/** The apps whose lists lie on this machine, with what is in them, this hub's own entry left out. */
export async function findApps(machine: AppMachine, ownHub: Pick<OwnHub, 'leadsHere'>): Promise<FoundApp[]> {
  const isOther = ({ config }: ReadServer) => config === null || ownHub.leadsHere(config) === null;
  const found = await Promise.all(
    [...serverApps, 'harbor' as const].map(async app => {
      const read = await readApp(app, machine).catch(noList);
      return (
        read && {
          app,
          files: [...read.files],
          servers: read.servers.filter(isOther).map(({ name }) => name),
          problems: [...read.problems],
          things: read.things?.length ?? 0,
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
