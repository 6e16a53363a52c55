// Who runs the very same as a curated entry is the same thing in another place, and no look-alike of it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEntry } from '../../../electron/catalogue/entries/read-entry.ts';
import { markLookAlikes } from '../../../electron/catalogue/look-alikes/mark-look-alikes.ts';
import { EntryWriter } from '../../../electron/catalogue/stored/entry-writer.ts';
import { openDatabase } from '../../../electron/catalogue/stored/open-database.ts';
import { Statements } from '../../../electron/catalogue/stored/statements.ts';

interface Run {
  readonly packages?: readonly object[];
  readonly remotes?: readonly object[];
}

const transport = { type: 'stdio' };
const oci = (identifier: string) => ({ packages: [{ registryType: 'oci', identifier, version: '1.0.0', transport }] });
const pypi = (identifier: string, more: object = {}) => ({
  packages: [{ registryType: 'pypi', identifier, version: '1.0.0', transport, ...more }],
});
const remote = (url: string) => ({ remotes: [{ type: 'streamable-http', url }] });

/** The names that are warned of: of a curated one and of one that is called nearly so. */
async function warnedOf(curated: Run, other: Run): Promise<unknown[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-same-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const statements = new Statements(openDatabase(folder).database);
  onTestFinished(() => statements.close());
  const writer = new EntryWriter(statements);
  for (const [source, name, run] of [
    ['harbor', 'curated-filesystem', curated],
    ['official', 'io.github.ana/curated-filesystm', other],
  ] as const) {
    const read = readEntry({ server: { name, description: 'Files', version: '1.0.0', ...run } });
    if (!('entry' in read)) throw new Error(JSON.stringify(read));
    writer.write(writer.begin(source, source), [read.entry], () => false);
  }
  await markLookAlikes(statements);
  return statements.all('SELECT name FROM entries WHERE likeName IS NOT NULL').map(({ name }) => name);
}

test.each([
  ['an image', oci('docker.io/mcp/filesystem'), oci('mcp/filesystem')],
  ['a package of PyPI that is spelled otherwise', pypi('mcp_server_files'), pypi('MCP-server-files')],
  ['a package whose usual registry is named', pypi('files'), pypi('files', { registryBaseUrl: 'https://pypi.org/' })],
  ['an address', remote('https://files.example.com/mcp'), remote('https://files.example.com/mcp/')],
])('%s that is the same is the same thing.', async (_, curated, other) =>
  expect(await warnedOf(curated, other)).toEqual([]),
);

test.each([
  ['another image', oci('mcp/filesystem'), oci('eve/filesystem')],
  [
    'the same name at another registry',
    pypi('mcp-server-files'),
    pypi('mcp-server-files', { registryBaseUrl: 'https://x.example' }),
  ],
])('%s is warned of.', async (_, curated, other) =>
  expect(await warnedOf(curated, other)).toEqual(['io.github.ana/curated-filesystm']),
);
