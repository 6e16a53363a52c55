// Whether the runtime that a bundle names is here in one of the versions that it is written for.
import { isInRange, readRange } from '../../../../contract/version-range.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { OpenedBundle } from './install-sources.ts';

/** Null where it fits, where nothing is asked for, and where nobody can tell. uv brings the Python that it needs. */
export async function runtimeWarning(
  { runtime, way }: Pick<OpenedBundle, 'runtime' | 'way'>,
  versionOf: (command: string) => Promise<string | null>,
): Promise<Reason | null> {
  if (runtime === null || runtime.range === null || runtime.program === 'uv') return null;
  // Its manifest may start it as `python3`; a runtime that it brings itself is its own affair.
  const command = way.runtime ?? runtime.program;
  if (!/^[\w.-]+$/.test(command)) return null;
  const found = await versionOf(command);
  if (found === null || isWithin(found, runtime.range) !== false) return null;
  return { kind: 'bundle-runtime', program: command, range: runtime.range, found };
}

/** `>=18`, `^20.1 || 22.x`, `>=3.10,<4`, `~=3.11`: as npm and pip write them. Null where nobody can tell. */
export function isWithin(version: string, range: string): boolean | null {
  const held = range.split('||').map(part => {
    const comparisons = readRange(plainComparisons(part));
    return comparisons && isInRange(version, comparisons);
  });
  if (held.includes(true)) return true;
  return held.includes(null) ? null : false;
}

function plainComparisons(part: string): string {
  const words = part
    .replace(/([<>=~^]+)\s+/g, '$1')
    .split(/[\s,]+/)
    .filter(word => word !== '');
  return words.map(plainComparison).join(' ') || '>=0';
}

/** By comparisons alone. What is none of these stays, and is then not understood. */
function plainComparison(word: string): string {
  const [, operator = '', numbers = ''] = /^(\^|~=?|={1,3})?v?(\d+(?:\.\d+)*)?(?:\.[x*])*$/i.exec(word) ?? [];
  if (/^[x*]$/i.test(word)) return '>=0';
  if (numbers === '') return word;
  const parts = numbers.split('.');
  const isOpen = /[x*]$/i.test(word) || parts.length < 3;
  const last = lastFixed(operator, parts, isOpen);
  if (last === null) return `>=${numbers} <=${numbers}`;
  const end = parts.slice(0, last + 1).map((one, at) => (at === last ? String(Number(one) + 1) : one));
  return `>=${numbers} <${end.join('.')}`;
}

/** Which number may not become greater; null where all are fixed. */
function lastFixed(operator: string, parts: readonly string[], isOpen: boolean): number | null {
  const firstSet = parts.findIndex(part => Number(part) > 0);
  switch (operator) {
    case '^':
      return firstSet === -1 ? parts.length - 1 : firstSet;
    case '~':
      return Math.min(1, parts.length - 1);
    case '~=':
      return Math.max(0, parts.length - 2);
    default:
      return isOpen ? parts.length - 1 : null;
  }
}
