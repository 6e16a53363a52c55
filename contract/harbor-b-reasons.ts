// What is said of Harbor's second generation: codes with their facts.

export interface HarborBReasons {
  /** Its code waits for the user. */
  'harbor-script-unapproved': { server: string };
  /** Nobody fetched the call, or nobody answered it. */
  'harbor-tool-unanswered': { tool: string; seconds: number };
  /** A change waited for the user as long as the extension does. */
  'harbor-not-confirmed': { seconds: number };
  /** `about` names the provider or the model. */
  'harbor-models-set': { method: string; about: string };
  /** The client by which a provider knows Pilothouse. */
  'harbor-oauth-client': { provider: string; client: string; isSet: boolean };
}
