// Which letters of two names differ, so that a name that imitates another can be seen for what it is.

export interface Letters {
  readonly text: string;
  readonly differs: boolean;
}

/** Both names in runs that are the same in both and runs that are not. */
export function differingLetters(a: string, b: string): { readonly a: Letters[]; readonly b: Letters[] } {
  const [left, right] = [[...a], [...b]];
  const same = commonLengths(left, right);
  const marks = { a: [] as boolean[], b: [] as boolean[] };
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      marks.a.push(false);
      marks.b.push(false);
      i += 1;
      j += 1;
    } else if (same(i + 1, j) >= same(i, j + 1)) {
      marks.a.push(true);
      i += 1;
    } else {
      marks.b.push(true);
      j += 1;
    }
  }
  return {
    a: runs(left, marks.a),
    b: runs(right, marks.b),
  };
}

/** The length of the longest common subsequence of what stands from `i` and from `j` on. */
function commonLengths(left: readonly string[], right: readonly string[]): (i: number, j: number) => number {
  const width = right.length + 1;
  const table = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      table[i * width + j] =
        left[i] === right[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
  return (i, j) => table[i * width + j] ?? 0;
}

function runs(letters: readonly string[], marks: readonly boolean[]): Letters[] {
  const found: { text: string; differs: boolean }[] = [];
  letters.forEach((letter, at) => {
    const differs = marks[at] ?? true;
    const last = found.at(-1);
    if (last?.differs === differs) last.text += letter;
    else found.push({ text: letter, differs });
  });
  return found;
}
