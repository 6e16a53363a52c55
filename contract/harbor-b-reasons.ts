// What is said of Harbor's second generation: codes with their facts.

export interface HarborBReasons {
  /** Its code waits for the user. */
  'harbor-script-unapproved': { server: string };
  /** Nobody fetched the call, or nobody answered it. */
  'harbor-tool-unanswered': { tool: string; seconds: number };
  'harbor-tool-failed': { said: string };
  'harbor-change-refused': { method: string };
}
