// What stands above the lists of `pilothouse fleet`, and what it says of names that nobody has heard of.
export interface FleetListWords {
  readonly fleetHeads: Readonly<
    Record<
      'hubs' | 'roles' | 'keys' | 'versions' | 'rules' | 'servers' | 'clients' | 'audit' | 'trace',
      readonly string[]
    >
  >;
  readonly fleetNoVersions: string;
  /** Of a hub, while this one is not connected. */
  readonly fleetLastKnown: (mode: string) => string;
  /** While this hub is not connected. */
  readonly fleetLastSeen: (hubs: number) => string;
  readonly fleetKeyUses: Readonly<Record<'trusted' | 'own' | 'both', string>>;
  readonly fleetHubsUnknown: (names: readonly string[], known: readonly string[]) => string;
  readonly fleetRolesUnknown: (names: readonly string[], known: readonly string[]) => string;
  readonly fleetAgentUnknown: (agent: string, known: readonly string[]) => string;
  readonly fleetNotYet: (seconds: number) => string;
}
