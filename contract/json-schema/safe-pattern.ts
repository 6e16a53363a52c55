// Whether a text fits a regular expression that a server wrote, without ever letting one hold up the page.

const longestPattern = 400;
const mostSteps = 5_000_000;
const mostRepeats = 1_000;

/** Null where it is no regular expression, or one that could take too long over this text: then nothing is said. */
export function fitsPattern(pattern: string, text: string): boolean | null {
  const cost = costOf(pattern);
  if (cost === null || cost.ways * Math.max(1, text.length) ** cost.repeats > mostSteps) return null;
  const expression = compiled(pattern);
  try {
    return expression === null ? null : expression.test(text);
  } catch {
    return null;
  }
}

/** JSON Schema 2020-12, 6.3.3 asks for Unicode; servers also write what only the older syntax takes. */
function compiled(pattern: string): RegExp | null {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The other flags may take it.
    }
  }
  return null;
}

interface Cost {
  /** A text of length n takes at most `ways` × n to the power of `repeats` steps. */
  readonly repeats: number;
  readonly ways: number;
}

interface Group {
  branches: number;
  /** Something in it repeats or may be left out, or it has branches. */
  varies: boolean;
}

/** Null for what it does not know how to bound: repetition within repetition, references back, looking around. */
function costOf(pattern: string): Cost | null {
  if (pattern.length > longestPattern || /\\[1-9k]|\(\?(?:[=!]|<[=!])/.test(pattern)) return null;
  let repeats = pattern.startsWith('^') ? 0 : 1;
  let ways = 1;
  const groups: Group[] = [{ branches: 1, varies: false }];
  let closed: Group | null = null;
  for (const [token] of pattern.matchAll(
    /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?::|<\w+>))?|\{\d*,?\d*\}|[\s\S]/g,
  )) {
    const group = groups.at(-1);
    if (!group) return null;
    const before: Group | null = closed;
    closed = null;
    if (token.startsWith('(')) groups.push({ branches: 1, varies: false });
    else if (token === '|') group.branches += 1;
    else if (token === ')') {
      closed = groups.pop() ?? null;
      const outer = groups.at(-1);
      if (!closed || !outer) return null;
      ways *= closed.branches;
      outer.varies ||= closed.varies || closed.branches > 1;
    } else if (/^[*+?{]/.test(token)) {
      const most = mostTimes(token);
      if (most === null) return null;
      if (before && (before.varies || before.branches > 1) && most > 1) return null;
      group.varies = true;
      if (token === '?') ways *= 2;
      else if (!/^\{\d+\}$/.test(token)) repeats += 1;
    }
  }
  return groups.length === 1 ? { repeats, ways: ways * (groups[0]?.branches ?? 1) } : null;
}

function mostTimes(quantifier: string): number | null {
  if (quantifier === '?') return 1;
  if (quantifier === '*' || quantifier === '+') return Number.POSITIVE_INFINITY;
  const [least = '', most = least] = quantifier.slice(1, -1).split(',');
  if (Number(least) > mostRepeats || Number(most) > mostRepeats) return null;
  return most === '' ? Number.POSITIVE_INFINITY : Number(most);
}
