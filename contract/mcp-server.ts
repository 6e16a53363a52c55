// MCP over HTTP: where it listens, and where its token comes from.

/** What spec 004 and the design set where the user sets nothing. */
export const defaultMcpPort = 3456;

/** Loopback only: whatever the name, 127.0.0.1 is listened on. */
export const loopbackHosts = ['127.0.0.1', 'localhost'] as const;

/** Where a token that was set by hand comes from. */
export const tokenSources = ['environment', 'settings'] as const;
