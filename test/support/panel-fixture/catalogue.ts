// Entries and sources of the fixture's catalogue: some as a user meets them, and 20,000 more.
import { foreign } from '../../../contract/reason.ts';
import type { AskedField, CatalogueSource, Entry, EntryRow, Way } from '../../../contract/schemas/catalogue.ts';

const day = 86_400_000;

export function fixtureSources(now: number): CatalogueSource[] {
  const idle = { kind: 'idle' as const };
  return [
    {
      id: 'official',
      kind: 'registry',
      name: 'Official registry',
      address: 'https://registry.modelcontextprotocol.io',
      enabled: true,
      entries: 20_000,
      freshAt: now - 4 * 3_600_000,
      state: idle,
    },
    {
      id: 'harbor',
      kind: 'harbor',
      name: 'Harbor’s list',
      address: '',
      enabled: true,
      entries: 12,
      freshAt: now - 4 * 3_600_000,
      state: idle,
    },
    {
      id: 'acme',
      kind: 'registry',
      name: 'Acme registry',
      address: 'https://mcp.acme.test/registry',
      enabled: true,
      entries: 306,
      freshAt: now - 3 * day,
      state: {
        kind: 'failed',
        since: now - 3_600_000,
        reason: foreign('mcp.acme.test answered with 429, too many requests.'),
      },
    },
  ];
}

export function neverFetched(source: CatalogueSource): CatalogueSource {
  return { ...source, entries: 0, freshAt: null, state: { kind: 'idle' } };
}

function row(name: string, more: Partial<EntryRow>): EntryRow {
  const namespace = name.slice(0, name.indexOf('/'));
  return {
    sourceId: 'official',
    name,
    title: '',
    description: '',
    version: '1.0.0',
    namespace,
    verified: false,
    status: 'active',
    runs: ['npm'],
    asks: { values: 0, secrets: 0 },
    publishedAt: null,
    changedAt: null,
    uses: null,
    lookAlike: null,
    forbidden: null,
    ...more,
  };
}

const original = 'io.github.modelcontextprotocol/server-filesystem';

function knownRows(now: number): EntryRow[] {
  const ago = (days: number) => now - days * day;
  return [
    row(original, {
      description: 'Read, search and change files below the folders you name',
      version: '2026.11.3',
      verified: true,
      asks: { values: 1, secrets: 0 },
      publishedAt: ago(700),
      changedAt: ago(12),
      uses: 2_100_000,
    }),
    row('io.github.mcp-tools-hub/server-filesytem', {
      description: 'Files for everybody',
      asks: { values: 1, secrets: 0 },
      publishedAt: ago(6),
      changedAt: ago(6),
      uses: 41,
      lookAlike: { sourceId: 'official', name: original, distance: 1 },
    }),
    row('com.dataharbor/postgres-reader', {
      description: 'Read-only questions to a PostgreSQL database',
      version: '1.8.2',
      verified: true,
      asks: { values: 6, secrets: 1 },
      publishedAt: ago(300),
      changedAt: ago(26),
      uses: 61_000,
    }),
    row('com.dropbox/dropbox', {
      description: 'Files of a Dropbox account; you sign in at the first start',
      verified: true,
      runs: ['remote'],
      changedAt: ago(8),
      uses: 310_000,
    }),
    row('dev.kelp/docs-index', {
      description: 'An index of Markdown and PDF in a folder, kept here',
      verified: true,
      runs: ['pypi', 'oci'],
      asks: { values: 2, secrets: 0 },
      changedAt: ago(4),
      uses: 34_000,
    }),
    row('io.github.tidepool/watch-folder', {
      description: 'Tell the agent when a file below a folder changes',
      status: 'withdrawn',
      changedAt: ago(270),
    }),
    row('com.gamble/odds', {
      description: 'Odds of today',
      changedAt: ago(30),
      forbidden: foreign('The rule no-gambling of policy.json denies the namespace com.gamble.'),
    }),
  ];
}

export function fixtureRows(now: number): EntryRow[] {
  const more = Array.from({ length: 20_000 }, (_, at) =>
    row(`io.github.many/server-${String(at + 1).padStart(5, '0')}`, {
      description: `Number ${at + 1} of many`,
      changedAt: now - (at % 900) * day,
      runs: at % 3 === 0 ? ['pypi'] : ['npm'],
    }),
  );
  return [...knownRows(now), ...more];
}

function field(key: string, label: string, more: Partial<AskedField>): AskedField {
  return {
    key,
    place: 'variable',
    name: key,
    label,
    description: '',
    kind: 'text',
    required: true,
    secret: false,
    multiple: false,
    choices: [],
    defaults: [],
    placeholder: '',
    min: null,
    max: null,
    ...more,
  };
}

export const postgresFields: AskedField[] = [
  field('DB_HOST', 'Host', { placeholder: 'db.example.com' }),
  field('DB_PASSWORD', 'Password', { secret: true, description: 'Of a user that may only read.' }),
  field('DB_SCHEMA', 'Schema', { kind: 'choice', choices: ['public', 'audit', 'billing'], defaults: ['public'] }),
  field('DB_CA', 'Certificate', { kind: 'file', required: false }),
  field('--max-rows', 'Rows at most', {
    place: 'argument',
    kind: 'number',
    required: false,
    defaults: ['500'],
    min: 1,
    max: 10_000,
  }),
  field('--verbose', 'Say more', { place: 'argument', kind: 'boolean', required: false }),
];

export const folderField = field('folder', 'Folders', {
  place: 'argument',
  kind: 'folder',
  multiple: true,
  description: 'It may read and change what lies below these folders, and nothing else.',
});

function way(entry: EntryRow): Way {
  return {
    kind: entry.runs[0] ?? 'npm',
    identifier: entry.name.slice(entry.name.indexOf('/') + 1),
    version: entry.version,
    registry: null,
    sha256: null,
    transport: 'stdio',
    address: null,
    runtime: 'npx',
    fields: fieldsOf(entry),
    runtimeArguments: [],
    arguments: [],
    variables: [],
    headers: [],
  };
}

export function fieldsOf({ name }: Pick<EntryRow, 'name'>): AskedField[] {
  if (name.endsWith('/postgres-reader')) return postgresFields;
  return name.includes('filesy') ? [folderField] : [];
}

export function fixtureEntry(entry: EntryRow, now: number): Entry {
  const { version, status } = entry;
  const old = [
    { version: '0.9.4', publishedAt: now - 200 * day, status: 'active' as const, latest: false },
    { version: '0.9.1', publishedAt: now - 400 * day, status: 'withdrawn' as const, latest: false },
  ];
  return {
    ...entry,
    repository: 'https://github.com/modelcontextprotocol/servers',
    website: null,
    sourceName: 'Official registry',
    statusMessage: status === 'withdrawn' ? 'A path could lead outside of the folder; use 2.0 of another name.' : '',
    ways: entry.runs.map(kind => ({ ...way(entry), kind })),
    versions: [{ version, publishedAt: entry.changedAt, status, latest: true }, ...old],
    tools: entry.uses === null ? null : ['read_text_file', 'list_directory', 'search_files', 'edit_file'].map(named),
  };
}

export function named(name: string): { name: string; description: string } {
  return { name, description: `What ${name} does, in a sentence.` };
}
