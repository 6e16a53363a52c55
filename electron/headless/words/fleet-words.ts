// What `pilothouse fleet` says.
export interface FleetWords {
  readonly noFleet: string;
  readonly fleetLeft: string;
  readonly fleetAt: (name: string, address: string, prefix: string, roles: readonly string[]) => string;
  /** `since` is ISO 8601. */
  readonly fleetState: (
    state: 'joining' | 'online' | 'offline' | 'refused',
    since: string,
    ms: number | null,
  ) => string;
  readonly fleetOnline: (hubs: number) => string;
  readonly fleetPolicy: (version: number, signer: string) => string;
  readonly fleetWaiting: (audit: number, traces: number) => string;
  readonly fleetModes: Readonly<Record<'running' | 'read-only' | 'paused' | 'stopped', string>>;
  readonly offlineSince: (since: string) => string;
  /** Comments in a configuration. */
  readonly fleetAdministrators: string;
  readonly fleetUsers: string;
  readonly fleetFreed: (name: string, freed: boolean) => string;
  readonly fleetSetUp: (made: readonly string[], found: readonly string[]) => string;
  /** Of a bucket or stream that was there. 0: without end. */
  readonly fleetDiffers: (name: string, option: string, is: number, asked: number) => string;
  readonly fleetChangeSizes: string;
  readonly noFleetName: (name: string) => string;
  readonly secretInAddress: (address: string) => string;
  readonly typePassword: (user: string) => string;
  readonly typeToken: string;
  readonly noFleetSecret: string;
  readonly oneProof: string;
  readonly noSigner: (text: string) => string;
  readonly fleetNkey: (name: string, file: string) => string;
  readonly fleetNkeyThere: (file: string) => string;
  readonly fleetNkeyNotWritten: (file: string, cause: string) => string;
}
