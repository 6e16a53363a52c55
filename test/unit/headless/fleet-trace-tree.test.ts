// The tree of a trace over hubs, also of what hubs could invent.
import { expect, test } from 'vitest';
import { traceTrees, treeCells } from '../../../electron/headless/fleet-trace-tree.ts';
import type { FleetPage } from '../../../contract/schemas/fleet-outbox.ts';

const trace = 'a'.repeat(32);
const party = (label: string) => ({ kind: 'hub', id: label, label });
let id = 0;
const call = (
  hub: string,
  at: number,
  parentSpan: string | null,
  spans: readonly (string | null)[] = [],
): FleetPage['entries'][number] => ({
  hub,
  instance: null,
  entry: {
    ...{ id: (id += 1), at: new Date(at).toISOString(), trace, parentSpan, tool: 'say', outcome: 'ok', ms: 5 },
    ...{ from: party(`who asks ${hub}`), to: party(hub) },
    hops: spans.map(span => ({ from: party(hub), to: party(`behind ${hub}`), method: 'tools/call', span })),
  },
});

const shown = (entries: FleetPage['entries']) =>
  traceTrees(entries).flatMap(tree => treeCells(tree).map(([, hub, who]) => `${hub}: ${who}`));

test('What a hub passed on has below it what that was at the other one, however the entries came.', () => {
  const entries = [call('jun', 20, 'b1', ['b2']), call('kay', 5, null), call('mia', 10, null, [null, 'b1'])];
  expect(shown(entries)).toEqual([
    'kay: who asks kay → kay',
    'mia: who asks mia → mia',
    'mia:   mia → behind mia',
    'mia:   mia → behind mia',
    'jun:     who asks jun → jun',
    'jun:       jun → behind jun',
  ]);
  const [tree] = traceTrees(entries);
  expect(tree?.calls[1]).toMatchObject({ hub: 'mia', hops: [{ calls: [] }, { calls: [{ hub: 'jun', hops: [{}] }] }] });
});

test('What its hub says of a trace and nobody has passed on stands alone; other traces and those without are apart.', () => {
  const other = call('kay', 1, null);
  const entries = [
    call('mia', 2, 'f'.repeat(16)),
    { ...other, entry: { ...other.entry, trace: 'b'.repeat(32) } },
    { ...other, entry: { ...other.entry, trace: null } },
  ];
  expect(traceTrees(entries).map(({ trace: of, calls }) => [of[0], calls.length])).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
});

test('Calls that name each other, and a chain without end, stand once each.', () => {
  expect(shown([call('mia', 1, 'b2', ['b1']), call('jun', 2, 'b1', ['b2'])]).length).toBe(4);
  const chain = Array.from({ length: 20_000 }, (_, at) => call('mia', at, `b${at}`, [`b${at + 1}`]));
  expect(shown(chain).length).toBe(40_000);
});

test('Of an entry that says something else than it should, what can be read is shown.', () => {
  const broken = { id: 1, at: 'now', trace, hops: [null, { span: 7, from: 'x' }], from: 3, tool: {}, ms: 'long' };
  expect(traceTrees([{ hub: 'mia', instance: null, entry: broken }]).flatMap(treeCells)).toEqual([
    ['now', 'mia', ' → ', '', '', ''],
    ['', 'mia', '   → ', '', '', ''],
  ]);
});
