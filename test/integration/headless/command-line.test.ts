// What a script meets at the command line: names that nobody has, mistyped commands, a reader that leaves, a disk that is full.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliPath, openPlace, usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import type { HubPlace } from '../../support/hub-process.ts';

let place: HubPlace;

beforeAll(async () => {
  place = openPlace();
  await place.serve();
});

afterAll(() => place.end());

test.each([
  [['tools', 'list', '--server', 'nope'], 2, 'ERR_SERVER_UNAVAILABLE', /no server "nope"/],
  [['secrets', 'remove', 'NOPE'], 1, 'FAILED', /No value is kept for NOPE/],
  [['doctor', '--browser', 'nope'], 2, 'ERR_INVALID_ARGUMENTS', /no browser “nope”/],
  [['servers', 'start', 'nope'], 2, 'ERR_SERVER_UNAVAILABLE', /no server "nope"/],
  [['servers', 'add', '--file', '/nonexistent'], 2, 'USAGE', /^\/nonexistent could not be read \(ENOENT\)/],
  [['browsers', 'install', '--host', 'nope'], 2, 'USAGE', /Allowed choices are pilothouse, claude-code/],
  [['browsers', 'install', '--system', '--dry-run'], 2, 'USAGE', /--browser/],
  [['mdoe'], 2, 'USAGE', /^unknown command 'mdoe' \(Did you mean mode\?\)$/],
  [['servers', 'lits'], 2, 'USAGE', /Did you mean list\?/],
  [['help', 'nope'], 2, 'USAGE', /^Name a command; --help lists them\.$/],
])('%j fails with exit code %i and one line of JSON.', async (args, exitCode, code, message) => {
  const { code: ended, stdout, stderr } = await place.run([...args, '--json']);
  expect([ended, stdout]).toEqual([exitCode, '']);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: { exitCode, code, message: expect.stringMatching(message) } });
});

test('A mistyped subcommand is told where its own help is, and a switch that is off is not said to be.', async () => {
  const { code, stderr } = await place.run(['servers', 'lits']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Run pilothouse servers --help')]);
  const help = await place.run(['servers', 'list', '--help']);
  expect(help.stdout).toMatch(/^ {2}--json +as JSON$/m);
});

test('--json behind -- belongs to the command of a server.', async () => {
  const { code, stderr } = await place.run(['servers', 'start', '--', 'nope', '--json']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: too many arguments/)]);
});

test('An address alone is a server that is called after its host.', async () => {
  const added = await place.run(['servers', 'add', 'https://mcp.linear.app/mcp', '--json']);
  expect(JSON.parse(added.stdout)).toEqual({ servers: ['linear'] });
  const { stdout } = await place.run(['servers', 'list', '--json']);
  expect(JSON.parse(stdout).servers).toContainEqual(expect.objectContaining({ id: 'linear', kind: 'http' }));
  const again = await place.run(['servers', 'add', 'https://mcp.linear.app/mcp']);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('A server is called "linear" already') });
});

test('A link from a web page alone is the server that it carries; one that carries none is refused by what is wrong.', async () => {
  const config = Buffer.from(JSON.stringify({ command: 'node', args: ['a.js'] })).toString('base64');
  const link = (text: string) => `cursor://anysphere.cursor-deeplink/mcp/install?name=linked&config=${text}`;
  const added = await place.run(['servers', 'add', link(encodeURIComponent(config)), '--json']);
  expect(JSON.parse(added.stdout)).toEqual({ servers: ['linked'] });
  const { stdout } = await place.run(['servers', 'list', '--json']);
  const state = expect.objectContaining({ kind: 'blocked' });
  expect(JSON.parse(stdout).servers).toContainEqual(expect.objectContaining({ id: 'linked', state }));
  const ours = await place.run(['servers', 'add', 'pilothouse://add-server?name=ours&command=node%20%22a%20b.js%22']);
  expect(ours).toMatchObject({ code: 0 });
  const listed = JSON.parse((await place.run(['servers', 'list', '--json'])).stdout).servers;
  expect(listed).toContainEqual(expect.objectContaining({ id: 'ours', kind: 'stdio', state }));
  const nameless = await place.run(['servers', 'add', 'pilothouse://add-server?command=node']);
  expect(nameless).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/does not say both what the server is called/),
  });
  const broken = await place.run(['servers', 'add', link('%25%25')]);
  expect(broken).toMatchObject({ code: 1, stderr: expect.stringMatching(/link/i) });
});

test('All agents that are known are listed on request.', async () => {
  const listed = (await place.run(['clients', 'list'])).stdout;
  const [, count = ''] =
    /^The (\d+) known agents are not on this machine; --all lists them too\.\n$/.exec(listed) ?? [];
  const { stdout } = await place.run(['clients', 'list', '--all']);
  expect(stdout.trimEnd().split('\n')).toHaveLength(Number(count));
  expect(stdout).toMatch(/^codex +Codex CLI +not on this machine/m);
});

test('The diagnostics are JSON where JSON was asked for.', async () => {
  const { stdout } = await place.run(['doctor', '--diagnostics', '--json']);
  expect(JSON.parse(stdout)).toEqual({ text: expect.stringMatching(/^Pilothouse \d/) });
});

const printing = [
  ['tools', 'list'],
  ['logs', '-n5'],
  ['servers', '--help'],
  ['completion', 'bash'],
  ['status', '--json'],
];

test.each(printing)('A reader that has left ends %s %s without a word.', async (...args) => {
  const child = spawn(process.execPath, [cliPath, '--home', place.home, ...args], {
    env: place.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const ended = new Promise(resolve => child.once('close', resolve));
  expect(await text(child.stderr)).toBe('');
  expect(await ended).toBe(0);
});

const full = '/dev/full';

test.skipIf(!fs.existsSync(full)).each(printing)('A disk that is full is a failure of %s %s.', (...args) => {
  const disk = fs.openSync(full, 'w');
  const ended = spawnSync(process.execPath, [cliPath, '--home', place.home, ...args], {
    env: place.env,
    stdio: ['ignore', disk, 'pipe'],
    encoding: 'utf8',
  });
  fs.closeSync(disk);
  expect(ended.stderr).toMatch(/^pilothouse: ENOSPC: [^\n]*\n$/);
  expect(ended.status).toBe(1);
});

test('What the user did not confirm is not said to be done where the hub was started.', async () => {
  const own = usePlace();
  const hub = await own.serve();
  await own.run(['mode', 'paused']);
  const asked = own.start(['mode', 'running']);
  await until(() => asked.stderr().includes('waits for your confirmation'), 'it waits');
  await asked.kill('SIGINT');
  await until(() => hub.stderr().includes('paused → running'), 'the hub says so');
  expect(hub.stderr()).toMatch(/: got no answer: all agents: paused → running\.\n/);
});

test('Without a command --home starts a hub there.', async () => {
  const own = usePlace();
  const home = path.join(own.folder, 'elsewhere');
  const options = ['--headless', '--port', '0', '--mcp-port', '0', '--well-known-root', own.folder];
  const started = own.start(options, { home });
  await until(() => started.stdout().includes('#token='), 'its address is printed');
  expect(started.stdout()).toContain(`Pilothouse runs on ${home}.`);
  expect(await started.kill('SIGTERM')).toMatchObject({ code: 0 });
});
