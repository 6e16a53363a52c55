// The panel's requests about the policy of the fleet; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { FleetPolicyStateSchema } from './fleet.ts';
import { FleetPolicyDraftSchema, FleetRolesSchema, maxFleetPolicyChars, StoppedAgentSchema } from './fleet-policy.ts';
import { GrantSchema } from './permissions.ts';
import { PolicyStateSchema } from './policy-state.ts';
import { ReasonSchema } from './reason.ts';
import { SecretNameSchema } from './secrets.ts';

/** Part of the name of a secret. */
const keyName = SecretNameSchema.max(60);
const envelope = z.string().min(1).max(maxFleetPolicyChars);

/** What is changed of the policy in force; what is not named stays. */
export const FleetPolicyChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('replace'), draft: FleetPolicyDraftSchema }).strict(),
  z.object({ kind: z.literal('pause-all'), on: z.boolean() }).strict(),
  z
    .object({
      kind: z.literal('stop-agent'),
      agent: z.string().min(1).max(200),
      reason: z.string().max(300).optional(),
    })
    .strict(),
  z.object({ kind: z.literal('allow-agent'), agent: z.string().min(1).max(200) }).strict(),
]);
export type FleetPolicyChange = z.infer<typeof FleetPolicyChangeSchema>;

export const FleetPolicyVersionSchema = z.object({
  version: z.number(),
  signedBy: z.string(),
  fingerprint: z.string(),
  signedAt: z.number(),
  rules: z.number(),
  pausesAll: z.boolean(),
  stoppedAgents: z.array(StoppedAgentSchema),
});
export type FleetPolicyVersion = z.infer<typeof FleetPolicyVersionSchema>;

/** A grant of the user's that allows what a rule of the fleet denies, at least in part. */
export const FleetNarrowedSchema = z.object({
  grant: GrantSchema,
  rule: z.string(),
  reason: z.string().nullable(),
  /** Nothing of the grant is left by that rule. */
  isWhole: z.boolean(),
});
export type FleetNarrowed = z.infer<typeof FleetNarrowedSchema>;

/** The policy of a fleet as it would hold here after joining. */
export const FleetForeseenSchema = z.object({
  version: z.number(),
  signedBy: z.string(),
  signedAt: z.number(),
  rules: z.number(),
  pausesAll: z.boolean(),
  /** Of the grants that there are here. */
  narrowed: z.array(FleetNarrowedSchema),
});
export type FleetForeseen = z.infer<typeof FleetForeseenSchema>;

const signed = z.object({ envelope: z.string(), version: z.number(), signedBy: z.string() });

export const fleetPolicyRequests = {
  /** The policy in force with all that it says. `fault`: why a newer one was not taken. */
  'fleet:policy': {
    params: z.object({}).strict(),
    result: z.object({
      policy: FleetPolicyStateSchema.nullable(),
      fingerprint: z.string().nullable(),
      expires: z.number().nullable(),
      rules: PolicyStateSchema.shape.rules,
      /** Of the catalogue. */
      catalogue: PolicyStateSchema.shape.catalogue,
      stoppedAgents: z.array(StoppedAgentSchema),
      /** Which hubs have which roles, by the name of the hub. */
      roles: FleetRolesSchema,
      fault: ReasonSchema.nullable(),
    }),
  },
  /** The published ones that are kept in the fleet, the newest first; what is not signed by a key that was named is left out and counted. */
  'fleet:policy-versions': {
    params: z.object({}).strict(),
    result: z.object({ versions: z.array(FleetPolicyVersionSchema), refused: z.number() }),
  },
  /** Which grants the policy in force narrows, or that of an envelope would. */
  'fleet:policy-narrows': {
    params: z.object({ envelope: envelope.optional(), draft: FleetPolicyDraftSchema.optional() }).strict(),
    result: z.object({ narrowed: z.array(FleetNarrowedSchema), fault: ReasonSchema.nullable() }),
  },
  /** What a form about the fleet can offer: a name after this machine ('' where it has none that fits), and the keys that sign from here. */
  'fleet:at-hand': {
    params: z.object({}).strict(),
    result: z.object({
      name: z.string(),
      keys: z.array(z.object({ name: z.string(), key: z.string(), fingerprint: z.string() })),
    }),
  },
  /** Makes a key that signs policies, kept among the secrets; the public half is named when hubs join. */
  'fleet:new-key': {
    params: z.object({ name: keyName }).strict(),
    result: z.object({ key: z.string(), fingerprint: z.string() }),
  },
  /** Signs with a key that is kept here; publishes nothing. */
  'fleet:sign-policy': {
    params: z.object({ key: keyName, change: FleetPolicyChangeSchema }).strict(),
    result: signed,
  },
  /** Publishes a signed one to the whole fleet. Rejects where hubs would refuse it, or another was published meanwhile. */
  'fleet:publish-policy': {
    params: z.object({ envelope }).strict(),
    result: z.object({ version: z.number(), signedBy: z.string() }),
  },
  'fleet:sign-and-publish': {
    params: z.object({ key: keyName, change: FleetPolicyChangeSchema }).strict(),
    result: z.object({ version: z.number(), signedBy: z.string() }),
  },
} as const;
