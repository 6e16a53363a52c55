// The bridge of one document: what becomes of its requests when its port is lost, is opened again, or is not to be had.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageBounds } from '../../../../../contract/web-agent.ts';
import { BridgeScene } from './bridge-scene.ts';

const asks = (id: string, type = 'agent.tools.list', payload: unknown = {}) => ({
  channel: 'harbor_web_agent',
  request: { id, type, payload },
});
const lost = { code: 'ERR_INTERNAL', message: 'Background connection lost' };

describe('The bridge of a document', () => {
  let scene: BridgeScene;
  beforeEach(() => {
    vi.useFakeTimers();
    scene = new BridgeScene();
  });
  afterEach(() => void vi.useRealTimers());

  test('takes nothing from what is meant for others, or is no request.', () => {
    for (const message of [null, 'text', 7, [], {}, { channel: 'other', request: { id: 'a', type: 'x' } }])
      scene.page(message);
    for (const request of [
      null,
      7,
      {},
      { id: 7, type: 'x' },
      { id: '', type: 'x' },
      { id: 'a' },
      { id: 'a'.repeat(201), type: 'x' },
    ])
      scene.page({ channel: 'harbor_web_agent', request });
    scene.page({ channel: 'harbor_web_agent', response: { id: 'a', ok: true } });
    scene.page({ channel: 'web_agents_api', streamEvent: { id: 'a', event: {} } });
    expect([scene.ports, scene.heard]).toEqual([0, []]);
  });

  test('answers all that waits on every channel when its port is lost, each in kind, and opens another one with the next request.', () => {
    scene.page(asks('one'));
    scene.page({ channel: 'web_agents_api', request: { id: 'two', type: 'agent.run', payload: { task: 't' } } });
    scene.page({ namespace: 'harbor-provider', type: 'tools_list', requestId: 'three' });
    scene.lose();
    expect(scene.heard).toEqual([
      { channel: 'harbor_web_agent', response: { id: 'one', ok: false, error: lost } },
      { channel: 'web_agents_api', streamEvent: { id: 'two', event: { type: 'error', error: lost }, done: true } },
      { channel: 'web_agents_api', response: { id: 'two', ok: false, error: lost } },
      { namespace: 'harbor-provider', type: 'error', requestId: 'three', payload: { error: lost } },
    ]);
    scene.page(asks('four'));
    expect(scene.ports).toBe(2);
    expect(scene.asked).toMatchObject({ type: 'agent.tools.list' });
  });

  test('tells a background that comes anew what the page had registered, and the page never the proof of it.', () => {
    scene.page(asks('one', 'agent.agents.register', { name: 'Helper' }));
    const told = { id: 'agent-1', name: 'Helper' };
    scene.background({ kind: 'response', id: 1, ok: true, result: { ...told, secret: 'proof' } });
    expect(scene.heard).toEqual([{ channel: 'harbor_web_agent', response: { id: 'one', ok: true, result: told } }]);
    scene.lose();
    expect(scene.ports).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(scene.ports).toBe(2);
    const payload = { name: 'Helper', again: { id: 'agent-1', secret: 'proof' } };
    const registered = [{ type: 'agent.agents.register', id: 'agent-1', payload }];
    expect(scene.said).toEqual([{ kind: 'kept', kept: JSON.stringify(registered) }]);
    const lost = {
      type: 'agent.agents.register',
      id: 'agent-1',
      error: { code: 'ERR_SCOPE_REQUIRED', message: 'x' },
    } as const;
    scene.background({ kind: 'lost', lost });
    expect(scene.heard.at(-1)).toEqual({ channel: 'harbor_web_agent', lost });
    scene.lose();
    vi.advanceTimersByTime(1_000);
    expect(scene.ports).toBe(2);
  });

  test('lets no page say that an agent was its own with an earlier hub.', () => {
    const again = { id: 'agent-1', secret: 'guessed' };
    scene.page(asks('one', 'agent.agents.register', { name: 'Helper', again }));
    expect(scene.asked).toMatchObject({ type: 'agent.agents.register', payload: '{"name":"Helper"}' });
    scene.page(asks('two', 'agent.tools.call', { again }));
    expect(scene.asked?.payload).toBe(JSON.stringify({ again }));
  });

  test('says so where the extension is gone.', () => {
    scene.isThere = false;
    scene.page(asks('one'));
    expect(scene.heard).toMatchObject([{ response: { ok: false, error: { code: 'ERR_INTERNAL' } } }]);
    expect(scene.heard[0]).toMatchObject({
      response: { error: { message: expect.stringContaining('reload this page') } },
    });
  });

  test('hears an answer once, and none to what nobody asked.', () => {
    scene.page(asks('one'));
    const { id } = scene.asked!;
    scene.background({ kind: 'response', id: id + 1, ok: true, result: 1 });
    scene.background({ kind: 'event', id: id + 1, event: {} });
    scene.background({ kind: 'response', id, ok: true, result: 2 });
    scene.background({ kind: 'response', id, ok: true, result: 3 });
    expect(scene.heard).toEqual([{ channel: 'harbor_web_agent', response: { id: 'one', ok: true, result: 2 } }]);
  });

  test('takes a name that waits already for nothing new, and the same name on two channels for two.', () => {
    scene.page(asks('same'));
    scene.page(asks('same', 'agent.run'));
    scene.page({ channel: 'web_agents_api', request: { id: 'same', type: 'agent.tools.list' } });
    expect(scene.said.filter(({ kind }) => kind === 'request')).toHaveLength(2);
    scene.page({ channel: 'web_agents_api', abort: { id: 'same' } });
    expect(scene.said.at(-1)).toEqual({ kind: 'abort', id: 2 });
  });

  test('passes an abort on, of the first generation by the name that its payload has.', () => {
    scene.page({ namespace: 'harbor-provider', type: 'agent_run', requestId: 'run', payload: { task: 't' } });
    scene.page({
      namespace: 'harbor-provider',
      type: 'agent_run_abort',
      requestId: 'x',
      payload: { requestId: 'run' },
    });
    expect(scene.said.at(-1)).toEqual({ kind: 'abort', id: 1 });
  });

  test('refuses what JSON cannot say.', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    scene.page(asks('circle', 'agent.tools.call', circle));
    scene.page(asks('big', 'agent.tools.call', { n: 1n }));
    expect(scene.heard).toMatchObject(
      ['circle', 'big'].map(id => ({ response: { id, error: { code: 'ERR_INVALID_REQUEST' } } })),
    );
    expect(scene.ports).toBe(0);
  });

  test('answers what is over the bounds at once, and lets nothing of it out.', () => {
    for (let at = 0; at < 10_000; at += 1) scene.page(asks(`flood-${at}`));
    expect(scene.said).toHaveLength(pageBounds.inFlight);
    expect(scene.heard).toHaveLength(10_000 - pageBounds.inFlight);
    expect(scene.heard[0]).toMatchObject({ response: { error: { code: 'ERR_RATE_LIMITED' } } });
    scene.page(asks('large', 'agent.tools.call', { text: 'x'.repeat(pageBounds.requestBytes) }));
    expect(scene.heard.at(-1)).toMatchObject({ response: { id: 'large', error: { code: 'ERR_RATE_LIMITED' } } });
  });

  test('tells its background how many were over the bounds, as one number a second, and the rest when it is left.', () => {
    const told = () => scene.said.filter(({ kind }) => kind === 'refused');
    for (let at = 0; at < 10_000; at += 1) scene.page(asks(`flood-${at}`));
    expect(told()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(told()).toEqual([{ kind: 'refused', count: 10_000 - pageBounds.inFlight }]);
    for (let at = 0; at < 7; at += 1) scene.page(asks(`late-${at}`));
    scene.bridge.left();
    expect(told().slice(1)).toEqual([{ kind: 'refused', count: 7 }]);
  });

  test('tells every background of the tools that the page offers, and asks for the next one by itself while there are any.', () => {
    const tools = [{ name: 'add' }];
    scene.page({ channel: 'harbor_web_agent', tools });
    expect(scene.said).toEqual([{ kind: 'tools', tools: JSON.stringify(tools) }]);
    scene.lose();
    vi.advanceTimersByTime(1_000);
    expect([scene.ports, scene.said]).toEqual([2, [{ kind: 'tools', tools: JSON.stringify(tools) }]]);
    scene.page({ channel: 'harbor_web_agent', tools: [] });
    expect(scene.said.at(-1)).toEqual({ kind: 'tools', tools: '[]' });
    scene.lose();
    vi.advanceTimersByTime(10_000);
    expect(scene.ports).toBe(2);
  });

  test('keeps nothing open while its page is left, and comes back with the page.', () => {
    scene.page({ channel: 'harbor_web_agent', tools: [{ name: 'add' }] });
    scene.page(asks('one'));
    scene.bridge.left();
    vi.advanceTimersByTime(10_000);
    expect(scene.ports).toBe(1);
    scene.bridge.returned();
    expect(scene.ports).toBe(2);
  });

  test('answers what its page waited for when that is shown again: until then nobody would hear it.', () => {
    scene.page(asks('one'));
    scene.bridge.left();
    // Said by the page while it goes.
    scene.page(asks('two'));
    scene.lose();
    expect(scene.heard).toEqual([]);
    scene.bridge.returned();
    expect(scene.heard).toMatchObject(['one', 'two'].map(id => ({ response: { id, ok: false, error: lost } })));
    scene.page(asks('three'));
    expect(scene.asked).toMatchObject({ type: 'agent.tools.list' });
    expect(scene.heard).toHaveLength(2);
  });

  test('asks the page on the channel on which the agent was registered.', () => {
    const register = (message: object, id: string) => {
      scene.page(message);
      scene.background({ kind: 'response', id: scene.asked!.id, ok: true, result: { id } });
    };
    register(asks('r1', 'agent.agents.register'), 'own');
    register(asks('r2', 'agents.register'), 'old');
    register({ channel: 'web_agents_api', request: { id: 'r3', type: 'agent.agents.register' } }, 'later');
    scene.heard.length = 0;
    const invocation = (agentId: string) => ({ invocationId: `i-${agentId}`, agentId, from: 'x', task: 't', input: 1 });
    ['own', 'old', 'later'].forEach((agentId, at) =>
      scene.background({ kind: 'ask', id: at + 1, type: 'page.invoke', payload: invocation(agentId) }),
    );
    expect(scene.heard).toEqual([
      { channel: 'harbor_web_agent', ask: { id: 'ask-1', type: 'page.invoke', payload: invocation('own') } },
      { channel: 'harbor_web_agent', agentInvocation: { requestId: 'ask-2', from: 'x', task: 't', input: 1 } },
      { channel: 'web_agents_api', agentEvent: { type: 'invocation', invocation: invocation('later') } },
    ]);
    scene.page({
      channel: 'harbor_web_agent',
      answer: { id: 'ask-1', ok: false, error: { code: 'ERR_NO_HANDLER', message: 'no' } },
    });
    scene.page({
      channel: 'harbor_web_agent',
      agentInvocationResponse: { requestId: 'ask-2', success: true, result: 2 },
    });
    scene.page({
      channel: 'web_agents_api',
      agentInvocationResponse: { invocationId: 'i-later', success: true, result: 3 },
    });
    scene.page({
      channel: 'web_agents_api',
      agentInvocationResponse: { invocationId: 'i-later', success: true, result: 4 },
    });
    expect(scene.said.filter(({ kind }) => kind === 'answer')).toEqual([
      { kind: 'answer', id: 1, ok: false, value: '{"code":"ERR_NO_HANDLER","message":"no"}' },
      { kind: 'answer', id: 2, ok: true, value: '{"success":true,"result":2}' },
      { kind: 'answer', id: 3, ok: true, value: '{"success":true,"result":3}' },
    ]);
  });

  test('asks for suggestions in both forms, and takes the answer of either.', () => {
    const payload = { providerId: 'p', context: { query: 'q' } };
    scene.page(asks('r'));
    scene.background({ kind: 'ask', id: 5, type: 'page.addressBarQuery', payload });
    expect(scene.heard).toEqual([
      { channel: 'harbor_web_agent', ask: { id: 'ask-5', type: 'page.addressBarQuery', payload } },
      { channel: 'harbor_web_agent', addressBarQuery: { id: 'ask-5', ...payload } },
    ]);
    scene.page({ channel: 'harbor_web_agent', addressBarResponse: { id: 'ask-5', suggestions: [1] } });
    expect(scene.said.at(-1)).toEqual({ kind: 'answer', id: 5, ok: true, value: '{"suggestions":[1]}' });
  });

  test('calls a tool of the site, and says after 30 seconds that the page did not answer.', () => {
    scene.page(asks('r'));
    scene.background({ kind: 'ask', id: 1, type: 'page.websiteTool', payload: { toolName: 'add', args: { a: 1 } } });
    const { callId } = scene.heard.at(-1) as { callId: string };
    scene.page({ namespace: 'harbor-website-tools', type: 'tool_result', callId: 'guess', result: 'forged' });
    scene.page({ namespace: 'harbor-website-tools', type: 'tool_result', callId, result: 2 });
    scene.background({ kind: 'ask', id: 2, type: 'page.websiteTool', payload: { toolName: 'silent', args: {} } });
    vi.advanceTimersByTime(30_000);
    const answers = scene.said.filter(message => message.kind === 'answer');
    expect(answers).toMatchObject([
      { id: 1, ok: true, value: '2' },
      { id: 2, ok: false },
    ]);
    expect(JSON.parse(answers[1]!.value)).toMatchObject({
      code: 'ERR_TOOL_TIMEOUT',
      message: expect.stringContaining('silent'),
    });
  });

  test('tells of agents on the channels that the page has used, and of flags on ours.', () => {
    const message = { type: 'message', message: { id: 'm', payload: 1 } };
    scene.page(asks('r', 'agents.registerMessageHandler'));
    scene.page({ channel: 'web_agents_api', request: { id: 'b', type: 'agent.tools.list' } });
    scene.heard.length = 0;
    scene.background({ kind: 'agentEvent', event: message });
    scene.background({ kind: 'flags', flags: { toolCalling: true } });
    expect(scene.heard).toEqual([
      { channel: 'harbor_web_agent', agentEvent: message },
      { channel: 'harbor_web_agent', agentMessage: message.message },
      { channel: 'web_agents_api', agentEvent: message },
      { channel: 'harbor_web_agent', flags: { toolCalling: true } },
    ]);
  });
});
