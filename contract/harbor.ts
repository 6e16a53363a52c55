// Harbor's own extensions, of both generations: the names by which they look for their native messaging host, and their ids.

/** `a`: messages with `type` and `request_id` (2025); `b`: `rpc` with methods (since 2026). */
export type HarborGeneration = 'a' | 'b';

interface HarborHost {
  /** Of the native messaging host. */
  readonly name: string;
  readonly chromium: readonly string[];
  readonly firefox: readonly string[];
}

/** In Chromium the first generation has no fixed id, so that no manifest can let it in. */
export const harborHosts: Readonly<Record<HarborGeneration, HarborHost>> = {
  a: {
    name: 'harbor_bridge_host',
    chromium: [],
    // The second is the one that its installer for Linux wrote.
    firefox: ['raffi.krikorian.harbor@gmail.com', 'harbor@example.com'],
  },
  b: {
    name: 'harbor_bridge',
    chromium: ['ljnciidcajlichemnbohopnlaonhkpgm'],
    firefox: ['harbor@krikorian.co'],
  },
};

/** How Harbor's own wrapper and its tests start the program of the second generation. */
export const harborBridgeFlag = '--native-messaging';
