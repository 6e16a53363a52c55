// What is wrong with the file that a hub without a screen is set up by (`pilothouse serve --setup`).
import type { Reason } from './reasons.ts';

export type SetupFault =
  /** Everybody on the machine may write to it. */
  | 'open'
  | 'large'
  | 'empty'
  /** More than one way to prove who the hub is, or half of one. */
  | 'proofs'
  /** Something is shared, and no fleet is named. */
  | 'no-fleet'
  | 'no-server'
  /** A share with neither hubs nor roles. */
  | 'nobody'
  /** Two shares of one server. */
  | 'shared-twice'
  /** A hub runs with this data home. */
  | 'runs'
  /** A value that somebody would have to type. */
  | 'placeholder';

export interface SetupReasons {
  /** `at` is the member that it is about, as `fleet.nkey`; null for the file as a whole. */
  'setup-fault': { file: string; at: string | null; why: Reason };
  'setup-json': { line: number; column: number; why: Reason };
  'setup-no-file': { path: string; why: Reason };
  'setup-not-so': { so: SetupFault; thing: string };
}
