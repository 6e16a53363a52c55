// What is kept of descriptions that others publish, and what is left out.
import { expect, test as it } from 'vitest';
import { fieldsIn, fieldReference as ref } from '../../../../contract/catalogue.ts';
import { EntrySchema } from '../../../../contract/schemas/catalogue.ts';
import { readEntry } from '../../../../electron/catalogue/entries/read-entry.ts';
import type { Way } from '../../../../contract/schemas/catalogue.ts';

function entryOf(given: unknown) {
  const read = readEntry(given);
  if ('leftOut' in read) throw new Error(JSON.stringify(read.leftOut));
  return read.entry;
}

function wayOf(server: Readonly<Record<string, unknown>>): Way {
  const [way] = entryOf({ name: 'com.example/one', description: 'One.', version: '1.0.0', ...server }).ways;
  if (!way) throw new Error('It has no way that can be read.');
  return way;
}

const npm = (more: Readonly<Record<string, unknown>>) =>
  wayOf({
    packages: [
      { registryType: 'npm', identifier: '@example/one', version: '1.2.3', transport: { type: 'stdio' }, ...more },
    ],
  });

it('a package with arguments and variables becomes a form, and templates that refer to it', () => {
  const way = npm({
    registryBaseUrl: 'https://registry.npmjs.org',
    fileSha256: 'AB'.repeat(32),
    runtimeHint: 'npx',
    runtimeArguments: [
      { type: 'named', name: '-y' },
      { type: 'positional', value: '--quiet', valueHint: 'quiet' },
    ],
    packageArguments: [
      {
        type: 'positional',
        valueHint: 'allowed_directories',
        description: 'Folders.',
        format: 'filepath',
        isRequired: true,
        isRepeated: true,
      },
      { type: 'named', name: '--mode', choices: ['read', 'write'], default: 'read' },
      {
        type: 'named',
        name: '--port',
        format: 'number',
        value: '{port}',
        variables: { port: { default: '8080', isRequired: true } },
      },
    ],
    environmentVariables: [
      { name: 'API_KEY', description: 'A key.', isRequired: true, isSecret: true, placeholder: 'sk-…' },
      { name: 'FIXED', value: 'always' },
    ],
  });
  expect(way).toMatchObject({
    kind: 'npm',
    identifier: '@example/one',
    version: '1.2.3',
    sha256: 'ab'.repeat(32),
    transport: 'stdio',
    runtime: 'npx',
    runtimeArguments: [
      { name: '-y', value: null },
      { name: null, value: '--quiet' },
    ],
    arguments: [
      { name: null, value: ref('argument:allowed_directories') },
      { name: '--mode', value: ref('argument:--mode') },
      { name: '--port', value: ref('argument:port') },
    ],
    variables: [
      { name: 'API_KEY', value: ref('variable:API_KEY') },
      { name: 'FIXED', value: 'always' },
    ],
  });
  expect(way.fields).toMatchObject([
    {
      key: 'argument:allowed_directories',
      label: 'allowed directories',
      kind: 'folder',
      required: true,
      multiple: true,
    },
    { key: 'argument:--mode', kind: 'choice', choices: ['read', 'write'], defaults: ['read'], required: false },
    { key: 'argument:port', kind: 'text', defaults: ['8080'], required: true },
    { key: 'variable:API_KEY', secret: true, required: true, placeholder: 'sk-…', place: 'variable' },
  ]);
});

it('a value may have several variables, of which one that nobody describes stays as it is', () => {
  const way = npm({
    environmentVariables: [
      {
        name: 'URL',
        value: 'https://{host}/{path}?{host}&{unknown}',
        variables: { host: { isRequired: true }, path: { value: 'fixed' } },
      },
    ],
  });
  expect(way.variables).toEqual([
    { name: 'URL', value: `https://${ref('variable:host')}/fixed?${ref('variable:host')}&{unknown}` },
  ]);
  expect(way.fields.map(({ key }) => key)).toEqual(['variable:host']);
});

it('fields of the same name have keys of their own', () => {
  const way = npm({
    packageArguments: [
      { type: 'positional', valueHint: 'file' },
      { type: 'positional', valueHint: 'file' },
    ],
  });
  expect(way.fields.map(({ key }) => key)).toEqual(['argument:file', 'argument:file 2']);
  expect(way.arguments.flatMap(({ value }) => fieldsIn(value ?? ''))).toEqual(['argument:file', 'argument:file 2']);
});

it('an image is named without its tag, and a digest fixes more than a tag', () => {
  const image = (identifier: string, version?: string) =>
    wayOf({
      packages: [{ registryType: 'oci', identifier, ...(version && { version }), transport: { type: 'stdio' } }],
    });
  expect(image('docker.io/ana/one:1.0.0')).toMatchObject({ identifier: 'docker.io/ana/one', version: '1.0.0' });
  expect(image('localhost:5000/ana/one')).toMatchObject({ identifier: 'localhost:5000/ana/one', version: null });
  expect(image('ghcr.io/ana/one', '2.0.0')).toMatchObject({ identifier: 'ghcr.io/ana/one', version: '2.0.0' });
  const digest = `sha256:${'c'.repeat(64)}`;
  expect(image(`ghcr.io/ana/one:1@${digest}`)).toMatchObject({ identifier: 'ghcr.io/ana/one', version: digest });
  expect(image('ghcr.io/ana/one:latest').version).toBeNull();
});

it('an image of another registry is named with it, so that it is not one of Docker Hub', () => {
  const image = (identifier: string, registryBaseUrl: string) =>
    wayOf({
      packages: [{ registryType: 'oci', registryBaseUrl, identifier, version: '1.0', transport: { type: 'stdio' } }],
    });
  expect(image('ana/one', 'https://ghcr.io')).toMatchObject({ identifier: 'ghcr.io/ana/one', registry: null });
  expect(image('one:2', 'https://ghcr.io/ana/')).toMatchObject({ identifier: 'ghcr.io/ana/one', version: '2' });
  expect(image('ana/one', 'http://localhost:5000').identifier).toBe('localhost:5000/ana/one');
  for (const address of ['https://docker.io', 'https://registry-1.docker.io'])
    expect(image('ana/one', address)).toMatchObject({ identifier: 'ana/one', registry: null });
  expect(image('quay.io/ana/one', 'https://docker.io').identifier).toBe('quay.io/ana/one');
  expect(() => image('ana/one', 'ghcr.io')).toThrow('no way');
});

it('PyPI, NuGet and bundles are ways as well, and a kind that nobody knows is none', () => {
  const kinds = ['pypi', 'nuget', 'mcpb', 'cargo'].map(registryType => ({
    ...{ registryType, identifier: 'https://github.com/ana/one/releases/one.mcpb', version: '1.0.0' },
    transport: { type: 'stdio' },
  }));
  const { ways } = entryOf({ name: 'com.example/one', description: 'One.', version: '1.0.0', packages: kinds });
  expect(ways.map(({ kind }) => kind)).toEqual(['pypi', 'nuget', 'mcpb']);
});

it('a package behind an address refers to what it is started with', () => {
  const way = npm({
    packageArguments: [{ type: 'named', name: '--port', default: '3000' }],
    environmentVariables: [{ name: 'HOST', value: '127.0.0.1' }],
    transport: {
      type: 'streamable-http',
      url: 'http://{HOST}:{--port}/mcp',
      headers: [{ name: 'Authorization', isSecret: true, value: 'Bearer {token}', variables: { token: {} } }],
    },
  });
  expect(way).toMatchObject({
    transport: 'http',
    address: `http://127.0.0.1:${ref('argument:--port')}/mcp`,
    headers: [{ name: 'Authorization', value: `Bearer ${ref('header:token')}` }],
  });
  // What stands in a secret value is one.
  expect(way.fields.find(({ key }) => key === 'header:token')).toMatchObject({ secret: true });
});

it('a server behind an address asks for its variables and headers', () => {
  const way = wayOf({
    remotes: [
      {
        type: 'sse',
        url: 'https://{tenant}.example.com/{tenant}/sse',
        variables: { tenant: { description: 'Yours.', isRequired: true, choices: ['one', 'two'] } },
        headers: [{ name: 'X-Key', isRequired: true, isSecret: true }],
      },
    ],
  });
  expect(way).toMatchObject({
    kind: 'remote',
    transport: 'sse',
    identifier: `https://${ref('address:tenant')}.example.com/${ref('address:tenant')}/sse`,
    headers: [{ name: 'X-Key', value: ref('header:X-Key') }],
  });
  expect(way.fields).toMatchObject([
    { key: 'address:tenant', place: 'address', kind: 'choice', required: true },
    { key: 'header:X-Key', secret: true },
  ]);
});

it('what would be taken for a reference of ours, or for an address that it is not, is no way', () => {
  const packages = [
    { registryType: 'npm', identifier: 'a', packageArguments: [{ type: 'positional', value: ref('variable:TOKEN') }] },
    { registryType: 'npm', identifier: ref('variable:TOKEN') },
  ];
  const remotes = [
    { type: 'streamable-http', url: 'javascript:alert(1)' },
    { type: 'sse', url: 'file:///etc/passwd' },
    { type: 'streamable-http', url: 'https://a.example/ and more' },
  ];
  const { ways } = entryOf({ name: 'com.example/one', description: 'One.', version: '1.0.0', packages, remotes });
  expect(ways).toEqual([]);
});

it('hostile texts become one line, hostile links none, and a name with unseen characters is left out', () => {
  const entry = entryOf({
    name: 'com.example/one',
    title: 'One\n\u0007<b>two</b>',
    description: 'a\r\nb',
    version: '1.0.0\nlatest',
    websiteUrl: 'javascript:alert(1)',
    repository: { url: 'https://user:pass@example.com/' },
  });
  expect(entry).toMatchObject({ description: 'a b', version: '1.0.0 latest', website: null, repository: null });
  expect(entry.title).not.toContain('\n');
  for (const name of ['a\u202eb', 'a b', '', '../etc', 'x'.repeat(300), 7])
    expect(readEntry({ name, description: 'One.', version: '1' })).toMatchObject({ leftOut: { at: 'name' } });
  for (const given of [null, 7, [], 'text', { server: 7 }]) expect('leftOut' in readEntry(given)).toBe(true);
});

it('what a registry says beside a description is taken from there alone', () => {
  const meta = {
    'io.modelcontextprotocol.registry/official': {
      status: 'deprecated',
      statusMessage: 'Use two.',
      publishedAt: '2026-01-02T00:00:00Z',
      isLatest: true,
    },
  };
  const server = { name: 'com.example/one', description: 'One.', version: '1.0.0' };
  expect(entryOf({ server, _meta: meta })).toMatchObject({
    status: 'deprecated',
    statusMessage: 'Use two.',
    publishedAt: Date.parse('2026-01-02T00:00:00Z'),
    latest: true,
  });
  expect(entryOf({ server: { ...server, _meta: meta } })).toMatchObject({ status: 'active', latest: null });
});

it('an entry fits the contract, whatever it was made of', () => {
  const {
    latest: _,
    saidVerified: verified,
    ...entry
  } = entryOf({
    server: {
      name: 'com.example/one',
      description: 'One.',
      version: '1.0.0',
      remotes: [{ type: 'sse', url: 'https://a.example' }],
    },
  });
  const row = { sourceId: 's', sourceName: 'S', verified, runs: ['remote'], asks: { values: 0, secrets: 0 } };
  const whole = { ...entry, ...row, lookAlike: null, forbidden: null, versions: [] };
  expect(EntrySchema.safeParse(whole).error).toBeUndefined();
});

it('an entry that is larger than anybody writes is left out, and told of with its size', () => {
  const large = (count: number) => ({
    name: 'com.example/large',
    packages: [
      {
        registryType: 'npm',
        identifier: 'large',
        environmentVariables: [
          { name: 'MODE', choices: Array.from({ length: count }, (_, at) => `${at}`.padEnd(1_000)) },
        ],
      },
    ],
  });
  expect(readEntry(large(500))).toEqual({
    leftOut: { name: 'com.example/large', at: expect.stringMatching(/^\d+ KiB$/) },
  });
  expect(entryOf(large(100)).ways).toHaveLength(1);
});

it('a way with an endless name is left out, and so is what comes after the twentieth', () => {
  const named = (identifier: string) => ({ registryType: 'npm', identifier });
  const packages = [named('x'.repeat(2_001)), ...Array.from({ length: 30 }, (_, at) => named(`one${at}`))];
  const { ways } = entryOf({ name: 'com.example/many', packages });
  expect(ways.map(({ identifier }) => identifier)).toEqual(Array.from({ length: 20 }, (_, at) => `one${at}`));
});
