// The hub endpoint: its record on disk and the mutual proof that opens a connection.
import { z } from 'zod';
import { ServerIdSchema } from './servers.ts';

/** `endpoint.json` in the data home (0600, atomic). */
export const EndpointRecordSchema = z.object({
  v: z.literal(1),
  pid: z.number(),
  /** Milliseconds since the epoch at which the hub's process started. */
  startedAt: z.number(),
  /** A Unix socket path or a Windows pipe name, random for each run. */
  path: z.string(),
});
export type EndpointRecord = z.infer<typeof EndpointRecordSchema>;

/** What the other side says of its own process. Shown as claimed, never used for a decision. */
export const ClaimedProgramSchema = z.object({
  path: z.string().nullable(),
  pid: z.number().nullable(),
  folder: z.string().nullable(),
});
export type ClaimedProgram = z.infer<typeof ClaimedProgramSchema>;

const hex = z.string().regex(/^[0-9a-f]{64}$/);

/** What each kind of peer says of itself inside its proof frame. */
export const PeerHelloSchema = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('relay'),
    /** Chromium: `chrome-extension://<id>/`; Firefox: the manifest's path, then the add-on id. */
    argv: z.array(z.string()).max(10),
    pid: z.number(),
    /** Frames of an earlier connection went to the browser, so answers to them may still come. */
    returning: z.boolean().optional(),
  }),
  z.object({
    role: z.literal('mcp'),
    clientId: z.string(),
    /** Proof of the client's own secret over the same nonces. */
    clientProof: hex,
    /** Random id of this shim process, kept over reconnects. */
    instanceId: z.string().min(16).max(64),
    program: ClaimedProgramSchema,
    /** The one server that the agent is to see; all of them when absent. */
    serverId: ServerIdSchema.optional(),
  }),
  z.object({ role: z.literal('cli') }),
]);
export type PeerHello = z.infer<typeof PeerHelloSchema>;

/** 1. peer → hub */
export const PeerNonceSchema = z.object({ v: z.literal(1), role: z.enum(['relay', 'mcp', 'cli']), nonce: hex });
/** 2. hub → peer: proves the hub before the peer says anything. */
export const HubProofSchema = z.object({ nonce: hex, proof: hex });
/** 3. peer → hub */
export const PeerProofSchema = z.object({ proof: hex, hello: PeerHelloSchema });
/** 4. hub → peer */
export const HubVerdictSchema = z.union([
  z.object({ ok: z.literal(true) }),
  /** `end`: the peer is to end and not to try again. */
  z.object({ ok: z.literal(false), error: z.string(), end: z.literal(true).optional() }),
]);
