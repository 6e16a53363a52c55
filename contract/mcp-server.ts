// MCP over HTTP: where it listens, and where its token comes from.

/** What spec 004 and the design set where the user sets nothing. */
export const defaultMcpPort = 3456;

/** Loopback only: whatever the name, 127.0.0.1 is listened on. */
export const loopbackHosts = ['127.0.0.1', 'localhost'] as const;

/** Where a token that was set by hand comes from. */
export const tokenSources = ['environment', 'settings'] as const;

/** What spec 004 ("Server Information") has a client of `/sse` read as the server's name. */
export const defaultServerName = 'claude-browser-extension';

/** The origins of every page that a server of this machine serves, whatever its port (spec 004 "CORS Configuration"). */
export const localPageOrigins = ['http://localhost:*', 'http://127.0.0.1:*'] as const;

/** What becomes of the tabs that a session over HTTP has opened, once it has ended. */
export const tabsAtEnds = ['leave', 'close'] as const;
export type TabsAtEnd = (typeof tabsAtEnds)[number];
