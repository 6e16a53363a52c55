// The channels between Electron's main process and the page of the panel.

/** Names of the two Electron IPC channels. */
export const ipcChannels = { request: 'pilothouse:request', event: 'pilothouse:event' } as const;
