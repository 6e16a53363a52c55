// The difference of two texts by lines, with the lines around it: what a user reads before a file is written. Pure.
import type { DiffLine } from '../../../contract/schemas/agent-configs.ts';

const context = 3;
/** What is longer is cut there. */
export const maxLineChars = 400;
/** Over this many pairs of changed lines the middle is shown as taken out and put in as a whole. */
const maxPairs = 4_000_000;

export interface LineDiff {
  readonly lines: DiffLine[];
  readonly added: number;
  readonly removed: number;
}

/** `shown` changes the text of each line, to mask it; long lines are cut. */
export function lineDiff(before: string, after: string, shown: (line: string) => string): LineDiff {
  const [old, next] = [linesOf(before), linesOf(after)];
  const start = commonStart(old, next);
  const end = commonEnd(old.slice(start), next.slice(start));
  const middle = steps(old.slice(start, old.length - end), next.slice(start, next.length - end));
  const all = [...repeat('same', start), ...middle, ...repeat('same', end)];
  const numbered = number(all, old, next, line => cut(shown(line)));
  const count = (kind: Step) => all.filter(step => step === kind).length;
  return { lines: withGaps(numbered), added: count('added'), removed: count('removed') };
}

/** A line end at the end of a text begins no line. One without it differs from one with it. */
function linesOf(text: string): string[] {
  return text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

type Step = 'same' | 'added' | 'removed';

function repeat(step: Step, times: number): Step[] {
  return Array.from({ length: times }, () => step);
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
  return at;
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  return commonStart(one.toReversed(), other.toReversed());
}

/** By the longest common subsequence: what is taken out stands before what is put in. */
function steps(old: readonly string[], next: readonly string[]): Step[] {
  if (old.length * next.length > maxPairs) return [...repeat('removed', old.length), ...repeat('added', next.length)];
  const width = next.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = next.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        old[row] === next[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const found: Step[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < next.length) {
    const isSame = row < old.length && column < next.length && old[row] === next[column];
    const goes = column >= next.length || (row < old.length && lengthAt(row + 1, column) >= lengthAt(row, column + 1));
    const step: Step = isSame ? 'same' : goes ? 'removed' : 'added';
    found.push(step);
    if (step !== 'added') row += 1;
    if (step !== 'removed') column += 1;
  }
  return found;
}

function number(all: readonly Step[], old: readonly string[], next: readonly string[], text: (line: string) => string) {
  let [before, after] = [0, 0];
  return all.map((step): Exclude<DiffLine, { kind: 'skipped' }> => {
    if (step !== 'added') before += 1;
    if (step !== 'removed') after += 1;
    if (step === 'added') return { kind: step, new: after, text: text(next[after - 1] ?? '') };
    const line = text(old[before - 1] ?? '');
    return step === 'removed'
      ? { kind: step, old: before, text: line }
      : { kind: step, old: before, new: after, text: line };
  });
}

/** Only the lines near a change; a gap of one line is no gap. */
function withGaps(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') for (let near_ = at - context; near_ <= at + context; near_ += 1) near.add(near_);
  const shown: DiffLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const isNear = near.has(at) || (near.has(at - 1) && near.has(at + 1));
    const last = shown.at(-1);
    if (isNear && line) shown.push(line);
    else if (last?.kind === 'skipped') shown[shown.length - 1] = { kind: 'skipped', lines: last.lines + 1 };
    else shown.push({ kind: 'skipped', lines: 1 });
  }
  return shown;
}

function cut(line: string): string {
  const text = line.replace(/\r?\n$/, '');
  return text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
}
