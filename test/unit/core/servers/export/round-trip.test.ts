// What is written for an app and read back from there is the same server.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportFormats } from '../../../../../contract/imports.ts';
import { writeServers } from '../../../../../electron/core/servers/export/write-servers.ts';
import { readClaudeCodeFile } from '../../../../../electron/core/servers/import/claude-code-file.ts';
import { readCodexFile } from '../../../../../electron/core/servers/import/codex-file.ts';
import {
  readClaudeDesktopFile,
  readCursorFile,
  readWindsurfFile,
} from '../../../../../electron/core/servers/import/mcp-servers-file.ts';
import { readServersText } from '../../../../../electron/core/servers/import/read-text.ts';
import { readVscodeFile } from '../../../../../electron/core/servers/import/vscode-file.ts';
import type { ExportFormat } from '../../../../../contract/imports.ts';
import type { ServerConfig } from '../../../../../contract/schemas/servers.ts';
import type { StoredConfig } from '../../../../../electron/core/servers/export/write-servers.ts';
import type { ServersReader } from '../../../../../electron/core/servers/import/read-server.ts';

const readers: Record<ExportFormat, ServersReader> = {
  'mcp.json': readServersText,
  'claude-desktop': readClaudeDesktopFile,
  'claude-code': readClaudeCodeFile,
  cursor: readCursorFile,
  vscode: readVscodeFile,
  windsurf: readWindsurfFile,
  codex: readCodexFile,
};

/** `${` stands for something in other apps, so that a text with one cannot be told from what it stands for. */
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(value => !/\$\{|\0/.test(value) && isWhole(value));
const secretName = fc
  .stringMatching(/^[A-Z][A-Z0-9_]{0,12}$/)
  .filter(name => !['HOME', 'SECRET', 'USERPROFILE'].includes(name));
const secret = secretName.map(name => `\${secret:${name}}`);
const value = fc.oneof(
  text,
  secret,
  fc.tuple(text, secret).map(parts => parts.join('')),
);
const variable = fc.stringMatching(/^[A-Za-z_]\w{0,12}$/).filter(name => name !== '__proto__');
const env = fc.dictionary(variable, value, { maxKeys: 4, noNullPrototype: true });
const header = fc.constantFrom('Authorization', 'X-Key', 'x-other');
const headers = fc.dictionary(
  header,
  fc.oneof(
    value,
    secret.map(ref => `Bearer ${ref}`),
  ),
  { noNullPrototype: true },
);
const word = text.filter(arg => arg.trim() !== '');

const command: fc.Arbitrary<ServerConfig> = fc
  .record({
    kind: fc.constant('stdio' as const),
    command: word,
    args: fc.array(text, { maxLength: 4 }),
    env,
    cwd: fc.option(fc.constantFrom('/srv/x y', 'C:\\x'), { nil: undefined }),
  })
  .map(({ cwd, ...config }) => (cwd === undefined ? config : { ...config, cwd }));
const remote: fc.Arbitrary<ServerConfig> = fc.record({
  kind: fc.constantFrom('http' as const, 'sse' as const),
  url: fc.constantFrom('https://x.test/mcp', 'http://127.0.0.1:3000/sse', 'https://x.test/sse?a=b', 'https://x.test/'),
  headers,
});
const own: fc.Arbitrary<ServerConfig> = fc.oneof(
  fc.record({ kind: fc.constant('javascript' as const), file: word, env, hosts: fc.array(word, { maxLength: 2 }) }),
  fc.record({
    kind: fc.constant('wasm' as const),
    file: word,
    args: fc.array(text, { maxLength: 3 }),
    env,
    folders: fc.array(fc.record({ path: word, as: word }), { maxLength: 2 }),
  }),
);
const named = (config: fc.Arbitrary<ServerConfig>): fc.Arbitrary<StoredConfig[]> =>
  fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/),
      name: fc.stringMatching(/^[A-Za-z][\w -]{0,10}[A-Za-z]$/),
      config,
    }),
    { minLength: 1, maxLength: 5, selector: ({ id }) => id },
  );

describe('import(export(x)) is x', () => {
  test.each(exportFormats)('for %s.', format => {
    const kinds = format === 'mcp.json' ? fc.oneof(command, remote, own) : fc.oneof(command, remote);
    fc.assert(
      fc.property(named(kinds), servers => {
        const { text: written, skipped } = writeServers(format, servers);
        const left = servers.filter(({ id }) => !skipped.some(({ serverId }) => serverId === id));
        const read = left.length === 0 ? [] : readers[format](written, null);
        expect(read.map(({ problem }) => problem)).toEqual(left.map(() => null));
        const byText = (configs: readonly (ServerConfig | null)[]) => configs.map(plain).sort();
        expect(byText(read.map(({ config }) => config))).toEqual(byText(left.map(({ config }) => config)));
        for (const { name, id } of left) {
          expect(read.some(server => server.name === name || server.name === id)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('also where the app is not named.', () => {
    fc.assert(
      fc.property(named(fc.oneof(command, remote)), fc.constantFrom(...exportFormats), (servers, format) => {
        const { text: written, skipped } = writeServers(format, servers);
        if (skipped.length === servers.length) return;
        expect(readServersText(written, null)).toHaveLength(servers.length - skipped.length);
      }),
    );
  });
});

/** With members in one order. */
function plain(config: ServerConfig | null): string {
  return JSON.stringify(config, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function isWhole(value: string): boolean {
  return !/\p{Cs}/u.test(value);
}
