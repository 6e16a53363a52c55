// How many letters differ between two names, where two that were exchanged count once (Damerau-Levenshtein, optimal string alignment).

/** Longer ones are compared by their beginnings. */
const maxLength = 128;
const far = 99;
/** Three rows, used anew for each pair: a catalogue is millions of pairs. */
let [before, last, next] = [0, 1, 2].map(() => new Uint8Array(maxLength + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/** `most + 1` where it is more than `most`; only what lies so near to the diagonal is looked at. */
export function distance(one: string, other: string, most: number): number {
  if (one === other) return 0;
  const [rows, columns] = [Math.min(one.length, maxLength), Math.min(other.length, maxLength)];
  if (Math.abs(rows - columns) > most) return most + 1;
  for (let at = 0; at <= columns; at += 1) last[at] = at <= most ? at : far;
  for (let row = 1; row <= rows; row += 1) {
    if (fillRow(one, other, { row, columns, most }) > most) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return Math.min(last[columns] ?? far, most + 1);
}

/** The least of the row. */
function fillRow(
  one: string,
  other: string,
  { row, columns, most }: { readonly row: number; readonly columns: number; readonly most: number },
): number {
  const letter = one.charCodeAt(row - 1);
  const letterBefore = one.charCodeAt(row - 2);
  const [from, to] = [Math.max(1, row - most), Math.min(columns, row + most)];
  next[from - 1] = from === 1 ? row : far;
  let least = next[from - 1] ?? far;
  for (let at = from; at <= to; at += 1) {
    const found = other.charCodeAt(at - 1);
    let cost = Math.min(
      (last[at] ?? far) + 1,
      (next[at - 1] ?? far) + 1,
      (last[at - 1] ?? far) + (found === letter ? 0 : 1),
    );
    if (row > 1 && at > 1 && letterBefore === found && other.charCodeAt(at - 2) === letter)
      cost = Math.min(cost, (before[at - 2] ?? far) + 1);
    next[at] = cost;
    if (cost < least) least = cost;
  }
  if (to < columns) next[to + 1] = far;
  return least;
}
