// A name for a model that its user gave elsewhere, as an alias may be called here.

/** One that none of `taken` is, of the signs that aliases may have. */
export function freeAlias(wanted: string, taken: ReadonlySet<string>): string {
  const plain =
    wanted
      .replace(/[^\w.-]+/g, '-')
      .replace(/^[^a-zA-Z0-9]+/, '')
      .slice(0, 55) || 'model';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}-${number}`;
    if (!taken.has(name)) return name;
  }
}
