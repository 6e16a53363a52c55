// Attack: an agent with a shell tries to widen what it may do by whatever the command line, the hub's socket, its own wires and the
// environment offer. Each way is refused, or waits for the user in the panel, and nothing that was decided is lost on the way.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { askHub } from '../../../electron/core/ask-hub.ts';
import { confirmed } from '../../support/confirmed.ts';
import { cliPath, usePlace } from '../../support/hub-process.ts';
import { refusalOf, until } from '../../support/panel-client.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const server = path.resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

async function ready(place: HubPlace = usePlace()) {
  const hub = await place.serve();
  const panel = await place.panel(hub);
  return { place, hub, panel };
}

async function addServer(panel: PanelClient, sandbox = false): Promise<void> {
  const text = JSON.stringify({ mcpServers: { files: { command: process.execPath, args: [server] } } });
  await panel.request('servers:add', { kind: 'json', text });
  await panel.waitFor(({ servers }) => 'files' in servers, 'the server is shown');
  if (sandbox) return;
  await panel.request('servers:approve', { serverId: 'files', hash: panel.snapshot.servers['files']?.hash ?? '' });
  await panel.waitFor(({ servers }) => servers['files']?.state.kind === 'running', 'it runs');
}

const waiting = ({ snapshot }: PanelClient) => Object.values(snapshot.confirmations);
const waits = (panel: PanelClient, count = 1) =>
  panel.waitFor(({ confirmations }) => Object.keys(confirmations).length === count, `${count} wait`);
const answer = (panel: PanelClient, confirmationId: string, effect: 'allow' | 'deny') =>
  panel.request('confirmations:answer', { confirmationId, effect });

test('Taking a server away and adding it again brings back no tool that was off: the removal waits, and names what would go.', async () => {
  const { place, panel } = await ready();
  await addServer(panel);
  await panel.waitFor(({ tools }) => 'files/echo' in tools, 'its tools are known');
  await panel.request('tools:set', { toolId: 'files/echo', on: false });
  const removed = place.start(['servers', 'remove', 'files']);
  await waits(panel);
  expect(waiting(panel)[0]?.change).toMatchObject({
    what: { kind: 'server-taken-with', lost: [{ kind: 'tool-switched', tool: 'files/echo', on: false }] },
  });
  await answer(panel, waiting(panel)[0]?.id ?? '', 'deny');
  expect(await removed.ended).toMatchObject({ code: 3 });
  const again = await place.run(['servers', 'add', 'files', '--', process.execPath, server]);
  expect(again.code).not.toBe(0);
  expect(panel.snapshot.tools['files/echo']?.on).toBe(false);
  await panel.request('tools:set', { toolId: 'files/echo', on: true });
  // Nothing is lost with it now.
  expect(await place.run(['servers', 'remove', 'files'])).toMatchObject({ code: 0 });
  await panel.waitFor(({ servers }) => !('files' in servers), 'it is gone');
});

test('A server with walls, or with a deny, is not taken away without the user either.', async () => {
  const { place, panel } = await ready();
  await addServer(panel, true);
  await panel.request('servers:set-options', {
    serverId: 'files',
    options: { ...panel.snapshot.servers['files']!.options, sandbox: { network: 'none', hosts: [], folders: [] } },
  });
  const { code, stderr } = await confirmed(panel, place.run(['servers', 'remove', 'files']), 'deny');
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('server files: sandbox') });
  expect('files' in panel.snapshot.servers).toBe(true);
});

test('An agent that may only read does not come back as one that asks: its disconnection waits.', async () => {
  const { place, panel } = await ready();
  const done = await panel.request('agent-configs:connect', { agent: 'codex', start: 'read-only' });
  const { clientId } = done.row;
  const { code, stderr } = await confirmed(panel, place.run(['clients', 'disconnect', 'codex']), 'deny');
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('start read-only') });
  expect(clientId !== null && clientId in panel.snapshot.clients).toBe(true);
  await panel.request('clients:set-start', { clientId: clientId ?? '', start: 'ask' });
  expect(await place.run(['clients', 'disconnect', 'codex'])).toMatchObject({ code: 0 });
});

test('An agent does not let itself ask the hub: that waits, and the panel says what it is about; how it is offered tools widens nothing.', async () => {
  const { place, panel } = await ready();
  const { client } = await panel.request('clients:create', { name: 'Codex', start: 'ask' });
  const set = place.run(['clients', 'tools', 'Codex', '--about', 'on']);
  const { code, stderr } = await confirmed(panel, set, 'deny');
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining('may ask about itself: on') });
  expect(panel.snapshot.clients[client.id]?.seesHub).not.toBe(true);
  const search = await place.run(['clients', 'tools', 'Codex', '--list', 'search', '--about', 'off']);
  expect(search).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\* +a search +2 definitions.*\(estimated\)/),
  });
  expect(panel.snapshot.clients[client.id]).toMatchObject({ listing: 'search', seesHub: false });
});

test('Neither another id in the file nor another spelling of the folder hides whose decisions go with a disconnection.', async () => {
  const { place, panel } = await ready();
  const { row } = await panel.request('agent-configs:connect', { agent: 'codex', start: 'read-only' });
  const file = row.file ?? '';
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(row.clientId ?? '', 'nobody-1a2b3c'));
  const { code } = await confirmed(panel, place.run(['clients', 'disconnect', 'codex']), 'deny');
  expect(code).toBe(3);
  const project = path.join(place.folder, 'atlas');
  fs.mkdirSync(project);
  await panel.request('agent-configs:connect', { agent: 'claude-code', project, start: 'read-only' });
  const respelled = askHub(place.home, 'agent-configs:disconnect', { agent: 'claude-code', project: `${project}/./` });
  await expect(confirmed(panel, respelled, 'deny')).rejects.toThrow();
  expect(Object.values(panel.snapshot.clients).map(({ start }) => start)).toEqual(['read-only', 'read-only']);
});

test('What became something else while it waited is not done, whatever the user answers.', async () => {
  const { place, panel } = await ready();
  await panel.request('hub:set-mode', { mode: 'paused' });
  const asked = place.start(['mode', 'read-only']);
  await waits(panel);
  expect(waiting(panel)[0]?.change).toMatchObject({ what: { kind: 'mode-set', was: 'paused', mode: 'read-only' } });
  await panel.request('hub:set-mode', { mode: 'stopped' });
  await answer(panel, waiting(panel)[0]?.id ?? '', 'allow');
  expect(await asked.ended).toMatchObject({ code: 3, stderr: expect.stringContaining('changed while it waited') });
  expect(panel.snapshot.hub.mode).toBe('stopped');
});

test('Of two that wait each has its own answer, none answers twice, and an answer that is over opens nothing later.', async () => {
  const { place, panel } = await ready();
  await panel.request('clients:create', { name: 'Somebody', start: 'ask' });
  const grant = (scope: string) => place.start(['grants', 'allow', '--client', 'Somebody', '--scope', scope]);
  const [first, second] = [grant('browser:script'), grant('browser:navigate')];
  await waits(panel, 2);
  const idOf = (scope: string) =>
    waiting(panel).find(({ change }) => change.kind === 'grant' && change.grant.scope === scope)?.id ?? '';
  const ids = { script: idOf('browser:script'), navigate: idOf('browser:navigate') };
  const sent = await Promise.all(
    (['deny', 'allow'] as const).map(effect =>
      panel.send('confirmations:answer', { confirmationId: ids.script, effect }),
    ),
  );
  expect(sent.map(({ ok }) => ok)).toEqual([true, false]);
  await answer(panel, ids.navigate, 'allow');
  expect((await first.ended).code).toBe(3);
  expect((await second.ended).code).toBe(0);
  const scopes = () => Object.values(panel.snapshot.grants).map(({ scope }) => scope);
  await panel.waitFor(() => scopes().length > 0, 'what was allowed holds');
  expect(scopes()).toEqual(['browser:navigate']);
  const third = grant('browser:script');
  await waits(panel);
  for (const confirmationId of Object.values(ids))
    expect(await refusalOf(answer(panel, confirmationId, 'allow'))).toContain('does not wait any more');
  expect(waiting(panel)).toHaveLength(1);
  await answer(panel, waiting(panel)[0]?.id ?? '', 'deny');
  expect((await third.ended).code).toBe(3);
});

test('A narrower deny does not take the place of a wider one.', async () => {
  const { place, panel } = await ready();
  await panel.request('clients:create', { name: 'Somebody', start: 'ask' });
  const deny = ['grants', 'deny', '--client', 'Somebody', '--scope', 'browser:script'];
  expect((await place.run(deny)).code).toBe(0);
  expect((await place.run([...deny, '--site', 'https://a.test'])).code).toBe(0);
  expect((await place.run(['grants', 'revoke', '3'])).code).not.toBe(0);
  await panel.waitFor(({ grants }) => Object.keys(grants).length === 2, 'both hold');
});

test('A secret that is in use keeps its question when it is removed first.', async () => {
  const { place, panel } = await ready();
  await panel.request('secrets:set', { name: 'KEY', value: 'mine' });
  const text = JSON.stringify({ mcpServers: { a: { command: 'true', env: { K: '${secret:KEY}' } } } });
  await panel.request('servers:add', { kind: 'json', text });
  expect((await place.run(['secrets', 'remove', 'KEY'])).code).toBe(0);
  const set = askHub(place.home, 'secrets:set', { name: 'KEY', value: 'of the agent' });
  await expect(confirmed(panel, set, 'deny')).rejects.toThrow(/refused in the panel/);
  const { secrets } = await panel.request('secrets:list', {});
  expect(secrets).toMatchObject([{ name: 'KEY', isSet: false }]);
});

test('Neither the hub’s socket nor an agent’s wires take what only the panel may ask, the setting that lets shells widen first.', async () => {
  const { place, panel } = await ready();
  const forbidden = [
    ['hub:set-cli-widens', { on: true }],
    ['confirmations:answer', { confirmationId: '1', effect: 'allow' }],
    ['clients:create', { name: 'Mine', start: 'own-tabs' }],
    ['clients:set-start', { clientId: 'x', start: 'own-tabs' }],
    ['browsers:approve', { browserId: 'x' }],
    ['companion:pair', {}],
    ['endpoints:set', { endpointId: 'bridge', on: true }],
    ['mcp-server:set', { change: { authToken: 'x'.repeat(40) } }],
    ['servers:set-options', { serverId: 'x', options: {} }],
    ['prompts:answer', { promptId: '1', effect: 'allow', lifetime: 'always', breadth: 'scope' }],
    ['learning:start', {}],
    ['tools:review', { toolId: 'x', hash: 'x', accept: true }],
  ] as const;
  for (const [name, params] of forbidden)
    await expect(askHub(place.home, name as never, params as never)).rejects.toThrow(/does not know the command/);

  const credential = await panel.request('clients:create', { name: 'Agent', start: 'ask' });
  for (const agent of [await place.stdioAgent(credential), await place.httpAgent(credential)]) {
    for (const [method, params] of forbidden)
      await expect(agent.client.request({ method, params }, z.looseObject({}))).rejects.toMatchObject({ code: -32601 });
    await agent.close();
  }
  expect(panel.snapshot.hub.cliWidens).toBe(false);
  expect(Object.keys(panel.snapshot.clients)).toEqual([credential.client.id]);
});

test('No option and no variable of the environment lets a shell widen alone.', async () => {
  const { place, panel } = await ready();
  await panel.request('clients:create', { name: 'Somebody', start: 'ask' });
  const wide = ['grants', 'allow', '--client', 'Somebody', '--scope', 'browser:script'];
  for (const option of ['--yes', '--force', '--confirmed', '--alone'])
    expect((await place.run([...wide, option])).code).toBe(2);
  const names = ['CLI_WIDENS', 'ALONE', 'CONFIRMED', 'YES', 'UNSAFE', 'TEST', 'DEV', 'TOKEN', 'LOG'];
  const env = Object.fromEntries(names.map(name => [`PILOTHOUSE_${name}`, '1']));
  expect((await confirmed(panel, place.run(wide, { env: { ...place.env, ...env, CI: '1' } }), 'deny')).code).toBe(3);
  // A home of the agent's own has a hub of its own, and none of this one's rules.
  const own = path.join(place.folder, 'own');
  fs.mkdirSync(own);
  const swapped = await place.run(wide, { env: { ...place.env, HOME: own }, home: path.join(own, 'data') });
  expect(swapped.code).toBe(4);
  expect((await panel.request('state:get', {})).grants).toEqual({});
});

test('A program called pilothouse that comes first in the PATH is not what an agent’s file names, nor what is asked.', async () => {
  const { place, panel } = await ready();
  const bin = path.join(place.folder, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'pilothouse'), `#!/bin/sh\ntouch '${place.folder}/fooled'\n`, { mode: 0o755 });
  const env = { ...place.env, PATH: `${bin}:${place.env['PATH']}` };
  const connect = place.run(['clients', 'connect', 'codex'], { env });
  await confirmed(panel, connect);
  const written = fs.readFileSync(path.join(place.folder, '.codex/config.toml'), 'utf8');
  expect(written).toContain(`command = ${JSON.stringify(path.join(place.home, 'launcher/pilothouse'))}`);
  await place.run(['doctor'], { env });
  expect(fs.existsSync(path.join(place.folder, 'fooled'))).toBe(false);
});

test('The doctor repairs from a shell nothing that lets somebody in.', async () => {
  const { place, panel } = await ready();
  await askHub(place.home, 'doctor:run', {});
  for (const repair of ['approve-browser', 'leave-endpoint-off', 'take-free-port'] as const)
    await expect(askHub(place.home, 'doctor:repair', { rung: 'browser-approved', repair } as never)).rejects.toThrow();
  expect(panel.snapshot.browsers).toEqual({});
});

test('What the agent writes into the file that names it gives it no other credential and no freer start.', async () => {
  const { place, panel } = await ready();
  await panel.request('agent-configs:connect', { agent: 'codex', start: 'read-only' });
  const { client } = await panel.request('clients:create', { name: 'Other', start: 'own-tabs' });
  const file = path.join(place.folder, '.codex/config.toml');
  const before = Object.values(panel.snapshot.clients).find(({ name }) => name === 'Codex CLI');
  // It can: it reads whatever its account reads. The hub shows whose credential the entry has now.
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(before?.id ?? '', client.id));
  await until(
    () => panel.snapshot.agentConfigs['codex']?.clientId === client.id,
    'the row names the credential that the file has',
  );
  expect(panel.snapshot.clients[before?.id ?? '']?.start).toBe('read-only');
  const nobody = place.start(['mcp', '--client', 'made-up-123456']);
  expect((await nobody.ended).code).not.toBe(0);
  expect(fs.existsSync(cliPath)).toBe(true);
});
