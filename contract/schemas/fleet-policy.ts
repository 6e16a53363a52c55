// The policy of a fleet as it is signed and published: its envelope, and what it says.
import { z } from 'zod';
import { FleetNameSchema } from './fleet.ts';
import { eachIdOnce, PolicyRuleSchema } from './policy.ts';
import { FleetCatalogueSchema } from './policy-catalogue.ts';
import { saying } from './value-fault.ts';

/** Of an envelope as text; a NATS server takes 1 MB. */
export const maxFleetPolicyChars = 700_000;

/** `key` is the fingerprint of the one that signed it, by which a reader finds that key among those it was given. */
export const FleetEnvelopeSchema = z
  .object({
    payload: z.base64().max(maxFleetPolicyChars),
    signature: z.base64().max(100),
    key: z.string().max(100),
  })
  .strict();
export type FleetEnvelope = z.infer<typeof FleetEnvelopeSchema>;

const noFacts = { version: 0, kept: 0, signer: '', at: '', thing: '', why: null };

/** Nobody counts so far by hand, and whoever is careless leaves room for the next. */
const maxVersion = 1_000_000_000;

/** An agent by its credential's name, its client's id, its program, or what it says that it is called; `*` is every one. */
export const StoppedAgentSchema = z
  .object({ agent: z.string().min(1).max(200), reason: z.string().max(300).optional() })
  .strict();
export type StoppedAgent = z.infer<typeof StoppedAgentSchema>;

/** Which hubs have which roles, by the name of the hub. */
export const FleetRolesSchema = z.record(FleetNameSchema, z.array(FleetNameSchema).max(50));

/** ISO 8601 in UTC. */
const Moment = z
  .string()
  .max(40)
  .refine(
    text => z.iso.datetime().safeParse(text).success,
    saying({ kind: 'fleet-policy-fault', ...noFacts, so: 'no-moment' }),
  );

export const FleetPolicySchema = z
  .object({
    kind: z.literal('pilothouse-fleet-policy'),
    /** Grows with every one that is published. */
    version: z.number().int().min(1).max(maxVersion),
    signedAt: Moment,
    /** It is not taken after that; where it is in force it stays so. */
    expires: Moment.optional(),
    /** As in policy.json. */
    rules: z.array(PolicyRuleSchema).max(5_000).default([]),
    pauseAll: z.boolean().default(false),
    stoppedAgents: z.array(StoppedAgentSchema).max(500).default([]),
    roles: FleetRolesSchema.default({}),
    /** Which servers may be found, installed and run, as in policy.json; it brings no sources. */
    catalogue: FleetCatalogueSchema.optional(),
  })
  .strict()
  .superRefine(eachIdOnce);
export type FleetPolicy = z.infer<typeof FleetPolicySchema>;

/** What a person writes: who signs it says version and time. */
export const FleetPolicyDraftSchema = z
  .object({
    expires: Moment.optional(),
    rules: z.array(PolicyRuleSchema).max(5_000).default([]),
    pauseAll: z.boolean().default(false),
    stoppedAgents: z.array(StoppedAgentSchema).max(500).default([]),
    roles: FleetRolesSchema.default({}),
    catalogue: FleetCatalogueSchema.optional(),
  })
  .strict();
export type FleetPolicyDraft = z.infer<typeof FleetPolicyDraftSchema>;
