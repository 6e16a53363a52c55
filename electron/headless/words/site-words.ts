// What `pilothouse sites` says.
export interface SiteWords {
  readonly noSites: string;
  readonly noPageMay: string;
  readonly siteStates: Readonly<Record<'may' | 'blocked', string>>;
  readonly siteIs: (origin: string, state: string) => string;
  /** Of the last seven days. */
  readonly siteUses: (uses: number) => string;
  readonly sitePages: (pages: number) => string;
  readonly defaultNeedsSite: string;
  readonly noSuchFlag: (name: string, names: readonly string[]) => string;
  /** `isOwn`: all pages have it otherwise. */
  readonly flagIs: (on: boolean, isOwn: boolean) => string;
}
