// One document between its port and a hub that the test plays: opened with its first request, anew with each hub, closed when it is left.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { pageBounds } from '../../../../../contract/web-agent.ts';
import { HubCame, hubMissing } from '../../../../../resources/extension/web-agent/alone/hub-missing.ts';
import { PageFault } from '../../../../../resources/extension/web-agent/page-fault.ts';
import { notServed, PageLink } from '../../../../../resources/extension/web-agent/page-link.ts';
import type { PageFrame, PageOpened } from '../../../../../contract/schemas/web-agent.ts';
import type { AskedAlone } from '../../../../../resources/extension/web-agent/alone/asked-alone.ts';
import type { PageHub } from '../../../../../resources/extension/web-agent/page-wire.ts';
import type { ToContent } from '../../../../../resources/extension/web-agent/port-messages.ts';

const shop: PageOpened = {
  ...{ tabId: 7, frameId: 0, document: 'D1', title: 'Shop' },
  ...{ origin: 'https://shop.example', url: 'https://shop.example/' },
};
type Rpc = Record<string, unknown> & { readonly method?: string; readonly id?: number; readonly params?: unknown };

class Hub implements PageHub {
  readonly frames: PageFrame[] = [];
  send(frame: PageFrame): void {
    // As it goes over the wire.
    this.frames.push(JSON.parse(JSON.stringify(frame)) as PageFrame);
  }
  rpcs(): Rpc[] {
    return this.frames.flatMap(frame => (frame.kind === 'rpc' ? [frame.rpc as Rpc] : []));
  }
  kinds(): string[] {
    return this.frames.map(({ kind }) => kind);
  }
}

describe('A document that uses the API', () => {
  let hub: Hub | null;
  let now: number;
  let posted: ToContent[];
  let refused: PageFault | null;
  let named: (string | null)[];
  let link: PageLink;
  let lastId: number;
  let asked: AskedAlone[];
  let gone: string[];
  let answerAlone: (asked: AskedAlone) => Promise<unknown>;
  beforeEach(() => {
    [hub, now, posted, refused, named, lastId] = [new Hub(), 0, [], null, [], 0];
    [asked, gone] = [[], []];
    answerAlone = ({ type }) => Promise.reject(hubMissing(type, 'hub-away'));
    link = new PageLink({
      hubKnown: async () => {},
      alone: {
        answer: one => (asked.push(one), answerAlone(one)),
        gone: document => void gone.push(document),
      },
      post: message => posted.push(message),
      opened: () => (refused ? Promise.reject(refused) : Promise.resolve(shop)),
      hub: () => hub,
      now: () => now,
      newId: () => `page-${(lastId += 1)}`,
      named: id => named.push(id),
      deedNamed: () => null,
    });
  });
  // What it still counts would be told to the hub of another test.
  afterEach(() => link.close());
  const settle = () => new Promise(resolve => setImmediate(resolve));
  const ask = async (id: number, type = 'agent.tools.list', payload = '{}') => {
    link.heard({ kind: 'request', id, type, payload });
    await settle();
  };
  const answerOf = (id: number) => posted.find(message => message.kind === 'response' && message.id === id);
  const codeOf = (id: number) => {
    const answer = answerOf(id);
    return answer?.kind === 'response' && !answer.ok ? answer.error.code : undefined;
  };

  test('is opened with what its browser tells, and each request goes after it.', async () => {
    await ask(1, 'agent.tools.call', '{"tool":"a/b"}');
    expect(hub!.frames).toEqual([
      { kind: 'open', page: 'page-1', opened: shop },
      {
        kind: 'rpc',
        page: 'page-1',
        rpc: { jsonrpc: '2.0', id: 1, method: 'agent.tools.call', params: { tool: 'a/b' } },
      },
    ]);
    expect(Object.keys(hub!.frames[0]!)[0]).toBe('kind');
    link.receive({ jsonrpc: '2.0', id: 1, result: ['x'] });
    await settle();
    expect(posted).toEqual([{ kind: 'response', id: 1, ok: true, result: ['x'] }]);
  });

  test('gets errors with their code and details, events of its streams, and nothing of others.', async () => {
    await ask(5, 'agent.run', '{"task":"t"}');
    link.receive({ jsonrpc: '2.0', method: 'stream', params: { id: 1, event: { type: 'thinking' } } });
    link.receive({ jsonrpc: '2.0', method: 'stream', params: { id: 99, event: {} } });
    const data = { code: 'ERR_TOOL_NOT_ALLOWED', details: { allowedTools: [] } };
    link.receive({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Not this one.', data } });
    await settle();
    link.receive({ jsonrpc: '2.0', method: 'stream', params: { id: 1, event: {} } });
    expect(posted).toEqual([
      { kind: 'event', id: 5, event: { type: 'thinking' } },
      { kind: 'response', id: 5, ok: false, error: { message: 'Not this one.', ...data } },
    ]);
  });

  test('has the next hub told of what it had registered before anything else is asked there, and hears what that refuses.', async () => {
    await ask(1, 'agent.agents.register', '{"name":"Helper"}');
    link.receive({ jsonrpc: '2.0', id: 1, result: { id: 'agent-1', name: 'Helper', secret: 'c' } });
    await ask(2, 'agent.agents.subscribe', '{"eventType":"news"}');
    link.receive({ jsonrpc: '2.0', id: 2, result: null });
    await settle();
    hub = new Hub();
    link.leaveHub();
    link.hubCame();
    await ask(3, 'agent.agents.invoke');
    // What has nothing to do with it does not wait for it.
    await ask(33, 'agent.permissions.list');
    expect(hub.rpcs()).toEqual([
      {
        ...{ jsonrpc: '2.0', id: 1, method: 'agent.agents.register' },
        params: { name: 'Helper', again: { id: 'agent-1', secret: 'c' } },
      },
      { jsonrpc: '2.0', id: 2, method: 'agent.agents.subscribe', params: { eventType: 'news' } },
      { jsonrpc: '2.0', id: 3, method: 'agent.permissions.list', params: {} },
    ]);
    link.receive({ jsonrpc: '2.0', id: 1, result: { id: 'agent-1', secret: 'c' } });
    const error = { code: 'ERR_SCOPE_REQUIRED', message: 'Not granted.' };
    link.receive({
      jsonrpc: '2.0',
      id: 2,
      error: { message: error.message, code: -32_603, data: { code: error.code } },
    });
    await settle();
    expect(hub.rpcs().at(-1)).toMatchObject({ id: 4, method: 'agent.agents.invoke' });
    const lost = { type: 'agent.agents.subscribe', id: 'news', error };
    expect(posted.filter(({ kind }) => kind === 'lost')).toEqual([{ kind: 'lost', lost }]);
    // Half-way through it that hub is gone too.
    hub = new Hub();
    link.leaveHub();
    link.hubCame();
    await ask(4, 'agent.agents.invoke');
    link.leaveHub();
    await settle();
    expect(codeOf(4)).toBe('ERR_SERVER_UNAVAILABLE');
    refused = new PageFault('ERR_PERMISSION_DENIED', 'Its site is blocked.');
    link.hubCame();
    await settle();
    expect(posted.filter(({ kind }) => kind === 'lost').at(-1)).toMatchObject({
      lost: { id: 'agent-1', error: { code: 'ERR_PERMISSION_DENIED' } },
    });
  });

  test('that offers tools too hears of what it had registered that a block has ended meanwhile.', async () => {
    link.heard({ kind: 'tools', tools: '[{"name":"add"}]' });
    await ask(1, 'agent.agents.subscribe', '{"eventType":"news"}');
    const [asked] = hub!.rpcs().filter(({ method }) => method === 'agent.agents.subscribe');
    link.receive({ jsonrpc: '2.0', id: asked!.id, result: null });
    await settle();
    hub = new Hub();
    link.leaveHub();
    refused = new PageFault('ERR_PERMISSION_DENIED', 'Its site is blocked.');
    link.hubCame();
    await settle();
    expect(posted.filter(({ kind }) => kind === 'lost')).toMatchObject([{ lost: { id: 'news' } }]);
  });

  test('asks for nothing that it has given up while the hub was told of what it had registered.', async () => {
    await ask(1, 'agent.agents.register', '{"name":"Helper"}');
    link.receive({ jsonrpc: '2.0', id: 1, result: { id: 'agent-1', name: 'Helper', secret: 'c' } });
    await settle();
    hub = new Hub();
    link.leaveHub();
    link.hubCame();
    await ask(2, 'agent.agents.list');
    link.heard({ kind: 'abort', id: 2 });
    await settle();
    expect(codeOf(2)).toBe('ERR_CANCELLED');
    link.receive({ jsonrpc: '2.0', id: 1, result: { id: 'agent-1', secret: 'c' } });
    await settle();
    expect(hub.rpcs().map(({ method }) => method)).toEqual(['agent.agents.register']);
  });

  test('comes back to the hub with what its content script has kept for it.', async () => {
    const registered = { type: 'agent.agents.subscribe', id: 'news', payload: { eventType: 'news' } };
    link.heard({ kind: 'kept', kept: 'no JSON' });
    link.heard({ kind: 'kept', kept: JSON.stringify([registered]) });
    await settle();
    expect(hub!.kinds()).toEqual(['open', 'rpc']);
    expect(hub!.rpcs()).toMatchObject([{ method: 'agent.agents.subscribe', params: { eventType: 'news' } }]);
  });

  test('has an abort carried to the hub, by the id that the hub knows.', async () => {
    await ask(5);
    link.heard({ kind: 'abort', id: 5 });
    link.heard({ kind: 'abort', id: 6 });
    expect(hub!.rpcs().slice(1)).toEqual([{ jsonrpc: '2.0', method: 'cancel', params: { id: 1 } }]);
  });

  test.each([
    ['"text"', 'ERR_INVALID_REQUEST'],
    ['[1]', 'ERR_INVALID_REQUEST'],
    ['{"__proto__":{"isAdmin":true}}', 'ERR_INVALID_REQUEST'],
    ['{"\\u005f_proto__":1}', 'ERR_INVALID_REQUEST'],
    ['{"a":'.repeat(200) + '1' + '}'.repeat(200), 'ERR_INVALID_REQUEST'],
    ['no json', 'ERR_INVALID_REQUEST'],
  ])('asks the hub nothing of %.40s.', async (payload, code) => {
    await ask(1, 'agent.tools.call', payload);
    expect([codeOf(1), hub!.frames]).toEqual([code, []]);
  });

  test.each(['constructor', '__proto__', 'toString', 'hello', 'cancel', 'ping', 'agent.tools'])(
    'asks the hub no %s, which is no member.',
    async type => {
      await ask(1, type);
      expect([codeOf(1), hub!.frames]).toEqual(['ERR_NOT_IMPLEMENTED', []]);
    },
  );

  test('is held to its bounds, and answered at once.', async () => {
    for (let id = 1; id <= 10_000; id += 1)
      link.heard({ kind: 'request', id, type: 'agent.tools.list', payload: '{}' });
    await settle();
    expect(hub!.rpcs()).toHaveLength(pageBounds.inFlight);
    expect(posted).toHaveLength(10_000 - pageBounds.inFlight);
    expect(codeOf(10_000)).toBe('ERR_RATE_LIMITED');
    link.receive({ jsonrpc: '2.0', id: 1, result: null });
    await settle();
    await ask(10_001);
    expect(hub!.rpcs()).toHaveLength(pageBounds.inFlight + 1);
    await ask(10_002, 'agent.tools.call', JSON.stringify({ text: 'x'.repeat(pageBounds.requestBytes) }));
    expect(codeOf(10_002)).toBe('ERR_RATE_LIMITED');
  });

  test('has its bounds for what it asks itself: what ends with an error is given back once, and what is told to a new hub costs nothing.', async () => {
    const { inFlight, burst } = pageBounds;
    const registered = Array.from({ length: 50 }, (_, at) => ({
      ...{ type: 'agent.agents.subscribe', id: `e${at}` },
      payload: { eventType: `e${at}` },
    }));
    link.heard({ kind: 'kept', kept: JSON.stringify(registered) });
    await settle();
    for (let id = 1; id <= 50; id += 1) link.receive({ jsonrpc: '2.0', id, result: null });
    await settle();
    const off = { code: -32_603, message: 'Off.', data: { code: 'ERR_FEATURE_DISABLED' } };
    const askMany = async (from: number, most: number) => {
      for (let id = from; id < from + most; id += 1)
        link.heard({ kind: 'request', id, type: 'agent.tools.list', payload: '{}' });
      await settle();
    };
    await askMany(1, inFlight);
    for (let id = 1; id <= inFlight; id += 1) link.receive({ jsonrpc: '2.0', id: id + 50, error: off });
    await settle();
    expect([codeOf(1), codeOf(inFlight)]).toEqual(['ERR_FEATURE_DISABLED', 'ERR_FEATURE_DISABLED']);
    await askMany(inFlight + 1, inFlight + 1);
    expect([codeOf(2 * inFlight), codeOf(2 * inFlight + 1)]).toEqual([undefined, 'ERR_RATE_LIMITED']);
    expect(hub!.rpcs()).toHaveLength(50 + burst);
  });

  test('has the hub told how many were over the bounds, its content script’s among them, as one number a second.', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let id = 1; id <= 1_000; id += 1) link.heard({ kind: 'request', id, type: 'agent.tools.list', payload: '{}' });
    link.heard({ kind: 'refused', count: 9_000 });
    link.heard({ kind: 'refused', count: -1 });
    await settle();
    const told = () => hub!.rpcs().filter(({ method }) => method === 'page.refused');
    expect(told()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(told()).toMatchObject([{ params: { count: 9_000 + 1_000 - pageBounds.inFlight } }]);
    link.heard({ kind: 'refused', count: 3 });
    link.close();
    expect(told()[1]).toMatchObject({ params: { count: 3 } });
    expect(hub!.kinds().at(-1)).toBe('close');
  });

  test('whose requests are all too large is opened for that number alone, and for no hub there is nobody to tell.', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(pageBounds.requestBytes) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const once = async () => {
      link.heard({ kind: 'request', id: 1, type: 'agent.tools.call', payload: large });
      vi.advanceTimersByTime(1_000);
      await settle();
    };
    const before = hub;
    hub = null;
    await once();
    hub = before;
    await once();
    expect(hub!.rpcs()).toMatchObject([{ method: 'page.refused', params: { count: 1 } }]);
    expect(hub!.kinds()).toEqual(['open', 'rpc']);
  });

  test('that its user lets have nothing asks the hub nothing, also once it is open.', async () => {
    refused = new PageFault('ERR_PERMISSION_DENIED', 'Permission denied: it is blocked.');
    await ask(1);
    link.heard({ kind: 'tools', tools: '[{"name":"add"}]' });
    await settle();
    expect([codeOf(1), hub!.frames]).toEqual(['ERR_PERMISSION_DENIED', []]);
    refused = null;
    await ask(2);
    refused = new PageFault('ERR_PERMISSION_DENIED', 'Permission denied: it is blocked.');
    await ask(3);
    expect([codeOf(3), hub!.rpcs().filter(({ method }) => method === 'agent.tools.list')]).toHaveLength(2);
    expect(codeOf(3)).toBe('ERR_PERMISSION_DENIED');
  });

  test('is told what to do while no hub is there, and is opened anew with another one.', async () => {
    await ask(1);
    const before = hub!;
    hub = null;
    link.leaveHub();
    await settle();
    expect(codeOf(1)).toBe('ERR_SERVER_UNAVAILABLE');
    await ask(2);
    expect(answerOf(2)).toMatchObject({
      error: { code: 'ERR_SERVER_UNAVAILABLE', message: expect.stringContaining('Start Pilothouse') },
    });
    hub = new Hub();
    link.hubCame();
    await settle();
    expect(hub.frames).toEqual([]);
    await ask(3);
    expect(hub.kinds()).toEqual(['open', 'rpc']);
    expect(hub.frames[0]).toMatchObject({ page: 'page-2' });
    expect(before.kinds()).toEqual(['open', 'rpc']);
    expect(named).toEqual(['page-1', null, 'page-2']);
  });

  test('is answered by the companion while no hub is there, which knows the document by its browser, and by the hub once it has come.', async () => {
    hub = null;
    link.heard({ kind: 'tools', tools: '[{"name":"add"}]' });
    answerAlone = async ({ tell, askDocument, signal }) => {
      tell({ type: 'token', token: 'a' });
      return askDocument('page.tool', { name: 'add' }, signal);
    };
    await ask(1, 'agent.tools.call', '{"tool":"page/add"}');
    expect(asked[0]).toMatchObject({
      type: 'agent.tools.call',
      opened: shop,
      document: 'D1',
      tools: [{ name: 'add' }],
    });
    link.heard({ kind: 'answer', id: 1, ok: true, value: '3' });
    await settle();
    expect(posted).toEqual([
      { kind: 'event', id: 1, event: { type: 'token', token: 'a' } },
      { kind: 'ask', id: 1, type: 'page.tool', payload: { name: 'add' } },
      { kind: 'response', id: 1, ok: true, result: 3 },
    ]);
    let come = () => {};
    answerAlone = () => new Promise((_, reject) => (come = () => reject(new HubCame())));
    await ask(2, 'agent.requestPermissions', '{"scopes":["model:prompt"]}');
    hub = new Hub();
    come();
    await settle();
    expect(hub.rpcs().map(({ method }) => method)).toEqual(['page.tools', 'agent.requestPermissions']);
    link.close();
    expect(gone).toEqual(['D1']);
  });

  test('that the hub does not serve hears that, and may ask again.', async () => {
    await ask(1);
    link.leaveHub(notServed);
    await settle();
    expect(answerOf(1)).toMatchObject({
      error: { code: 'ERR_SERVER_UNAVAILABLE', message: expect.stringContaining('does not serve') },
    });
    await ask(2);
    expect(hub!.kinds()).toEqual(['open', 'rpc', 'open', 'rpc']);
  });

  test('tells each hub of the tools that it offers, and of no more than it may.', async () => {
    const tools = Array.from({ length: pageBounds.tools + 50 }, (_, at) => ({ name: `tool-${at}` }));
    link.heard({ kind: 'tools', tools: JSON.stringify(tools) });
    await settle();
    expect(hub!.kinds()).toEqual(['open', 'rpc']);
    const told = hub!.rpcs()[0] as { method: string; params: { tools: unknown[] } };
    expect([told.method, told.params.tools.length]).toEqual(['page.tools', pageBounds.tools]);
    link.leaveHub();
    hub = new Hub();
    link.hubCame();
    await settle();
    expect(hub.rpcs()).toEqual([told]);
    for (const written of ['[]', '{"no":"list"}']) {
      now += pageBounds.toolsPauseMs;
      link.heard({ kind: 'tools', tools: written });
      await settle();
    }
    expect(
      hub
        .rpcs()
        .slice(1)
        .map(({ params }) => params),
    ).toEqual([{ tools: [] }, { tools: [] }]);
  });

  test('tells of its tools now and then, however often it changes them, and at once before what it asks.', async () => {
    const offer = (name: string) => link.heard({ kind: 'tools', tools: JSON.stringify([{ name }]) });
    for (let at = 0; at < 1_000; at += 1) offer(`tool-${at}`);
    await settle();
    const told = () => hub!.rpcs().map(({ method, params }) => [method, params]);
    expect(told()).toEqual([['page.tools', { tools: [{ name: 'tool-0' }] }]]);
    await ask(1);
    expect(told()[1]).toEqual(['page.tools', { tools: [{ name: 'tool-999' }] }]);
  });

  test('sends no more bytes than its bound, in lists of tools neither.', async () => {
    const list = JSON.stringify([{ name: 'x'.repeat(pageBounds.requestBytes / 2) }]);
    for (let at = 0; at < 10; at += 1) {
      now += pageBounds.toolsPauseMs;
      link.heard({ kind: 'tools', tools: list });
      await settle();
    }
    const seconds = (10 * pageBounds.toolsPauseMs) / 1_000;
    const most = pageBounds.burstBytes + seconds * pageBounds.bytesPerSecond;
    expect(hub!.rpcs().length * list.length).toBeLessThanOrEqual(most);
    expect(hub!.rpcs().length).toBeGreaterThan(2);
  });

  test('is closed when it is left, and asks and answers nothing any more.', async () => {
    await ask(1);
    link.receive({ jsonrpc: '2.0', id: 1, method: 'page.tool', params: { name: 'add' } });
    await settle();
    posted.length = 0;
    link.close();
    await settle();
    expect(hub!.kinds()).toEqual(['open', 'rpc', 'close']);
    await ask(2);
    expect([posted, hub!.kinds()]).toEqual([[], ['open', 'rpc', 'close']]);
  });

  test('is asked by the hub, and answers with what the page said, within its bounds and as JSON may be.', async () => {
    await ask(1);
    const answers: [boolean, string][] = [
      [true, '{"a":1}'],
      [false, '{"code":"ERR_NO_HANDLER","message":"no","details":{"x":1}}'],
      [false, '"just a text"'],
      [false, '{"code":"NOT_A_CODE"}'],
      [true, '{"__proto__":1}'],
      [true, `"${'x'.repeat(pageBounds.requestBytes)}"`],
    ];
    for (const [at, [ok, value]] of answers.entries()) {
      link.receive({ jsonrpc: '2.0', id: at, method: 'page.tool', params: { name: 'add' } });
      const asked = posted.findLast(message => message.kind === 'ask');
      expect(asked).toMatchObject({ type: 'page.tool', payload: { name: 'add' } });
      link.heard({ kind: 'answer', id: asked!.id, ok, value });
      link.heard({ kind: 'answer', id: asked!.id, ok: true, value: '"twice"' });
      await settle();
    }
    const said = hub!.rpcs().filter(({ method }) => method === undefined);
    expect(said.map(({ result, error }) => result ?? (error as { data: unknown }).data)).toEqual([
      { a: 1 },
      { code: 'ERR_NO_HANDLER', details: { x: 1 } },
      { code: 'ERR_TOOL_FAILED' },
      { code: 'ERR_TOOL_FAILED' },
      { code: 'ERR_TOOL_FAILED' },
      { code: 'ERR_TOOL_FAILED' },
    ]);
  });

  test('is told of what the companion does not do that it does not.', async () => {
    await ask(1);
    for (const method of ['do.zzz', 'do.toString', 'constructor', 'hello'])
      link.receive({ jsonrpc: '2.0', id: method, method, params: {} });
    await settle();
    const said = hub!.rpcs().filter(({ method }) => method === undefined);
    expect(said.map(({ error }) => (error as { data: unknown }).data)).toEqual(
      Array.from({ length: 4 }, () => ({ code: 'ERR_NOT_IMPLEMENTED' })),
    );
    expect(posted).toEqual([]);
  });
});
