// The names under which the world knows Pilothouse, and the form of the names that it gives.
export const nativeHostName = 'dev.pilothouse.relay';

/** Fixed by the `key` of the Chromium manifest and by the gecko id of the Firefox one. */
export const extensionIds = {
  chromium: 'gabkefeopdahgkgchijjkpckmmokknad',
  firefox: 'companion@pilothouse.dev',
} as const;

/** In the environment of each child: 32 hex digits by which a later hub knows it for one of ours. */
export const childNonceVariable = 'PILOTHOUSE_CHILD';

/** Ids of servers hold no `_`, so that `__` occurs once in `{serverId}__{tool}`. */
export const serverIdPattern = /^[a-z0-9][a-z0-9-]{0,30}$/;

/** Whether people take two names of servers for one: they differ in case or spaces alone. */
export function isSameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

/** Equal for two names that are one. */
export function plainName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
