// What `pilothouse fleet policy` and its neighbours say.
export interface FleetPolicyWords {
  /** The file that its public half is in; null where that is printed. */
  readonly fleetKeyMade: (name: string, fingerprint: string, file: string | null) => string;
  readonly fleetKeyRenamed: (was: string, name: string) => string;
  readonly fleetKeyUnwritten: (name: string, file: string, why: string) => string;
  readonly noKeyName: (name: string) => string;
  /** Where a key has to be one of this hub's, and is perhaps a file. */
  readonly fleetKeyByName: (key: string) => string;
  readonly noFleetKey: (name: string, known: readonly string[]) => string;
  readonly noFleetPolicy: string;
  readonly noFleetSigners: string;
  /** The moment is ISO 8601. */
  readonly fleetPolicyInForce: (version: number, signer: string, signed: string, rules: number) => string;
  readonly fleetRules: (rules: number) => string;
  readonly fleetPausesAll: string;
  readonly fleetStops: (agent: string, reason: string | null) => string;
  readonly fleetVersionsRefused: (count: number) => string;
  readonly fleetNarrowsNothing: string;
  readonly fleetNarrows: (grants: number) => string;
  readonly fleetPolicySigned: (version: number, signer: string) => string;
  readonly fleetPolicyPublished: (version: number, signer: string) => string;
  readonly noFleetPolicyFile: (file: string, why: string) => string;
}
