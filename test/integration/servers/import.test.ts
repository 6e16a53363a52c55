// Import as the panel does it, over a hub's own parts: homes with files of other apps, the preview, approval, and edits after it.
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { serverApps } from '../../../contract/imports.ts';
import { openSecretFiles } from '../../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../../electron/core/secrets/secret-store.ts';
import { ServerSecrets } from '../../../electron/core/secrets/server-secrets.ts';
import { OwnHub } from '../../../electron/core/servers/config/own-hub.ts';
import { appPlaces } from '../../../electron/core/servers/import/app-places.ts';
import { KeptCode } from '../../../electron/core/servers/import/kept-code.ts';
import { findApps, readApp } from '../../../electron/core/servers/import/read-app.ts';
import { ServerImporter } from '../../../electron/core/servers/import/server-importer.ts';
import { ServerPackages } from '../../../electron/core/servers/import/server-packages.ts';
import { saying } from '../../support/saying.ts';
import { fixture, row, supervise, tempDir } from './support.ts';
import type { ServerRow } from '../../../electron/core/servers/lifecycle/server-row.ts';
import type { Spawn } from '../../../electron/core/servers/process/server-process.ts';

const token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

function put(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
}

/** A hub that is known by its port alone. */
const ownHub = new OwnHub({
  home: '/home/ana/.pilothouse',
  userHome: '/home/ana',
  cliPath: '/opt/pilothouse/headless/pilothouse.js',
  port: () => 8765,
  path: () => '',
  holdsOwnToken: () => false,
});

const machine = (home: string) => ({ platform: 'linux' as const, homeDir: home, env: {} });

async function importing(rows: readonly ServerRow[] = []) {
  const home = tempDir();
  const store = new SecretStore(await openSecretFiles(tempDir(), null));
  const spy = vi.fn<Spawn>(spawn);
  const servers = supervise(rows, { spawn: spy, secrets: new ServerSecrets(store) });
  let count = 0;
  const imports = new ServerImporter({
    servers: servers.supervisor,
    machine: machine(home),
    ownHub,
    packages: new ServerPackages({ code: new KeptCode(join(home, 'code')), home }),
    secretOf: name => store.get(name),
    keepSecrets: values => store.setAll(values),
    randomId: () => `p${(count += 1)}`,
  });
  return { ...servers, home, store, spy, imports };
}

describe('the files of each app', () => {
  const entry = { command: 'x' };
  const written: Record<(typeof serverApps)[number], unknown> = {
    'claude-desktop': { mcpServers: { a: entry } },
    'claude-code': { mcpServers: { a: entry } },
    cursor: { mcpServers: { a: entry } },
    vscode: { servers: { a: entry } },
    windsurf: { mcpServers: { a: entry } },
    codex: '[mcp_servers.a]\ncommand = "x"\n',
  };

  test.each(serverApps)('%s is read from its known place.', async app => {
    const home = tempDir();
    const [file = ''] = appPlaces(app, machine(home)).files;
    put(file, written[app]);
    expect(await readApp(app, machine(home))).toMatchObject({
      files: [file],
      servers: [{ name: 'a', from: null, problem: null }],
      problems: [],
    });
  });

  test.each(serverApps)('%s that is not there says where was looked.', async app => {
    const home = tempDir();
    await expect(readApp(app, machine(home))).rejects.toThrow(/has no list of servers here \(.+\); paste its text/);
  });

  test.each([
    ['claude-desktop', 'darwin', '/Users/ana/Library/Application Support/Claude/claude_desktop_config.json'],
    ['claude-desktop', 'win32', 'C:\\Users\\ana\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
    ['vscode', 'darwin', '/Users/ana/Library/Application Support/Code/User/mcp.json'],
    ['vscode', 'win32', 'C:\\Users\\ana\\AppData\\Roaming\\Code\\User\\mcp.json'],
    ['cursor', 'win32', 'C:\\Users\\ana\\.cursor\\mcp.json'],
    ['codex', 'darwin', '/Users/ana/.codex/config.toml'],
    ['windsurf', 'win32', 'C:\\Users\\ana\\.codeium\\windsurf\\mcp_config.json'],
  ] as const)('%s on %s is at %s.', (app, platform, path) => {
    const homeDir = platform === 'win32' ? 'C:\\Users\\ana' : '/Users/ana';
    expect(appPlaces(app, { platform, homeDir, env: {} }).files).toContain(path);
  });

  test('Projects of Claude Code come with their own .mcp.json.', async () => {
    const home = tempDir();
    const project = tempDir();
    put(join(home, '.claude.json'), { projects: { [project]: { mcpServers: { local: entry } }, '/no/where': {} } });
    put(join(project, '.mcp.json'), { mcpServers: { shared: entry } });
    const { servers, files } = await readApp('claude-code', machine(home));
    expect(files).toEqual([join(home, '.claude.json'), join(project, '.mcp.json')]);
    expect(servers).toMatchObject([
      { name: 'local', from: project },
      { name: 'shared', from: join(project, '.mcp.json') },
    ]);
  });

  test('A file that cannot be read is told, and the others are shown.', async () => {
    const home = tempDir();
    put(join(home, '.config/Code/User/mcp.json'), '{');
    put(join(home, '.config/Code/User/settings.json'), { mcp: { servers: { a: entry } } });
    const { servers, problems } = await readApp('vscode', machine(home));
    expect(servers).toHaveLength(1);
    expect(problems).toEqual([saying(/mcp\.json was not read: This is no JSON/)]);
  });

  test('A link within the home is followed, one that leads out of it is not.', async () => {
    const home = tempDir();
    const outside = tempDir();
    mkdirSync(join(home, '.cursor'));
    put(join(home, 'dotfiles/mcp.json'), { mcpServers: { a: entry } });
    symlinkSync(join(home, 'dotfiles/mcp.json'), join(home, '.cursor/mcp.json'));
    expect((await readApp('cursor', machine(home))).servers).toHaveLength(1);
    put(join(outside, 'config.toml'), '[mcp_servers.a]\ncommand = "secret"\n');
    mkdirSync(join(home, '.codex'));
    symlinkSync(join(outside, 'config.toml'), join(home, '.codex/config.toml'));
    const { servers, problems } = await readApp('codex', machine(home));
    expect(servers).toEqual([]);
    expect(problems).toEqual([saying({ part: 'It is a link to' })]);
  });

  test('A folder and a file of more than 5 MB are refused in words.', async () => {
    const home = tempDir();
    mkdirSync(join(home, '.cursor/mcp.json'), { recursive: true });
    expect((await readApp('cursor', machine(home))).problems[0]).toEqual(saying({ part: 'It is no file' }));
    put(join(home, '.codex/config.toml'), '#'.repeat(5_000_001));
    expect((await readApp('codex', machine(home))).problems[0]).toEqual(saying({ part: 'It has 5000001 bytes' }));
  });
});

describe('preview', () => {
  test('It shows the whole command and the names of variables, and no secret value.', async () => {
    const { imports } = await importing();
    const text = JSON.stringify({
      mcpServers: {
        github: { command: 'npx', args: ['-y', 'server-github@1.0.0'], env: { GITHUB_TOKEN: token, MODE: 'fast' } },
        far: { url: 'https://x.test/mcp', headers: { Authorization: `Bearer ${token}x` } },
      },
    });
    const preview = await imports.preview({ kind: 'text', text });
    expect(preview.entries).toMatchObject([
      {
        name: 'github',
        commandLine: 'npx -y server-github@1.0.0',
        envNames: ['GITHUB_TOKEN', 'MODE'],
        config: { env: { GITHUB_TOKEN: '${secret:GITHUB_TOKEN}', MODE: 'fast' } },
        secrets: [{ name: 'GITHUB_TOKEN', found: true }],
        warning: null,
        problem: null,
        exists: null,
      },
      { name: 'far', commandLine: 'https://x.test/mcp', secrets: [{ name: 'FAR_AUTHORIZATION', found: true }] },
    ]);
    expect(JSON.stringify(preview)).not.toContain(token);
  });

  test('A preview adds nothing and keeps no secret.', async () => {
    const { imports, supervisor, store, spy } = await importing();
    await imports.preview({ kind: 'text', text: `{"a": {"command": "x", "env": {"TOKEN": "${token}"}}}` });
    expect([supervisor.list(), store.names(), spy.mock.calls]).toEqual([[], [], []]);
  });

  test('A gap where others can read it, a secret without a value and an open version are told.', async () => {
    const { imports } = await importing();
    const text = JSON.stringify({
      servers: {
        open: { command: 'x', args: ['--key', '${input:key}'] },
        asks: { command: 'uvx', args: ['mcp-time'], env: { KEY: '${input:key}' } },
        shows: { command: 'x', args: ['--api-key', 'hunter2'] },
      },
    });
    const { entries } = await imports.preview({ kind: 'text', text });
    expect(entries).toMatchObject([
      { name: 'open', secrets: [], placeholders: [{ place: 'argument', name: '2', asks: 'key', secret: true }] },
      {
        name: 'asks',
        secrets: [{ name: 'key', found: false }],
        warning: saying({ part: 'No version is named' }),
      },
      {
        name: 'shows',
        commandLine: "x --api-key '${secret:SHOWS_API_KEY}'",
        warning: saying({ part: 'Argument 2 holds what looks like a secret' }),
      },
    ]);
  });

  test('A variable that can change what runs is told, and a name hides nothing.', async () => {
    const { imports } = await importing();
    const config = { command: 'x', env: { LD_PRELOAD: '/tmp/a.so', node_options: '--require /tmp/a.js', MODE: '1' } };
    const { entries } = await imports.preview({
      kind: 'text',
      text: JSON.stringify({ 'good\u202etxt\u001b[2J': config }),
    });
    expect(entries).toMatchObject([
      { name: 'good⟨U+202E⟩txt␛[2J', warning: saying(/^LD_PRELOAD and node_options can make/) },
    ]);
  });

  test('A server that is there already is named.', async () => {
    const { imports } = await importing([row('mine', { kind: 'stdio', command: 'x', args: ['1'], env: {} })]);
    const { entries } = await imports.preview({ kind: 'text', text: '{"other": {"command": "x", "args": ["1"]}}' });
    expect(entries).toMatchObject([{ name: 'other', exists: 'mine' }]);
  });

  test('More than 500 servers at once are refused.', async () => {
    const { imports } = await importing();
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`s${index}`, { command: 'x' }]));
    await expect(imports.preview({ kind: 'text', text: JSON.stringify(many) })).rejects.toThrow('at most 500 at once');
  });
});

describe('import', () => {
  test('What was picked waits for approval, its secrets are in the store, and nothing runs.', async () => {
    const { imports, supervisor, saved, store, spy } = await importing();
    const good = { ...fixture('well-behaved'), env: { GITHUB_TOKEN: token } };
    const text = JSON.stringify({ mcpServers: { good, other: { command: 'y' } } });
    const { previewId, entries } = await imports.preview({ kind: 'text', text });
    expect(await imports.add(previewId, [entries[0]?.key ?? ''])).toEqual(['good']);
    expect(supervisor.list()).toMatchObject([{ id: 'good', state: { kind: 'blocked', by: 'approval' } }]);
    expect(saved.get('good')).toMatchObject({
      approvedHash: null,
      config: { env: { GITHUB_TOKEN: '${secret:GITHUB_TOKEN}' } },
    });
    expect(store.get('GITHUB_TOKEN')).toBe(token);
    await expect(supervisor.start('good')).rejects.toThrow('Nothing of it runs before you approve its command.');
    expect(spy).not.toHaveBeenCalled();
  });

  test('Two values of one name become two secrets.', async () => {
    const { imports, store } = await importing();
    const env = (value: string) => ({ command: 'x', env: { TOKEN: value } });
    const text = JSON.stringify({ a: env('first-value'), b: env('second-value') });
    const { previewId, entries } = await imports.preview({ kind: 'text', text });
    expect(entries.map(({ secrets }) => secrets[0]?.name)).toEqual(['TOKEN', 'B_TOKEN']);
    await imports.add(
      previewId,
      entries.map(({ key }) => key),
    );
    expect([store.get('TOKEN'), store.get('B_TOKEN')]).toEqual(['first-value', 'second-value']);
  });

  test('A secret that the user leaves where it stands stays there, also when the config is changed; the others move.', async () => {
    const { imports, supervisor, saved, store } = await importing();
    const args = ['--api-key=k-1', 'postgres://ana:pw-2@db/app'];
    const { previewId, entries } = await imports.preview({
      kind: 'typed',
      server: { kind: 'command', name: 'db', commandLine: `x ${args.join(' ')}` },
    });
    expect(entries[0]?.offers).toMatchObject([
      { place: 'argument', name: '1', label: 'api-key', secret: 'DB_API_KEY' },
      { place: 'argument', name: '2', label: 'password', secret: 'DB_PASSWORD' },
    ]);
    const [first, second] = entries[0]?.offers ?? [];
    await imports.add(previewId, ['s1'], { open: { s1: [first?.key ?? ''] } });
    const kept = ['--api-key=k-1', 'postgres://ana:${secret:DB_PASSWORD}@db/app'];
    expect(saved.get('db')).toMatchObject({ config: { args: kept } });
    expect([second?.secret, store.names()]).toEqual(['DB_PASSWORD', ['DB_PASSWORD']]);
    const { config } = supervisor.configs.of('db');
    if (config.kind !== 'stdio') throw new Error('It is a command.');
    await supervisor.changes.change('db', { config: { ...config, args: [...kept, '--token=t-3'] } });
    expect(saved.get('db')).toMatchObject({ config: { args: [...kept, '--token=${secret:DB_TOKEN}'] } });
  });

  test('A header that was typed as a secret is offered, whatever it looks like.', async () => {
    const { imports } = await importing();
    const headers = [{ name: 'X-Team', value: 'blue', secret: true }];
    const server = { kind: 'remote', name: 'far', url: 'https://x.test/mcp', transport: 'auto', headers } as const;
    const { entries } = await imports.preview({ kind: 'typed', server: { ...server, headers } });
    expect(entries).toMatchObject([{ offers: [{ place: 'header', name: 'X-Team', secret: 'FAR_X_TEAM' }] }]);
    expect(JSON.stringify(entries)).not.toContain('blue');
  });

  test('What its file asks for is asked for with its words, also once it was added without it.', async () => {
    const { imports, supervisor } = await importing();
    const inputs = [{ type: 'pickString', id: 'level', description: 'How much it says', options: ['low', 'high'] }];
    const text = JSON.stringify({ inputs, servers: { db: { command: 'x', env: { LEVEL: '${input:level}' } } } });
    const { previewId, entries } = await imports.preview({ kind: 'text', text });
    const asked = { name: 'LEVEL', description: 'How much it says', choices: [{ value: 'low' }, { value: 'high' }] };
    expect(entries).toMatchObject([{ placeholders: [asked] }]);
    await imports.add(previewId, ['s1']);
    expect(supervisor.configs.shapes('db').placeholders).toMatchObject([asked]);
    const [{ key } = { key: '' }] = supervisor.configs.shapes('db').placeholders;
    await supervisor.changes.fill('db', [{ key, value: 'high', secret: false }]);
    expect(supervisor.configs.of('db').config).toMatchObject({ env: { LEVEL: 'high' } });
  });

  test('A preview is added from once, and an old one not at all.', async () => {
    const { imports } = await importing();
    const preview = () => imports.preview({ kind: 'text', text: '{"a": {"command": "x"}}' });
    const { previewId, entries } = await preview();
    const keys = entries.map(({ key }) => key);
    await imports.add(previewId, keys);
    await expect(imports.add(previewId, keys)).rejects.toThrow('What was shown is too old to be added; read it again.');
    const { previewId: old } = await preview();
    for (let count = 0; count < 4; count += 1) await preview();
    await expect(imports.add(old, keys)).rejects.toThrow('too old');
  });

  test('An entry with a problem cannot be picked.', async () => {
    const { imports } = await importing();
    const { previewId } = await imports.preview({ kind: 'text', text: '{"mcpServers": {"a": {}}}' });
    await expect(imports.add(previewId, ['s1'])).rejects.toThrow('There is no server "s1" that can be added');
  });
});

describe('an edit', () => {
  test('of the command stops the server, and nothing of the new one runs before it is approved.', async () => {
    const { supervisor, shown, spy, until } = await importing([row('a', fixture('well-behaved'))]);
    await supervisor.start('a');
    const spawned = spy.mock.calls.length;
    const { config } = supervisor.configs.of('a');
    if (config.kind !== 'stdio') throw new Error('It is a command.');
    await supervisor.changes.change('a', { config: { ...config, args: [...config.args, '--more'] } });
    expect(shown.get('a')?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
    await expect(supervisor.start('a')).rejects.toThrow('not the one that you approved');
    expect(spy).toHaveBeenCalledTimes(spawned);
    await supervisor.changes.approve('a', shown.get('a')?.hash ?? '');
    await until('a', ({ state }) => state.kind === 'running');
  });

  test('of a value alone needs a new approval too, and ends what runs.', async () => {
    const before = { ...fixture('well-behaved'), env: { LEVEL: 'info' } };
    const { supervisor, shown } = await importing([row('a', before)]);
    await supervisor.start('a');
    await supervisor.changes.change('a', { config: { ...before, env: { LEVEL: 'debug' } } });
    expect(shown.get('a')).toMatchObject({ state: { kind: 'blocked', by: 'approval' }, runs: 0 });
    await expect(supervisor.start('a')).rejects.toThrow('approve it again');
  });

  test('of a name of a variable needs a new approval.', async () => {
    const before = { ...fixture('well-behaved'), env: { LEVEL: 'info' } };
    const { supervisor, shown } = await importing([row('a', before)]);
    await supervisor.changes.change('a', { config: { ...before, env: { LEVELS: 'info' } } });
    expect(shown.get('a')?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  });

  test('with a secret in it keeps the secret apart.', async () => {
    const { supervisor, saved, store } = await importing([row('a', fixture('well-behaved'))]);
    await supervisor.changes.change('a', { config: { ...fixture('well-behaved'), env: { API_KEY: 'hunter2' } } });
    expect(saved.get('a')).toMatchObject({ config: { env: { API_KEY: '${secret:API_KEY}' } } });
    expect(store.get('API_KEY')).toBe('hunter2');
  });
});

test('Our own entry in the file of an app is shown as that, is not counted among its servers and cannot be added.', async () => {
  const { home, imports, saved } = await importing();
  const [file = ''] = appPlaces('cursor', machine(home)).files;
  const mcpServers = {
    pilothouse: { command: 'pilothouse', args: ['mcp', '--client', 'cursor-1a2b3c'] },
    other: { url: 'http://127.0.0.1:8766/mcp' },
    again: { url: 'http://[::1]:8765/sse' },
  };
  put(file, { mcpServers });
  expect(await findApps(machine(home), ownHub)).toMatchObject([{ app: 'cursor', servers: ['other'] }]);
  const { previewId, entries } = await imports.preview({ kind: 'app', app: 'cursor' });
  expect(entries.map(({ name, own }) => [name, own?.kind ?? null])).toEqual([
    ['pilothouse', 'own-hub-command'],
    ['other', null],
    ['again', 'own-hub-address'],
  ]);
  for (const key of ['s1', 's3'])
    await expect(imports.add(previewId, [key])).rejects.toMatchObject({ reason: { kind: 'not-in-preview' } });
  await imports.add(previewId, ['s2']);
  expect([...saved.keys()]).toEqual(['other']);
});
