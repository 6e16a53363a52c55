// Where a real hub starts servers, and with what, whatever folder it was started in itself and by whatever launcher.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildOnce, cliPath } from '../../support/hub-process.ts';
import { serveRegistry, writePackage } from '../../support/package-registry.ts';
import { PanelClient, until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { ServerConfig } from '../../../contract/schemas/servers.ts';
import type { TempHome } from '../../support/temp-home.ts';

const fixtures = path.join(repositoryRoot, 'test/fixtures/servers');
const teller = path.join(fixtures, 'tells-where.mjs');

interface Told {
  readonly as: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function useTempHome(): TempHome {
  buildOnce();
  const temp = createTempHome();
  onTestFinished(() => temp.remove());
  return temp;
}

/** A hub that was started by this command in this folder, ended with the test. */
async function hubOf(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<PanelClient> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  onTestFinished(async () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await closed;
  });
  const address = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/;
  await until(() => address.test(output) || child.exitCode !== null, 'the address is printed');
  const panel = await PanelClient.open(address.exec(output)?.[0] ?? output);
  onTestFinished(() => panel.close());
  return panel;
}

/** Adds it, approves it as shown, and reads what it tells of its start. */
async function toldBy(panel: PanelClient, name: string, entry: Partial<ServerConfig>, file: string): Promise<Told> {
  await panel.request('servers:add', { kind: 'json', text: JSON.stringify({ mcpServers: { [name]: entry } }) });
  await panel.waitFor(({ servers }) => name in servers, 'it is shown');
  await panel.request('servers:approve', { serverId: name, hash: panel.snapshot.servers[name]?.hash ?? '' });
  await panel.waitFor(({ servers }) => servers[name]?.state.kind === 'running', `${name} runs`);
  return JSON.parse(readFileSync(file, 'utf8')) as Told;
}

const serveWords = ['serve', '--port', '0', '--mcp-port', '0'];

test('An approved npx PACKAGE@VERSION runs the package of the registry, not one that lies in the folder in which an agent started the hub.', async () => {
  const temp = useTempHome();
  const file = path.join(temp.folder, 'told.json');
  const program = (as: string) => `process.argv[3] = ${JSON.stringify(as)};\nawait import(${JSON.stringify(teller)});`;
  const source = { name: 'approved-server', version: '1.2.3' };
  const registry = await serveRegistry({ ...source, program: program('genuine') }, path.join(temp.folder, '.registry'));
  writeFileSync(path.join(temp.folder, '.npmrc'), `registry=${registry}/\n`);
  const evil = path.join(temp.folder, 'checkout');
  const bin = path.join(evil, 'node_modules/.bin');
  writePackage(path.join(evil, 'node_modules', source.name), { ...source, program: program('fake') });
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'npx'), `#!/bin/sh\nexec node ${evil}/node_modules/${source.name}/index.mjs ${file}\n`, {
    mode: 0o755,
  });
  symlinkSync(`../${source.name}/index.mjs`, path.join(bin, source.name));
  writeFileSync(path.join(evil, 'package.json'), JSON.stringify({ name: 'checkout', workspaces: ['**'] }));
  writeFileSync(path.join(evil, '.npmrc'), 'registry=http://127.0.0.1:9/\n');
  // As npm run, npx and the launchers of agents leave it behind; TERM tells of a terminal.
  const env = {
    ...temp.env,
    PATH: `${bin}:${temp.env['PATH']}`,
    TERM: 'xterm',
    npm_config_registry: 'http://127.0.0.1:9/',
  };
  const words = ['--home', temp.home, ...serveWords, '--well-known-root', temp.folder];
  const panel = await hubOf([process.execPath, cliPath, ...words], evil, env);
  const entry = { command: 'npx', args: ['-y', 'approved-server@1.2.3', file] };
  const told = await toldBy(panel, 'pinned', entry, file);
  expect(told.as).toBe('genuine');
  const folder = path.join(temp.home, 'servers/pinned/work');
  expect(realpathSync(told.cwd)).toBe(realpathSync(folder));
  expect(panel.snapshot.servers['pinned']?.workFolder).toBe(folder);
  expect(told.env['PATH']).not.toContain(evil);
});

test('npm start leaves nothing of npm, of Node or of Pilothouse in what a server gets.', async () => {
  const temp = useTempHome();
  const env = { ...temp.env, NODE_OPTIONS: '--no-deprecation', npm_config_cache: path.join(temp.folder, 'npm') };
  const options = ['--headless', '--port', '0', '--mcp-port', '0', '--home', temp.home];
  const command = ['npm', 'start', '--', ...options, '--well-known-root', temp.folder];
  const panel = await hubOf(command, repositoryRoot, env);
  const file = path.join(temp.folder, 'told.json');
  const told = await toldBy(panel, 'teller', { command: process.execPath, args: [teller, file] }, file);
  const folder = path.join(temp.home, 'servers/teller/work');
  expect(realpathSync(told.cwd)).toBe(realpathSync(folder));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const path_ = told.env['PATH']?.split(path.delimiter) ?? [];
  expect(path_.filter(one => one.startsWith(repositoryRoot) || one.includes('node_modules'))).toEqual([]);
  expect(path_).toContain('/usr/bin');
  const foreign = /^npm_|^NODE|^INIT_CWD$|^PILOTHOUSE_(?!CHILD)|^COLOR$|^EDITOR$|^PWD$/i;
  expect(Object.keys(told.env).filter(name => foreign.test(name))).toEqual([]);
});

test('A server that is added under the name of one that was removed does not run among what that one has left.', async () => {
  const temp = useTempHome();
  const words = ['--home', temp.home, ...serveWords, '--well-known-root', temp.folder];
  const panel = await hubOf([process.execPath, cliPath, ...words], temp.folder, temp.env);
  const file = path.join(temp.folder, 'told.json');
  const entry = { command: process.execPath, args: [teller, file] };
  const { cwd } = await toldBy(panel, 'teller', entry, file);
  writeFileSync(path.join(cwd, 'memory.jsonl'), '{}\n');
  await panel.request('servers:remove', { serverId: 'teller' });
  const again = await toldBy(panel, 'teller', entry, file);
  expect(again.cwd).toBe(cwd);
  expect(existsSync(path.join(cwd, 'memory.jsonl'))).toBe(false);
});
