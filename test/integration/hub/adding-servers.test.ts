// Servers as they come to a running hub: one of each name, completed where their configs leave values open, pinned by their registry, approved one by one.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { serveRegistry } from '../../support/package-registry.ts';
import { repositoryRoot } from '../../support/provided.ts';
import type { AddressInfo } from 'node:net';
import type { PanelClient } from '../../support/panel-client.ts';

const teller = path.join(repositoryRoot, 'test/fixtures/servers/tells-where.mjs');
const json = (mcpServers: object) => ({ kind: 'json' as const, text: JSON.stringify({ mcpServers }) });
const runs = (panel: PanelClient, id: string) =>
  panel.waitFor(({ servers }) => servers[id]?.state.kind === 'running', `${id} runs`);

test('A second server of a name is refused with what helps, however it comes, and so is the same JSON twice.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const entry = { command: 'node', args: ['a.js'] };
  expect(await panel.request('servers:add', json({ github: entry }))).toEqual({ serverIds: ['github'] });
  const taken = 'give this one another name, or open the one that is there';
  await expect(panel.request('servers:add', json({ fresh: entry, github: entry }))).rejects.toThrow(taken);
  const command = { kind: 'command', name: ' GitHub ', commandLine: 'node b.js' } as const;
  await expect(panel.request('servers:add', command)).rejects.toThrow(taken);
  const remote = { kind: 'remote', name: 'github', url: 'https://x.test/mcp' } as const;
  await expect(panel.request('servers:add', remote)).rejects.toThrow(taken);
  const source = { kind: 'text' as const, text: json({ github: { command: 'other' } }).text };
  const { previewId, entries } = await panel.request('servers:import-preview', { source });
  expect(entries).toMatchObject([{ name: 'github', exists: null, taken: 'github' }]);
  await expect(panel.request('servers:import', { previewId, keys: ['s1'] })).rejects.toThrow(taken);
  await expect(panel.request('servers:add', json({ two: entry, 'TWO ': entry }))).rejects.toThrow('Two servers would');
  const { servers } = await panel.request('state:get', {});
  expect(Object.keys(servers).filter(id => id !== 'everything')).toEqual(['github']);
  const { serverIds } = await panel.request('servers:add', { ...command, name: 'other' });
  const [serverId = ''] = serverIds;
  await expect(panel.request('servers:configure', { serverId, name: 'Github' })).rejects.toThrow(taken);
  await panel.request('servers:configure', { serverId, name: 'Other' });
});

test('An address is no program wherever it is typed; its header is a secret.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const commandLine = 'http://127.0.0.1:9/sse?a=1&b=2';
  await panel.request('servers:add', { kind: 'command', name: 'typed', commandLine });
  const headers = [{ name: 'X-Team-Pass', value: 'hunter2hunter2', secret: true }];
  const form = { kind: 'remote', name: 'form', url: 'http://127.0.0.1:9/mcp', transport: 'sse', headers } as const;
  await panel.request('servers:add', form);
  const { servers } = await panel.request('state:get', {});
  expect(servers['typed']).toMatchObject({ kind: 'sse', commandLine, package: null });
  expect(servers['form']).toMatchObject({ kind: 'sse', state: { kind: 'blocked', by: 'approval' } });
  const { config } = await panel.request('servers:config', { serverId: 'form' });
  expect(config.variables).toMatchObject([{ name: 'X-Team-Pass', secrets: ['FORM_X_TEAM_PASS'] }]);
});

test('A new server gives no value to a secret that another one refers to and that has none.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const server = (key: string) => ({ command: process.execPath, args: [teller], env: { API_KEY: key } });
  await panel.request('servers:add', json({ first: server('${secret:API_KEY}') }));
  await panel.request('servers:add', json({ second: server('sk-0123456789abcdef0123456789') }));
  const { config } = await panel.request('servers:config', { serverId: 'second' });
  expect(config.variables).toMatchObject([{ name: 'API_KEY', secrets: ['SECOND_API_KEY'] }]);
});

test('What a config leaves open is no secret, blocks the start by its name, and is filled in before it is approved.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const file = path.join(place.folder, 'told.json');
  const env = { API_KEY: '<your-api-key>', MODE: 'changeme', URL: '$POSTGRES_URL' };
  await panel.request('servers:add', json({ gaps: { command: process.execPath, args: [teller, file], env } }));
  const { secrets } = await panel.request('secrets:list', {});
  expect(secrets).toEqual([]);
  const shown = () => panel.request('servers:config', { serverId: 'gaps' });
  const { hash, placeholders, config } = await shown();
  expect(config.variables).toMatchObject([{ name: 'API_KEY', value: '<your-api-key>', looksSecret: false }, {}, {}]);
  expect(placeholders.map(({ name, secret }) => [name, secret])).toEqual([
    ['API_KEY', true],
    ['MODE', false],
    ['URL', false],
  ]);
  await panel.request('servers:approve', { serverId: 'gaps', hash });
  await panel.waitFor(
    ({ servers: { gaps } }) => gaps?.state.kind === 'blocked' && gaps.state.by === 'value',
    'it says so',
  );
  expect(panel.snapshot.servers['gaps']).toMatchObject({
    state: { reason: { kind: 'needs-values', placeholders: ['<your-api-key>', 'changeme', '$POSTGRES_URL'] } },
    crashes: 0,
  });
  const values = ['hunter2-is-secret', 'changeme', 'postgres://ana:pass0word@db.test/x'];
  const fills = placeholders.map(({ key, secret }, index) => ({ key, secret, value: values[index] ?? '' }));
  await panel.request('servers:fill', { serverId: 'gaps', fills });
  await expect(panel.request('servers:start', { serverId: 'gaps' })).rejects.toThrow('approve it again');
  const now = await shown();
  expect(JSON.stringify(now)).not.toMatch(/hunter2|pass0word/);
  expect(now.placeholders).toEqual([]);
  await panel.request('servers:approve', { serverId: 'gaps', hash: now.hash });
  await runs(panel, 'gaps');
  const told = JSON.parse(readFileSync(file, 'utf8')) as { env: Record<string, string> };
  expect([told.env['API_KEY'], told.env['MODE'], told.env['URL']]).toEqual(values);
  // What is meant as it stands may be a secret too: no panel is shown it, and none takes it back.
  const options = panel.snapshot.servers['gaps']?.options;
  if (!options) throw new Error('It is gone.');
  expect(options.literals).toBeUndefined();
  await panel.request('servers:set-options', { serverId: 'gaps', options: { ...options, timeoutMs: 5_000 } });
  expect((await shown()).placeholders).toEqual([]);
});

test('All apps that are found are imported at once, and an approval of many is many in the audit.', async () => {
  const place = usePlace();
  const put = (file: string, mcpServers: object) => {
    mkdirSync(path.dirname(path.join(place.folder, file)), { recursive: true });
    writeFileSync(path.join(place.folder, file), JSON.stringify({ mcpServers }));
  };
  const entry = (file: string, env = {}) => ({
    command: process.execPath,
    args: [teller, path.join(place.folder, file)],
    env,
  });
  put('.cursor/mcp.json', { one: entry('one'), both: entry('both') });
  put('.claude.json', { both: entry('both'), gap: entry('gap', { TOKEN: '${GAP_TOKEN}' }) });
  const panel = await place.panel(await place.serve());
  const { apps } = await panel.request('servers:found', {});
  expect(apps.map(({ app, servers }) => [app, servers])).toEqual([
    ['claude-code', ['both', 'gap']],
    ['cursor', ['one', 'both']],
  ]);
  const source = { kind: 'apps' as const, apps: apps.map(({ app }) => app) };
  const { previewId, entries } = await panel.request('servers:import-preview', { source });
  expect(entries.map(({ name, app, same }) => [name, app, same])).toEqual([
    ['both', 'claude-code', null],
    ['gap', 'claude-code', null],
    ['one', 'cursor', null],
    ['both', 'cursor', 's1'],
  ]);
  expect(entries[1]?.placeholders).toMatchObject([{ key: 'secret/GAP_TOKEN', secret: true }]);
  const fills = { s2: [{ key: 'secret/GAP_TOKEN', value: 'a-real-token-1', secret: true }] };
  const { serverIds } = await panel.request('servers:import', { previewId, keys: ['s1', 's2', 's3'], fills });
  expect(serverIds).toEqual(['both', 'gap', 'one']);
  for (const id of serverIds) expect(panel.snapshot.servers[id]?.starts ?? 0).toBe(0);
  for (const serverId of serverIds) {
    const { hash } = await panel.request('servers:config', { serverId });
    await panel.request('servers:approve', { serverId, hash });
  }
  for (const id of serverIds) await runs(panel, id);
  const told = JSON.parse(readFileSync(path.join(place.folder, 'gap'), 'utf8')) as { env: Record<string, string> };
  expect(told.env['TOKEN']).toBe('a-real-token-1');
  const { entries: audit } = await panel.request('audit:query', { count: 50 });
  const approved = [...JSON.stringify(audit).matchAll(/"server-approved","server":"(\w+)"/g)].map(([, id]) => id);
  expect(approved.toSorted()).toEqual(['both', 'gap', 'one']);
});

test('A version is looked up on the click alone, shown before it is written, and waits for approval.', async () => {
  const place = usePlace();
  const source = { name: 'loop-server', version: '3.2.1', program: '' };
  const registry = await serveRegistry(source, path.join(place.folder, 'registry'));
  const panel = await place.panel(await place.serve([], { env: { npm_config_registry: registry } }));
  await panel.request('servers:add', { kind: 'command', name: 'loop', commandLine: 'npx -y loop-server --fast' });
  const offer = await panel.request('servers:pin-offer', { serverId: 'loop' });
  expect(offer).toMatchObject({ from: null, version: '3.2.1', commandLine: 'npx -y loop-server@3.2.1 --fast' });
  const { version, hash } = offer;
  const pin = (change: object) => panel.request('servers:pin', { serverId: 'loop', version, hash, ...change });
  await expect(pin({ hash: 'of-another' })).rejects.toThrow('not the one that you were shown');
  await expect(pin({ version: '3.2.1 --registry http://evil.test' })).rejects.toThrow('is no fixed version');
  expect((await panel.request('state:get', {})).servers['loop']?.package?.version).toBeNull();
  await pin({});
  expect((await panel.request('state:get', {})).servers['loop']).toMatchObject({
    commandLine: 'npx -y loop-server@3.2.1 --fast',
    package: { version: '3.2.1', warning: null },
    state: { kind: 'blocked', by: 'approval' },
  });
  await panel.request('servers:add', { kind: 'command', name: 'gone', commandLine: 'npx no-such-loop-server' });
  await expect(panel.request('servers:pin-offer', { serverId: 'gone' })).rejects.toThrow(
    'knows no "no-such-loop-server"',
  );
  await panel.request('servers:add', { kind: 'command', name: 'own', commandLine: 'node a.js' });
  await expect(panel.request('servers:pin-offer', { serverId: 'own' })).rejects.toThrow('starts no package');
});

test('An image is pinned to its digest and a tool of uv to its newest release, each by its own registry.', async () => {
  const place = usePlace();
  const digest = `sha256:${'ab'.repeat(32)}`;
  const server = createServer((request, response) => {
    const { url = '', headers, method } = request;
    const host = `http://${headers.host}`;
    if (url.startsWith('/token'))
      response.end(JSON.stringify({ token: `for ${new URL(url, host).searchParams.get('scope')}` }));
    else if (url === '/simple/loop-tool/') response.end(JSON.stringify({ versions: ['1.9', '1.10', '2.0rc1'] }));
    else if (url !== '/v2/team/loop/manifests/stable' || method !== 'HEAD') response.writeHead(404).end();
    else if (headers.authorization === 'Bearer for repository:team/loop:pull')
      response.writeHead(200, { 'docker-content-digest': digest }).end();
    else response.writeHead(401, { 'www-authenticate': `Bearer realm="${host}/token",service="loop"` }).end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const panel = await place.panel(await place.serve([], { env: { UV_DEFAULT_INDEX: `http://${host}/simple/` } }));
  const offered = async (name: string, commandLine: string) => {
    await panel.request('servers:add', { kind: 'command', name, commandLine });
    return (await panel.request('servers:pin-offer', { serverId: name })).commandLine;
  };
  expect(await offered('image', `docker run -i --rm ${host}/team/loop:stable`)).toBe(
    `docker run -i --rm ${host}/team/loop:stable@${digest}`,
  );
  expect(await offered('tool', 'uvx Loop_Tool')).toBe('uvx Loop_Tool@1.10');
});
