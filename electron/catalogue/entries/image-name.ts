// The name of an image without its tag, and what fixes which one is meant.

/** `version` is a tag, or a digest such as `sha256:…`, which fixes more; null where there is neither. */
export function imageOf(
  identifier: string,
  version: string | undefined,
): { readonly name: string; readonly version: string | null } {
  const [beforeDigest = identifier, digest] = identifier.split('@', 2);
  // A colon in front of a slash belongs to the port of a host.
  const tagged = /^(.+?):([\w][\w.-]{0,127})$/.exec(beforeDigest);
  const hasTag = tagged !== null && !tagged[2]?.includes('/');
  const name = hasTag ? (tagged[1] ?? beforeDigest) : beforeDigest;
  const tag = hasTag ? tagged[2] : version;
  if (digest !== undefined && /^sha256:[0-9a-f]{64}$/.test(digest)) return { name, version: digest };
  return { name, version: tag === undefined || tag === '' || tag === 'latest' ? null : tag };
}
