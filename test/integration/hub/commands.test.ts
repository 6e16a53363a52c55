// The command line beside the panel: each command as a process on a running hub, with a panel open that confirms, is told, and shows it.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { runSample, runSpeaker, speakerPath } from './scenes.ts';
import type { Ended } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

async function ready() {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const told: string[] = [];
  panel.socket.on('message', data => told.push(String(data)));
  return { place, panel, told };
}

/** What the audit has of changes by the command line, the newest first, each with who made it. */
async function changes(panel: PanelClient, outcome: 'changed' | 'deny' = 'changed') {
  const { entries } = await panel.request('audit:query', { filter: { outcome }, count: 50 });
  return entries.filter(({ changedBy }) => changedBy?.startsWith('the command line'));
}

const waiting = ({ snapshot }: PanelClient) => Object.values(snapshot.confirmations)[0];
const waits = (panel: PanelClient) => panel.waitFor(() => waiting(panel) !== undefined, 'it waits');
const json = ({ code, stdout, stderr }: Ended) => {
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
};

test('A server is added, shown whole, approved once the panel confirms exactly that, read, stopped, started and removed.', async () => {
  const { place, panel, told } = await ready();
  const script = path.join(place.folder, 'server.mjs');
  fs.writeFileSync(script, `process.stderr.write('I am here\\n'); await import(${JSON.stringify(speakerPath)});`);
  const command = [process.execPath, script, '--not-ours'];
  const added = await place.run(['servers', 'add', 'speaker', '--json', '--', ...command]);
  expect(json(added)).toEqual({ servers: ['speaker'] });
  expect((await place.run(['servers', 'list'])).stdout).toMatch(/^speaker +0 tools +- +- +\S+ +waits for approval$/m);

  const asked = place.start(['servers', 'approve', 'speaker']);
  await waits(panel);
  expect(waiting(panel)?.change).toEqual({
    kind: 'request',
    request: 'servers:approve',
    what: { kind: 'server-approved', server: 'speaker' },
    shown: command.join(' '),
  });
  expect(asked.stdout()).toBe(`Server speaker would run: ${command.join(' ')}\n`);
  expect(panel.snapshot.servers['speaker']?.state.kind).toBe('blocked');
  const { code, stdout } = await confirmed(panel, asked.ended);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\nServer speaker was approved, .* and starts\.\n$/)]);
  const [approval] = await changes(panel);
  expect(approval).toMatchObject({ what: 'servers:approve', where: 'server speaker: approved as shown' });
  expect(approval?.changedBy).toContain(`node (process ${asked.pid})`);
  await until(() => told.join('').includes('"what":"servers:approve"'), 'the panel is told');

  await until(
    async () => (await place.run(['servers', 'logs', 'speaker'])).stdout.includes('I am here'),
    'its log is read',
  );
  expect((await place.run(['servers', 'stop', 'speaker'])).stdout).toBe('Server speaker: stopped\n');
  const started = await place.run(['servers', 'start', 'speaker', '--json']);
  expect(json(started)).toMatchObject({ state: { kind: 'running' } });
  await place.run(['servers', 'stop', 'speaker']);
  expect(json(await place.run(['servers', 'remove', 'speaker', '--json']))).toEqual({ removed: 'speaker' });
  expect((await changes(panel)).map(({ what, where }) => [what, where])).toEqual([
    ['servers:remove', 'server speaker: removed'],
    ['servers:stop', 'server speaker: stopped'],
    ['servers:start', 'server speaker: started'],
    ['servers:stop', 'server speaker: stopped'],
    ['servers:approve', 'server speaker: approved as shown'],
    ['servers:add', 'server speaker: added, to be approved'],
  ]);
});

test('An approval that is refused in the panel runs nothing, and one of another command than was shown is refused unasked.', async () => {
  const { place, panel } = await ready();
  const text = JSON.stringify({ mcpServers: { thief: { command: '/bin/sh', args: ['-c', 'touch stolen'] } } });
  const file = path.join(place.folder, 'servers.json');
  fs.writeFileSync(file, text);
  expect((await place.run(['servers', 'add', '--file', file])).code).toBe(0);
  const refused = await confirmed(panel, place.run(['servers', 'approve', 'thief']), 'deny');
  expect(refused).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('It was refused in the panel: server thief'),
  });
  expect(panel.snapshot.servers['thief']?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  expect(await changes(panel, 'deny')).toMatchObject([{ what: 'servers:approve' }]);
  expect((await place.run(['servers', 'approve', 'nobody'])).code).toBe(2);
});

test('A stricter mode holds at once, a freer one when it was confirmed, and both are in the audit.', async () => {
  const { place, panel } = await ready();
  expect(await place.run(['mode', 'paused'])).toMatchObject({ code: 0, stderr: '' });
  await panel.waitFor(({ hub }) => hub.mode === 'paused', 'all is paused');
  expect((await confirmed(panel, place.run(['mode', 'read-only']), 'deny')).code).toBe(3);
  expect(panel.snapshot.hub.mode).toBe('paused');
  expect((await confirmed(panel, place.run(['mode', 'running']))).stdout).toMatch(/^Agents: running, since /);
  expect((await changes(panel)).map(({ where }) => where)).toEqual([
    'all agents: paused → running',
    'all agents: running → paused',
  ]);
  expect(json(await place.run(['mode', '--json']))).toMatchObject({ mode: 'running' });
  const wrong = await place.run(['mode', 'fast', '--json']);
  expect([wrong.code, JSON.parse(wrong.stderr).error.code]).toEqual([2, 'USAGE']);
});

test('A call waits for the user, who reads its arguments; its answer is printed, and a tool that is off is refused.', async () => {
  const { place, panel } = await ready();
  await runSpeaker(panel);
  expect((await place.run(['tools', 'list', '--server', 'speaker'])).stdout).toMatch(/^speaker\/say +acts +on/m);
  const call = ['tools', 'call', 'speaker/say', '--arguments', '{"message":"hello"}'];
  const asked = place.start(call);
  await waits(panel);
  expect(waiting(panel)?.change).toMatchObject({
    request: 'tools:call',
    what: { kind: 'tool-called', tool: 'speaker/say' },
    shown: '{\n  "message": "hello"\n}',
  });
  expect(await confirmed(panel, asked.ended)).toMatchObject({ code: 0, stdout: 'Said: hello\n' });
  expect(await changes(panel)).toMatchObject([{ what: 'tools:call', where: 'tool speaker/say: called as you' }]);
  expect((await confirmed(panel, place.run(call), 'deny')).code).toBe(3);

  expect((await place.run(['tools', 'off', 'speaker/say'])).stdout).toBe('Tool speaker/say is off.\n');
  await panel.waitFor(({ tools }) => tools['speaker/say']?.on === false, 'it is off');
  expect((await confirmed(panel, place.run(call))).code).not.toBe(0);
  expect((await confirmed(panel, place.run(['tools', 'on', 'speaker/say']))).code).toBe(0);
  await panel.waitFor(({ tools }) => tools['speaker/say']?.on === true, 'it is on');
  expect((await place.run(['tools', 'call', 'speaker/shout'])).code).toBe(2);
  expect((await place.run(['tools', 'call', 'speaker/say', '--arguments', '[]'])).code).toBe(2);
});

test('A secret that no server uses is set at once; one that a server uses waits; no value is anywhere to be read.', async () => {
  const { place, panel, told } = await ready();
  const set = (name: string, value: string) => {
    const command = place.start(['secrets', 'set', name]);
    command.child.stdin?.end(`${value}\n`);
    return command.ended;
  };
  expect(await set('ALONE', 'canary-one')).toMatchObject({ code: 0, stdout: 'Secret ALONE was set.\n', stderr: '' });
  const config = { command: '/bin/true', env: { KEY: '${secret:USED}' } };
  await panel.request('servers:add', { kind: 'json', text: JSON.stringify({ mcpServers: { user: config } }) });
  const work = set('USED', 'canary-two');
  await waits(panel);
  expect(waiting(panel)?.change).toEqual({
    kind: 'request',
    request: 'secrets:set',
    what: { kind: 'secret-changed', secret: 'USED', isSet: true },
    shown: 'user',
  });
  expect((await confirmed(panel, work, 'deny')).code).toBe(3);
  expect((await confirmed(panel, set('USED', 'canary-two'))).code).toBe(0);
  const list = await place.run(['secrets', 'list', '--json']);
  expect(json(list).secrets).toEqual([
    { name: 'ALONE', isSet: true, usedBy: [] },
    { name: 'USED', isSet: true, usedBy: ['user'] },
  ]);
  expect((await place.run(['secrets', 'remove', 'ALONE'])).stdout).toBe('Secret ALONE was removed.\n');
  const entries = await changes(panel);
  expect(entries.map(({ where }) => where)).toEqual(['secret ALONE: removed', 'secret USED: set', 'secret ALONE: set']);
  expect(JSON.stringify([entries, told, list])).not.toContain('canary');
  expect((await set('EMPTY', '')).code).toBe(2);
});

test('Agents are listed, and the trace is filtered as in the panel, followed as it goes on, and ends with its hub.', async () => {
  const { place, panel } = await ready();
  await runSample(panel);
  const credential = await panel.request('clients:create', { name: 'Somebody', start: 'ask' });
  const agent = await place.httpAgent(credential);
  expect(json(await place.run(['agents', 'list', '--json'])).agents).toMatchObject([{ name: 'Somebody' }]);
  expect((await place.run(['tabs', 'list'])).stdout).toBe('No tabs.\n');

  const filter = 'method:tools/list agent:somebody not status:none';
  const tail = place.start(['trace', 'tail', '--follow', '--json', '--filter', filter]);
  await agent.client.listTools();
  await until(() => tail.stdout().includes('tools/list'), 'it is told');
  const [first = ''] = tail.stdout().split('\n');
  expect(JSON.parse(first)).toMatchObject({ method: 'tools/list', outcome: 'ok', from: { label: 'Somebody' } });
  await agent.client.listTools();
  await until(() => tail.stdout().trim().split('\n').length === 2, 'so is the next');
  expect((await place.run(['trace', 'tail', '--filter', filter, '-n', '1'])).stdout).toMatch(
    /^\S+Z {2}Somebody → \S+ +tools\/list +ok +\d+ ms\n$/,
  );
  const wrong = await place.run(['trace', 'tail', '--filter', 'agnet:x']);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no field “agnet”') });
  await place.run(['stop']);
  expect((await tail.ended).code).toBe(4);
});

test('Set in the panel that the command line may widen alone, nothing waits, and all of it stands in the audit.', async () => {
  const { place, panel } = await ready();
  await panel.request('hub:set-cli-widens', { on: true });
  await runSpeaker(panel);
  await place.run(['mode', 'stopped']);
  expect(await place.run(['mode', 'running'])).toMatchObject({ code: 0, stderr: '' });
  const called = await place.run(['tools', 'call', 'speaker/say', '--arguments', '{"message":"alone"}', '--json']);
  expect(json(called)).toMatchObject({ outcome: 'ok' });
  for (const { changedBy } of (await changes(panel)).slice(0, 2))
    expect(changedBy).toMatch(/; the command line may widen alone$/);
});
