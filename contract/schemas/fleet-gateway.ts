// What a gateway of a fleet knows of an agent's credential, as an administrator has signed it into the bucket of gateways.
import { z } from 'zod';
import { FleetNameSchema } from './fleet.ts';

/** Of an envelope as text. */
export const maxGatewayClientChars = 60_000;

/** A server as hubs share it: `hub` is null for whichever hub of the group takes the call. */
export const GatewayGrantSchema = z
  .object({
    hub: FleetNameSchema.nullable(),
    share: FleetNameSchema,
    /** By the server's own names; null is every one. */
    tools: z.array(z.string().min(1).max(200)).min(1).max(500).nullable(),
    /** Only tools that say that they read. */
    reading: z.boolean(),
  })
  .strict();
export type GatewayGrant = z.infer<typeof GatewayGrantSchema>;

export const GatewayClientSchema = z
  .object({
    kind: z.literal('pilothouse-gateway-client'),
    /** The prefix of the fleet that it is for: what is signed for one holds in no other. */
    fleet: FleetNameSchema,
    /** The key that it stands under, and a part of the token. */
    id: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/),
    name: z.string().min(1).max(200),
    /** Grows with every change of this client. */
    version: z.number().int().min(1).max(1_000_000_000),
    signedAt: z.iso.datetime(),
    expires: z.iso.datetime().nullable(),
    /** sha256 of the secret in its token, in hex; null once it was removed. */
    secretHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
    grants: z.array(GatewayGrantSchema).max(100),
  })
  .strict();
export type GatewayClient = z.infer<typeof GatewayClientSchema>;
