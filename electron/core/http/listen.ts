// Listening, on 127.0.0.1 where nobody says otherwise, and ending without waiting for idle connections.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  /** Ends every connection; those on which an answer is under way get `graceMs` first. */
  close(graceMs?: number): Promise<void>;
}

/** Rejects with the error of `listen` (`EADDRINUSE`, `EACCES`). Port 0 takes a free one. */
export function listenOnLoopback(server: Server, port: number): Promise<Listening> {
  return listenAt(server, { host: '127.0.0.1', port });
}

/** The same at another address of this machine, which a user has named for that. */
export async function listenAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  let closed: Promise<void> | null = null;
  const close = (graceMs = 0) => {
    closed ??= new Promise<void>(resolve => {
      const rest = setTimeout(() => server.closeAllConnections(), graceMs);
      server.close(() => {
        clearTimeout(rest);
        resolve();
      });
      server.closeIdleConnections();
    });
    return closed;
  };
  return { port: address.port, close };
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const { port, close } = await listenOnLoopback(createServer(), 0);
  await close();
  return port;
}
