// The data home: made private, checked, and locked for one hub. Nothing in it is ever deleted when it cannot be used.
import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HubError } from '../../../contract/errors.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { writePrivateFile } from '../../../native-host/endpoints/private-file.ts';
import { hubKeyIn } from '../../../native-host/relay/home-files.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { Reason } from '../../../contract/reasons.ts';

export interface DataHome {
  readonly path: string;
  readonly database: string;
  readonly logs: string;
  /** Where pictures of pages lie that agents wanted to keep. */
  readonly pictures: string;
  /** Private to this account, and so is every file in it. */
  readonly secrets: string;
  /** The 32 bytes that relays and shims prove to know. */
  readonly hubKey: Buffer;
  /** Where the secrets of clients lie, each in a file by its id. */
  readonly clientsFolder: string;
  readonly clientSecrets: {
    write(clientId: string, secret: string): Promise<void>;
    read(clientId: string): Promise<string | null>;
    remove(clientId: string): Promise<void>;
  };
  /** What browsers that come over a WebSocket prove to know. Ids are 32 hex digits. */
  readonly companionKeys: {
    list(): Promise<{ id: string; text: string }[]>;
    write(id: string, text: string): Promise<void>;
    remove(id: string): Promise<void>;
  };
}

/**
 * Makes or checks the folders, takes the home with `lock`, and reads or makes its key. Rejects with a sentence that names
 * the path and the remedy, or as `lock` does.
 */
export async function openDataHome(path: string, lock: () => Promise<void>): Promise<DataHome> {
  const secrets = join(path, 'secrets');
  const clients = join(secrets, 'clients');
  const companions = join(secrets, 'companions');
  const pictures = join(path, 'pictures');
  try {
    for (const folder of [path, secrets, clients, companions, pictures, join(path, 'logs')])
      await makePrivate(folder, path);
    // Before the key: of two hubs that start at once, the one without the lock would replace the key of the other.
    await lock();
    const hubKey = await readOrMakeKey(join(secrets, 'hub.key'));
    return {
      path,
      database: join(path, 'pilothouse.db'),
      logs: join(path, 'logs'),
      pictures,
      secrets,
      hubKey,
      clientsFolder: clients,
      clientSecrets: clientSecrets(clients),
      companionKeys: companionKeys(companions),
    };
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw unusable(path, reasonOf(error));
  }
}

function unusable(home: string, why: Reason): HubError {
  return hubError('ERR_INTERNAL', { kind: 'home-unusable', home, why });
}

async function makePrivate(folder: string, home: string): Promise<void> {
  await makeFolder(folder);
  const found = await lstat(folder);
  if (!found.isDirectory()) throw unusable(home, { kind: 'home-folder-none', folder });
  if (process.getuid && found.uid !== process.getuid())
    throw unusable(home, { kind: 'home-folder-of-other', folder, uid: found.uid });
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** `mkdir` with `recursive` never returns below a folder such as /proc, which says ENOENT to every new name. */
async function makeFolder(folder: string): Promise<void> {
  const error = await tryMake(folder);
  if (error?.code === 'ENOENT' && dirname(folder) !== folder) {
    await makeFolder(dirname(folder));
    const again = await tryMake(folder);
    if (again) throw again;
  } else if (error && error.code !== 'EEXIST') throw error;
}

function tryMake(folder: string): Promise<NodeJS.ErrnoException | null> {
  return mkdir(folder, { mode: 0o700 }).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  );
}

async function readOrMakeKey(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) {
    const key = randomBytes(32);
    await writePrivateFile(file, key.toString('hex'));
    return key;
  }
  const key = hubKeyIn(text);
  if (!key) throw hubError('ERR_INTERNAL', { kind: 'hub-key-none', file });
  return key;
}

/** Client ids come from the registry (`[a-z0-9-]`), so they are safe as file names. */
function clientSecrets(folder: string): DataHome['clientSecrets'] {
  return {
    write: (clientId, secret) => writePrivateFile(join(folder, clientId), secret),
    read: async clientId => readFile(join(folder, clientId), 'utf8').catch(() => null),
    remove: clientId => rm(join(folder, clientId), { force: true }),
  };
}

/** What a hub that was killed while it wrote has left goes. */
function companionKeys(folder: string): DataHome['companionKeys'] {
  const remove = (id: string) => rm(join(folder, id), { force: true });
  return {
    list: async () => {
      const names = await readdir(folder);
      const isKey = (name: string) => /^[0-9a-f]{32}$/.test(name);
      for (const draft of names.filter(name => name.endsWith('.tmp'))) await remove(draft);
      const read = async (id: string) => ({ id, text: await readFile(join(folder, id), 'utf8').catch(() => '') });
      return Promise.all(names.filter(isKey).map(read));
    },
    write: (id, text) => writePrivateFile(join(folder, id), text),
    remove,
  };
}
