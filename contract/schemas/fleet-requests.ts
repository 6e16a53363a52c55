// The panel's requests about the fleet that this hub is in or is to join; `panel-requests.ts` takes them in.
import { z } from 'zod';
import { defaultFleetPrefix } from '../fleet.ts';
import { FleetNameSchema, FleetShowsSchema } from './fleet.ts';
import { FleetForeseenSchema } from './fleet-policy-requests.ts';
import { ReasonSchema } from './reason.ts';
import { saying } from './value-fault.ts';

const done = z.object({}).strict();
const nothing = z.object({}).strict();

/** What proves to the NATS server which user this hub is; its content never comes back. `kept`: what is in the secrets already. */
export const FleetCredentialSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('kept') }),
  /** The content of the file that `nsc` writes: a JWT and the seed of an nkey. */
  z.object({ kind: z.literal('creds'), text: z.string().min(1).max(20_000) }),
  z.object({ kind: z.literal('nkey'), seed: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('password'), user: z.string().min(1).max(200), password: z.string().min(1).max(2_000) }),
  z.object({ kind: z.literal('token'), token: z.string().min(1).max(4_000) }),
]);
export type FleetCredential = z.infer<typeof FleetCredentialSchema>;

/** How a NATS server is reached. */
const serverFields = {
  /** One, or several of a cluster with commas between them. */
  address: z.string().trim().min(1).max(2_000),
  prefix: FleetNameSchema.default(defaultFleetPrefix),
  credential: FleetCredentialSchema.default({ kind: 'none' }),
  /** A file in PEM on the hub's machine, in place of the authorities that the system trusts. */
  ca: z.string().min(1).max(4_000).nullable().default(null),
  /** Without TLS beyond this machine. */
  allowPlaintext: z.boolean().default(false),
};

/** A signer as the owner names them: the public key in PEM or base64. */
const SignerSchema = z.object({ name: z.string().trim().min(1).max(80), key: z.string().min(1).max(2_000) });
export type NamedSigner = z.infer<typeof SignerSchema>;
/** As many keys may be named. */
export const maxSigners = 20;

export const FleetJoinSchema = z
  .object({
    ...serverFields,
    name: FleetNameSchema,
    roles: z.array(FleetNameSchema).max(20).default([]),
    shows: FleetShowsSchema.default({ agents: true, servers: true, questions: false }),
    signers: z.array(SignerSchema).max(maxSigners).default([]),
  })
  .strict();
export type FleetJoin = z.infer<typeof FleetJoinSchema>;

/** Where a hub finds the fleet that it is in, and what it is there. */
const FleetMoveSchema = FleetJoinSchema.pick({ address: true, ca: true, allowPlaintext: true, roles: true });
export type FleetMove = z.infer<typeof FleetMoveSchema>;

/** What is tried of a server before a hub joins, in this order. */
export const fleetSteps = [
  'address',
  'connection',
  'credentials',
  'jetstream',
  'buckets',
  'clock',
  'name',
  'signers',
] as const;
export type FleetStep = (typeof fleetSteps)[number];

export const FleetTrialSchema = z.object({
  step: z.enum(fleetSteps),
  /** `skipped`: it needs one that has failed. */
  state: z.enum(['fine', 'failed', 'skipped']),
  ms: z.number().nullable(),
  reason: ReasonSchema.nullable(),
});
export type FleetTrial = z.infer<typeof FleetTrialSchema>;

/** `policy` is null where a trial has failed, the fleet has none, or none that the named keys have signed; then `policyFault` says why. */
export const FleetTriedSchema = z.object({
  trials: z.array(FleetTrialSchema),
  policy: FleetForeseenSchema.nullable(),
  policyFault: ReasonSchema.nullable(),
});
export type FleetTried = z.infer<typeof FleetTriedSchema>;

export const FleetInitSchema = z
  .object({
    ...serverFields,
    replicas: z.number().int().min(1).max(5).default(1),
    auditDays: z.number().int().min(1).max(3_650).default(400),
    traceDays: z.number().int().min(1).max(3_650).default(14),
    auditBytes: z.number().int().min(1_000_000).default(4_000_000_000),
    traceBytes: z.number().int().min(1_000_000).default(8_000_000_000),
    /** Which fleet it is, for hubs that were in it before its buckets were made anew. */
    fleetId: z
      .string()
      .refine(text => /^[\w.:+-]{1,64}$/.test(text), saying({ kind: 'no-fleet-id' }))
      .optional(),
  })
  .strict();
export type FleetInit = z.infer<typeof FleetInitSchema>;

export const fleetRequests = {
  /** Tries each step and writes nothing, neither here nor there. */
  'fleet:try': { params: FleetJoinSchema, result: FleetTriedSchema },
  /** Rejects with the reason of the first trial that fails; then nothing has changed. */
  'fleet:join': { params: FleetJoinSchema, result: done },
  /** Of a panel of another hub that was lost: to try again now. Of the own one it does nothing. */
  'fleet:look-again': { params: nothing, result: done },
  'fleet:leave': { params: nothing, result: done },
  /** `credential`: for an account whose rights name the hub; `place`: the same fleet, found elsewhere. Rejects where the name is taken; then the old one stays. */
  'fleet:rename': {
    params: z
      .object({
        name: FleetNameSchema,
        credential: FleetCredentialSchema.default({ kind: 'kept' }),
        place: FleetMoveSchema.optional(),
      })
      .strict(),
    result: done,
  },
  /**
   * Whose signature counts from now on: `add` before `remove`, and one of a name that is there takes its place. What only a key has signed that is
   * named no more ends. Rejects where one to remove is none.
   */
  'fleet:set-signers': {
    params: z
      .object({
        add: z.array(SignerSchema).max(20).default([]),
        remove: z.array(z.string().min(1).max(80)).max(20).default([]),
      })
      .strict(),
    result: done,
  },
  'fleet:set-shows': { params: z.object({ shows: FleetShowsSchema }).strict(), result: done },
  /** Makes the buckets and streams of a fleet that are not there yet. */
  'fleet:init': {
    params: FleetInitSchema,
    result: z.object({ made: z.array(z.string()), found: z.array(z.string()) }),
  },
} as const;
