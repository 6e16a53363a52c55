// A home of Harbor, of both generations: its servers, and what else can be taken over. Nothing in it is ever changed.
import { readdir, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import {
  ConnectedServersSchema,
  HarborCredentialsSchema,
  HarborManifestsSchema,
  HarborSessionSchema,
  InstalledServersSchema,
} from '../../../../../contract/schemas/harbor-home.ts';
import { readHomeAccounts } from './home-accounts.ts';
import { readHomeDatabase } from './home-database.ts';
import { readHomeFile } from './home-file.ts';
import { readHomeModels } from './home-models.ts';
import { installedServer } from './installed-servers.ts';
import type { AppMachine } from '../app-places.ts';
import type { ReadServer } from '../read-server.ts';
import type { HomeNotes } from './home-file.ts';
import type { HarborThing } from './home-things.ts';

export interface HarborHome extends Readonly<HomeNotes> {
  readonly servers: readonly ReadServer[];
  readonly things: readonly HarborThing[];
}

/** Under which the older generation keeps the keys of models among the credentials of servers. */
const modelKeys = '_llm_providers';
const maxSessions = 2_000;

/** Where a home would be, and the folder of its settings. */
export function harborFolders({ platform, homeDir, env }: AppMachine): { folder: string; config: string } {
  const { join } = platform === 'win32' ? win32 : posix;
  const folder = join(homeDir, '.harbor');
  if (platform === 'darwin') return { folder, config: join(homeDir, 'Library/Application Support/harbor') };
  if (platform === 'win32') return { folder, config: join(env.APPDATA ?? join(homeDir, 'AppData/Roaming'), 'harbor') };
  const { XDG_CONFIG_HOME: own = '' } = env;
  return { folder, config: join(own.startsWith('/') ? own : join(homeDir, '.config'), 'harbor') };
}

/** Null where there is none. */
export async function readHarborHome(machine: AppMachine): Promise<HarborHome | null> {
  const { folder, config } = harborFolders(machine);
  const there = await Promise.all(
    [folder, config].map(one =>
      stat(one).then(
        found => found.isDirectory(),
        () => false,
      ),
    ),
  );
  if (!there.includes(true)) return null;
  const { join } = machine.platform === 'win32' ? win32 : posix;
  const notes: HomeNotes = { files: [], problems: [] };
  const read = <T>(name: string, schema: Parameters<typeof readHomeFile<T>>[2]) =>
    readHomeFile(join(folder, name), folder, schema, notes);
  const installed = await read('installed_servers.json', InstalledServersSchema);
  const connected = await read('connected_servers.json', ConnectedServersSchema);
  const manifests = await read('manifests.json', HarborManifestsSchema);
  const credentials = valuesOf(await read('secrets/credentials.json', HarborCredentialsSchema));
  const around = {
    ...{ folder, credentials, manifests: manifests?.manifests ?? {} },
    connected: new Set(connected?.servers ?? []),
  };
  const servers = [
    ...(installed?.servers ?? []).map(value => installedServer(value, around)),
    ...(await readHomeDatabase(join(folder, 'harbor.db'), notes)),
  ];
  const things = [
    ...(await readHomeAccounts(folder, notes)),
    ...(await readHomeModels(config, credentials[modelKeys] ?? {}, notes)),
    ...(await readSessions(join(folder, 'sessions'), folder, notes)),
  ];
  return { ...notes, servers: servers.map(server => ({ ...server, app: 'harbor' as const })), things };
}

async function readSessions(folder: string, within: string, notes: HomeNotes): Promise<HarborThing[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names
    .filter(name => name.endsWith('.json'))
    .sort()
    .slice(0, maxSessions);
  const found: HarborThing[] = [];
  for (const name of files) {
    const session = await readHomeFile(`${folder}/${name}`, within, HarborSessionSchema, notes);
    if (session) found.push({ kind: 'conversation', name: session.name, session });
  }
  return found;
}

/** Both versions of the file, by server and variable; the user of a password is a variable of its own. */
function valuesOf(
  file: ReturnType<(typeof HarborCredentialsSchema)['parse']> | null,
): Record<string, Record<string, string>> {
  if (file === null) return {};
  if (!isNewer(file)) return file;
  return Object.fromEntries(
    Object.entries(file.credentials).map(([serverId, credentials]) => [
      serverId,
      Object.fromEntries(
        Object.entries(credentials).flatMap(([name, { value, username }]) => [
          [name, value],
          ...(username ? [[`${name}_username`, username]] : []),
        ]),
      ) as Record<string, string>,
    ]),
  );
}

type Newer = Extract<ReturnType<(typeof HarborCredentialsSchema)['parse']>, { version: 2 }>;

function isNewer(file: ReturnType<(typeof HarborCredentialsSchema)['parse']>): file is Newer {
  return 'credentials' in file && file.version === 2;
}
