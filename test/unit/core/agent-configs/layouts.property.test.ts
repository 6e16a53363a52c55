// Configs as people lay them out, not as a library would: with our entry nothing of them is lost, and without it they are as they were.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEntry, withEntry, withoutEntry } from '../../../../electron/core/agent-configs/edit/edit-entry.ts';
import { openPlace } from '../../../../electron/core/agent-configs/edit/open-place.ts';
import type { EntryPlace, OpenPlace } from '../../../../electron/core/agent-configs/edit/open-place.ts';

const entry = { command: '/home/ana/launcher/pilothouse', args: ['mcp', '--client', 'a-1b2c3d'] };
const formats = ['json', 'jsonc', 'toml', 'yaml'] as const;
const opened = await Promise.all(formats.map(format => openPlace({ format, keys: ['table'] })));
const place = (wanted: EntryPlace['format']) => opened[formats.indexOf(wanted)] as OpenPlace;
/** Without what our entry needs around it: white space, commas, braces. */
const squeezed = (text: string) => text.replaceAll(/[\s,{}[\]]+/g, '');

/** Whether all of `part` stands in `text`, in its order, with something between it or not. */
function holds(text: string, part: string): boolean {
  let at = 0;
  for (let all = 0; all < text.length; all += 1) if (text[all] === part[at]) at += 1;
  return at === part.length;
}

function expectKept(text: string, at: OpenPlace): void {
  let next;
  try {
    next = withEntry(text, at, entry, []);
  } catch (error) {
    // To leave it alone is always right, but has to be said.
    expect(error).toMatchObject({ reason: { kind: expect.stringMatching(/^config-(broken|not-proved)$/) } });
    return;
  }
  const before = readEntry(text, at);
  expect(readEntry(next.text, at)).toMatchObject({ entry, others: expect.arrayContaining([...before.others]) });
  expect(holds(squeezed(next.text), squeezed(text))).toBe(true);
  expect(squeezed(withoutEntry(next.text, at, next.tablesMade))).toBe(squeezed(text));
}

const gap = fc.constantFrom('', ' ', '\n', '\t', '\r\n', ' // "x": {\n', '/* } */', '\n\n  ');
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)).map(value => JSON.stringify(value));
const { node } = fc.letrec<{ node: string; table: string; list: string }>(tie => ({
  node: fc.oneof({ maxDepth: 3 }, scalar, tie('table'), tie('list')),
  table: fc
    .tuple(fc.uniqueArray(fc.string(), { maxLength: 3 }), fc.tuple(tie('node'), tie('node'), tie('node')), gap, gap)
    .map(([keys, values, one, two]) => {
      const members = keys.map((key, at) => `${one}${JSON.stringify(key)}${two}:${one}${values[at]}${two}`);
      return `{${members.join(',')}${one}}`;
    }),
  list: fc.tuple(fc.array(tie('node'), { maxLength: 3 }), gap, gap).map(([items, one, two]) => {
    return `[${items.map(item => one + item + two).join(',')}${two}]`;
  }),
}));

test('JSON with comments, in whatever layout', () => {
  const document = fc
    .tuple(node, node, gap, fc.boolean(), fc.boolean())
    .map(([one, two, space, isThere, isTrailing]) => {
      const table = two.startsWith('{') ? two : '{}';
      const members = [`"first"${space}:${one}`, ...(isThere ? [`"table":${space}${table}`] : [])];
      return `${space}{${space}${members.join(`,${space}`)}${isTrailing ? ',' : ''}${space}}${space}`;
    });
  fc.assert(fc.property(document, text => expectKept(text, place('jsonc'))));
});

const tomlValues = [
  '1',
  '"x # y"',
  "'''a\n]'''",
  '[1, # one\n 2,\n]',
  '{ x = 1, y.z = "}" }',
  '1979-05-27 07:32:00Z',
  '"""\n[table.pilothouse]\n"""',
];
const tomlPair = fc
  .tuple(
    fc.constantFrom('a', 'b-1', '"q. x"', "'lit'", 'a.b', 'b-1 . "c"'),
    fc.constantFrom(...tomlValues),
    fc.constantFrom('', ' # note', '\t'),
  )
  .map(([key, value, end]) => `${key} = ${value}${end}`);
const tomlLine = fc.oneof(
  tomlPair,
  fc.constantFrom('', '# alone', '[other]', '[[items]]', '[table.files]', '[ table . "x y" ] # named', '[items.below]'),
);

test('TOML, line by line', () => {
  const layout = fc.tuple(fc.array(tomlLine, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean());
  fc.assert(
    fc.property(layout, ([lines, eol, isEnded]) =>
      expectKept(lines.join('\n').replaceAll('\n', eol) + (isEnded ? eol : ''), place('toml')),
    ),
  );
});

const yamlBlocks = [
  'plain: text # note',
  'quoted: "a: b"',
  "single: 'it''s'",
  'folded: >-\n  one\n\n  two',
  'literal: |\n  # kept\n   deep',
  'flow: { a: [1, 2], "b": c }',
  'list:\n- a\n- b: 1\n  c: 2',
  'deep:\n    one:\n      two: 3',
  'anchor: &x\n  k: v',
  'merged:\n  <<: { k: v }',
  '# alone',
  'empty:',
  'nothing: ~',
  'tagged: !!str 1',
  '? complex\n: value',
];
const yamlTables = [
  '',
  'table:',
  'table: # none',
  'table: {}',
  'table:\n  files:\n    enabled: true # on\n  # last',
  'table:\n    x: 1\n\n    y: { z: 1 }',
];

test('YAML, block by block', () => {
  const layout = fc.tuple(
    fc.shuffledSubarray(yamlBlocks, { maxLength: 6 }),
    fc.constantFrom(...yamlTables),
    fc.nat({ max: 6 }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(layout, ([blocks, table, at, isEnded]) => {
      const lines = blocks.toSpliced(at, 0, table);
      expectKept(lines.join('\n') + (isEnded ? '\n' : ''), place('yaml'));
    }),
  );
});
