// What `pilothouse fleet share` and its neighbours say.
export interface FleetShareWords {
  readonly fleetShared: (share: string) => string;
  /** A server is shared under one name: under this one it was before. */
  readonly fleetSharedBefore: (share: string) => string;
  readonly fleetUnshared: (share: string) => string;
  readonly nothingShared: string;
  readonly fleetUsed: (serverId: string) => string;
  readonly fleetUnused: (address: string) => string;
  /** How a shared server stands to this hub. */
  readonly fleetUses: Readonly<Record<'own' | 'used' | 'open' | 'closed' | 'readOnly', string>>;
}
