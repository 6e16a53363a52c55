// Servers that know MCP 2026-07-28 alone, over stdio and HTTP, behind the hub: agents of both eras call them and answer what they ask.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { urlOf } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { askHttp } from '../../support/raw-http.ts';
import { openScene } from './scene.ts';
import type { ChildProcess } from 'node:child_process';
import type { Client } from '@modelcontextprotocol/client';
import type { AgentOptions, Scene } from './scene.ts';

const fixture = path.join(repositoryRoot, 'test/fixtures/servers/stateless.mjs');
let scene: Scene;
let far: ChildProcess;

beforeAll(async () => {
  scene = await openScene();
  far = spawn(process.execPath, [fixture, '--http'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(far.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  await scene.addServer('near', [fixture], { instances: 'per-agent' });
  await scene.addRemote('far', printed.toString().trim(), { instances: 'per-agent' });
  await scene.addServer('shared', [fixture]);
  for (const serverId of ['near', 'far', 'shared']) await scene.allow(serverId);
});

afterAll(async () => {
  await scene.end();
  far.kill();
});

const textOf = (result: object) =>
  ('content' in result ? (result.content as { text?: string }[]) : []).map(({ text }) => text).join('');
const answersForms = (client: Client) =>
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept' as const, content: { name: 'Ana' } }));
const asked = { capabilities: { elicitation: {} }, prepare: answersForms };
const open = (era: string, options: AgentOptions) =>
  era === 'handshake' ? scene.agent(options) : scene.httpAgent({ ...options, stateless: true });

describe.each(['near', 'far'])('A server that is %s', serverId => {
  test('It is met without a handshake and shows itself as it is.', async () => {
    const agent = await scene.agent({ serverId });
    expect(agent.getServerVersion()).toEqual({ name: 'stateless', version: '2.0.0' });
    expect(agent.getInstructions()).toBe('Ask away.');
    expect(textOf(await agent.callTool({ name: 'echo', arguments: { a: 1 } }))).toBe('{"a":1}');
    expect(scene.panel.snapshot.servers[serverId]).toMatchObject({ serverInfo: { name: 'stateless' } });
  });

  test.each(['handshake', 'stateless'])('What it asks for within a call an agent of the %s era answers.', async era => {
    const agent = await open(era, { serverId, ...asked });
    const said = textOf(await agent.callTool({ name: 'ask', arguments: {} }));
    expect(said).toMatch(/^state of \d+: \{"action":"accept","content":\{"name":"Ana"\}\}$/);
  });

  test.each(['handshake', 'stateless'])(
    'It is told what an agent of the %s era declares, and who that is.',
    async era => {
      const agent = await open(era, { serverId, ...asked });
      const { info, declared } = JSON.parse(textOf(await agent.callTool({ name: 'describe', arguments: {} })));
      expect([info.name, declared]).toEqual(['a test', { elicitation: {} }]);
    },
  );

  test('An agent that did not declare the capability is not asked; the server says what is missing.', async () => {
    const agent = await scene.agent({ serverId });
    await expect(agent.callTool({ name: 'ask', arguments: {} })).rejects.toThrow(/do not declare/);
  });

  test('One that asks for nothing is asked again.', async () => {
    const agent = await scene.agent({ serverId });
    expect(textOf(await agent.callTool({ name: 'later', arguments: {} }))).toBe('done');
  });

  test('A changed list is heard of, and read again.', async () => {
    const agent = await scene.agent({ serverId });
    let changed = 0;
    agent.setNotificationHandler('notifications/tools/list_changed', () => void (changed += 1));
    await agent.callTool({ name: 'grow', arguments: { name: `more-of-${serverId}` } });
    await until(() => changed > 0, 'the change is announced');
    await scene.panel.request('tools:review', await reviewOf(`${serverId}/more-of-${serverId}`));
    const names = async () => (await agent.listTools()).tools.map(({ name }) => name);
    await until(async () => (await names()).includes(`more-of-${serverId}`), 'it is listed');
  });

  test('A watched resource is heard of while it is watched.', async () => {
    const agent = await scene.agent({ serverId });
    const heard: string[] = [];
    agent.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
    await agent.subscribeResource({ uri: 'x:a' });
    await agent.callTool({ name: 'touch', arguments: { uri: 'x:other' } });
    await agent.callTool({ name: 'touch', arguments: { uri: 'x:a' } });
    await until(() => heard.length > 0, 'the change is heard');
    await agent.unsubscribeResource({ uri: 'x:a' });
    await agent.callTool({ name: 'touch', arguments: { uri: 'x:a' } });
    await agent.callTool({ name: 'echo', arguments: {} });
    expect(heard).toEqual(['x:a']);
  });

  test('A level goes along with each call, and its messages come back.', async () => {
    const agent = await scene.agent({ serverId });
    const heard: unknown[] = [];
    agent.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params.data));
    await agent.setLoggingLevel('warning');
    await agent.callTool({ name: 'log', arguments: {} });
    await until(() => heard.length > 0, 'the message comes');
    expect(heard).toEqual(['a warning']);
  });
});

async function reviewOf(toolId: string) {
  await scene.panel.waitFor(({ tools }) => tools[toolId]?.held === 'new', `${toolId} waits for a review`);
  const { reviews } = await scene.panel.request('tools:reviews', {});
  const hash = reviews.find(review => review.toolId === toolId)?.hash ?? '';
  return { toolId, hash, accept: true };
}

test('An argument that a remote server wants in a header is there too.', async () => {
  const agent = await scene.agent({ serverId: 'far' });
  const said = async (region: string) => textOf(await agent.callTool({ name: 'route', arguments: { region } }));
  expect([await said('eu west'), await said('süd')]).toEqual(['eu west', '=?base64?c8O8ZA==?=']);
});

test('An agent without a handshake sees the key that the server chose, and the call goes on with its answer.', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const post = async (more: Record<string, unknown> = {}) => {
    const answer = await askHttp(new URL(urlOf(scene.credential)).origin, {
      path: '/mcp/near',
      headers: {
        authorization: `Bearer ${scene.credential.http.token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'ask',
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'ask', arguments: {}, _meta: meta, ...more },
      },
    });
    return answer.json().result as Record<string, unknown>;
  };
  const { inputRequests, requestState } = await post();
  expect(inputRequests).toMatchObject({ user_name: { method: 'elicitation/create', params: { message: 'Who?' } } });
  expect(JSON.stringify(inputRequests)).not.toContain('pilothouse');
  const inputResponses = { user_name: { action: 'decline' } };
  expect(textOf(await post({ inputResponses, requestState }))).toMatch(/^state of \d+: \{"action":"decline"\}$/);
});

describe('A run that all agents share', () => {
  test('An agent with a handshake declares nothing there; the server shows that it needs a run for each.', async () => {
    const agent = await scene.agent({ serverId: 'shared', ...asked });
    await expect(agent.callTool({ name: 'ask', arguments: {} })).rejects.toThrow(/do not declare/);
    await scene.panel.waitFor(({ servers }) => servers['shared']?.wantsPerAgent !== null, 'its card says so');
  });

  test('An agent without one declares with each call, so what the server asks finds the way to it.', async () => {
    const agent = await scene.httpAgent({ serverId: 'shared', stateless: true, ...asked });
    expect(textOf(await agent.callTool({ name: 'ask', arguments: {} }))).toContain('"name":"Ana"');
    const { declared } = JSON.parse(textOf(await agent.callTool({ name: 'describe', arguments: {} })));
    expect(declared).toEqual({ elicitation: {} });
  });
});

test('A run that ends is begun anew, and changes are heard of again.', async () => {
  const agent = await scene.agent({ serverId: 'shared' });
  await agent.callTool({ name: 'exit', arguments: {} });
  await scene.panel.waitFor(({ servers }) => servers['shared']?.crashes === 1, 'it has crashed');
  await scene.panel.waitFor(({ servers }) => servers['shared']?.state.kind === 'running', 'it runs again');
  await agent.callTool({ name: 'grow', arguments: { name: 'late' } });
  await scene.panel.waitFor(({ tools }) => 'shared/late' in tools, 'its new tool is known');
});
