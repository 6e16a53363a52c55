// Several gateways of one fleet behind a load balancer, as processes: calls spread over them, none is needed, and what an administrator takes away is gone.
import { expect, test } from 'vitest';
import { isReady, natsOf, openAgent, openGateways, post, shareAs } from '../../support/gateways.ts';
import { until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import { startBalancer } from '../../support/round-robin.ts';
import { fixturePath } from '../gateway/scene.ts';
import { answer, runSample, runSpeaker } from '../hub/scenes.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { GatewayProcess, GatewayScene } from '../../support/gateways.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const echo = (message: string) => ({ name: 'samples__echo', arguments: { message } });
const textOf = ({ content }: { readonly content?: unknown }) => JSON.stringify(content);

/** The token of a new client under the name of one that was removed, once each gateway knows it. */
async function anewAt(gateways: readonly GatewayProcess[], scene: GatewayScene): Promise<string> {
  const token = await scene.client('ci', ['samples=echo']);
  for (const { port } of gateways) await until(async () => (await post(port, token)) !== 401, 'it is known');
  return token;
}

describeWith(['nats'], 'Gateways behind a load balancer', () => {
  test('Calls spread over three, one that is killed is not missed, and a client that is removed is refused by all.', async () => {
    const scene = await openGateways();
    await runSample(scene.worker);
    await runSpeaker(scene.worker);
    await shareAs(scene, 'everything', 'samples');
    await shareAs(scene, 'speaker', 'voice');
    const token = await scene.client('ci', ['samples=echo']);
    const other = await scene.client('other', ['samples', 'voice']);
    const gateways = await Promise.all([scene.gateway(), scene.gateway(), scene.gateway()]);
    await Promise.all(gateways.map(isReady));
    const balancer = await startBalancer(gateways.map(({ port }) => port));
    const [agent, second] = await Promise.all([openAgent(balancer.url, token), openAgent(balancer.url, other)]);
    // It is told of what it was granted, and of nothing else.
    expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual(['samples__echo']);
    expect(agent.getServerCapabilities()).not.toHaveProperty('resources');
    expect(second.getServerCapabilities()).toHaveProperty('resources');
    const [{ uri } = { uri: '' }] = (await second.listResources()).resources;
    expect(await second.readResource({ uri })).toHaveProperty('contents');
    await expect(agent.readResource({ uri })).rejects.toThrow();
    await expect(agent.getPrompt({ name: 'samples__simple-prompt' })).rejects.toThrow(/There is no prompt/);
    for (let at = 0; at < 9; at += 1) expect(textOf(await agent.callTool(echo(`${at}`)))).toContain(`Echo: ${at}`);
    expect([...balancer.taken.values()].every(count => count >= 3)).toBe(true);
    // What was not granted is neither carried out nor asked about, also where it only reads, and where the fleet allows it to its hubs.
    const { policy } = await natsOf(scene.nats.url);
    const reason = 'No pictures.';
    const rules = [
      { id: 'hubs', effect: 'allow', scopes: ['servers:call', 'servers:read'] },
      { id: 'no', effect: 'deny', scopes: ['servers:call'], tools: ['samples/get-tiny-image'], reason },
    ];
    await policy.put('current', scene.signPolicy({ rules }));
    const isDenied = async (agentAt: Client) =>
      textOf(await agentAt.callTool({ name: 'samples__get-tiny-image', arguments: {} })).includes(reason);
    for (const { port } of gateways) {
      const at = await openAgent(`http://127.0.0.1:${port}/mcp`, other);
      await until(() => isDenied(at), 'the policy is in force');
    }
    for (const name of ['samples__get-sum', 'voice__say']) {
      const answer = await agent.callTool({ name, arguments: { a: 1, b: 2, message: 'no' } }).catch(String);
      expect(JSON.stringify(answer)).toMatch(/was not granted to this credential/);
    }
    expect(scene.worker.snapshot.prompts).toEqual({});

    await gateways[0]?.kill('SIGKILL');
    for (let at = 0; at < 6; at += 1)
      expect(textOf(await agent.callTool(echo(`on ${at}`)))).toContain(`Echo: on ${at}`);

    // Its token stays, and nothing that it has no more is told of or carried out.
    expect(await scene.admin(['set', 'other', '--grant', 'samples=echo'])).toMatchObject({ code: 0 });
    const names = async () => (await second.listTools()).tools.map(({ name }) => name).join();
    await until(async () => (await names()) === 'samples__echo', 'it has less');
    expect(textOf(await second.callTool(echo('less')))).toContain('Echo: less');
    const more = await second.callTool({ name: 'voice__say', arguments: { message: 'no' } }).catch(String);
    expect(JSON.stringify(more)).toMatch(/was not granted to this credential/);

    expect(await scene.admin(['remove', 'ci'])).toMatchObject({ code: 0 });
    for (const { port } of gateways.slice(1))
      await until(async () => (await post(port, token)) === 401, 'the gateway refuses it');
    await expect(agent.callTool(echo('late'))).rejects.toThrow();
    expect(textOf(await second.callTool(echo('still')))).toContain('Echo: still');
    const listed = JSON.parse((await scene.admin(['list'])).stdout) as { clients: { id: string; state: string }[] };
    expect(listed.clients.map(({ id, state }) => [id, state])).toEqual([
      ['ci', 'removed'],
      ['other', 'good'],
    ]);
    // Another one under that name is another to the worker: what its owner lets the first do is not the second's.
    const ofCi = () => Object.values(scene.worker.snapshot.clients).filter(({ name }) => name === 'gateway / ci');
    expect(ofCi()).toHaveLength(1);
    const third = await openAgent(balancer.url, await anewAt(gateways.slice(1), scene));
    expect(textOf(await third.callTool(echo('anew')))).toContain('Echo: anew');
    expect(ofCi()).toHaveLength(2);
    // Whoever looks needs no key that signs.
    const look = (...keys: string[]) => scene.place.run(['fleet', 'client', 'list', '--nats', scene.nats.url, ...keys]);
    expect((await look('--signer', `Ops=${scene.signer}`)).stdout).toMatch(/^other +in force .* samples=echo$/m);
    expect((await look()).stdout).toMatch(
      /^CLIENT +STATE .*\nci +not checked; .*\nother +not checked; .* samples=echo$/m,
    );
  }, 120_000);

  test('What one gateway has asked is answered at another, also where the first was killed; for another call it counts for nothing.', async () => {
    const scene = await openGateways();
    await runConformance(scene.worker);
    await shareAs(scene, 'conformance', 'asking');
    const token = await scene.client('ci', ['asking=test_elicitation']);
    const gateways = await Promise.all([scene.gateway(), scene.gateway(), scene.gateway()]);
    await Promise.all(gateways.map(isReady));
    const balancer = await startBalancer(gateways.map(({ port }) => port));
    const capabilities = { elicitation: { form: {} } };
    const agent = await openAgent(balancer.url, token, { capabilities });
    const asked: number[] = [];
    agent.setRequestHandler('elicitation/create', async () => {
      const port = balancer.newest();
      asked.push(port);
      await gateways.find(one => one.port === port)?.kill('SIGKILL');
      return { action: 'accept', content: { username: 'ana', email: 'ana@example.com' } };
    });
    const tool = { name: 'asking__test_elicitation', arguments: { message: 'Who?' } };
    const call = agent.callTool(tool);
    await answer(scene.worker, 'allow', 'always');
    expect(textOf(await call)).toContain('ana@example.com');
    expect(asked).toHaveLength(1);

    const [one, two] = gateways.filter(({ port }) => port !== asked[0]).map(({ port }) => port);
    const first = await ask(one ?? 0, token, tool);
    expect(first).toMatchObject({ resultType: 'input_required' });
    const [key = ''] = Object.keys(first.inputRequests ?? {});
    const inputResponses = { [key]: { action: 'accept', content: { username: 'b', email: 'b@example.com' } } };
    const { requestState = '' } = first;
    const others = [
      { ...tool, arguments: { message: 'Else?' }, requestState, inputResponses },
      { ...tool, requestState: `${requestState.slice(0, -2)}AA`, inputResponses },
    ];
    for (const wrong of others) expect(await ask(two ?? 0, token, wrong)).toMatchObject({ code: -32602 });
    const stranger = await scene.client('stranger', ['asking=test_elicitation']);
    await until(async () => (await post(two ?? 0, stranger)) !== 401, 'the stranger is let in');
    expect(await ask(two ?? 0, stranger, { ...tool, requestState, inputResponses })).toMatchObject({ code: -32602 });
    expect(JSON.stringify(await ask(two ?? 0, token, { ...tool, requestState, inputResponses }))).toContain(
      'b@example.com',
    );
    // What was answered is answered.
    expect(JSON.stringify(await ask(two ?? 0, token, { ...tool, requestState, inputResponses }))).toContain(
      'it was not run again',
    );
  }, 120_000);
});

interface Asked {
  readonly resultType?: string;
  readonly requestState?: string;
  readonly inputRequests?: Record<string, unknown>;
}

/** One `tools/call` of the era without sessions at one gateway; its result, or its error. */
async function ask(port: number, token: string, params: Record<string, unknown>): Promise<Asked> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const answered = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': String(params.name),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: meta } }),
  });
  const text = await answered.text();
  const line = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
  const { result, error } = JSON.parse(line) as { result?: Asked; error?: Asked };
  return result ?? error ?? {};
}

async function runConformance(worker: PanelClient): Promise<void> {
  const text = JSON.stringify({ mcpServers: { conformance: { command: process.execPath, args: [fixturePath] } } });
  await worker.request('servers:add', { kind: 'json', text });
  await worker.waitFor(({ servers }) => 'conformance' in servers, 'it is shown');
  const server = worker.snapshot.servers['conformance'];
  if (!server) throw new Error('It was not added.');
  // What it asks for it asks of the run that was told of an asker.
  const options = { ...server.options, instances: 'per-agent' as const };
  await worker.request('servers:set-options', { serverId: 'conformance', options });
  await worker.request('servers:approve', { serverId: 'conformance', hash: server.hash });
  await worker.waitFor(({ servers }) => servers['conformance']?.state.kind === 'running', 'it runs');
}
