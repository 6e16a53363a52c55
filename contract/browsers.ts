// The browsers of this machine, as they are installed: how they are packaged, and what can be the matter with one.

/** `folder` is a profile folder that the user named (`--user-data-dir`). */
export const browserPackagings = ['package', 'snap', 'flatpak', 'folder'] as const;

/** `websocket`: its sandbox starts no relay, so the companion has to come by the loopback WebSocket. */
export const browserWays = ['manifest', 'websocket'] as const;

/** The registry of Windows tells of no change: it is read so often while a panel shows what is in it, and so often else. */
export const registryLookMs = 1_500;
export const registryPollMs = 30_000;

/** Where a browser finds what it starts: in the user's own place, or in the machine's; on Windows both are keys. */
export const claimScopes = ['user', 'system', 'user-key', 'system-key'] as const;

/** What the installer does at one place. `keep` leaves what is there already, `give-back` puts back what was there before. */
export const stepActions = ['write', 'replace', 'keep', 'remove', 'give-back', 'leave'] as const;
