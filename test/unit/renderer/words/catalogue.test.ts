// Every message of the panel has its German text, with the same placeholders; and converted folders say nothing past the catalogue.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { examplePolicy } from '../../../../renderer/screens/permissions/policy/policy-words.ts';
import { areas, german } from '../../../../renderer/words/de/index.ts';
import { readSources } from './spoken-sources.ts';

/** Folders and files in which every word goes through the catalogue. A folder stands here as soon as it is converted. */
const converted: readonly string[] = [
  // One on each line, so that folders can come in side by side.
  'frame/',
  'link/',
  'parts/',
  'words/',
  'screens/connect/',
  'screens/settings/',
  'screens/agents/',
  'screens/overview/',
  'screens/tabs/',
  'screens/tools/',
  'screens/permissions/',
  'screens/traces/',
  'screens/servers/',
  'screens/chat/',
  'screens/models/',
  'screens/catalogue/',
];

/** What only looks like words: names of keys and programs, selectors, wires, what is typed into a configuration. */
const notWords = new Set<string>([
  'Pilothouse',
  'null',
  ...['Claude Desktop', 'Claude Code', 'Claudezilla', 'Harbor', 'Cursor', 'Windsurf', 'Codex', 'Firefox', 'Chromium'],
  // What an empty field shows as an example of what is typed into it.
  ...['everything', 'npx -y @modelcontextprotocol/server-everything', '/home/you/notes'],
  ...['/home/you/work/atlas', '/home/you/profiles/work', '/home/you/models/qwen2.5-7b-instruct-q4.llamafile'],
  ...['/usr/local/bin/llama-server', 'llama-server', 'fast', 'https://app.example.com'],
  ...['https://registry.example.com', '/home/you/notes/list.txt'],
  // Programs that run a bundle, and what the browser calls files that are dragged.
  ...['Node.js', 'Python', 'Files'],
  // A figure by its name, as it is in every language.
  'p95',
  ...['api.example.com\n*.example.com\nlocalhost:8080'],
  '{ "mcpServers": { "everything": { "command": "npx", "args": ["-y", "…"] } } }',
  '{ "mcpServers": { … } }, { "servers": { … } } or [mcp_servers.name]',
  // Addresses, files and names that are the same in every language.
  ...[
    'chrome://extensions',
    'about:debugging',
    'manifest.json',
    'extension/',
    'K4-7Q',
    'GITHUB_TOKEN',
    'English',
    'Deutsch',
  ],
  // The beginning of a policy file, and what a rule of the hub may end with.
  examplePolicy,
  ' (this agent)',
]);

const { spoken, unreadable, hardCoded } = readSources('renderer');
const messages = new Map(spoken.map(({ key, message }) => [key, message]));

describe('the German catalogue', () => {
  test('every message is a literal, so that it can be looked up', () => {
    expect(unreadable).toEqual([]);
  });

  test('every message of the sources has a German text', () => {
    expect(spoken.filter(({ key }) => !Object.hasOwn(german, key)).map(({ place, key }) => `${place} ${key}`)).toEqual(
      [],
    );
  });

  test('no German text is left over, and none is empty', () => {
    expect(Object.keys(german).filter(key => !messages.has(key))).toEqual([]);
    expect(Object.keys(german).filter(key => german[key]?.trim() === '')).toEqual([]);
  });

  test('a message that several areas use has the same text in each', () => {
    const differing = Object.entries(areas).flatMap(([area, texts]) =>
      Object.entries(texts).flatMap(([key, text]) => (german[key] === text ? [] : [`${area}: ${key}`])),
    );
    expect(differing).toEqual([]);
  });

  test('both sides are valid messages with the same placeholders', () => {
    const differing = [...messages].flatMap(([key, message]) => {
      const [english, other] = [placeholders(message), placeholders(german[key] ?? '')];
      return english === other ? [] : [`${key}: {${english}} in English, {${other}} in German`];
    });
    expect(differing).toEqual([]);
  });
});

describe('the sources', () => {
  test('folders that are converted say nothing past the catalogue', () => {
    const isConverted = (place: string) => converted.some(part => place.startsWith(`renderer/${part}`));
    const past = hardCoded.filter(({ place, text }) => isConverted(place) && !notWords.has(text));
    expect(past.map(({ place, text }) => `${place} ${text}`)).toEqual([]);
  });

  test('every folder that is said to be converted exists', () => {
    const places = [...spoken, ...hardCoded].map(({ place }) => place);
    expect(converted.filter(part => !places.some(place => place.startsWith(`renderer/${part}`)))).toEqual([]);
  });
});

/** The names that a message is filled with, in alphabetical order. Throws what is wrong with a message that cannot be read. */
function placeholders(message: string): string {
  const names = new Set<string>();
  collect(compileMessageOrThrow(message), names);
  return [...names].toSorted().join(', ');
}

function collect(token: unknown, names: Set<string>): void {
  if (!Array.isArray(token)) return;
  for (const part of token as unknown[]) {
    if (!Array.isArray(part)) continue;
    const [name, , cases] = part as [string, string?, unknown?];
    names.add(name);
    if (typeof cases === 'object' && cases !== null) for (const one of Object.values(cases)) collect(one, names);
  }
}
