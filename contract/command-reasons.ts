// What is said of the command in the PATH, as values.

export interface CommandFindings {
  /** `leadsTo` where it is a link. */
  'command-foreign': { file: string; leadsTo: string | null };
  'command-no-launcher': { file: string };
}
