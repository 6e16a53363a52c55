// A table of what came from outside, by its ids: an id such as `constructor` finds no inherited member.

export function bareTable<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
