// Which of two versions is newer, as far as their numbers tell; a release is newer than its own pre-releases. Pure.

/** What has no numbers is newer only where it is another. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [partsOf(version), partsOf(than)];
  if (one === null || other === null) return version !== than;
  const length = Math.max(one.numbers.length, other.numbers.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  if (one.rest === other.rest) return false;
  if (one.rest === '' || other.rest === '') return one.rest === '';
  return one.rest.localeCompare(other.rest, 'en', { numeric: true }) > 0;
}

function partsOf(version: string): { readonly numbers: number[]; readonly rest: string } | null {
  const [, numbers, rest = ''] =
    /^v?(\d+(?:\.\d+)*)(?:[-.]?([A-Za-z][\w.-]*|\d[\w.-]*))?(?:\+.*)?$/.exec(version) ?? [];
  return numbers === undefined ? null : { numbers: numbers.split('.').map(Number), rest };
}
