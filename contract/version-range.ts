// Versions as rules of a policy name them: one alone, or comparisons that all have to hold. What has no order is said to have none.

interface Comparison {
  readonly operator: '<' | '<=' | '>' | '>=' | '=';
  readonly version: string;
}

/** `1.2.3`, or `>=1.2.0 <2`. Null for what is neither, or where a comparison names a version that has no order. */
export function readRange(text: string): Comparison[] | null {
  const words = text.trim().split(/\s+/);
  const read = words.map(word => /^(<=?|>=?|=?)([^<>=~^*|\s]+)$/.exec(word));
  const found = read.flatMap(match => {
    const [, operator = '', version = ''] = match ?? [];
    return match ? [{ operator: (operator || '=') as Comparison['operator'], version }] : [];
  });
  if (found.length !== words.length) return null;
  const isComparison = found.every(({ operator, version }) => operator !== '=' && orderOf(version) !== null);
  return isComparison || found.every(({ operator }, at) => operator === '=' && at === 0) ? found : null;
}

/** Null where nobody can tell: the version has no order. */
export function isInRange(version: string, range: readonly Comparison[]): boolean | null {
  const held = range.map(({ operator, version: bound }) => {
    if (operator === '=' && plain(version) === plain(bound)) return true;
    const order = compareVersions(version, bound);
    if (order === null) return operator === '=' ? false : null;
    if (operator === '=') return order === 0;
    return operator.startsWith('<')
      ? order < 0 || (order === 0 && operator === '<=')
      : order > 0 || (order === 0 && operator === '>=');
  });
  if (held.includes(false)) return false;
  return held.includes(null) ? null : true;
}

/** Below zero where `one` comes first. A pre-release comes before its release, a post-release after it. Null where one has no order. */
export function compareVersions(one: string, other: string): number | null {
  const [a, b] = [orderOf(one), orderOf(other)];
  if (!a || !b) return null;
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const difference = Number((a.numbers[at] ?? 0n) - (b.numbers[at] ?? 0n));
    if (difference !== 0) return difference;
  }
  if (a.rank !== b.rank) return a.rank - b.rank;
  for (let at = 0; at < Math.max(a.parts.length, b.parts.length); at += 1) {
    const difference = compareParts(a.parts[at], b.parts[at]);
    if (difference !== 0) return difference;
  }
  return 0;
}

interface Order {
  readonly numbers: readonly bigint[];
  /** Of a pre-release -1, of a post-release 1. */
  readonly rank: number;
  readonly parts: readonly string[];
}

const maxChars = 200;
/** As PyPI writes them for short. */
const words: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['c', 'rc'],
  ['pre', 'rc'],
  ['preview', 'rc'],
  ['dev', ''],
]);
const after: ReadonlySet<string> = new Set(['post', 'rev', 'r']);

function orderOf(version: string): Order | null {
  if (version.length > maxChars) return null;
  const [, release, suffix = ''] =
    /^(\d+(?:\.\d+)*)([.\-_]?[a-z]+[.\-_]?\d*|-[0-9a-z.-]+)?$/.exec(plain(version).split('+', 1).join('')) ?? [];
  if (release === undefined) return null;
  const numbers = release.split('.').map(BigInt);
  const parts = (suffix.match(/\d+|[a-z]+/g) ?? []).map(part => words.get(part) ?? part);
  if (parts.length === 0) return { numbers, rank: 0, parts };
  return { numbers, rank: after.has(parts[0] ?? '') ? 1 : -1, parts };
}

/** As SemVer has them: a number before a word, and fewer before more. */
function compareParts(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  const [isNumber, isOtherNumber] = [one, other].map(part => /^\d/.test(part));
  if (isNumber && isOtherNumber) return Number(BigInt(one) - BigInt(other));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : 1;
}

function plain(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '');
}
