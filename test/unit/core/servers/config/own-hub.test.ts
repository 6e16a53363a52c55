// Which servers are this very hub: every way to write its address and its command, and what only looks so.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OwnHub } from '../../../../../electron/core/servers/config/own-hub.ts';
import type { CommandConfig, RemoteConfig } from '../../../../../contract/schemas/servers.ts';
import type { OwnHubOptions } from '../../../../../electron/core/servers/config/own-hub.ts';

const port = 8765;
const token = 'ph_claude-1a2b3c_secret';

function machine(options: Partial<OwnHubOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pilothouse-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    return path;
  };
  const home = join(folder, '.pilothouse');
  const launcher = put(join(home, 'launcher/pilothouse'));
  const cliPath = put(join(folder, 'app/dist/headless/pilothouse.js'));
  const link = join(folder, 'bin/ph');
  mkdirSync(dirname(link));
  symlinkSync(launcher, link);
  const script = join(folder, 'bin/hub-script');
  symlinkSync(cliPath, script);
  const other = put(join(folder, 'other/launcher/pilothouse'));
  const hub = new OwnHub({
    home,
    userHome: folder,
    cliPath,
    port: () => port,
    path: () => join(folder, 'bin'),
    holdsOwnToken: text => text.includes(token),
    resolve: async name => (name === 'me.test' ? ['192.0.2.1', '127.0.0.1'] : ['192.0.2.1']),
    ...options,
  });
  return { hub, folder, home, launcher, cliPath, link, script, other };
}

const remote = (url: string, headers: Record<string, string> = {}): RemoteConfig => ({ kind: 'http', url, headers });
const command = (words: readonly string[], env: Record<string, string> = {}): CommandConfig => {
  const [program = '', ...args] = words;
  return { kind: 'stdio', command: program, args, env };
};

function folderOfThisName(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pilothouse-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'pilothouse'));
  return join(folder, 'pilothouse');
}

describe('an address', () => {
  test.each([
    `http://127.0.0.1:${port}/mcp`,
    `http://127.0.0.1:${port}/sse`,
    `http://127.0.0.1:${port}/mcp/github?x=1`,
    `http://127.9.8.7:${port}/`,
    `http://2130706433:${port}/mcp`,
    `http://0x7f.1:${port}/mcp`,
    `http://localhost:${port}/mcp`,
    `HTTP://LOCALHOST.:${port}/mcp`,
    `http://hub.localhost:${port}/mcp`,
    `http://[::1]:${port}/mcp`,
    `http://[::ffff:127.0.0.1]:${port}/mcp`,
    `http://0.0.0.0:${port}/mcp`,
    `http://[::]:${port}/mcp`,
    `http://user@127.0.0.1:${port}/mcp`,
  ])('%s is ours.', url => {
    expect(machine().hub.leadsHere(remote(url))).toMatchObject({ kind: 'own-hub-address' });
  });

  test.each([
    `http://127.0.0.1:${port + 1}/mcp`,
    'http://127.0.0.1/mcp',
    `http://192.168.1.4:${port}/mcp`,
    `https://mcp.example.com:${port}/mcp`,
    `http://localhost.example.com:${port}/mcp`,
  ])('%s is not.', async url => {
    const { hub } = machine();
    expect([hub.leadsHere(remote(url)), await hub.leadsHereByAnyName(remote(url))]).toEqual([null, null]);
  });

  test('A name that means this machine is ours with our port, and is looked up for no other.', async () => {
    const asked: string[] = [];
    const { hub } = machine({ resolve: async name => (asked.push(name), ['::1']) });
    expect(await hub.leadsHereByAnyName(remote(`http://me.test:${port}/mcp`))).toMatchObject({
      host: `me.test:${port}`,
    });
    expect(await hub.leadsHereByAnyName(remote('http://me.test:1/mcp'))).toBeNull();
    expect(asked).toEqual(['me.test']);
  });

  test('A name that nobody knows is not ours.', async () => {
    const { hub } = machine({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
    expect(await hub.leadsHereByAnyName(remote(`http://gone.test:${port}/mcp`))).toBeNull();
  });

  test('While our port is closed it may be anybody’s, unless a token of ours comes along.', () => {
    const { hub } = machine({ port: () => null });
    const url = `http://127.0.0.1:${port}/mcp`;
    expect(hub.leadsHere(remote(url))).toBeNull();
    expect(hub.leadsHere(remote(url, { Authorization: `Bearer ${token}` }))).toMatchObject({ kind: 'own-hub-address' });
  });
});

describe('a command', () => {
  type Machine = ReturnType<typeof machine>;
  const ours: [string, (made: Machine) => CommandConfig][] = [
    ['our launcher', ({ launcher }) => command([launcher, 'mcp', '--client', 'x'])],
    ['a link to it in the PATH', () => command(['ph', 'mcp'])],
    ['a link to it by its path', ({ link }) => command([link, 'mcp'])],
    ['the plain name', () => command(['pilothouse', 'mcp'])],
    ['the plain name with our home', ({ home }) => command(['pilothouse', '--home', home, 'mcp'])],
    ['the same in one word', ({ home }) => command(['pilothouse', `--home=${home}`, 'mcp'])],
    ['Node with the built command line', ({ cliPath }) => command(['node', '--no-warnings', cliPath, 'mcp'])],
    ['Node with a link to it', ({ script }) => command(['/usr/bin/node', script, 'mcp'])],
    ['npx', () => command(['npx', '-y', 'pilothouse', 'mcp', '--client', 'x'])],
    ['npx with a version', () => command(['npx', 'pilothouse@0.1.0', 'mcp'])],
    ['pnpx', () => command(['pnpx', 'pilothouse', 'mcp'])],
    ['pnpm dlx', () => command(['pnpm', 'dlx', 'pilothouse', 'mcp'])],
    ['a package named apart', () => command(['npx', '-p', 'pilothouse', 'pilothouse', 'mcp'])],
    ['cmd', () => command(['cmd', '/c', 'pilothouse.cmd', 'mcp'])],
    ['a shell', ({ launcher }) => command(['sh', '-c', `exec "${launcher}" mcp --client x`])],
    ['env', ({ home }) => command(['env', `PILOTHOUSE_HOME=${home}`, 'pilothouse', 'mcp'])],
    ['a variable with our home', ({ home }) => command(['pilothouse', 'mcp'], { PILOTHOUSE_HOME: home })],
    ['a proxy in front', () => command(['uvx', 'mcp-proxy', '--', 'pilothouse', 'mcp'])],
    ['a bridge to our address', () => command(['npx', '-y', 'mcp-remote@latest', `http://localhost:${port}/sse`])],
    [
      'a bridge with our token',
      () => command(['npx', 'mcp-remote', 'http://hub.test/mcp'], { AUTH: `Bearer ${token}` }),
    ],
  ];
  test.each(ours)('%s is ours.', (_what, configOf) => {
    const made = machine();
    expect(made.hub.leadsHere(configOf(made))).toEqual({ kind: 'own-hub-command' });
  });

  const others: [string, (made: Machine) => CommandConfig][] = [
    ['the launcher of another home', ({ other }) => command([other, 'mcp'])],
    ['our launcher with another home', ({ launcher }) => command([launcher, '--home', '/srv/hub', 'mcp'])],
    ['the plain name with another home', () => command(['pilothouse', '--home', '/srv/hub', 'mcp'])],
    ['a variable with another home', () => command(['pilothouse', 'mcp'], { PILOTHOUSE_HOME: '/srv/hub' })],
    ['another user’s home', () => command(['pilothouse', 'mcp'], { HOME: '/home/eve' })],
    ['another machine', () => command(['ssh', 'box', 'pilothouse', 'mcp'])],
    ['a folder of this name', () => command(['uv', 'run', '--project', folderOfThisName(), 'mcp'])],
    ['a container', () => command(['docker', 'run', '-i', 'image', 'pilothouse', 'mcp'])],
    ['another command of ours', () => command(['pilothouse', 'servers', 'list'])],
    ['another program', () => command(['pilothouse-tools', 'mcp'])],
    ['a folder of our name', () => command(['npx', '-y', 'server-filesystem', '/home/ana/pilothouse'])],
    ['a bridge to somewhere else', () => command(['npx', 'mcp-remote', 'https://mcp.example.com/sse'])],
    ['a program that is told our address', () => command(['npx', 'fetcher', `http://127.0.0.1:${port}/mcp`])],
  ];
  test.each(others)('%s is not.', (_what, configOf) => {
    const made = machine();
    expect(made.hub.leadsHere(configOf(made))).toBeNull();
  });

  test('A hub whose home is none of the usual ones is not what the plain name means.', () => {
    const { hub } = machine({ home: '/srv/second' });
    expect(hub.leadsHere(command(['pilothouse', 'mcp']))).toBeNull();
    expect(hub.leadsHere(command(['pilothouse', '--home', '/srv/second', 'mcp']))).not.toBeNull();
  });
});
