// The companion's WebSocket, where a browser cannot start the relay: its path, its proof and its bounds, as hub and extension share them.

export const companionSocketPath = '/companion';

/** Rounds of PBKDF2-HMAC-SHA-256 that make the key of a code; the salt is the hub's, new for each code. */
export const pairingRounds = 200_000;

/** How the extension opens: with a code that was just typed, or with the key that an earlier code brought. */
export type ProofBy = 'code' | 'key';

/**
 * The role that the proofs of both sides are made over (native-host/relay/proof.ts). It holds the port that each side sees, so that a
 * proof which somebody passes on from another port is wrong.
 */
export function socketRole(by: ProofBy, port: number): string {
  return `companion-${by}:${port}`;
}

/** An empty message, which either side answers nothing to but the same: a worker whose WebSocket is silent for 30 s is put to sleep. */
export const aliveMessage = '';
export const aliveMs = 20_000;

/** Why the hub closed (RFC 6455 section 7.4.2). */
export const socketEnds = {
  /** The user took the approval back: the key is worth nothing any more. */
  forgotten: 4401,
  /** The same browser has come by another connection. */
  replaced: 4409,
} as const;

/** What the hub says in place of a proof or of a welcome. */
export const socketRefusals = ['no-code', 'wrong-proof', 'not-kept', 'unreadable'] as const;
export type SocketRefusal = (typeof socketRefusals)[number];
