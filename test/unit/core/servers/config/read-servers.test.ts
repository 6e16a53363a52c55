// What is typed and pasted into "Add a server".
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServerIdSchema } from '../../../../../contract/schemas/servers.ts';
import { readCommandServer, readPasted, serverIdOf } from '../../../../../electron/core/servers/config/read-servers.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('readPasted', () => {
  test('Every member of an entry is read, and unknown ones are passed over.', () => {
    const entry = { type: 'stdio', command: 'node', args: ['a', '-b'], env: { KEY: 'v' }, cwd: '/srv', disabled: true };
    expect(readPasted(json({ mcpServers: { One: entry, two: { command: 'x' } }, other: 1 }), null)).toEqual([
      { name: 'One', config: { kind: 'stdio', command: 'node', args: ['a', '-b'], env: { KEY: 'v' }, cwd: '/srv' } },
      { name: 'two', config: { kind: 'stdio', command: 'x', args: [], env: {} } },
    ]);
  });

  test('The bare inner object is read too.', () => {
    expect(readPasted('{"one": {"command": "x", "args": ["y"],},}', null)).toEqual([
      { name: 'one', config: { kind: 'stdio', command: 'x', args: ['y'], env: {} } },
    ]);
  });

  test.each([
    [{ url: 'https://x.test/mcp' }, { kind: 'http', url: 'https://x.test/mcp', headers: {} }],
    [{ url: 'https://x.test/sse' }, { kind: 'sse', url: 'https://x.test/sse', headers: {} }],
    [
      { url: 'https://x.test/sse', type: 'http' },
      { kind: 'http', url: 'https://x.test/sse', headers: {} },
    ],
    [
      { serverUrl: 'http://x.test/', type: 'sse' },
      { kind: 'sse', url: 'http://x.test/', headers: {} },
    ],
    [
      { httpUrl: 'http://x.test/', transport: 'streamable-http', headers: { 'X-Key': 'k' } },
      { kind: 'http', url: 'http://x.test/', headers: { 'X-Key': 'k' } },
    ],
    [
      { type: 'javascript', file: '/a.js', env: { A: 'b' }, hosts: ['x.test'] },
      { kind: 'javascript', file: '/a.js', env: { A: 'b' }, hosts: ['x.test'] },
    ],
    [
      { type: 'wasm', file: '/a.wasm' },
      { kind: 'wasm', file: '/a.wasm', args: [], env: {}, folders: [] },
    ],
  ])('%j is read as %j.', (entry, config) => {
    expect(readPasted(json({ mcpServers: { far: entry } }), null)).toEqual([{ name: 'far', config }]);
  });

  const entry = (change: Record<string, unknown>) => json({ mcpServers: { one: { command: 'x', ...change } } });
  test.each([
    ['', 'The text is empty; paste or pick'],
    ['{"mcpServers": {', 'This is no JSON: expected'],
    ['{}', 'There is no MCP server in it;'],
    ['[1]', 'There is no MCP server in it;'],
    ['{"mcpServers": []}', '"mcpServers" is []; it must be an object of names and servers.'],
    ['{"mcpServers": {}}', 'There is no MCP server in it;'],
    ['{"command": "x"}', 'This is one server without a name; wrap it as {"mcpServers": '],
    ['{"mcpServers": {"one": 3}}', '"one" is 3; it must be an object with "command" or "url".'],
    ['{"mcpServers": {"one": {}}}', '"command" of "one" is missing; name a program'],
    [entry({ command: ['x'] }), '"command" of "one" is ["x"]; name a program'],
    [entry({ args: '-y' }), '"args" of "one" is "-y"; it must be a list of texts.'],
    [entry({ args: ['-p', 8080] }), 'Argument 2 of "one" is 8080; write it as a text, such as "8080".'],
    [entry({ env: ['A'] }), '"env" of "one" is ["A"]; it must be an object of names and texts.'],
    [entry({ env: { PORT: 1 } }), '"env" of "one" holds "PORT" that is no text; write its value in double quotes.'],
    [entry({ env: { 'A=B': 'x' } }), '"env" of "one" holds the name "A=B"; a name may not be empty or hold "=".'],
    [entry({ cwd: './here' }), '"cwd" of "one" is "./here"; give an absolute path.'],
    [entry({ args: ['a\0b'] }), 'The command of "one" holds a NUL character; remove it.'],
    [json({ far: { url: 'ftp://x.test' } }), 'The address of "far" cannot be used; give one that begins with https://'],
    [
      json({ far: { url: 'https://x.test', type: 'ws' } }),
      '"type" of "far" is "ws"; a server with an address has the type',
    ],
    [json({ far: { url: 'https://x.test', type: 'constructor' } }), '"type" of "far" is "constructor"'],
    [
      json({ far: { url: 'https://x.test', headers: { 'a b': 'c' } } }),
      '"headers" of "far" holds the name "a b", which is no HTTP header; correct it.',
    ],
  ])('%s is refused with a sentence.', (text, sentence) => {
    expect(() => readPasted(text, null)).toThrow(sentence);
  });

  test('A secret in an environment value is not repeated in the sentence.', () => {
    expect(() => readPasted(entry({ env: { TOKEN: ['hunter2'] } }), null)).not.toThrow('hunter2');
  });

  test('More than 100 entries at once are refused.', () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`s${index}`, { command: 'x' }]));
    expect(() => readPasted(json(many), null)).toThrow('There are 101 servers in it; add at most 100 at once.');
  });
});

describe('readCommandServer', () => {
  test('The first word is the command, the rest its arguments.', () => {
    const config = { kind: 'stdio', command: 'npx', args: ['-y', 'a b'], env: {} };
    expect(readCommandServer('Mine', `npx -y 'a b'`)).toEqual({ name: 'Mine', config });
  });
});

describe('serverIdOf', () => {
  test.each([
    ['Everything', 'everything'],
    ['My Server (v2)!', 'my-server-v2'],
    ['Äpfel & Öl', 'apfel-ol'],
    ['日本', 'server'],
    ['--', 'server'],
    ['a__b', 'a-b'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['../etc/passwd', 'etc-passwd'],
  ])('%j becomes %j.', (name, id) => {
    expect(serverIdOf(name, new Set())).toBe(id);
  });

  test('A taken id gets a number.', () => {
    expect(serverIdOf('a', new Set(['a', 'a-2']))).toBe('a-3');
  });

  test('Every name becomes a valid id that is not taken.', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), names => {
        const taken = new Set<string>();
        for (const name of [...names, ...names]) taken.add(ServerIdSchema.parse(serverIdOf(name, taken)));
        expect(taken.size).toBe(names.length * 2);
      }),
    );
  });
});
