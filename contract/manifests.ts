// Native messaging manifests: whom they are for, and how the one on disk stands to ours.

/**
 * `ours` is installed and checked; `drift` is ours but changed; `broken` points at a launcher that is gone; `unsupported` says that the
 * browser's sandbox starts no relay, so that a manifest would serve nothing.
 */
export const manifestStates = ['absent', 'ours', 'drift', 'broken', 'foreign', 'unreadable', 'unsupported'] as const;

/** Native messaging hosts by whom they are for: our own extension, or one that looks for its own program under this name. */
export const manifestHosts = [
  'pilothouse',
  'claude-code',
  'claude-desktop',
  'claudezilla',
  'harbor-bridge',
  'harbor-bridge-host',
] as const;
