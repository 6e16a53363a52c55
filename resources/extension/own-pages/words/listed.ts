// Parts of a sentence as one list.

/** `a, b and c`, `last` being `and`. */
export function listed(parts: readonly string[], last: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}
