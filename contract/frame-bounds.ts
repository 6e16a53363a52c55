// How large frames may be.

/** Largest frame on the hub endpoint, in bytes. */
export const maxHubFrameBytes = 64 * 1024 * 1024;

/** Largest frame that Chromium and Firefox take from a native messaging host, inclusive. */
export const maxBrowserFrameBytes = 1_048_576;
