// A hub that is to be its own server: refused however it is added, seen at the start over a program in between, and at a call over a gateway.
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliPath, openPlace, urlOf } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { saying } from '../../support/saying.ts';
import type { Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const backToHub = path.join(repositoryRoot, 'test/fixtures/servers/back-to-hub.mjs');

let place: HubPlace;
let panel: PanelClient;
let credential: Credential;
beforeAll(async () => {
  place = openPlace();
  ({ panel, credential } = await begin());
});
afterAll(() => place.end());

async function begin(home?: string) {
  const opened = await place.panel(await place.serve([], { ...(home !== undefined && { home }) }));
  return { panel: opened, credential: await opened.request('clients:create', { name: 'Agent', start: 'ask' }) };
}

/** The command of the shim as the fixture keeps it. */
function keptCommand(): string {
  const { command, args } = credential.stdio;
  return Buffer.from(JSON.stringify([command, ...args])).toString('base64');
}

async function add(name: string, args: readonly string[]): Promise<void> {
  const text = JSON.stringify({ mcpServers: { [name]: { command: process.execPath, args } } });
  await panel.request('servers:add', { kind: 'json', text });
  await panel.waitFor(({ servers }) => name in servers, 'the server is there');
  await panel.request('servers:approve', { serverId: name, hash: panel.snapshot.servers[name]?.hash ?? '' });
}

test('It cannot be added: by form, by paste, by a command, from the command line, nor by changing a server that is there.', async () => {
  const { port } = new URL(urlOf(credential));
  const url = `http://localhost:${port}/mcp`;
  const { command, args } = credential.stdio;
  const isItself = `localhost:${port} is this Pilothouse itself`;
  await expect(panel.request('servers:add', { kind: 'remote', name: 'me', url })).rejects.toThrow(isItself);
  const text = JSON.stringify({ mcpServers: { me: { command, args } } });
  await expect(panel.request('servers:add', { kind: 'json', text })).rejects.toThrow('leads back to this Pilothouse');
  const commandLine = `npx -y pilothouse --home ${place.home} mcp`;
  await expect(panel.request('servers:add', { kind: 'command', name: 'me', commandLine })).rejects.toThrow('"me"');
  const added = await place.run(['servers', 'add', 'me', url]);
  expect([added.code === 0, added.stderr]).toEqual([false, expect.stringContaining(isItself)]);

  await panel.request('servers:add', { kind: 'remote', name: 'far', url: 'http://127.0.0.1:9/mcp' });
  const config = { kind: 'http', url, variables: {} } as const;
  await expect(panel.request('servers:configure', { serverId: 'far', config })).rejects.toThrow(isItself);
  expect(Object.keys(panel.snapshot.servers).filter(id => id !== 'far')).not.toContain('me');
});

test('Over a program that hands everything on it is seen with the handshake, is told in a sentence and is not tried again.', async () => {
  await add('behind', [backToHub, keptCommand()]);
  await panel.waitFor(({ servers }) => servers['behind']?.state.kind === 'blocked', 'it is seen');
  const { state, starts } = panel.snapshot.servers['behind'] ?? {};
  expect(state).toMatchObject({ by: 'loop', reason: saying({ part: 'leads back to this Pilothouse' }) });
  expect(starts).toBe(1);
});

test('Over a gateway with handshakes of its own a call is refused when it comes back, and the gateway goes on.', async () => {
  await add('gateway', [backToHub, keptCommand(), '--as-gateway']);
  await panel.waitFor(({ servers }) => servers['gateway']?.state.kind === 'running', 'it runs');
  await panel.waitFor(({ tools }) => 'gateway/pass_on' in tools, 'its tool is there');
  const call = { callId: '1', toolId: 'gateway/pass_on', arguments: {}, confirmed: true };
  const { answer } = await panel.request('tools:call', call);
  expect(answer).toMatchObject({
    outcome: 'error',
    reason: expect.stringContaining('has come back to the Pilothouse'),
  });
  expect(panel.snapshot.servers['gateway']?.state.kind).toBe('running');
});

test('A hub of another data home is a server like any other.', async () => {
  const otherHome = path.join(place.folder, 'second');
  const other = await begin(otherHome);
  const client = other.credential.client.id;
  await add('second', [cliPath, '--home', otherHome, 'mcp', '--client', client, '--no-start']);
  await panel.waitFor(({ servers }) => servers['second']?.state.kind === 'running', 'it runs');
});
