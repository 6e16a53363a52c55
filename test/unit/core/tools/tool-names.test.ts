// Names of tools: readable where they can be, hashed where they must be, and one name for one tool.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listName, toolId } from '../../../../electron/core/tools/tool-names.ts';

const serverId = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,30}$/);
const toolName = fc.oneof(fc.string({ minLength: 1, maxLength: 80 }), fc.stringMatching(/^[A-Za-z0-9_.-]{1,80}$/));

describe('listName', () => {
  test.each([
    ['everything', 'echo', 'everything__echo'],
    ['a', 'x'.repeat(43), `a__${'x'.repeat(43)}`],
    ['a', 'x'.repeat(44), `a__${'x'.repeat(34)}_d3fc4d5d`],
    ['everything', 'get.sum', 'everything__get_sum_b73038e4'],
    ['everything', 'größe', 'everything__gr__e_1b7c8395'],
  ])('The tool %j / %j is listed as %j.', (server, tool, name) => {
    expect(listName(server, tool)).toBe(name);
  });

  test('A name fits model APIs: at most 46 characters of letters, digits, _ and -.', () => {
    fc.assert(fc.property(serverId, toolName, (server, tool) => /^[A-Za-z0-9_-]{1,46}$/.test(listName(server, tool))));
  });

  test('A name begins with its server, whatever the tool is called.', () => {
    fc.assert(fc.property(serverId, toolName, (server, tool) => listName(server, tool).startsWith(`${server}__`)));
  });

  test('A name is the same every time.', () => {
    fc.assert(fc.property(serverId, toolName, (server, tool) => listName(server, tool) === listName(server, tool)));
  });

  test('Names that were cut or cleaned to the same text stay apart.', () => {
    const long = 'x'.repeat(60);
    const names = ['a.b', 'a b', 'a/b', 'a_b', `${long}1`, `${long}2`].map(tool => listName('everything', tool));
    expect(new Set(names).size).toBe(6);
  });

  test('Two tools never share a name.', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(serverId, toolName), { selector: pair => pair.join('\0') }), pairs => {
        expect(new Set(pairs.map(([server, tool]) => listName(server, tool))).size).toBe(pairs.length);
      }),
    );
  });
});

describe('toolId', () => {
  test('An id is the server and the tool as they are.', () => {
    expect(toolId('everything', 'get.sum')).toBe('everything/get.sum');
  });
});
