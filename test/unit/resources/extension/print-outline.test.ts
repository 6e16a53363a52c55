// How an outline is printed within a number of characters, and that nothing of it is out of reach.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Part, usableParts } from '../../../../resources/extension/page/outline.ts';
import { printOutline } from '../../../../resources/extension/page/print-outline.ts';

/** Stands for an element; its number is that of its ref. */
type Element = number;

const defaults = {
  refOf: (element: Element) => `ref_${element}`,
  maxChars: 50_000,
  depth: 15,
  from: 0,
  root: null,
  also: '',
};
const text = (words: string, at = 0): Part<Element> => ({ kind: 'text', text: words, at });
const group = (at: Element, parts: Part<Element>[], bullet = ''): Part<Element> => ({
  kind: 'group',
  at,
  bullet,
  parts,
});
const thing = (role: string, name: string, at: Element, more: object = {}): Part<Element> => ({
  kind: 'thing',
  role,
  name,
  details: '',
  at,
  acts: role === 'button',
  layout: 'block',
  parts: [],
  ...more,
});
const print = (parts: Part<Element>[], options: object = {}) => printOutline(parts, { ...defaults, ...options }).lines;

test('Things stand on lines with a ref, what is in them is indented, and a bullet begins an item.', () => {
  const parts = [thing('main', '', 1, { parts: [text('Hi'), group(2, [thing('button', 'Go', 3), text('now')], '-')] })];
  expect(print(parts)).toEqual(['main [ref_1]', '  "Hi"', '  - button "Go" [ref_3]', '    "now"']);
});

test('A row stands on one line with its cells, an empty one too.', () => {
  const cell = (...parts: Part<Element>[]) => thing('cell', '', 9, { parts });
  const row = thing('row', '', 1, {
    layout: 'line',
    parts: [cell(text('A')), cell(), cell(thing('button', 'Edit', 2))],
  });
  expect(print([row])).toEqual(['row "A" | "" | button "Edit" [ref_2]']);
});

test('A text that is too long is cut with a way to read the rest, before anything that can be used is left out.', () => {
  const parts = [text('a'.repeat(3_000), 7), thing('button', 'Go', 1), text('short')];
  const lines = print(parts, { maxChars: 600 });
  expect(lines[0]).toMatch(/^"a{100,520}…" \(\+\d+ characters; get_page_text ref=ref_7\)$/);
  expect(lines.slice(1)).toEqual(['button "Go" [ref_1]', '"short"']);
  expect(lines.join('\n').length).toBeLessThanOrEqual(600);
});

test('Of long lists the first items are told, and what comes after them in the page as well.', () => {
  const items = Array.from({ length: 500 }, (_, index) => thing('button', `Item ${index}`, index + 10));
  const lines = print([group(1, items), thing('button', 'Last of all', 2)], { maxChars: 2_000 });
  expect(lines[0]).toBe('button "Item 0" [ref_10]');
  expect(lines.at(-2)).toMatch(/^\(\d+ more parts; read_page ref_id=ref_1 from=\d+\)$/);
  expect(lines.at(-1)).toBe('button "Last of all" [ref_2]');
});

test('Behind the parts that have no room, what can be used in them is told all the same.', () => {
  const words = Array.from({ length: 1_000 }, (_, index) => text(`Paragraph ${index}`, index + 10));
  const form = group(5, [text('Done?'), thing('button', 'Save', 2), thing('button', 'Leave', 3)]);
  const lines = print([...words, form, thing('button', 'Last of all', 4), text('The end')], { maxChars: 2_000 });
  expect(lines.join('\n').length).toBeLessThanOrEqual(2_000);
  const at = lines.findIndex(line => line.startsWith('('));
  expect(lines[at]).toBe(`(${1_003 - at} more parts, of which only what can be used follows; read_page from=${at})`);
  expect(lines[at - 1]).toBe(`"Paragraph ${at - 1}"`);
  expect(at).toBeGreaterThan(80);
  expect(lines.slice(at + 1)).toEqual([
    'button "Save" [ref_2]',
    'button "Leave" [ref_3]',
    'button "Last of all" [ref_4]',
  ]);
});

test('Rows without room are counted, because their controls say too little alone.', () => {
  const rows = Array.from({ length: 100 }, (_, index) =>
    thing('row', '', index + 100, {
      layout: 'line',
      parts: [text('x'.repeat(90)), ...(index % 50 === 49 ? [thing('button', 'Edit', index + 500)] : [])],
    }),
  );
  const lines = print([thing('table', '', 1, { parts: rows })], { maxChars: 2_000 });
  expect(lines.at(-1)).toMatch(/^ {2}\(\d+ more rows; read_page ref_id=ref_1 from=\d+\)$/);
});

test('A name and a value that are both cut say so of both.', () => {
  const field = thing('textbox', 'n'.repeat(2_000), 1, { value: 'v'.repeat(2_000) });
  expect(print([field], { maxChars: 600 })).toEqual([
    expect.stringMatching(
      /^textbox "n+…" \[ref_1\] value="v+…" \(\+\d+ characters of the name, \+\d+ of the value; get_page_text ref=ref_1\)$/,
    ),
  ]);
});

test('Choices say the group that they are in where it begins, and what cannot be chosen.', () => {
  const choice = (words: string, name: string, more = {}) => ({ ...text(words, 1), group: name, ...more });
  const parts = [
    choice('None', ''),
    choice('Apple', 'Fruit'),
    choice('Pear', 'Fruit', { details: ' disabled' }),
    choice('Leek', 'Roots'),
    choice('Other', ''),
  ];
  const list = thing('combobox', 'Buy', 1, { acts: true, layout: 'line', parts });
  expect(print([list])).toEqual([
    'combobox "Buy" [ref_1] of "None" | in "Fruit": "Apple" | "Pear" disabled | in "Roots": "Leek" | in no group: "Other"',
  ]);
  expect(print(parts, { from: 2, root: 1 })).toEqual([
    'in "Fruit": "Pear" disabled',
    'in "Roots": "Leek"',
    'in no group: "Other"',
  ]);
});

test('What lies too deep is told with a way to read it.', () => {
  const parts = [thing('main', '', 1, { parts: [thing('article', '', 2, { parts: [text('deep'), text('down')] })] })];
  expect(print(parts, { depth: 2 })).toEqual([
    'main [ref_1]',
    '  article [ref_2]',
    '    (2 more parts; read_page ref_id=ref_2)',
  ]);
});

test('The lines of frames are named with their place in the window.', () => {
  const parts = [text('Before'), thing('main', '', 1, { parts: [thing('iframe', 'Pay', 4, { frame: 2 })] })];
  expect(printOutline(parts, defaults).frames).toEqual([{ line: 2, indent: 1, ref: 'ref_4', index: 2 }]);
});

test('Only what can be used is left of an outline for filter interactive.', () => {
  const parts = [thing('main', '', 1, { parts: [text('words'), group(2, [thing('button', 'Go', 3), text('more')])] })];
  expect(print(usableParts(parts))).toEqual(['button "Go" [ref_3]']);
});

/** A tree in which each element has a number of its own. */
const trees = fc.letrec<{ tree: Part<Element>; trees: Part<Element>[] }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 1, max: 400 }).map(length => text('x'.repeat(length))),
    fc.string({ maxLength: 30 }).map(name => thing('button', name, 0)),
    tie('trees').map(parts => group(0, parts)),
    tie('trees').map(parts => thing('article', '', 0, { parts })),
  ),
  trees: fc.array(tie('tree'), { minLength: 2, maxLength: 8 }),
})).trees;

test('Whatever the page and the room: who follows what the answers say reads everything that can be used.', () => {
  fc.assert(
    fc.property(trees, fc.integer({ min: 300, max: 3_000 }), (tree, maxChars) => {
      const known = new Map<Element, readonly Part<Element>[]>();
      let next = 1;
      const buttons = new Set<string>();
      const number = (part: Part<Element>): Part<Element> => {
        const at = next;
        next += 1;
        if (part.kind === 'text' || part.kind === 'note') return { ...part, at };
        if (part.kind === 'thing' && part.acts) buttons.add(`[ref_${at}]`);
        const parts = part.parts.map(number);
        known.set(at, parts);
        return { ...part, at, parts };
      };
      const page = tree.map(number);
      const ahead: { root: Element | null; from: number }[] = [{ root: null, from: 0 }];
      const asked = new Set<string>();
      const seen = new Set<string>();
      for (let ask = ahead.shift(); ask; ask = ahead.shift()) {
        const parts = ask.root === null ? page : (known.get(ask.root) ?? []);
        const read = print([...parts], { ...ask, maxChars }).join('\n');
        for (const [ref] of read.matchAll(/\[ref_\d+\]/g)) seen.add(ref);
        for (const [hint, ref, from] of read.matchAll(/read_page(?: ref_id=ref_(\d+))?(?: from=(\d+))?\)/g)) {
          if (!asked.has(hint)) ahead.push({ root: ref ? Number(ref) : null, from: Number(from ?? 0) });
          asked.add(hint);
        }
      }
      expect([...buttons].filter(ref => !seen.has(ref))).toEqual([]);
    }),
  );
});
