// Our own links where text is pasted: what is typed into them becomes the server that the form would add.
import { expect, test } from 'vitest';
import { readServersText } from '../../../../../electron/core/servers/import/read-text.ts';

const ours = 'pilothouse://add-server';
const read = (query: string, windows = false) => readServersText(` ${ours}?${query}\n`, null, windows);
const stdio = (command: string, args: readonly string[]) => ({ kind: 'stdio', command, args });

test.each([
  ['name=Files&command=npx%20-y%20%22a%20b%22', stdio('npx', ['-y', 'a b'])],
  ['name=Files&command=https%3A%2F%2Fdocs.example.com%2Fmcp%3Fa%26b', { url: 'https://docs.example.com/mcp?a&b' }],
  ['name=Files&url=https://docs.example.com/mcp', { kind: 'http', url: 'https://docs.example.com/mcp' }],
  [`json=${encodeURIComponent('{"mcpServers":{"Files":{"command":"npx","args":["x"]}}}')}`, stdio('npx', ['x'])],
  [`link=${encodeURIComponent('vscode:mcp/install?{"name":"Files","command":"npx"}')}`, stdio('npx', [])],
])('%s', (query, config) => {
  expect(read(query)).toMatchObject([{ name: 'Files', config, problem: null }]);
});

test('an address may be without a name, as where it is typed', () => {
  expect(read('url=https://mcp.linear.app/sse')).toMatchObject([{ name: 'linear' }]);
});

test('the paths of Windows keep their backslashes there', () => {
  const query = `name=a&command=${encodeURIComponent('C:\\tools\\a.exe --x')}`;
  expect(read(query, true)).toMatchObject([{ config: stdio('C:\\tools\\a.exe', ['--x']) }]);
});

test.each([
  ['', /does not say both/],
  ['command=npx', /does not say both/],
  ['name=a', /does not say both/],
  ['name=a&command=npx%20%7C%20sh', /shell/],
  ['name=a&command=b&command=c', /twice/],
  ['link=vscode%3Amcp%2Fby-name%2Ffiles', /files of a catalogue/],
])('is refused: %s', (query, sentence) => {
  expect(() => read(query)).toThrow(sentence);
});
