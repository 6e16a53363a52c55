// The ids of Pilothouse's own extension, the only ones that are told when the hub comes and goes.

/** Equal to resources/extension/ids.json, which a relay in the field does not have beside it. */
export const companionIds = {
  chromium: 'gabkefeopdahgkgchijjkpckmmokknad',
  firefox: 'companion@pilothouse.dev',
} as const;
