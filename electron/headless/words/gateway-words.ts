// What `pilothouse serve --gateway` and `pilothouse fleet client` say.
export interface GatewayWords {
  readonly gatewayNeeds: (option: string) => string;
  readonly gatewayRuns: (host: string, port: number) => string;
  readonly gatewayDrains: (seconds: number) => string;
  readonly gatewayAuditLost: (count: number) => string;
  readonly gatewayNoHost: (text: string) => string;
  readonly gatewayNoListen: (text: string) => string;
  readonly gatewayPortTaken: (listen: string) => string;
  readonly gatewayStateKey: (file: string, least: number) => string;
  readonly gatewayNoOtlp: (text: string) => string;
  readonly gatewayPlainOtlp: (address: string) => string;
  readonly gatewayNoHeader: (file: string, line: number) => string;
  readonly gatewayMetricsToken: (file: string) => string;
  readonly gatewayNoGrant: (text: string) => string;
  readonly gatewayNeedsGrant: string;
  readonly gatewayNoExpiry: (text: string) => string;
  readonly gatewayNoKey: (file: string) => string;
  readonly gatewayClientThere: (name: string) => string;
  readonly gatewayNoClient: (name: string) => string;
  readonly gatewayRaced: (name: string) => string;
  readonly gatewayClientAdded: (name: string, token: string) => string;
  readonly gatewayClientSet: (name: string) => string;
  readonly gatewayClientRemoved: (name: string) => string;
  readonly gatewayNoClients: string;
  readonly gatewayClientStates: Readonly<Record<'good' | 'removed' | 'expired' | 'unverified' | 'unchecked', string>>;
}
