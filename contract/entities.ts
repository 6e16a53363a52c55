// Words and keys of the things that the hub knows.

/** How far a client may go before it has to ask: chosen on its card in "Connect an agent". */
export const clientStarts = ['ask', 'own-tabs', 'read-only'] as const;

/**
 * How a client is offered tools: each of them in its list, the groups of which it opens some, or a search and a call by name.
 * The first holds until the user chooses.
 */
export const toolListings = ['whole', 'groups', 'search'] as const;
export type ToolListing = (typeof toolListings)[number];

/** Whether a server runs all the time or only while somebody uses it. */
export const serverStarts = ['always', 'first-use'] as const;
export type ServerStart = (typeof serverStarts)[number];
export const mostIdleMinutes = 1_440;

/** What is being done with the package of a server that is installing; the phases of its install but the last. */
export const installSteps = ['waiting', 'fetching', 'unpacking', 'building', 'trying', 'stopped', 'failed'] as const;
export type InstallStep = (typeof installSteps)[number];

/** From the freest to the strictest. Calls wait while `paused`; `stopped` disconnects agents and refuses every call. */
export const runModes = ['running', 'read-only', 'paused', 'stopped'] as const;
export type RunMode = (typeof runModes)[number];

/** The wires by which an agent may come; `chat` is a conversation in the hub itself, `page` a web page by our own extension. */
export const transports = [
  'stdio',
  'http',
  'sse',
  'claude-frames',
  'claude-bridge',
  'claudezilla',
  'harbor',
  'chat',
  'page',
] as const;

/** The ways into the hub. */
export const endpointIds = [
  'hub',
  'mcp-http',
  'panel',
  'companion-ws',
  'claude-code-frames',
  'claude-bridge-frames',
  'claude-bridge-file',
  'claudezilla',
  'claude-bridge',
] as const;
export type EndpointId = (typeof endpointIds)[number];

/** How many colours there are for the marks of agents and of browsers: 1 to this, given out in order. */
export const markColours = 10;

/** Key of a tab in the snapshot: a tab id is unique only inside its browser. */
export function tabKey(browserId: string, tabId: number): string {
  return `${browserId}:${tabId}`;
}
