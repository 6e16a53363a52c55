// What is kept of the fleet that this hub is in; its credentials are among the secrets.
import { z } from 'zod';
import {
  FleetHubSchema,
  FleetNameSchema,
  FleetShowsSchema,
  FleetSignerSchema,
} from '../../../../contract/schemas/fleet.ts';

export const fleetKey = 'fleet';
/** Random, kept over leaving, so that a hub finds its name its own when it comes back. */
export const fleetHubIdKey = 'fleetHubId';
/** Hubs as they were last seen. */
export const fleetHubsKey = 'fleetHubs';

export const FleetSettingsSchema = z.object({
  /** Without userinfo; several of a cluster with commas between them. */
  address: z.string(),
  prefix: FleetNameSchema,
  /** Which fleet it is; null of one that an earlier version has joined, until it lets this hub in. */
  fleetId: z.string().max(64).nullable().default(null),
  name: FleetNameSchema,
  roles: z.array(FleetNameSchema),
  credential: z.enum(['none', 'creds', 'nkey', 'password', 'token']),
  /** Where the credential is a password. */
  user: z.string().nullable(),
  ca: z.string().nullable(),
  allowPlaintext: z.boolean(),
  shows: FleetShowsSchema,
  signers: z.array(FleetSignerSchema),
  joinedAt: z.number(),
});
export type FleetSettings = z.infer<typeof FleetSettingsSchema>;

export const KeptHubsSchema = z.array(FleetHubSchema);
