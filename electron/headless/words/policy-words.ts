// What `pilothouse policy` says.
export interface PolicyWords {
  readonly noPolicyFile: (path: string) => string;
  readonly brokenPolicy: (path: string, line: number, column: number, why: string) => string;
  readonly catalogueRules: (rules: number, usual: 'allow' | 'deny') => string;
  readonly broughtSource: (name: string, address: string) => string;
  readonly listAt: (address: string, fingerprint: string) => string;
  readonly noListYet: string;
  /** Moments are ISO 8601. */
  readonly listInForce: (version: number, rules: number, fetched: string, expires: string) => string;
  readonly listExpired: string;
  readonly listTaken: (version: number) => string;
  readonly listSigned: (version: number, expires: string, key: string, fingerprint: string) => string;
  readonly noList: (file: string, why: string) => string;
  readonly noListKey: (file: string) => string;
}
