// `pilothouse mcp` as agents run it: with and without a hub, with a hub that dies, and with credentials that are none.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort } from '../../../electron/core/http/listen.ts';
import { stoppedByUser } from '../../../native-host/relay/home-files.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { usePlace } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { answer, runSample, runSpeaker, say as speak } from '../hub/scenes.ts';
import type { CliProcess, Credential, HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** A shim whose lines are written by hand. */
function startShim(place: HubPlace, { client }: Credential, more: readonly string[] = []): CliProcess {
  return place.start(['mcp', '--client', client.id, ...more]);
}

function say(shim: CliProcess, message: unknown): void {
  shim.child.stdin?.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
}

/** Every message that the shim wrote so far. */
function heard(shim: CliProcess): Record<string, unknown>[] {
  const lines = shim.stdout().split('\n').slice(0, -1);
  return lines.map(line => JSON.parse(line) as Record<string, unknown>);
}

async function answerTo(shim: CliProcess, id: number): Promise<Record<string, unknown>> {
  const find = () => heard(shim).find(message => message['id'] === id);
  await until(() => find() !== undefined, `request ${id} is answered`);
  return find() ?? {};
}

function callSpeaker(id: number, message: string) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: speak, arguments: { message } } };
}

function answersAt(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const spoken = (message: string) => ({ result: { content: [{ type: 'text', text: `Said: ${message}` }] } });

/** A home with one client, of which no hub runs any more. */
async function homeWithClient(place: HubPlace): Promise<Credential> {
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const credential = await panel.request('clients:create', { name: 'Alone', start: 'ask' });
  await hub.kill('SIGTERM');
  return credential;
}

async function allowAlways(place: HubPlace, panel: PanelClient, name: string): Promise<Credential> {
  await runSpeaker(panel);
  const credential = await panel.request('clients:create', { name, start: 'ask' });
  const agent = await place.httpAgent(credential);
  const called = agent.call(speak, { message: 'first' });
  await answer(panel, 'allow', 'always');
  await called;
  await agent.close();
  return credential;
}

test('Without a hub it starts one, which serves the agent and outlives it.', async () => {
  const place = usePlace();
  const credential = await homeWithClient(place);
  const shim = startShim(place, credential);
  say(shim, initialize);
  expect(await answerTo(shim, 1)).toMatchObject({ result: { serverInfo: { name: 'pilothouse' } } });
  shim.child.stdin?.end();
  expect(await shim.ended).toMatchObject({ code: 0, stderr: '' });
  const { stdout } = await place.run(['status', '--json']);
  const { pid } = JSON.parse(stdout) as { pid: number };
  await expect.poll(place.processes).toEqual([pid]);
  expect((await place.run(['stop'])).code).toBe(0);
  await expect.poll(place.processes).toEqual([]);
});

test('Two that find no hub at the same moment share one.', async () => {
  const place = usePlace();
  const credential = await homeWithClient(place);
  const shims = [startShim(place, credential), startShim(place, credential)];
  for (const shim of shims) say(shim, initialize);
  for (const shim of shims) expect(await answerTo(shim, 1)).toHaveProperty('result');
  const { stdout } = await place.run(['status', '--json']);
  expect((JSON.parse(stdout) as { agents: unknown[] }).agents).toHaveLength(2);
  for (const shim of shims) shim.child.stdin?.end();
  await Promise.all(shims.map(({ ended }) => ended));
  expect((await place.run(['stop'])).code).toBe(0);
});

test('With --no-start and no hub it says so in one sentence and fails.', async () => {
  const place = usePlace();
  const shim = startShim(place, await homeWithClient(place), ['--no-start']);
  expect(await shim.ended).toEqual({
    code: 4,
    signal: null,
    stdout: '',
    stderr: `pilothouse: No hub is running: ${place.home}/endpoint.json does not exist; start Pilothouse.\n`,
  });
  await expect.poll(place.processes).toEqual([]);
});

test.each(['nobody', '../hub.key', 'A', ''])(
  'The client %j, which is none, is refused, and nothing is started.',
  async id => {
    const place = usePlace();
    await homeWithClient(place);
    const { code, stdout, stderr } = await place.run(['mcp', '--client', id]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `pilothouse: There is no client ${JSON.stringify(id)} on ${place.home}; make one in Pilothouse under Connect an agent.\n`,
    );
    await expect.poll(place.processes).toEqual([]);
  },
);

test('A secret that the hub does not know is refused in one sentence, and no other hub is started.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const credential = await panel.request('clients:create', { name: 'Forged', start: 'ask' });
  const home = path.join(place.folder, 'copy');
  for (const file of ['endpoint.json', 'secrets/hub.key'])
    fs.cpSync(path.join(place.home, file), path.join(home, file), { recursive: true });
  fs.mkdirSync(path.join(home, 'secrets/clients'));
  fs.writeFileSync(path.join(home, 'secrets/clients', credential.client.id), 'f'.repeat(64));
  const { code, stdout, stderr } = await place.run(['mcp', '--client', credential.client.id], { home });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toBe(
    `pilothouse: Client ${credential.client.id} is unknown or its secret is wrong; make a new one under Connect an agent.\n`,
  );
  expect(panel.snapshot.agents).toEqual({});
  await expect.poll(place.processes).toEqual([hub.pid]);
});

test('A shim whose client is revoked ends with the reason and a failure.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const credential = await panel.request('clients:create', { name: 'Revoked', start: 'ask' });
  const shim = startShim(place, credential);
  say(shim, initialize);
  await answerTo(shim, 1);
  await panel.request('clients:revoke', { clientId: credential.client.id });
  const { code, stderr } = await shim.ended;
  expect(code).toBe(3);
  expect(stderr).toMatch(/^pilothouse: Client .* is unknown or its secret is wrong; .*\n$/);
});

test('A call in flight when the hub dies is answered once, and after its restart the next call works without a handshake.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const credential = await allowAlways(place, panel, 'Steady');
  await runSample(panel);
  const slow = { name: 'everything__trigger-long-running-operation', arguments: { duration: 60, steps: 1 } };
  const shim = startShim(place, credential);
  say(shim, initialize);
  say(shim, { jsonrpc: '2.0', method: 'notifications/initialized' });
  say(shim, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: slow });
  await panel.waitFor(
    ({ agents }) => Object.values(agents).some(({ transport, inFlight }) => transport === 'stdio' && inFlight === 1),
    'it is in flight',
  );
  await hub.kill('SIGKILL');
  expect(await answerTo(shim, 2)).toMatchObject({
    error: { message: expect.stringMatching(/^The hub went away .* Call again\.$/) },
  });
  say(shim, callSpeaker(3, 'after'));
  await until(async () => (await place.run(['status'])).code === 0, 'a hub runs again');
  expect(await answerTo(shim, 3)).toMatchObject(spoken('after'));
  expect(
    heard(shim)
      .map(({ id }) => id)
      .filter(id => id !== undefined),
  ).toEqual([1, 2, 3]);
  const { stdout } = await place.run(['status', '--json']);
  const { agents } = JSON.parse(stdout) as { agents: { state: string }[] };
  // Beside those of the last run that have left.
  expect(agents.filter(({ state }) => state === 'connected')).toMatchObject([{ name: 'Steady' }]);
  shim.child.stdin?.end();
  expect(await shim.ended).toMatchObject({ code: 0, stderr: '' });
  expect((await place.run(['stop'])).code).toBe(0);
});

test('With --no-start it waits for a hub that restarts, and answers with one error while none comes.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const credential = await panel.request('clients:create', { name: 'Patient', start: 'ask' });
  const shim = startShim(place, credential, ['--no-start']);
  say(shim, initialize);
  await answerTo(shim, 1);
  await hub.kill('SIGTERM');
  say(shim, { jsonrpc: '2.0', id: 2, method: 'ping' });
  const again = await place.serve();
  expect(await answerTo(shim, 2)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  await again.kill('SIGTERM');
  say(shim, { jsonrpc: '2.0', id: 3, method: 'ping' });
  expect(await answerTo(shim, 3)).toMatchObject({
    error: { message: expect.stringMatching(/^No hub .*start Pilothouse\.$/) },
  });
  await place.serve();
  say(shim, { jsonrpc: '2.0', id: 4, method: 'ping' });
  expect(await answerTo(shim, 4)).toEqual({ jsonrpc: '2.0', id: 4, result: {} });
});

test('A hub that the user stopped is started by no agent, old or new; each says so until the user starts it.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const credential = await panel.request('clients:create', { name: 'Idle', start: 'ask' });
  const shim = startShim(place, credential);
  say(shim, initialize);
  await answerTo(shim, 1);
  expect((await place.run(['stop'])).code).toBe(0);
  const stopped = { error: { code: -32000, message: stoppedByUser } };
  say(shim, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  expect(await answerTo(shim, 2)).toMatchObject(stopped);
  const later = startShim(place, credential);
  say(later, initialize);
  expect(await answerTo(later, 1)).toMatchObject(stopped);
  await expect.poll(place.processes).toEqual([shim.pid, later.pid].toSorted((a, b) => a - b));
  const again = await place.serve();
  await until(() => heard(shim).some(({ method }) => method === 'notifications/tools/list_changed'), 'it is told');
  say(shim, { jsonrpc: '2.0', id: 3, method: 'tools/list' });
  expect(await answerTo(shim, 3)).toMatchObject({ result: { tools: expect.any(Array) } });
  say(later, { ...initialize, id: 2 });
  expect(await answerTo(later, 2)).toHaveProperty('result');
  await again.kill('SIGKILL');
  // What it sends before it has seen the hub go is answered with that.
  let id = 3;
  await expect
    .poll(() => {
      id += 1;
      say(shim, { jsonrpc: '2.0', id, method: 'tools/list' });
      return answerTo(shim, id);
    })
    .toHaveProperty(['result', 'tools']);
  for (const { child } of [shim, later]) child.stdin?.end();
  await Promise.all([shim.ended, later.ended]);
  expect((await place.run(['stop'])).code).toBe(0);
});

test('A hub that a shim starts has the ports and the session of the user, and nothing of the folder of the agent.', async () => {
  const place = usePlace();
  const ports = { panel: await freePort(), mcp: await freePort() };
  const hub = await place.serve(['--port', String(ports.panel), '--mcp-port', String(ports.mcp)]);
  const panel = await place.panel(hub);
  const credential = await panel.request('clients:create', { name: 'Elsewhere', start: 'ask' });
  await hub.kill('SIGKILL');
  const folder = path.join(place.folder, 'project');
  fs.mkdirSync(folder);
  const env = {
    CLAUDE_BROWSER_MCP_PORT: '1',
    CLAUDE_BROWSER_AUTH_TOKEN: 'known to the agent',
    NODE_OPTIONS: '--no-warnings',
    PATH: `${folder}/bin:${place.env['PATH']}`,
  };
  const shim = place.start(['mcp', '--client', credential.client.id], { env, cwd: folder });
  say(shim, initialize);
  await answerTo(shim, 1);
  const { pid } = JSON.parse((await place.run(['status', '--json'])).stdout) as { pid: number };
  const { url } = JSON.parse((await place.run(['open', '--json'])).stdout) as { url: string };
  expect(new URL(url).port).toBe(String(ports.panel));
  await until(() => answersAt(ports.mcp), 'MCP over HTTP has the port of the user');
  if (process.platform === 'linux') {
    expect(fs.readlinkSync(`/proc/${pid}/cwd`)).toBe(fs.realpathSync(place.folder));
    expect(fs.readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/CLAUDE_BROWSER|NODE_OPTIONS|project/);
  }
  shim.child.stdin?.end();
  await shim.ended;
  expect((await place.run(['stop'])).code).toBe(0);
});

test('A connection that broke is taken up again by the same agent; another instance of the client is another agent.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const { client } = await panel.request('clients:create', { name: 'Same', start: 'ask' });
  const clientSecret = fs.readFileSync(path.join(place.home, 'secrets/clients', client.id), 'utf8');
  const connect = (instance: string) =>
    connectToHub({
      home: place.home,
      role: 'mcp',
      hello: { clientId: client.id, instanceId: instance.repeat(32), program: { path: null, pid: null, folder: null } },
      clientSecret,
    });
  const states = () => Object.values(panel.snapshot.agents).map(({ state }) => state.kind);
  const first = await connect('a');
  await panel.waitFor(() => states().join() === 'connected', 'it is connected');
  const ids = Object.keys(panel.snapshot.agents);
  first.close();
  await panel.waitFor(() => states().join() === 'gone', 'it is gone');
  const again = await connect('a');
  await panel.waitFor(() => states().join() === 'connected', 'it is connected again');
  expect(Object.keys(panel.snapshot.agents)).toEqual(ids);
  const other = await connect('b');
  await panel.waitFor(() => states().length === 2, 'another agent is there');
  again.close();
  other.close();
});

test('Lines that are no JSON-RPC are answered with one error each, and the connection goes on.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const shim = startShim(place, await panel.request('clients:create', { name: 'Rough', start: 'ask' }));
  for (const line of ['hello', '', '{', '[]', '7', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":8,"__proto__":{}}'])
    say(shim, line);
  say(shim, { jsonrpc: '2.0', id: 9, method: 'ping' });
  expect(await answerTo(shim, 9)).toEqual({ jsonrpc: '2.0', id: 9, result: {} });
  const errors = heard(shim).filter(message => 'error' in message);
  expect(errors).toHaveLength(6);
  for (const { error } of errors)
    expect(error).toEqual({ code: expect.any(Number), message: expect.stringMatching(/^[^\n]+$/) });
});

test('A method that is unknown, a tool that is unknown and arguments that are none are refused in one sentence each.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const shim = startShim(place, await panel.request('clients:create', { name: 'Curious', start: 'ask' }));
  say(shim, initialize);
  say(shim, { jsonrpc: '2.0', id: 2, method: 'no/such' });
  say(shim, { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'no_such' } });
  say(shim, { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 4 } });
  expect(await answerTo(shim, 2)).toMatchObject({
    error: { code: -32601, message: 'The hub does not know the method "no/such".' },
  });
  expect(await answerTo(shim, 3)).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringMatching(/no_such.*\[ERR_TOOL_NOT_FOUND\]$/) }] },
  });
  expect(await answerTo(shim, 4)).toMatchObject({
    error: { code: -32602, message: expect.stringMatching(/^This tools\/call cannot be read: [^\n]+$/) },
  });
});

test('A megabyte goes through it both ways, whole.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const credential = await allowAlways(place, panel, 'Heavy');
  const agent = await place.stdioAgent(credential);
  const message = '\u{1F680}ä'.repeat(200_000);
  expect((await agent.call(speak, { message })).text).toBe(`Said: ${message}`);
});

test('A cancelled call takes its question away and is not answered.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSpeaker(panel);
  const shim = startShim(place, await panel.request('clients:create', { name: 'Hasty', start: 'ask' }));
  say(shim, initialize);
  say(shim, callSpeaker(2, 'never'));
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
  say(shim, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is gone');
  say(shim, { jsonrpc: '2.0', id: 3, method: 'ping' });
  await answerTo(shim, 3);
  // A server may list its tools anew meanwhile, of which every agent is told.
  const answers = heard(shim).filter(({ method }) => method === undefined);
  expect(answers.map(({ id }) => id)).toEqual([1, 3]);
});

test('A client that vanishes takes its shim with it.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const shim = startShim(place, await panel.request('clients:create', { name: 'Vanishing', start: 'ask' }));
  say(shim, initialize);
  await answerTo(shim, 1);
  shim.child.stdout?.destroy();
  shim.child.stdin?.destroy();
  expect((await shim.ended).stderr).not.toMatch(/^\s+at /m);
  await panel.waitFor(({ agents }) => Object.values(agents)[0]?.state.kind === 'gone', 'the agent is gone');
});

test('An agent that the user disconnected is gone until it makes its next request.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const credential = await allowAlways(place, panel, 'Persistent');
  const agent = await place.stdioAgent(credential);
  const connected = () =>
    Object.values(panel.snapshot.agents).filter(
      ({ transport, state }) => transport === 'stdio' && state.kind === 'connected',
    );
  await panel.waitFor(() => connected().length === 1, 'the agent is connected');
  await panel.request('agents:disconnect', { agentId: connected()[0]?.id ?? '' });
  await panel.waitFor(() => connected().length === 0, 'the agent is gone');
  // Longer than the shim waits between two looks for a hub that went away.
  await sleep(1_000);
  expect(connected()).toEqual([]);
  expect(await agent.call(speak, { message: 'back' })).toEqual({ text: 'Said: back', isError: false });
  await panel.waitFor(() => connected().length === 1, 'the agent is back');
});
