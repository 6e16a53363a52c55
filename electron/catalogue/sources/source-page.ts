// What a source gives at a time, whatever kind it is.

export interface SourcePage {
  /** As they came: each is checked by itself. */
  readonly servers: readonly unknown[];
  /** The file that was to hold them, where nothing of it can be read. */
  readonly unread?: string;
  /** How many there are in all; null where nobody says. */
  readonly total: number | null;
  /** By which the next page is asked for; null for the last, and where there are no others. */
  readonly next?: string | null;
}
