// What is said of the command in the PATH, as values.

export interface CommandReasons {
  /** `leadsTo` where it is a link. */
  'command-foreign': { file: string; leadsTo: string | null };
  'command-no-launcher': { file: string };
  /** `code` is the system's own. */
  'command-not-changed': { file: string; code: string };
}
