// The doctor of a running hub: its relay and its shim really start, faults of the running hub are repaired, the log is kept.
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { rungOf } from './scene.ts';
import type { RepairId, RungId } from '../../../contract/doctor.ts';
import type { DoctorRun } from '../../../contract/schemas/doctor.ts';
import type { HubPlace } from '../../support/hub-process.ts';

async function doctorOf(
  place: HubPlace,
  args: readonly string[] = [],
): Promise<{ run: DoctorRun; code: number | null }> {
  const { stdout, code } = await place.run(['doctor', '--json', ...args]);
  return { run: JSON.parse(stdout) as DoctorRun, code };
}

const stateOf = (run: DoctorRun, id: RungId) => rungOf(run.ladders, id).rung.state.kind;
const codesOf = (run: DoctorRun, id: RungId) => rungOf(run.ladders, id).rung.evidence.map(({ kind }) => kind);
const repairOf = (run: DoctorRun, id: RungId): RepairId | undefined => rungOf(run.ladders, id).rung.repair?.id;

test('what needs no browser is proven, and nothing of it stays', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const { run, code } = await doctorOf(place);
  expect(code).toBe(0);
  expect(run.by).toBe('hub');
  for (const id of ['home', 'lock', 'endpoints', 'launcher', 'ping', 'proof', 'shim', 'tools'] as const)
    expect([id, stateOf(run, id)]).toEqual([id, 'green']);
  expect(fs.readdirSync(path.join(place.home, 'secrets', 'clients'))).toEqual([]);
  const { agents, clients } = await panel.request('state:get', {});
  expect([Object.keys(agents), Object.values(clients).map(({ name }) => name)]).toEqual([[], []]);
  const { runs } = await panel.request('doctor:runs', {});
  expect(runs.map(({ id }) => id)).toEqual([run.id]);
});

test('a record that is gone is written again', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const file = path.join(place.home, 'endpoint.json');
  const before = fs.readFileSync(file, 'utf8');
  fs.rmSync(file);
  const { run } = await panel.request('doctor:run', {});
  expect([codesOf(run, 'endpoints')[0], repairOf(run, 'endpoints')]).toEqual(['doctor-record-none', 'publish-record']);
  const { ladder } = rungOf(run.ladders, 'endpoints');
  const ask = { ladderId: ladder.id, rung: 'endpoints', repair: 'publish-record' } as const;
  expect(stateOf((await panel.request('doctor:repair', ask)).run, 'endpoints')).toBe('green');
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
});

test('a record that leads elsewhere, and one that others may read, are put right by --fix', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const file = path.join(place.home, 'endpoint.json');
  fs.chmodSync(file, 0o644);
  const { run } = await doctorOf(place, ['--fix']);
  expect(stateOf(run, 'endpoints')).toBe('green');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  fs.writeFileSync(file, JSON.stringify({ v: 1, pid: 1, startedAt: 0, path: '/nowhere.sock' }));
  const led = await panel.request('doctor:run', {});
  expect(codesOf(led.run, 'endpoints')).toContain('doctor-record-of-other');
  expect([stateOf(led.run, 'proof'), codesOf(led.run, 'proof')[0]]).toEqual(['red', 'doctor-proof-refused']);
  const { ladder } = rungOf(led.run.ladders, 'endpoints');
  const ask = { ladderId: ladder.id, rung: 'endpoints', repair: 'publish-record' } as const;
  expect(stateOf((await panel.request('doctor:repair', ask)).run, 'proof')).toBe('green');
});

test('a port that another program has is named with it; a free one is taken by the panel alone, because agents know the old one', async () => {
  const other = http.createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => other.once('listening', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const place = usePlace();
  const hub = await place.serve(['--mcp-port', String(port)]);
  const { run } = await doctorOf(place);
  expect([stateOf(run, 'endpoints'), codesOf(run, 'endpoints')[0]]).toEqual(['amber', 'doctor-endpoint-held']);
  expect(repairOf(run, 'endpoints')).toBe('take-free-port');
  expect(stateOf((await doctorOf(place, ['--fix'])).run, 'endpoints')).toBe('amber');
  const panel = await place.panel(hub);
  const { ladder } = rungOf((await panel.request('doctor:run', {})).run.ladders, 'endpoints');
  const ask = { ladderId: ladder.id, rung: 'endpoints', repair: 'take-free-port' } as const;
  expect(stateOf((await panel.request('doctor:repair', ask)).run, 'endpoints')).toBe('green');
});

test('a way in of others that another program holds is left off by the panel alone, and nothing of that program is touched', async () => {
  const place = usePlace();
  const socket = path.join(place.folder, '.claudezilla', 'claudezilla.sock');
  fs.mkdirSync(path.dirname(socket), { mode: 0o700 });
  const other = net.createServer().listen(socket);
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const panel = await place.panel(await place.serve());
  const { run } = await doctorOf(place, ['--fix']);
  expect([codesOf(run, 'endpoints')[0], repairOf(run, 'endpoints')]).toEqual([
    'doctor-endpoint-held',
    'leave-endpoint-off',
  ]);
  const { ladder } = rungOf((await panel.request('doctor:run', {})).run.ladders, 'endpoints');
  const ask = { ladderId: ladder.id, rung: 'endpoints', repair: 'leave-endpoint-off' } as const;
  expect(stateOf((await panel.request('doctor:repair', ask)).run, 'endpoints')).toBe('green');
  await panel.waitFor(({ endpoints }) => endpoints['claudezilla']?.state.kind === 'off', 'it is off');
  expect([other.listening, fs.existsSync(socket)]).toEqual([true, true]);
});

test('a browser that is closed is started by the panel alone, and is open when the steps are taken again', async () => {
  const place = usePlace();
  const data = path.join(place.folder, '.config', 'vivaldi');
  const programs = path.join(place.folder, 'programs');
  fs.mkdirSync(path.join(data, 'Default'), { recursive: true });
  fs.mkdirSync(programs);
  const lock = path.join(data, 'SingletonLock');
  const script = `#!/bin/sh\nln -s "here-$$" "${lock}"\nexec sleep 600\n`;
  fs.writeFileSync(path.join(programs, 'vivaldi-stable'), script, { mode: 0o755 });
  const hub = await place.serve([], { env: { PATH: `${programs}:${place.env['PATH']}` } });
  const panel = await place.panel(hub);
  await panel.request('manifests:install', { browserId: 'vivaldi' });
  const fixed = await doctorOf(place, ['--fix', '--browser', 'vivaldi']);
  expect([codesOf(fixed.run, 'browser')[0], repairOf(fixed.run, 'browser')]).toEqual([
    'doctor-browser-closed',
    'start-browser',
  ]);
  expect(fs.lstatSync(lock, { throwIfNoEntry: false })).toBeUndefined();
  const { ladder } = rungOf(fixed.run.ladders, 'browser');
  const ask = { ladderId: ladder.id, rung: 'browser', repair: 'start-browser' } as const;
  const { run } = await panel.request('doctor:repair', ask);
  const pid = Number(fs.readlinkSync(lock).split('-')[1]);
  onTestFinished(() => void process.kill(pid));
  expect(rungOf(run.ladders, 'browser').rung.evidence).toMatchObject([{ kind: 'doctor-browser-runs', pid }]);
});

test('a client whose secret is gone, an agent of another home and a proxy are named', async () => {
  const place = usePlace();
  const hub = await place.serve([], { env: { HTTP_PROXY: 'http://127.0.0.1:9' } });
  const panel = await place.panel(hub);
  const { client } = await panel.request('clients:create', { name: 'Codex', start: 'ask' });
  fs.rmSync(path.join(place.home, 'secrets', 'clients', client.id));
  fs.mkdirSync(path.join(place.folder, '.cursor'));
  const entry = { command: '/elsewhere/launcher/pilothouse', args: ['mcp', '--client', 'x'] };
  fs.writeFileSync(
    path.join(place.folder, '.cursor', 'mcp.json'),
    JSON.stringify({ mcpServers: { pilothouse: entry } }),
  );
  const { run } = await panel.request('doctor:run', {});
  expect(codesOf(run, 'endpoints')).toContain('doctor-proxy-set');
  expect(codesOf(run, 'shim')).toEqual([
    'doctor-client-secret-none',
    'doctor-agent-other-home',
    'doctor-shim-connected',
  ]);
  expect(stateOf(run, 'tools')).toBe('green');
});

test('the token of an endpoint that is gone is named', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const names = fs.readdirSync(place.folder, { recursive: true, encoding: 'utf8' });
  const tokens = names.filter(name => path.basename(name) === 'claudezilla-auth.token');
  expect(tokens.length).toBeGreaterThan(0);
  for (const name of tokens) fs.rmSync(path.join(place.folder, name));
  const { run } = await panel.request('doctor:run', {});
  expect([stateOf(run, 'endpoints'), codesOf(run, 'endpoints')[0]]).toEqual(['red', 'doctor-token-none']);
  expect(rungOf(run.ladders, 'endpoints').rung.byHand).toEqual({ kind: 'doctor-hand-restart-hub' });
  await panel.request('endpoints:rotate-token', { endpointId: 'claudezilla' });
  expect(stateOf((await panel.request('doctor:run', {})).run, 'endpoints')).toBe('green');
});

test('the log is private, follows the hub, and is read without it', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const { lines, path: file } = await panel.request('hub:log', {});
  expect(lines[0]?.what.kind).toBe('log-started');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const { text } = await panel.request('doctor:diagnostics', {});
  expect(text).toMatch(/^Pilothouse /);
  expect(text).not.toContain(place.folder);
  await hub.kill('SIGTERM');
  const { stdout } = await place.run(['logs', '-n', '1', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ what: { kind: 'log-stopped', pid: hub.pid } });
});

test('the log is followed until it is ended, as a program that was interrupted', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const followed = place.start(['logs', '-f', '--json']);
  await until(() => followed.stdout().includes('"log-started"'), 'what stands there is printed');
  expect(followed.stdout()).not.toContain('"log-doctor"');
  await panel.request('doctor:run', {});
  await until(() => followed.stdout().includes('"log-doctor"'), 'the new line is printed');
  const { stdout, signal, code } = await followed.kill('SIGINT');
  expect([signal, code]).toEqual(['SIGINT', null]);
  const lines = stdout.trim().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ part: 'doctor', what: { kind: 'log-doctor' } });
});

test.each([
  ['an exception that nobody caught', 'SIGUSR2'],
  ['a rejection that nobody handled', 'SIGCONT'],
] as const)('%s stands in the log before the hub ends, without secrets', async (_what, signal) => {
  const place = usePlace();
  const secret = 'hunter2-hunter3-hunter4';
  const preload = path.join(repositoryRoot, 'test/fixtures/failing/fail-on-signal.mjs');
  const env = { NODE_OPTIONS: `--import=${preload}`, FAILS_WITH: `The flux met ${secret} there.` };
  const hub = await place.serve([], { env });
  const panel = await place.panel(hub);
  await panel.request('secrets:set', { name: 'LUCK', value: secret });
  hub.child.kill(signal);
  const { code } = await hub.ended;
  expect(code).not.toBe(0);
  const { stdout } = await place.run(['logs', '--json']);
  const lines = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).what);
  const at = lines.findIndex(({ kind }) => kind === 'log-uncaught');
  expect(lines[at].error).toMatch(/^Error: The flux met •••• there\. at /);
  expect(lines.slice(at + 1).map(({ kind }) => kind)).toContain('log-stopped');
  expect(stdout).not.toContain(secret);
});
