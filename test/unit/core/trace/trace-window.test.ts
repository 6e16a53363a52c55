// Windows and filters.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TraceColumns } from '../../../../electron/core/trace/trace-columns.ts';
import { agent, closeOp, closing, everything, hub, opening, openOp, readWindow } from './trace-fixtures.ts';
import type { TraceFilter } from '../../../../contract/schemas/trace.ts';

function filled(count: number, entries = 1_000) {
  const columns = new TraceColumns({ entries, payloadBytes: 1_000 });
  for (let seq = 1; seq <= count; seq += 1) {
    columns.open(openOp(seq, opening({ method: seq % 2 ? 'odd' : 'even' })));
  }
  return columns;
}

describe('a window', () => {
  test('is the asked part of what matches', () => {
    fc.assert(
      fc.property(
        fc.nat(40),
        fc.integer({ min: -1, max: 60 }),
        fc.integer({ min: -5, max: 300 }),
        (kept, from, count) => {
          const all = Array.from({ length: kept }, (_, n) => n + 1).filter(seq => seq % 2);
          const size = Math.min(Math.max(0, count), 200);
          const first = from === -1 ? Math.max(0, all.length - size) : Math.min(from, all.length);
          const { entries, ...numbers } = readWindow(filled(kept), { text: 'odd' }, from, count);
          expect(numbers).toEqual({ total: kept, matched: all.length, from: first });
          expect(entries.map(({ seq }) => seq)).toEqual(all.slice(first, first + size));
        },
      ),
    );
  });

  test('never has more than 200 entries', () => {
    expect(readWindow(filled(500), everything, 0, 100_000).entries.length).toBe(200);
  });

  test('counts from the oldest entry that is kept', () => {
    const { entries, total } = readWindow(filled(25, 10), everything, 0, 2);
    expect([total, entries.map(({ seq }) => seq)]).toEqual([10, [16, 17]]);
  });
});

describe('a filter', () => {
  const columns = new TraceColumns({ entries: 100, payloadBytes: 1_000 });
  const cursor = { kind: 'agent', id: 'a2', label: 'Cursor' } as const;
  const server = { kind: 'server', id: 'everything', label: 'Everything' } as const;
  // A browser that has the id of an agent is still no agent.
  const browser = { kind: 'browser', id: 'a1', label: 'Work' } as const;
  columns.open(openOp(1, opening({ method: 'tools/call', tool: 'Navigate', from: agent })));
  columns.close(closeOp(1, 52, closing({ outcome: 'refused', rule: 'grant 24', reason: 'Tab 42 is yours.' })));
  columns.open(openOp(2, opening({ method: 'tools/list', tool: null, from: cursor })));
  columns.open(openOp(3, opening({ dir: 'out', method: 'ping', tool: null, from: hub, to: server })));
  columns.open(openOp(4, opening({ tabId: 7, method: 'ping', tool: null, from: hub, to: agent })));
  columns.open(openOp(5, opening({ method: 'log', tool: null, kind: 'notification', from: hub, to: browser })));

  test.each<[string, Partial<TraceFilter>, number[]]>([
    ['nothing', {}, [1, 2, 3, 4, 5]],
    ['a part of the method', { text: 'TOOLS/' }, [1, 2]],
    ['a part of the tool', { text: 'navi' }, [1]],
    ['a label it comes from', { text: 'curs' }, [2]],
    ['a label it goes to', { text: 'everyth' }, [3]],
    ['an id of a party', { text: 'a2' }, [2]],
    ['a part of the reason', { text: 'is yours' }, [1]],
    ['a part of the rule', { text: 'GRANT 24' }, [1]],
    ['the kind of a party, which is no text of it', { text: 'agent' }, []],
    ['an agent, both ways', { agentId: 'a1' }, [1, 4]],
    ['an unknown agent', { agentId: 'nobody' }, []],
    ['an outcome', { outcome: 'pending' }, [2, 3, 4]],
    ['notifications', { outcome: 'none' }, [5]],
    ['a method alone', { method: 'LIST' }, [2]],
    ['a tool alone', { tool: 'gate' }, [1]],
    ['a server', { partyId: 'everything' }, [3]],
    ['a browser', { partyId: 'a1' }, [1, 4, 5]],
    ['a tab', { tabId: 7 }, [4]],
    ['a direction', { dir: 'out' }, [3]],
    ['a size of both ways', { bytesOver: 40 }, [1]],
    ['a latency', { latencyOverMs: 50 }, [1]],
    ['a latency that is not reached', { latencyOverMs: 51 }, []],
    ['everything at once', { text: 'tools', agentId: 'a1', outcome: 'refused' }, [1]],
    ['things that exclude each other', { text: 'tools', agentId: 'a1', outcome: 'ok' }, []],
  ])('for %s finds what fits', (_, filter, seqs) => {
    expect(readWindow(columns, { text: '', ...filter }, 0, 200).entries.map(({ seq }) => seq)).toEqual(seqs);
  });
});
