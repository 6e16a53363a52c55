// What every table works with.
import type { Database } from './database.ts';
import type { Reader } from './rows.ts';
import type { WriteBehind } from './write-behind.ts';

export interface TableAccess {
  readonly database: Database;
  readonly reader: Reader;
  /** For what may be written within 50 ms. */
  readonly later: WriteBehind;
}
