// One server under its own names, over stdio and HTTP: shared by all, or with a run for each agent that sees what that agent declared.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSameReason } from '../../../contract/reason.ts';
import { everythingPath, fixturePath, openScene } from './scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('shared', [fixturePath]);
  await scene.addServer('own', [fixturePath], { instances: 'per-agent' });
  await scene.addServer('every', [everythingPath], { instances: 'per-agent' });
  for (const serverId of ['shared', 'own']) await scene.allow(serverId);
  await scene.allow('every');
});
afterAll(() => scene.end());

const textOf = (result: object) =>
  ('content' in result ? (result.content as { text?: string }[]) : []).map(({ text }) => text).join('');

const answersSamples = (words: string) => (client: Client) =>
  client.setRequestHandler('sampling/createMessage', () => ({
    role: 'assistant' as const,
    model: 'test',
    content: { type: 'text' as const, text: words },
  }));

const answersForms = (name: string) => (client: Client) =>
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept' as const,
    content: { username: name, email: `${name}@example.com` },
  }));

describe('Names', () => {
  test.each(['stdio', 'http'])('Over %s it is itself: its names, its words, its abilities.', async way => {
    const agent = await (way === 'http' ? scene.httpAgent : scene.agent)({ serverId: 'own' });
    expect(agent.getServerVersion()).toEqual({ name: 'conformance-fixture', title: 'Conformance', version: '1.2.3' });
    expect(agent.getInstructions()).toBe('Has what the conformance suite asks for.');
    expect(agent.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
      logging: {},
    });
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['test_simple_text', 'test_sampling']));
    expect(tools.some(({ name }) => name.includes('__') || name === 'navigate')).toBe(false);
    expect(textOf(await agent.callTool({ name: 'test_simple_text', arguments: {} }))).toMatch(/^This is a simple text/);
    expect((await agent.listPrompts()).prompts.map(({ name }) => name)).toContain('test_simple_prompt');
    const { contents } = await agent.readResource({ uri: 'test://static-text' });
    expect(contents).toMatchObject([{ uri: 'test://static-text' }]);
  });

  test('Another server’s tool is not there, and neither is the browser.', async () => {
    const agent = await scene.agent({ serverId: 'shared' });
    for (const name of ['own/test_simple_text', 'own__test_simple_text', 'navigate']) {
      expect(textOf(await agent.callTool({ name, arguments: {} }))).toContain('ERR_TOOL_NOT_FOUND');
    }
  });

  test('A server that is none is refused in the handshake, in one sentence.', async () => {
    await expect(scene.agent({ serverId: 'nobody' })).rejects.toThrow(
      'There is no server "nobody"; add it under Servers in Pilothouse.',
    );
  });

  test('SDK version 1 is served the same.', async () => {
    const agent = await scene.agentV1({ serverId: 'shared' });
    expect((await agent.listTools()).tools.map(({ name }) => name)).toContain('test_simple_text');
    expect(textOf(await agent.callTool({ name: 'test_simple_text', arguments: {} }))).toMatch(/^This is a simple text/);
  });
});

describe('A run for each agent', () => {
  test.each(['stdio', 'http'])('Over %s, what a server asks goes to the agent whose call it is.', async way => {
    const connect = way === 'http' ? scene.httpAgent : scene.agent;
    const agents = await Promise.all(
      ['red', 'blue'].map(words =>
        connect({ serverId: 'own', capabilities: { sampling: {} }, prepare: answersSamples(words) }),
      ),
    );
    const results = await Promise.all(
      agents.map(agent => agent.callTool({ name: 'test_sampling', arguments: { prompt: 'Which colour?' } })),
    );
    expect(results.map(textOf)).toEqual(['LLM response: red', 'LLM response: blue']);
  });

  test('It works in the view of all servers too.', async () => {
    const agent = await scene.agent({ capabilities: { elicitation: {} }, prepare: answersForms('ada') });
    const result = await agent.callTool({ name: 'own__test_elicitation', arguments: { message: 'Who?' } });
    expect(textOf(result)).toBe('User response: action=accept, content={"username":"ada","email":"ada@example.com"}');
  });

  test('What an agent did not declare its run is not offered, and a server that asks all the same is refused.', async () => {
    const agent = await scene.agent({ serverId: 'own' });
    const result = await agent.callTool({ name: 'test_sampling', arguments: { prompt: 'x' } });
    expect(textOf(result)).toBe(
      'The agent did not declare "sampling", so "sampling/createMessage" is not passed on to it.',
    );
  });

  test('Roots are asked of the agent, and what it says of their change reaches its run.', async () => {
    const roots = [{ uri: 'file:///first', name: 'First' }];
    const agent = await scene.agent({
      serverId: 'every',
      capabilities: { roots: { listChanged: true } },
      prepare: client => client.setRequestHandler('roots/list', () => ({ roots })),
    });
    const named = async () => textOf(await agent.callTool({ name: 'get-roots-list', arguments: {} }));
    await scene.panel.waitFor(({ tools }) => 'every/get-roots-list' in tools, 'the tool of such a run is known');
    const review = (await scene.panel.request('tools:reviews', {})).reviews.find(
      ({ toolId }) => toolId === 'every/get-roots-list',
    );
    expect(review).toMatchObject({ held: 'new', before: null });
    await scene.panel.request('tools:review', { toolId: review?.toolId ?? '', hash: review?.hash ?? '', accept: true });
    await expect.poll(named).toContain('file:///first');
    roots.push({ uri: 'file:///second', name: 'Second' });
    await agent.sendRootsListChanged();
    await expect.poll(named).toContain('file:///second');
  });

  test('Its levels and subscriptions are the agent’s alone.', async () => {
    const logs: string[][] = [[], []];
    const [loud, other] = await Promise.all(
      logs.map(heard =>
        scene.agent({
          serverId: 'own',
          prepare: client =>
            client.setNotificationHandler(
              'notifications/message',
              ({ params }) => void heard.push(String(params.data)),
            ),
        }),
      ),
    );
    await loud?.setLoggingLevel('debug');
    await loud?.callTool({ name: 'test_tool_with_logging', arguments: {} });
    await other?.ping();
    expect(logs.map(({ length }) => length)).toEqual([3, 0]);
  });
});

describe('One run for all', () => {
  test('A server that needs to ask an agent says so in its card.', async () => {
    const agent = await scene.agent({
      serverId: 'shared',
      capabilities: { sampling: {} },
      prepare: answersSamples('x'),
    });
    const result = await agent.callTool({ name: 'test_sampling', arguments: { prompt: 'x' } });
    expect(textOf(result)).toBe('Pilothouse does not offer "sampling/createMessage" to servers.');
    await scene.panel.waitFor(
      ({ servers }) =>
        isSameReason(servers['shared']?.wantsPerAgent, { kind: 'asked-for-agents', method: 'sampling/createMessage' }),
      'the card says so',
    );
  });
});

describe('Tools that are off', () => {
  test('They are neither listed nor called, for all or for one client; the agent hears that its list changed.', async () => {
    const heard: string[] = [];
    const agent = await scene.agent({
      serverId: 'shared',
      prepare: client =>
        client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('changed')),
    });
    const toolId = 'shared/test_simple_text';
    const { id: clientId } = scene.credential.client;
    const listed = async () => (await agent.listTools()).tools.some(({ name }) => name === 'test_simple_text');
    for (const only of [{}, { clientId }]) {
      heard.length = 0;
      await scene.panel.request('tools:set', { toolId, on: false, ...only });
      await expect.poll(() => heard.length).toBeGreaterThan(0);
      expect(await listed()).toBe(false);
      expect(textOf(await agent.callTool({ name: 'test_simple_text', arguments: {} }))).toBe(
        'The user has switched "shared/test_simple_text" off; they can switch it on in Pilothouse under Tools. [ERR_TOOL_NOT_ALLOWED]',
      );
      const before = heard.length;
      await scene.panel.request('tools:set', { toolId, on: true, ...only });
      expect(await listed()).toBe(true);
      await expect.poll(() => heard.length).toBeGreaterThan(before);
    }
  });
});
