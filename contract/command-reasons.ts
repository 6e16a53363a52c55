// What is said of the command in the PATH, as values.
import type { Reason } from './reasons.ts';

export interface CommandReasons {
  /** `leadsTo` where it is a link. */
  'command-foreign': { file: string; leadsTo: string | null };
  'command-no-launcher': { file: string };
  'command-not-changed': { file: string; why: Reason };
}
