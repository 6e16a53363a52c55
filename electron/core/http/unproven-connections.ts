// Connections to a port of this machine that have shown no credential yet: any account can open them, so they are few and the oldest goes.
import { ConnectionQuota } from '../../../native-host/framing/connection-quota.ts';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** More than come in one breath (`listen` lets 511 wait), so that a newcomer is heard before others can push it out. */
export const maxUnproven = 768;

/** How long a request may take to arrive, in ms: nobody is far away. */
export const requestTimeouts = { headersTimeout: 10_000, requestTimeout: 60_000 } as const;

/**
 * Closes the connection of a WebSocket that sends more than a proof: the bound of the WebSocket itself cannot change, and it keeps what is
 * no whole message yet. Returns what ends this.
 */
export function boundUntilProof(socket: Socket, maxBytes: number): () => void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) socket.destroy();
  };
  socket.on('data', count);
  return () => socket.off('data', count);
}

export class UnprovenConnections {
  readonly #quota: ConnectionQuota<Socket>;

  /** `onCrowded`: one was closed to make room. */
  constructor(server: Pick<Server, 'on'>, onCrowded?: () => void) {
    this.#quota = new ConnectionQuota<Socket>({
      max: maxUnproven,
      isIdle: () => true,
      end: socket => socket.destroy(),
      ...(onCrowded && { onCrowded }),
    });
    server.on('connection', (socket: Socket) => {
      this.#quota.makeRoom();
      this.#quota.add(socket);
      socket.once('close', () => this.#quota.remove(socket));
    });
  }

  /** It has shown a credential, and is bounded by what that may have. */
  proven(socket: Socket): void {
    this.#quota.remove(socket);
  }
}
