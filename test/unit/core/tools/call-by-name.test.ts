// `call_tool` is read as the call that it names, with all that came beside it.
import { expect, test } from 'vitest';
import { byNameDialect } from '../../../../electron/core/agent-connections/by-name-dialect.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { meantCall } from '../../../../electron/core/tools/call-by-name.ts';
import { ownCallables } from '../../../../electron/core/tools/own-tools.ts';
import { listName, serverIdIn } from '../../../../electron/core/tools/tool-names.ts';

test('The named tool gets its arguments; progress and task of the call go with it.', () => {
  const _meta = { progressToken: 7 };
  const task = { ttl: 60_000 };
  expect(meantCall({ name: 'call_tool', arguments: { name: 'a__b', arguments: { c: 1 } }, _meta, task })).toEqual({
    name: 'a__b',
    arguments: { c: 1 },
    _meta,
    task,
  });
  expect(meantCall({ name: 'call_tool', arguments: { name: 'a__b' } })).toEqual({ name: 'a__b', arguments: {} });
});

test.each([
  [{ name: 'a__b', arguments: { name: 'c' } }],
  [{ name: 'call_tool' }],
  [{ name: 'call_tool', arguments: { arguments: {} } }],
  [{ name: 'call_tool', arguments: { name: 7 } }],
  [{ name: 'call_tool', arguments: { name: 'call_tool', arguments: { name: 'a__b' } } }],
  [{ name: 'call_tool', arguments: { name: 'a__b', arguments: '{"c":1}' } }],
])('%j stays as it is.', params => {
  expect(meantCall(params)).toBe(params);
});

test('Only a call of a tool is read so; every other message stays as it came.', () => {
  const params = { name: 'call_tool', arguments: { name: 'a__b' } };
  const message = (method: string) => ({ jsonrpc: '2.0', id: 1, method, params });
  expect(byNameDialect.decode(message('tools/call'))).toMatchObject({ params: { name: 'a__b' } });
  expect(byNameDialect.decode(message('prompts/get'))).toMatchObject({ params });
  expect(byNameDialect.decode(7)).toBeTypeOf('string');
});

test('No name of the hub’s own tools can be one of a server’s, or is one of the browser’s.', () => {
  const names = ownCallables.map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) {
    expect(serverIdIn(name), name).toBeNull();
    expect(
      browserTools.some(tool => tool.name === name),
      name,
    ).toBe(false);
  }
  for (const [server, tool] of [
    ['find', 'tools'],
    ['hub', 'traces'],
    ['a'.repeat(31), 'call_tool'],
    ['call', '_tool'],
  ] as const)
    expect(names).not.toContain(listName(server, tool));
});
