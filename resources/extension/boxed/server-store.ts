// The servers of this browser as they are kept: what is known of each in the extension's storage, their code in IndexedDB by its digest.
import { boxBounds, readServers } from './boxed-server.ts';
import type { BoxedServer } from './boxed-server.ts';

/** In the extension's storage, whose changes others listen to. */
export const serversKey = 'boxedServers';
const [database, code] = ['boxed-servers', 'code'];

export async function keptServers(): Promise<BoxedServer[]> {
  const { [serversKey]: kept } = await chrome.storage.local.get(serversKey);
  return readServers(kept);
}

export function onServersChanged(heard: (servers: BoxedServer[]) => void): void {
  chrome.storage.local.onChanged.addListener(changes => {
    if (serversKey in changes) heard(readServers(changes[serversKey]?.newValue));
  });
}

/** Puts it in the place of one of its id. Throws an Error where there are too many. */
export async function keepServer(server: BoxedServer, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await inStore('readwrite', store => store.put(bytes, server.digest));
  await change(servers => {
    const others = servers.filter(({ id }) => id !== server.id);
    if (others.length >= boxBounds.servers)
      throw new Error(chrome.i18n.getMessage('serversMany', [String(boxBounds.servers)]));
    return [...others, server];
  });
}

export async function dropServer(id: string): Promise<void> {
  await change(servers => servers.filter(server => server.id !== id));
}

/** Throws an Error where it is not there, or not the code that was added. */
export async function codeOf({ id, digest }: Pick<BoxedServer, 'id' | 'digest'>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes: unknown = await inStore('readonly', store => store.get(digest));
  if (!(bytes instanceof Uint8Array)) throw new Error(`The code of the server "${id}" is gone; add it again.`);
  const own = new Uint8Array(bytes);
  if ((await digestOf(own)) === digest) return own;
  throw new Error(
    `The code of the server "${id}" is not what was added (its SHA-256 differs); remove it and add it again.`,
  );
}

/** SHA-256 in hex. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** One change after the other, also of two pages. Code that no server has any more goes. */
function change(next: (servers: BoxedServer[]) => BoxedServer[]): Promise<void> {
  return navigator.locks.request(serversKey, async () => {
    const servers = next(await keptServers());
    await chrome.storage.local.set({ [serversKey]: servers });
    const used = new Set(servers.map(({ digest }) => digest));
    const there = await inStore('readonly', store => store.getAllKeys());
    const over = there.filter(digest => !used.has(String(digest)));
    await Promise.all(over.map(digest => inStore('readwrite', store => store.delete(digest))));
  });
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(code);
  const opened = await done(opening);
  try {
    return await done(act(opened.transaction(code, mode).objectStore(code)));
  } finally {
    opened.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database did not say why.'));
  });
}
