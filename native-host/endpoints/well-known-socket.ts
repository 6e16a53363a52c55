// Listens at a path that other programs know: takes it only when nothing answers there, and gives up only what is still its own.
import { randomBytes } from 'node:crypto';
import { link, lstat, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { hubError } from '../../words/hub-error.ts';
import { EndpointHeldError } from './held-error.ts';
import { checkSocketPathLength } from './socket-path.ts';
import { boundName, socketHolder } from './well-known-socket-holder.ts';

export interface WellKnownSocket {
  readonly path: string;
  /** Ends the listening and every connection, and removes the socket if it is still this one. Safe to call twice. */
  close(): Promise<void>;
}

/** Another hub may take the same dead socket away at the same time; then the place is looked at again. */
const maxTries = 3;

/**
 * Listens at `path` (mode 0600 from the first moment) or on a Windows pipe. Rejects with EndpointHeldError when somebody answers
 * there, and with a sentence when what lies there is no socket of this user. The socket is bound under another name and then
 * linked, because a link never replaces what is there, and because closing a server removes the name it was bound to.
 */
export async function listenWellKnown(path: string, onSocket: (socket: Socket) => void): Promise<WellKnownSocket> {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  const release = path.startsWith('\\\\') ? await takePipe(server, path) : await takePath(server, path);
  // A connection that could not be taken ends; the listening goes on.
  server.on('error', () => {});
  let closed: Promise<void> | null = null;
  const close = async () => {
    await release();
    const ended = new Promise<void>(resolve => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await ended;
  };
  return { path, close: () => (closed ??= close()) };
}

async function takePipe(server: Server, path: string): Promise<() => Promise<void>> {
  try {
    await listen(server, path);
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES'))
      throw new EndpointHeldError(path, { kind: 'another-process' });
    throw error;
  }
  return async () => {};
}

async function takePath(server: Server, path: string): Promise<() => Promise<void>> {
  const draft = boundName(path, randomBytes(3).toString('hex'));
  checkSocketPathLength(draft, process.platform);
  await listenPrivately(server, draft);
  try {
    await linkTo(draft, path);
    const { ino, dev, mode } = await lstat(path);
    if ((mode & 0o177) !== 0)
      throw hubError('ERR_INTERNAL', { kind: 'place-wrong-mode', path, octal: (mode & 0o777).toString(8) });
    return () => removeOwn(path, { ino, dev });
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await unlink(draft).catch(() => {});
  }
}

async function linkTo(draft: string, path: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      return await link(draft, path);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      await removeDead(path, draft);
    }
  }
  throw new EndpointHeldError(path, await socketHolder(path, draft));
}

/** Removes a socket at which nobody answers. Rejects with EndpointHeldError when somebody does, and for anything that is no socket of ours. `own` is where the asker itself is bound. */
export async function removeDead(path: string, own?: string): Promise<void> {
  const seen = await lstat(path).catch(() => null);
  if (!seen) return;
  if (seen.isSymbolicLink()) throw hubError('ERR_INTERNAL', { kind: 'place-is-link', path });
  if (!seen.isSocket()) throw hubError('ERR_INTERNAL', { kind: 'place-no-socket', path });
  if (seen.uid !== process.getuid?.()) throw hubError('ERR_INTERNAL', { kind: 'place-of-other', path, uid: seen.uid });
  if (await answers(path)) throw new EndpointHeldError(path, await socketHolder(path, own));
  // Between the look and the removal another hub may have put its own here: that one is put back.
  const aside = boundName(path, randomBytes(3).toString('hex'));
  await rename(path, aside).catch(() => {});
  const moved = await lstat(aside).catch(() => null);
  if (moved && (moved.ino !== seen.ino || moved.dev !== seen.dev)) await link(aside, path).catch(() => {});
  await unlink(aside).catch(() => {});
}

async function removeOwn(path: string, own: { ino: number; dev: number }): Promise<void> {
  const now = await lstat(path).catch(() => null);
  if (now && now.ino === own.ino && now.dev === own.dev) await unlink(path).catch(() => {});
}

/** Whether somebody listens at the socket. Only a refused connection means that nobody does. */
export function answers(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', error => resolve(!hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT')));
  });
}

/** The name is bound before `listen` returns, so the umask holds for nothing else. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  const listening = listen(server, path);
  process.umask(before);
  await listening;
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
