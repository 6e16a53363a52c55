// Where on Traces something is, as it stands in the address.
import { expect, it } from 'vitest';
import { parseQuery } from '../../../../contract/trace-query/trace-query.ts';
import { parseRoute, routeHref } from '../../../../renderer/frame/route.ts';
import { readTracesPath, tracesWhere } from '../../../../renderer/frame/trace-paths.ts';

it('leads to a filter as its field has it, through the address and back', () => {
  const name = 'Ollama, “workshop” 5 % \\ "b"';
  const place = tracesWhere({ field: 'model', has: `${name}, ` }, { field: 'method', has: 'model/chat' });
  const { screen, id } = parseRoute(routeHref('traces', place));
  const read = readTracesPath(id);
  expect(screen).toBe('traces');
  const { condition, problems } = parseQuery(read.kind === 'where' ? read.filter : '');
  expect(problems).toEqual([]);
  expect(condition).toEqual({
    all: [
      { field: 'model', has: `${name}, ` },
      { field: 'method', has: 'model/chat' },
    ],
  });
});

it('tells an entry from all of them', () => {
  expect(readTracesPath('12480')).toEqual({ kind: 'entry', seq: 12_480 });
  for (const none of [null, '', 'nothing']) expect(readTracesPath(none)).toEqual({ kind: 'all' });
});
