// Our entry goes into a config and out of it again, and nothing else changes: comments, order, line ends, unknown keys.
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { readEntry, withEntry, withoutEntry } from '../../../../electron/core/agent-configs/edit/edit-entry.ts';
import { openPlace } from '../../../../electron/core/agent-configs/edit/open-place.ts';
import type { OpenPlace } from '../../../../electron/core/agent-configs/edit/open-place.ts';

const entry = { command: '/home/ana/.pilothouse/launcher/pilothouse', args: ['mcp', '--client', 'cursor-1a2b3c'] };
const json = await openPlace({ format: 'json', keys: ['mcpServers'] });
const jsonc = await openPlace({ format: 'jsonc', keys: ['mcpServers'] });
const toml = await openPlace({ format: 'toml', keys: ['mcp_servers'] });
const yaml = await openPlace({ format: 'yaml', keys: ['extensions'] });
const listed = await openPlace({ format: 'yaml', keys: ['mcpServers'], listedBy: 'name' });

const put = (text: string, place: OpenPlace) => withEntry(text, place, entry, ['url']);
const roundTrip = (text: string, place: OpenPlace) => {
  const { text: next, tablesMade } = put(text, place);
  return withoutEntry(next, place, tablesMade);
};
const reasonOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof HubError) return error.reason;
    throw error;
  }
  return null;
};

function bomb(): string {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const lines = names.map(
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(at === 0 ? 'x' : `*${names[at - 1]}`)
        .join(', ')}]`,
  );
  return `${lines.join('\n')}\n`;
}

describe('JSON', () => {
  test('the entry stands behind the last one, whose comment stays with it', () => {
    const text = `{
  // servers for this laptop, see wiki
  "mcpServers": {
    "github": { "url": "https://mcp.github.test/" },
    "postgres": { "command": "npx", "args": ["-y"] } // the copy
  },
  "inputs": []
}
`;
    expect(put(text, jsonc).text).toBe(`{
  // servers for this laptop, see wiki
  "mcpServers": {
    "github": { "url": "https://mcp.github.test/" },
    "postgres": { "command": "npx", "args": ["-y"] }, // the copy
    "pilothouse": {
      "command": "/home/ana/.pilothouse/launcher/pilothouse",
      "args": ["mcp", "--client", "cursor-1a2b3c"]
    }
  },
  "inputs": []
}
`);
    expect(roundTrip(text, jsonc)).toBe(text);
  });

  test.each([
    ['no text', '', '{}\n'],
    ['an empty object', '{}', '{}'],
    ['an empty object with a line end', '{}\n', '{}\n'],
    ['no table', '{\n  "a": 1\n}\n', '{\n  "a": 1\n}\n'],
    ['an empty table', '{\n  "mcpServers": {}\n}', '{\n  "mcpServers": {}\n}'],
    ['a table over lines', '{\n  "mcpServers": {\n  }\n}', '{\n  "mcpServers": {}\n}'],
    ['one line', '{"a":[1,2],"mcpServers":{"x":{"url":"u"}}}', '{"a":[1,2],"mcpServers":{"x":{"url":"u"}}}'],
    ['one line with spaces', '{ "mcpServers": { "x": {} } }', '{ "mcpServers": { "x": {} } }'],
    ['tabs', '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n', '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
    [
      'CRLF',
      '{\r\n    "mcpServers": {\r\n        "x": {}\r\n    }\r\n}',
      '{\r\n    "mcpServers": {\r\n        "x": {}\r\n    }\r\n}',
    ],
    ['other names twice', '{\n  "a": 1,\n  "a": 2\n}\n', '{\n  "a": 1,\n  "a": 2\n}\n'],
    ['a name such as of a prototype', '{"constructor": {"mcpServers": 1}}', '{"constructor": {"mcpServers": 1}}'],
  ])('%s comes back as it was', (_, text, back) => {
    expect(put(text, json).text).toContain('pilothouse');
    expect(roundTrip(text, json)).toBe(back);
  });

  test.each([
    ['trailing commas', '{\n  "mcpServers": {\n    "x": {}, // x\n  },\n}\n'],
    ['only comments in the table', '{\n  "mcpServers": {\n    // none yet\n  }\n}\n'],
    ['comments in the table of one line', '{ "mcpServers": { /* none */ } }\n'],
    ['a comment behind our place', '{\n  "mcpServers": {\n    "x": {}\n    // the end\n  }\n}\n'],
    ['commas first', '{\n    "a": 1\n  , "mcpServers": { "x": 1 }\n}\n'],
  ])('with comments: %s', (_, text) => {
    const next = put(text, jsonc).text;
    for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(next).toContain(comment);
    expect(readEntry(next, jsonc).entry).toEqual(entry);
    expect(readEntry(withoutEntry(next, jsonc, 0), jsonc).entry).toBeUndefined();
  });

  test('what line ends a file has, the entry has too', () => {
    const text = put('{\r\n  "a": 1\r\n}\r\n', json).text;
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('an entry that is there keeps what the user added to it, and loses what belongs to another way', () => {
    const text =
      '{\n  "mcpServers": {\n    "pilothouse": {\n      "url": "http://127.0.0.1:1/mcp",\n      "disabled": false // mine\n    }\n  }\n}\n';
    const next = put(text, jsonc).text;
    expect(readEntry(next, jsonc).entry).toEqual({ ...entry, disabled: false });
    expect(next).toContain('// mine');
    expect(put(next, jsonc).text).toBe(next);
  });

  test.each([
    ['a comma is missing', '{\n  "a": 1\n  "b": 2\n}', json, { line: 3, column: 3 }],
    ['a comment where the program takes none', '{\n  // no\n  "a": 1\n}', json, { line: 2, column: 3 }],
    ['the table is a list', '{\n  "mcpServers": []\n}', json, { line: 2, column: 17 }],
    ['the table is a text', '{"mcpServers": "x"}', json, { line: 1, column: 16 }],
    ['the root is a list', '[]', json, { line: 1, column: 1 }],
    ['the table stands there twice', '{\n  "mcpServers": {},\n  "mcpServers": {}\n}', json, { line: 3, column: 3 }],
    ['the end is missing', '{ "mcpServers": {', jsonc, { line: 1, column: 18 }],
  ])('%s: named with its place', (_, text, place, at) => {
    expect(reasonOf(() => put(text, place))).toMatchObject({ kind: 'config-broken', ...at });
  });

  test.each([
    ['lists in lists', `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, json],
    ['the same with a comment', `{"a": /* */ ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, jsonc],
  ])('%s, deeper than anybody writes them, are named and not followed', (_, text, place) => {
    expect(reasonOf(() => put(text, place))).toMatchObject({
      line: 1,
      why: { kind: 'config-json', expected: 'depth' },
    });
  });

  test.each([
    // Each would be read in more ways than there is time for, if it were looked at with a regular expression.
    ['a line of slashes', `${'/'.repeat(400)}\n{"a": 1}\n`],
    ['comments in a comment', `${'// '.repeat(400)}\n{\n  "a": 1\n}\n`],
    ['a comment with stars', `/*${' *'.repeat(40_000)}/ {}\n`],
    ['nothing but comments', '/* */ //\n'.repeat(10_000)],
  ])('%s is no riddle', (_, text) => {
    const next = put(text, jsonc);
    expect(readEntry(next.text, jsonc).entry).toEqual(entry);
    expect(readEntry(withoutEntry(next.text, jsonc, next.tablesMade), jsonc).entry).toBeUndefined();
  });

  test('a comment that nobody has closed is named, however often it begins', () => {
    expect(reasonOf(() => put('/*'.repeat(40_000), jsonc))).toMatchObject({ kind: 'config-broken', line: 1 });
  });

  test('the indentation is that of the first member or comment, wherever the brace stands', () => {
    for (const text of ['// x\n{ // y\n\t"a": 1\n}\n', '{\n\t// first\n    "a": 1\n}\n'])
      expect(put(text, jsonc).text).toMatch(/\n\t*( {4})?"mcpServers": \{\n\t*( {4})?\t"pilothouse"/);
  });

  test('null in the place of the table is no table, and becomes one', () => {
    expect(readEntry(put('{"mcpServers": null}', json).text, json).entry).toEqual(entry);
  });
});

describe('TOML', () => {
  const text = `model = "gpt-5" # the big one

[mcp_servers.github]
command = "npx"
args = [
  "-y", # yes
  "[mcp_servers.pilothouse]",
]

# what I tried
[profiles.x]
note = """
[mcp_servers.pilothouse]
"""
`;

  test('the entry is a table at the end, and goes without a trace', () => {
    expect(put(text, toml).text).toBe(`${text}
[mcp_servers.pilothouse]
command = "/home/ana/.pilothouse/launcher/pilothouse"
args = ["mcp", "--client", "cursor-1a2b3c"]
`);
    expect(roundTrip(text, toml)).toBe(text);
    expect(roundTrip('', toml)).toBe('');
    expect(roundTrip('a = 1', toml)).toBe('a = 1\n');
    expect(roundTrip('a = 1\r\n', toml)).toBe('a = 1\r\n');
  });

  test.each([
    ['an inline table', 'mcp_servers = { a = { command = "x" } } # mine\n'],
    ['an empty inline table', 'mcp_servers = {}\n'],
    ['dotted keys', 'mcp_servers.a.command = "x"\nb = 2\n'],
    ['entries as pairs', '[mcp_servers]\na = { command = "x" } # mine\n'],
    ['an entry of ours as a pair', '[mcp_servers]\npilothouse = { url = "u", enabled = false }\na.command = "x"\n'],
    ['an entry of ours by dots', '[mcp_servers]\npilothouse.url = "u"\n# a comes\na.command = "x"\n'],
    [
      'tables below ours',
      '[mcp_servers.pilothouse]\nurl = "u"\n[mcp_servers.pilothouse.env]\nA = "1"\n\n# next\n[b]\nc = 1\n',
    ],
    ['names in quotes', "[ 'mcp_servers' . \"git\\u0068ub\" ]\ncommand = 'x'\n"],
    ['dates and numbers', 'a = 1979-05-27 07:32:00Z\nb = 0x1F\nc = inf\nd = [[1, 2], ["]"]]\n'],
    ['lists of tables', '[[a]]\nb = 1\n[[a]]\nb = 2\n'],
    ['tables below items of a list', '[[a]]\nb = 1 # one\n[a.c]\nd = 1\n[[a]]\n[[a.e]]\nf = 1\n'],
    ['dotted keys below a table', '[mcp_servers.a]\nenv.A = "1" # one\nenv."B.C" = "2"\n'],
    ['CRLF and no line end', '# one\r\n[mcp_servers.a]\r\ncommand = "x"'],
    ['tabs', '\t[mcp_servers.a] # one\n\tcommand = "x"\n'],
  ])('%s', (_, before) => {
    const next = put(before, toml).text;
    expect(readEntry(next, toml).entry).toMatchObject(entry);
    expect(readEntry(next, toml).entry).not.toHaveProperty('url');
    for (const comment of before.match(/#.*/g) ?? []) expect(next).toContain(comment);
    const after = withoutEntry(next, toml, 0);
    expect(readEntry(after, toml)).toEqual({ entry: undefined, others: readEntry(before, toml).others });
    for (const comment of before.match(/#.*/g) ?? []) expect(after).toContain(comment);
  });

  test.each([
    ['a value is missing', 'a = 1\nb = \n', { line: 2 }],
    ['a key stands there twice', 'a = 1\na = 2\n', { line: 2 }],
  ])('%s: named with its place', (_, broken, at) => {
    expect(reasonOf(() => put(broken, toml))).toMatchObject({ kind: 'config-broken', ...at });
  });

  test('a list in the place of the table is left alone', () => {
    expect(reasonOf(() => put('mcp_servers = [1]\n', toml))).not.toBeNull();
    expect(reasonOf(() => put('[[mcp_servers]]\na = 1\n', toml))).not.toBeNull();
  });
});

describe('YAML', () => {
  const text = `# goose
GOOSE_MODEL: "gpt-5"   # big
extensions: # mine
  # the builder
  developer:
    enabled: true
    args: [a, b]   # flow
    note: |
      # no comment

      text
  # the memory
  memory: &m
    enabled: false

other: *m
`;

  test('the entry stands first in its table, and goes without a trace', () => {
    const next = put(text, yaml).text;
    expect(next).toBe(
      text.replace(
        'extensions: # mine\n',
        `extensions: # mine
  pilothouse:
    command: /home/ana/.pilothouse/launcher/pilothouse
    args:
      - mcp
      - --client
      - cursor-1a2b3c
`,
      ),
    );
    expect(roundTrip(text, yaml)).toBe(text);
  });

  test.each([
    ['no text', '', ''],
    ['only a comment', '# nothing yet\n', '# nothing yet\n'],
    ['no table', 'a: 1\n', 'a: 1\n'],
    ['no table and no line end', 'a: 1', 'a: 1\n'],
    ['CRLF', 'a: 1\r\nextensions:\r\n    x:\r\n        b: 1\r\n', 'a: 1\r\nextensions:\r\n    x:\r\n        b: 1\r\n'],
    ['a document start', '---\na: 1\n', '---\na: 1\n'],
  ])('%s comes back as it was', (_, before, back) => {
    expect(readEntry(put(before, yaml).text, yaml).entry).toEqual(entry);
    expect(roundTrip(before, yaml)).toBe(back);
  });

  test.each([
    ['nothing below', 'extensions: # mine\nb: 1\n'],
    ['null', 'extensions: null # mine\nb: 1\n'],
    ['an empty flow table', 'extensions: {} # mine\nb: 1\n'],
    ['a flow table', 'extensions: { x: { a: 1 } } # mine\n'],
    ['all in flow', '{ "extensions": { "x": 1 } }\n'],
    ['ours in flow', 'extensions:\n  pilothouse: { url: u, timeout: 3 } # mine\n  x: 1\n'],
    ['ours in lines', 'extensions:\n  x: 1\n  pilothouse:\n    url: u\n    timeout: 3 # mine\n  # next\n  y: 2\n'],
  ])('%s', (_, before) => {
    const next = put(before, yaml).text;
    expect(readEntry(next, yaml).entry).toMatchObject(entry);
    expect(readEntry(next, yaml).entry).not.toHaveProperty('url');
    if (before.includes('# mine')) expect(next).toContain('# mine');
    const after = withoutEntry(next, yaml, 0);
    expect(readEntry(after, yaml)).toEqual({ entry: undefined, others: readEntry(before, yaml).others });
    if (before.includes('# next')) expect(after).toContain('# next');
  });

  test('anchors, aliases, merge keys and tags of others stay, and so do keys that are no texts', () => {
    const before = `base: &b { x: 1 } # base
extensions:
  memory: &m
    <<: *b
    also: *b
  ? [a, b]
  : !mine tagged
  1: one
other: *m
`;
    const { text: next } = put(before, yaml);
    for (const line of before.split('\n')) expect(next.split('\n')).toContain(line);
    expect(readEntry(next, yaml).entry).toEqual(entry);
    expect(roundTrip(before, yaml)).toBe(before);
  });

  test.each([
    ['items as deep as their key', 'name: a\nmcpServers:\n- name: x # x\n  command: y\n# next\nmodels: []\n'],
    ['items deeper', 'mcpServers:\n  - name: x\n    command: y\n  # the last\n  - name: z\n'],
    ['no list', 'name: a\n'],
    ['an empty list', 'mcpServers: []\nb: 1\n'],
  ])('a list with %s', (_, before) => {
    const next = put(before, listed).text;
    expect(readEntry(next, listed).entry).toEqual({ name: 'pilothouse', ...entry });
    const changed = withEntry(next, listed, { url: 'http://127.0.0.1:1/mcp' }, ['command', 'args']).text;
    expect(readEntry(changed, listed).entry).toEqual({ name: 'pilothouse', url: 'http://127.0.0.1:1/mcp' });
    const made = put(before, listed).tablesMade;
    expect(withoutEntry(next, listed, made)).toBe(before);
  });

  test.each([
    ['a tab', 'a:\n\tb: 1\n', { line: 2 }],
    ['a name twice', 'a: 1\na: 2\n', { line: 2, column: 1 }],
    ['two documents', 'a: 1\n---\nb: 2\n', { kind: 'config-broken' }],
    ['a list in the place of the table', 'extensions:\n  - a\n', { line: 2 }],
    ['a comment in braces', 'extensions: {\n  a: 1 # one\n}\n', { why: { kind: 'config-form' } }],
    ['a name twice in a table', 'a:\n  b: 1\n  c: 2\n  b: 3\n', { line: 4, why: { kind: 'config-name-twice' } }],
    ['an alias of nothing', 'a: 1\nb: *x\n', { line: 2, column: 4 }],
    ['an alias of what it stands in', 'a: &a\n  b: *a\n', { why: { kind: 'config-json', expected: 'depth' } }],
    ['aliases of aliases without end', bomb(), { kind: 'config-broken' }],
    ['an alias in the place of the table', 'base: &b\n  x: 1\nextensions: *b\n', { line: 3 }],
  ])('%s: named with its place', (_, broken, at) => {
    expect(reasonOf(() => put(broken, yaml))).toMatchObject({ kind: 'config-broken', ...at });
  });
});
