// The handshake of the companion's WebSocket, one JSON text a message. The proofs are those of the hub endpoint, over another role.
import { z } from 'zod';
import { socketRefusals } from '../companion-socket.ts';

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** 1. extension → hub */
export const SocketOpeningSchema = z.discriminatedUnion('by', [
  z.object({ v: z.literal(1), by: z.literal('code'), nonce: hex(32) }),
  /** `keyId` says which key, and nothing else of the browser. */
  z.object({ v: z.literal(1), by: z.literal('key'), nonce: hex(32), keyId: hex(16) }),
]);
export type SocketOpening = z.infer<typeof SocketOpeningSchema>;

/** 3. extension → hub, once the hub has proved itself. `profileId` is that of the hello which follows. */
export const SocketProofSchema = z.object({ proof: hex(32), profileId: z.string().min(8).max(100) });

/** 2. hub → extension: proves the hub. `salt` makes the key of a code. */
const HubSocketProofSchema = z.object({ nonce: hex(32), proof: hex(32), salt: hex(16).optional() });

/** 4. hub → extension. `key` follows a code: later connections prove that they know it. */
const SocketVerdictSchema = z.object({
  ok: z.literal(true),
  key: z.object({ id: hex(16), secret: hex(32) }).optional(),
});

/** In place of 2 or 4, before the hub closes. */
const SocketRefusedSchema = z.object({ ok: z.literal(false), error: z.enum(socketRefusals) });

export type HubSocketProof = z.infer<typeof HubSocketProofSchema>;
export type SocketVerdict = z.infer<typeof SocketVerdictSchema> | z.infer<typeof SocketRefusedSchema>;
