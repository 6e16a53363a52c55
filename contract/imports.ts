// The apps whose lists of servers are read and written.

/** Apps whose list of servers is read from its known place, and written in their form. */
export const serverApps = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'windsurf', 'codex'] as const;
export type ServerApp = (typeof serverApps)[number];

/** What else servers are taken over from: a home of Harbor, and what Pilothouse brings along. */
export const importApps = [...serverApps, 'harbor', 'built-in'] as const;
export type ImportApp = (typeof importApps)[number];

export const exportFormats = ['mcp.json', ...serverApps] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How a remote server is spoken to; `auto` goes by its address. */
export const remoteTransports = ['auto', 'http', 'sse'] as const;
export type RemoteTransport = (typeof remoteTransports)[number];

/** What people choose to read: 5 MB, also of a file that they pick. */
export const maxImportChars = 5_000_000;
/** The same of a package in base64, which is about 5 MB of it. */
export const maxPackageChars = 7_000_000;
