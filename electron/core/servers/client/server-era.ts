/** Which era of MCP a server was found to speak; shared by its runs, so that one of them finds out for all. */
export interface ServerEra {
  /** It answers no `server/discover` (MCP 2026-07-28), or ends by it: it is met by `initialize`. */
  isOlder: boolean;
}
