// What a hub knows of its fleet: how it is joined, who else is there, what they share. Rows of others are written by others.
import { z } from 'zod';
import { isFleetName } from '../fleet.ts';
import { ReasonSchema } from './reason.ts';
import { saying } from './value-fault.ts';

/** A hub, a role or a prefix: one token of a subject. */
export const FleetNameSchema = z.string().refine(isFleetName, saying({ kind: 'no-fleet-name' }));

/** Milliseconds since the epoch. */
const Time = z.number();

/** How this hub stands to its fleet; `offline` is a normal state, `refused` needs its user. */
export const fleetLinkStates = ['joining', 'online', 'offline', 'refused'] as const;

/** What others see of this hub beyond that it is there; its owner chooses. */
export const FleetShowsSchema = z.object({
  agents: z.boolean(),
  servers: z.boolean(),
  /** How many questions wait; their text is never part of it. */
  questions: z.boolean(),
});
export type FleetShows = z.infer<typeof FleetShowsSchema>;

/** Whose signature counts: a name that the owner has given, and the Ed25519 public key (DER, base64). */
export const FleetSignerSchema = z.object({
  name: z.string().min(1).max(80),
  key: z.string(),
  fingerprint: z.string(),
});
export type FleetSigner = z.infer<typeof FleetSignerSchema>;

/** What waits here for the fleet, and what had to be dropped since the hub joined. */
export const FleetOutboxStateSchema = z.object({ audit: z.number(), traces: z.number(), dropped: z.number() });

/** The policy in force, as a reader of the panel needs it. */
export const FleetPolicyStateSchema = z.object({
  version: z.number(),
  /** The name under which the owner knows the key. */
  signedBy: z.string(),
  signedAt: Time,
  appliedAt: Time,
  rules: z.number(),
  pausesAll: z.boolean(),
  stoppedAgents: z.array(z.string()),
  /** Why a newer one was not taken. */
  fault: ReasonSchema.nullable(),
});

/** `hub.fleet` of the snapshot; null where the hub is in none. */
export const FleetStateSchema = z.object({
  /** Without a credential in it. */
  address: z.string(),
  prefix: FleetNameSchema,
  name: FleetNameSchema,
  roles: z.array(FleetNameSchema),
  credential: z.enum(['none', 'creds', 'nkey', 'password', 'token']),
  tls: z.boolean(),
  joinedAt: Time,
  state: z.enum(fleetLinkStates),
  /** When it came into this state. */
  since: Time,
  reason: ReasonSchema.nullable(),
  /** Milliseconds to the server and back, as last measured. */
  roundTripMs: z.number().nullable(),
  shows: FleetShowsSchema,
  signers: z.array(FleetSignerSchema),
  policy: FleetPolicyStateSchema.nullable(),
  outbox: FleetOutboxStateSchema,
});
export type FleetState = z.infer<typeof FleetStateSchema>;

/** A hub as it tells of itself (KV, with a time to live). Counts are null where its owner does not show them. */
export const FleetPresenceSchema = z.object({
  name: FleetNameSchema,
  /** Random, kept with its data home: tells two hubs of one name apart. */
  hubId: z.string().max(64),
  version: z.string().max(40),
  os: z.string().max(40),
  roles: z.array(FleetNameSchema).max(20),
  mode: z.enum(['running', 'read-only', 'paused', 'stopped']),
  startedAt: Time,
  /** When it told this, by its own clock. */
  at: Time,
  /** How often it tells, in milliseconds; every 5 s when absent. */
  everyMs: z.number().int().min(5_000).max(120_000).optional(),
  agents: z
    .array(z.object({ name: z.string().max(200), calls: z.number() }))
    .max(200)
    .nullable(),
  servers: z
    .array(z.object({ name: z.string().max(200), state: z.string().max(40) }))
    .max(500)
    .nullable(),
  questions: z.number().nullable(),
  callsPerMinute: z.number(),
  /** Of the policy in force there. */
  policy: z.number().nullable(),
  /** Whether its owner lets panels of other hubs look (by grant), and answer questions. */
  opens: z.object({ read: z.boolean(), answer: z.boolean() }),
});
export type FleetPresence = z.infer<typeof FleetPresenceSchema>;

/** Collection `fleetHubs`, by name; this hub is one of them. */
export const FleetHubSchema = FleetPresenceSchema.extend({
  isSelf: z.boolean(),
  /** Null while it is here; since when it is gone otherwise, with what was last known. */
  offlineSince: Time.nullable(),
});
export type FleetHub = z.infer<typeof FleetHubSchema>;

/** A server that a hub shares, as the hub tells of it (KV `shares`, key `<hub>.<server>`). */
export const FleetShareSchema = z.object({
  hub: FleetNameSchema,
  /** Its name there. Hubs that share a server under one name are a queue group. */
  server: FleetNameSchema,
  description: z.string().max(500),
  /** Names of hubs and roles that may use it. */
  hubs: z.array(FleetNameSchema).max(500),
  roles: z.array(FleetNameSchema).max(50),
  /** Null: all of its tools. */
  tools: z.array(z.string().max(200)).max(1000).nullable(),
  readOnly: z.boolean(),
  toolCount: z.number(),
  at: Time,
});
export type FleetShare = z.infer<typeof FleetShareSchema>;

/** Collection `fleetServers`, by `<hub>/<server>`. */
export const FleetServerSchema = FleetShareSchema.extend({
  isOwn: z.boolean(),
  /** Whether this hub may use it. */
  isForUs: z.boolean(),
  /** The id of the server here by which it is used, or which it is where it is this hub's own; null while it is not used. */
  serverId: z.string().nullable(),
  /** The same where whichever hub of this name takes a call. */
  groupServerId: z.string().nullable(),
  /** How many calls from here wait for its owner; absent where none does. */
  waits: z.number().optional(),
});
export type FleetServer = z.infer<typeof FleetServerSchema>;
