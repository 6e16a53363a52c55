// What `pilothouse catalogue add` and `pilothouse installs` say.
export interface InstallWords {
  readonly noSuchEntry: (name: string) => string;
  readonly severalSources: (name: string, sources: readonly string[]) => string;
  readonly noSuchWay: (way: number, ways: readonly string[]) => string;
  readonly otherWays: (ways: readonly string[]) => string;
  /** `by` is its namespace. */
  readonly publishedBy: (by: string, verified: boolean, source: string) => string;
  readonly withdrawn: (status: 'deprecated' | 'withdrawn', message: string) => string;
  readonly willRun: (commandLine: string) => string;
  readonly withWalls: (folders: readonly string[], hosts: readonly string[]) => string;
  readonly withoutWalls: string;
  readonly askField: (label: string) => string;
  readonly deceives: (name: string, other: string) => string;
  readonly typeName: (name: string) => string;
  readonly mustResemble: (name: string, other: string) => string;
  readonly addIt: (name: string) => string;
  readonly mustSayYes: string;
  readonly notAdded: string;
  readonly installBegun: (server: string) => string;
  readonly installReady: (server: string) => string;
  readonly installFailed: (server: string, why: string) => string;
  readonly installStopped: (server: string) => string;
  readonly phases: Readonly<
    Record<'waiting' | 'fetching' | 'unpacking' | 'building' | 'trying' | 'stopped' | 'failed' | 'ready', string>
  >;
  readonly missingValues: (names: readonly string[]) => string;
  readonly noInstalls: string;
  readonly noSuchInstall: (name: string) => string;
  readonly installActs: Readonly<Record<'stop' | 'resume' | 'cancel', (server: string) => string>>;
}
