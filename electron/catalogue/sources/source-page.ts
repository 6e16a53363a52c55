// What a source gives at a time, whatever kind it is.

export interface SourcePage {
  /** As they came: each is checked by itself. */
  readonly servers: readonly unknown[];
  /** How many there are in all; null where nobody says. */
  readonly total: number | null;
}
