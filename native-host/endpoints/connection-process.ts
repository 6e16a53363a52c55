// Which process an agent is, as the system tells of the other end of its connection: what a program claims of itself plays no part.
import { processMark, processParent, tcpPeer, unixPeer } from './socket-peer.ts';
import type { ProcessMark } from './socket-peer.ts';

/** Where the other end of a connection is looked for. */
export type ConnectionEnd =
  /** A Unix socket by its descriptor of ours. What a shim forwards is of the process that started it. */
  | { readonly kind: 'unix'; readonly descriptor: number | null; readonly isShim?: true }
  /** A connection over loopback, by its two ports. */
  | { readonly kind: 'tcp'; readonly ownPort: number; readonly peerPort: number }
  | { readonly kind: 'known'; readonly process: ProcessMark };

/** Null where this system does not tell, and for a process of another account. */
export async function connectionProcess(end: ConnectionEnd): Promise<ProcessMark | null> {
  switch (end.kind) {
    case 'known':
      return end.process;
    case 'tcp':
      return markOf(await tcpPeer(end.ownPort, end.peerPort));
    case 'unix': {
      const peer = await unixPeer(end.descriptor);
      return markOf(end.isShim && peer !== null ? processParent(peer) : peer);
    }
  }
}

function markOf(pid: number | null): ProcessMark | null {
  return pid === null ? null : processMark(pid);
}
