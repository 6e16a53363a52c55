// All servers behind one: names, lists, reads, subscriptions, levels and progress, as an agent with the official SDK sees them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everythingPath, fixturePath, openScene } from './scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { Scene } from './scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
  await scene.addServer('one', [fixturePath]);
  await scene.addServer('two', [fixturePath]);
  await scene.addServer('every', [everythingPath]);
  await scene.allow('one');
  await scene.allow('every');
});
afterAll(() => scene.end());

const textOf = (result: object) =>
  ('content' in result ? (result.content as { text?: string }[]) : []).map(({ text }) => text).join('');

describe('What is there', () => {
  test('The handshake declares what the running servers declared, under the hub’s own name.', async () => {
    const agent = await scene.agent();
    expect(agent.getServerVersion()).toMatchObject({ name: 'pilothouse' });
    expect(agent.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
      logging: {},
      tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    });
  });

  test('Prompts are listed under their server’s name and got by it.', async () => {
    const agent = await scene.agent();
    const names = (await agent.listPrompts()).prompts.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['one__test_simple_prompt', 'two__test_simple_prompt', 'every__simple-prompt']),
    );
    const { messages } = await agent.getPrompt({
      name: 'two__test_prompt_with_arguments',
      arguments: { arg1: 'a', arg2: 'b' },
    });
    expect(messages[0]?.content).toEqual({ type: 'text', text: "Prompt with arguments: arg1='a', arg2='b'" });
  });

  test('A prompt that is none is refused in one sentence.', async () => {
    const agent = await scene.agent();
    await expect(agent.getPrompt({ name: 'three__x' })).rejects.toThrow(
      'There is no prompt "three__x"; prompts/list names those that there are.',
    );
  });

  test('Of two equal URIs the second names its server, and so do templates.', async () => {
    const agent = await scene.agent();
    const uris = (await agent.listResources()).resources.map(({ uri }) => uri);
    expect(uris.filter(uri => uri.endsWith('test://static-text'))).toEqual([
      'test://static-text',
      'pilothouse+two:test://static-text',
    ]);
    const { resourceTemplates } = await agent.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining(['test://template/{id}/data', 'pilothouse+two:test://template/{id}/data']),
    );
  });

  test('SDK version 1 sees and reads the same.', async () => {
    const agent = await scene.agentV1();
    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('pilothouse+two:test://static-text');
    const { contents } = await agent.readResource({ uri: 'test://static-text' });
    expect(contents).toMatchObject([{ text: 'This is the content of the static text resource.' }]);
    expect((await agent.listPrompts()).prompts.map(({ name }) => name)).toContain('one__test_simple_prompt');
  });
});

describe('Reading', () => {
  test.each([
    ['test://static-text', 'one'],
    ['pilothouse+one:test://static-text', 'one'],
    ['pilothouse+two:test://static-text', 'two'],
    ['test://template/7/data', 'one'],
    ['pilothouse+two:test://template/7/data', 'two'],
  ])('%s comes from %s, under the name that was asked.', async (uri, serverId) => {
    const agent = await scene.agent();
    expect((await agent.readResource({ uri })).contents).toMatchObject([{ uri }]);
    const { entries } = await scene.panel.request('trace:window', {
      filter: { text: 'resources/read' },
      from: -1,
      count: 1,
    });
    expect(entries.at(-1)).toMatchObject({ to: { kind: 'server', id: serverId }, parent: expect.any(Number) });
  });

  test('A URI that nobody lists is asked of nobody.', async () => {
    const agent = await scene.agentV1();
    await expect(agent.readResource({ uri: 'other://x' })).rejects.toMatchObject({
      code: -32002,
      message: expect.stringContaining('read pilothouse+{server}:{uri} to say whose it is'),
    });
  });

  test('A server’s own error comes as it is.', async () => {
    const agent = await scene.agentV1();
    await expect(agent.readResource({ uri: 'pilothouse+one:test://nothing' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Resource not found: test://nothing'),
    });
  });

  test('What is read while all is paused waits until the agents run again.', async () => {
    const agent = await scene.agent();
    await scene.panel.request('hub:set-mode', { mode: 'paused' });
    const ended: string[] = [];
    const reading = agent.readResource({ uri: 'test://static-text' }).finally(() => ended.push('resource'));
    const getting = agent.getPrompt({ name: 'one__test_simple_prompt' }).finally(() => ended.push('prompt'));
    try {
      // A ping passes no gate.
      await agent.ping();
      expect(ended).toEqual([]);
    } finally {
      await scene.panel.request('hub:set-mode', { mode: 'running' });
    }
    expect((await reading).contents).toHaveLength(1);
    expect((await getting).messages).toHaveLength(1);
  });

  test('A completion goes to the server of its prompt or template.', async () => {
    const agent = await scene.agent();
    const complete = async (ref: Parameters<typeof agent.complete>[0]['ref']) =>
      (await agent.complete({ ref, argument: { name: 'arg1', value: 'par' } })).completion.values;
    expect(await complete({ type: 'ref/prompt', name: 'two__test_prompt_with_arguments' })).toContain('paris');
    expect(await complete({ type: 'ref/resource', uri: 'pilothouse+two:test://template/{id}/data' })).toContain('park');
  });
});

/** What comes over the agent's own wire: its SDK forgets what arrives together with the answer. */
function progressOn({ transport }: Client): unknown[] {
  const heard: unknown[] = [];
  const pass = transport?.onmessage;
  if (transport)
    transport.onmessage = (message, extra) => {
      if ('method' in message && message.method === 'notifications/progress') heard.push(message.params?.progress);
      pass?.(message, extra);
    };
  return heard;
}

describe('Progress and cancellation', () => {
  test('Two agents with the same token each get the progress of their own call.', async () => {
    const agents = await Promise.all([scene.agent(), scene.agent()]);
    const heard = await Promise.all(
      agents.map(async agent => {
        const progress = progressOn(agent);
        const call = { name: 'one__test_tool_with_progress', arguments: {} };
        const result = await agent.callTool(call, { onprogress: () => {} });
        return { progress, isError: result.isError === true };
      }),
    );
    expect(heard).toEqual([
      { progress: [0, 50, 100], isError: false },
      { progress: [0, 50, 100], isError: false },
    ]);
  });
});

describe('Levels and log messages', () => {
  test('Each agent gets what its own level lets through, although both share the run.', async () => {
    const logs = new Map<string, unknown[]>();
    const listen = (name: string) => (client: Client) => {
      logs.set(name, []);
      client.setNotificationHandler('notifications/message', ({ params }) => void logs.get(name)?.push(params.data));
    };
    const talkative = await scene.agent({ prepare: listen('debug') });
    const quiet = await scene.agent({ prepare: listen('error') });
    await talkative.setLoggingLevel('debug');
    await quiet.setLoggingLevel('error');
    await talkative.callTool({ name: 'one__test_tool_with_logging', arguments: {} });
    await quiet.ping();
    expect(logs.get('debug')).toEqual(['Tool execution started', 'Tool processing data', 'Tool execution completed']);
    expect(logs.get('error')).toEqual([]);
  });
});

describe('Subscriptions', () => {
  test('Updates come under the name that was subscribed, to those that did, until they unsubscribe.', async () => {
    const heard = new Map<string, string[]>();
    const listen = (name: string) => (client: Client) => {
      heard.set(name, []);
      client.setNotificationHandler(
        'notifications/resources/updated',
        ({ params }) => void heard.get(name)?.push(params.uri),
      );
    };
    const first = await scene.agent({ prepare: listen('first') });
    const second = await scene.agent({ prepare: listen('second') });
    await scene.agent({ prepare: listen('third') });
    const uri = 'demo://resource/dynamic/text/1';
    await first.subscribeResource({ uri });
    await second.subscribeResource({ uri: `pilothouse+every:${uri}` });
    const toggle = () => first.callTool({ name: 'every__toggle-subscriber-updates', arguments: {} });
    expect(textOf(await toggle())).not.toMatch(/error/i);
    await expect.poll(() => [...heard.values()].map(uris => uris.length > 0)).toEqual([true, true, false]);
    await toggle();
    expect([...new Set(heard.get('first'))]).toEqual([uri]);
    expect([...new Set(heard.get('second'))]).toEqual([`pilothouse+every:${uri}`]);
    await first.unsubscribeResource({ uri });
    await expect(first.unsubscribeResource({ uri })).rejects.toThrow(
      `You are not subscribed to ${JSON.stringify(uri)}.`,
    );
  });
});
