// Versions as programs write them, such as `1.10.0-beta.2`: which is the later one.

/** Below 0 where `one` is the earlier one. What is no number counts as 0, and a pre-release comes before its release (semver 2.0.0, 11). */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < Math.max(left.numbers.length, right.numbers.length); at += 1) {
    const difference = (left.numbers[at] ?? 0) - (right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.early === right.early) return 0;
  if (left.early === '' || right.early === '') return left.early === '' ? 1 : -1;
  return left.early.localeCompare(right.early, 'en', { numeric: true });
}

/** What follows a `+` means nothing. */
function partsOf(version: string): { readonly numbers: readonly number[]; readonly early: string } {
  const [said = ''] = version.split('+', 1);
  const [, numbers = '', early = ''] = /^v?([^-]*)-?(.*)$/s.exec(said) ?? [];
  return { numbers: numbers.split('.').map(part => Number.parseInt(part, 10) || 0), early };
}
