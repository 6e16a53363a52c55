// What is new, other or gone between two readings of the same page.

/** What is compared: lines, or elements, each with what tells it from the others. */
export interface Item {
  /** A ref, or '' for a text. */
  readonly ref: string;
  readonly text: string;
}

export interface Changes {
  /** With `~` before what is another now and `+` before what is new, in the order of the page. */
  readonly lines: readonly string[];
  /** Of these nothing is left. */
  readonly goneRefs: readonly string[];
  readonly goneTexts: number;
}

export function compareReadings(before: readonly Item[], after: readonly Item[]): Changes {
  const was = new Map(before.filter(({ ref }) => ref !== '').map(({ ref, text }) => [ref, text]));
  const texts = new Map<string, number>();
  for (const { ref, text } of before) if (ref === '') texts.set(text, (texts.get(text) ?? 0) + 1);
  const lines = after.flatMap(({ ref, text }) => {
    if (ref === '') {
      const left = texts.get(text) ?? 0;
      texts.set(text, left - 1);
      return left > 0 ? [] : [`+ ${text}`];
    }
    const old = was.get(ref);
    was.delete(ref);
    return old === text ? [] : [`${old === undefined ? '+' : '~'} ${text}`];
  });
  const goneTexts = [...texts.values()].reduce((sum, count) => sum + Math.max(0, count), 0);
  return { lines, goneRefs: [...was.keys()], goneTexts };
}

/** The lines of a tree without its head; what stands in quotes is the page's, also where it looks like a ref. */
export function itemsOf(lines: readonly string[]): Item[] {
  return lines.map(line => {
    const ref = /\[((?:f\d+_)?ref_\d+)\]/.exec(line.replace(/"(?:[^"\\]|\\.)*"/g, ''))?.[1] ?? '';
    return { ref, text: line.trimStart() };
  });
}

/** Whether something was left out of the lines of a tree for want of room; what the page says stands in quotes. */
export function isCut(items: readonly Item[]): boolean {
  return items.some(({ text }) =>
    /^\(\d+ more |not read, because max_chars/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '')),
  );
}

/** The answer's lines: the changes, or that there are none. What a cut reading has no more may be there still. */
export function changeLines({ lines, goneRefs, goneTexts }: Changes, cut: boolean): string[] {
  const texts = goneTexts > 0 ? [`${goneTexts} ${goneTexts === 1 ? 'text' : 'texts'}`] : [];
  const gone = [...goneRefs, ...texts];
  const said = gone.length > 0 ? [...lines, `${cut ? 'gone or cut' : 'gone'}: ${gone.join(', ')}`] : lines;
  return said.length > 0 ? [...said] : ['nothing changed'];
}
