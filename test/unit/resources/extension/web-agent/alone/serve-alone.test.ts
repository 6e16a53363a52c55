// What pages are answered while no hub is there: what needs none, by their user's answer, and of the rest what is missing.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageFlags, pageMembers } from '../../../../../../contract/web-agent.ts';
import { playBrowser } from './browser-scene.ts';
import type { BoxedServer } from '../../../../../../resources/extension/boxed/boxed-server.ts';
import type { CallsBoxes } from '../../../../../../resources/extension/boxed/boxes.ts';
import type { AskedAlone } from '../../../../../../resources/extension/web-agent/alone/asked-alone.ts';
import type { ServeAlone } from '../../../../../../resources/extension/web-agent/alone/serve-alone.ts';
import type { SiteWord } from '../../../../../../resources/extension/web-agent/site-word.ts';

const opened = {
  tabId: 7,
  frameId: 0,
  document: 'D1',
  title: 'Shop',
  origin: 'https://shop.example',
  url: 'https://shop.example/',
};

describe('A page without a hub', () => {
  let browser: ReturnType<typeof playBrowser>;
  let word: SiteWord;
  let alone: ServeAlone;
  let docAnswer: (type: string, payload: unknown) => unknown;
  let events: unknown[];
  let now: number;
  /** Calls of servers of this browser. */
  let called: unknown[];
  let boxAnswer: (signal: AbortSignal) => Promise<unknown>;
  let ended: number;
  const boxes: CallsBoxes = {
    call: ({ id }, { tool, args, signal }) => {
      called.push([id, tool, args]);
      return boxAnswer(signal);
    },
    endAll: () => void (ended += 1),
  };

  beforeEach(async () => {
    vi.resetModules();
    browser = playBrowser();
    const [{ SiteWord }, { ServeAlone }] = await Promise.all([
      import('../../../../../../resources/extension/web-agent/site-word.ts'),
      import('../../../../../../resources/extension/web-agent/alone/serve-alone.ts'),
    ]);
    word = new SiteWord();
    alone = new ServeAlone(word, boxes, () => now);
    alone.follow('hub-away');
    docAnswer = () => null;
    [events, called, now, ended] = [[], [], 1_000, 0];
    boxAnswer = async () => ({ content: [{ type: 'text', text: 'done' }] });
    return () => vi.unstubAllGlobals();
  });

  const settle = () => new Promise(resolve => setTimeout(resolve, 5));
  const ask = (type: string, payload: Record<string, unknown> = {}, more: Partial<AskedAlone> = {}) =>
    alone.answer({
      ...{ type, payload, opened, document: 'D1', tools: [], signal: new AbortController().signal },
      askDocument: async (asked, params) => docAnswer(asked, params),
      tell: event => void events.push(event),
      ...more,
    });
  /** The window that is asked for is there, and its user answers. */
  const answerNext = async (answer: string, scopes?: string[], ticked: string[] = []) => {
    await settle();
    const window = browser.openPage();
    const question = window.shown.at(-1)!;
    const tools = question.tools.filter(({ id }) => ticked.includes(id)).map(({ key }) => key);
    window.say({ kind: 'answer', id: question.id, answer, scopes: scopes ?? question.scopes, tools });
    await settle();
    return question;
  };
  const allow = async (...scopes: string[]) => {
    const asked = ask('agent.requestPermissions', { scopes });
    await answerNext('once');
    return asked;
  };
  const own = (state: string, answer: (prompts: unknown[]) => string[] = () => ['Hello ', 'you']) => {
    const made: unknown[] = [];
    vi.stubGlobal('LanguageModel', {
      availability: async () => state,
      create: async ({ initialPrompts = [] }: { initialPrompts?: unknown[] }) => ({
        promptStreaming: (prompts: unknown[]) => {
          made.push([...initialPrompts, ...prompts]);
          return new ReadableStream({
            start: controller => {
              for (const piece of answer(prompts)) controller.enqueue(piece);
              controller.close();
            },
          });
        },
        destroy: () => {},
      }),
    });
    return made;
  };

  test('hears of each member that needs one what is missing, and what its user can do.', async () => {
    await word.take({
      on: true,
      flags: Object.fromEntries(Object.keys(pageFlags).map(flag => [flag, true])),
      sites: [],
    });
    for (const type of [
      'agent.run',
      'agent.fetch',
      'agent.mcp.register',
      'agent.agents.list',
      'ai.createTextSession',
    ]) {
      const fault = expect.objectContaining({
        code: 'ERR_SERVER_UNAVAILABLE',
        message: expect.stringMatching(
          new RegExp(`^Pilothouse is not connected, so ${type.replaceAll('.', '\\.')} .*Start Pilothouse`),
        ),
        details: expect.objectContaining({ missing: 'Pilothouse', member: type }),
      });
      await expect(ask(type)).rejects.toEqual(fault);
    }
    alone.follow('pending');
    await expect(ask('agent.run')).rejects.toThrow('Approve this browser in Pilothouse');
    expect(browser.windows).toEqual([]);
  });

  test('gets an answer or one of the codes of the API from every member there is.', async () => {
    for (const type of Object.keys(pageMembers).filter(name => name !== 'agent.requestPermissions')) {
      const end = await ask(type, { sessionId: 's', ref: 'a', tool: 'x/y' }).then(
        () => 'answered',
        (error: { code?: string }) => error.code ?? `broke: ${String(error)}`,
      );
      expect([type, end]).toEqual([type, expect.stringMatching(/^(answered|ERR_[A-Z_]+)$/)]);
      expect([type, end]).not.toEqual([type, 'ERR_INTERNAL']);
    }
  });

  test('is told what is there and what is missing.', async () => {
    expect(await ask('agent.capabilities', {}, { tools: [{ name: 'add' }] })).toMatchObject({
      llm: { available: false },
      tools: { available: true, count: 1, servers: ['page'] },
      agents: { available: false },
      permissions: { origin: opened.origin, scopes: { 'model:prompt': 'not-granted' } },
      features: pageFlags,
      missing: expect.stringContaining('Start Pilothouse'),
    });
    own('available');
    expect(await ask('agent.capabilities')).toMatchObject({ llm: { available: true } });
  });

  test('has its own tools without a question, and no others.', async () => {
    docAnswer = (type, payload) => ({ type, payload });
    const tools = [{ name: 'add' }];
    const result = (await ask('agent.tools.call', { tool: 'page/add', args: { a: 1 } }, { tools })) as {
      content: { text: string }[];
    };
    expect(JSON.parse(result.content[0]!.text)).toEqual({
      type: 'page.tool',
      payload: { name: 'add', args: { a: 1 } },
    });
    for (const tool of ['page/other', 'time/now', 'page/__proto__'])
      await expect(ask('agent.tools.call', { tool }, { tools })).rejects.toMatchObject({
        code: 'ERR_TOOL_NOT_FOUND',
        message: expect.stringContaining('Start Pilothouse'),
      });
    expect(browser.windows).toEqual([]);
  });

  test('is asked about by its origin, once for each scope, and gets what was ticked.', async () => {
    const asked = ask('agent.requestPermissions', {
      scopes: ['model:prompt', 'mcp:tools.list', 'browser:navigate'],
      reason: 'I am your bank',
      origin: 'https://bank.example',
    });
    const question = await answerNext('always', ['mcp:tools.list', 'browser:tabs.create']);
    expect(question).toMatchObject({
      origin: opened.origin,
      reason: 'I am your bank',
      scopes: ['model:prompt', 'mcp:tools.list'],
    });
    expect(await asked).toMatchObject({
      granted: false,
      scopes: { 'model:prompt': 'not-granted', 'mcp:tools.list': 'granted-always', 'browser:navigate': 'not-granted' },
      missing: { scopes: ['browser:navigate'], reason: expect.stringContaining('Start Pilothouse') },
    });
    expect(await ask('agent.tools.list')).toEqual([]);
    expect(browser.windows).toEqual([{ id: 1, removed: true }]);
    expect(await ask('agent.requestPermissions', { scopes: ['mcp:tools.list'] })).toMatchObject({ granted: true });
    expect(browser.windows).toHaveLength(1);
  });

  test('that was denied is refused, and its user is not asked again.', async () => {
    const asked = ask('agent.requestPermissions', { scopes: ['mcp:tools.list'] });
    await answerNext('deny', []);
    expect(await asked).toMatchObject({ granted: false, scopes: { 'mcp:tools.list': 'denied' } });
    await expect(ask('agent.tools.list')).rejects.toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
      message: expect.stringContaining('Permission'),
    });
    expect(await ask('agent.requestPermissions', { scopes: ['mcp:tools.list'] })).toMatchObject({ granted: false });
    expect(browser.windows).toHaveLength(1);
    alone.forget(opened.origin, null);
    await settle();
    await expect(ask('agent.tools.list')).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
  });

  test.each<[string, () => void]>([
    ['its tab closes', () => browser.onRemovedTab.tell(7)],
    [
      'its tab shows another origin',
      () => browser.onCommitted.tell({ tabId: 7, frameId: 0, url: 'https://x.example/' }),
    ],
    ['ten minutes are over', () => void (now += 10 * 60_000)],
  ])('that was allowed once has it until %s.', async (_, happens) => {
    await allow('mcp:tools.list');
    expect(await ask('agent.permissions.list')).toMatchObject({ scopes: { 'mcp:tools.list': 'granted-once' } });
    const inOther = { opened: { ...opened, tabId: 8 } };
    await expect(ask('agent.tools.list', {}, inOther)).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    browser.onCommitted.tell({ tabId: 7, frameId: 3, url: 'https://frame.example/' });
    browser.onCommitted.tell({ tabId: 7, frameId: 0, url: 'https://shop.example/next' });
    expect(await ask('agent.tools.list')).toEqual([]);
    happens();
    await settle();
    await expect(ask('agent.tools.list')).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
  });

  test('that is left while its question is open loses it, and the window goes.', async () => {
    const leaving = new AbortController();
    const asked = ask('agent.requestPermissions', { scopes: ['model:list'] }, { signal: leaving.signal });
    await settle();
    const window = browser.openPage();
    leaving.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    await settle();
    expect(browser.windows).toEqual([{ id: 1, removed: true }]);
    window.say({ kind: 'answer', id: window.shown[0]!.id, answer: 'always', scopes: ['model:list'] });
    await settle();
    expect(await ask('agent.permissions.list')).toMatchObject({ scopes: { 'model:list': 'not-granted' } });
  });

  test('whose question is closed has no answer, and opens no other window for a while.', async () => {
    const asked = ask('agent.requestPermissions', { scopes: ['model:list'] });
    await settle();
    browser.openPage().leave();
    expect(await asked).toMatchObject({ granted: false, scopes: { 'model:list': 'not-granted' } });
    expect(await ask('agent.requestPermissions', { scopes: ['model:list'] })).toMatchObject({ granted: false });
    expect(browser.windows).toHaveLength(1);
  });

  test('is answered by nobody but the window of the question, about what it showed.', async () => {
    const asked = ask('agent.requestPermissions', { scopes: ['model:list'] });
    await settle();
    for (const sender of [
      { id: 'they', url: 'chrome-extension://us/alone-question.html' },
      { id: 'us', url: 'https://shop.example/' },
    ])
      expect(browser.openPage(sender).isClosed()).toBe(true);
    const window = browser.openPage();
    window.say({ kind: 'answer', id: 99, answer: 'always', scopes: ['model:list'] });
    window.say({ kind: 'answer', id: window.shown[0]!.id, answer: 'granted-always', scopes: ['model:list'] });
    await settle();
    expect(await ask('agent.permissions.list')).toMatchObject({ scopes: { 'model:list': 'not-granted' } });
    window.say({ kind: 'answer', id: window.shown[0]!.id, answer: 'once', scopes: [] });
    expect(await asked).toMatchObject({ granted: false });
  });

  test('shares one window with others, whose questions come one after the other.', async () => {
    const other = { document: 'D2', opened: { ...opened, tabId: 9, document: 'D2', origin: 'https://news.example' } };
    const first = ask('agent.requestPermissions', { scopes: ['model:list'] });
    const second = ask('agent.requestPermissions', { scopes: ['model:list'] }, other);
    await settle();
    const window = browser.openPage();
    window.say({ kind: 'answer', id: window.shown[0]!.id, answer: 'always', scopes: ['model:list'] });
    await first;
    await settle();
    expect(window.shown.map(({ origin }) => origin)).toEqual([opened.origin, 'https://news.example']);
    window.say({ kind: 'answer', id: window.shown[1]!.id, answer: 'deny', scopes: [] });
    expect(await second).toMatchObject({ scopes: { 'model:list': 'denied' } });
    expect(browser.windows).toHaveLength(1);
  });

  test('has the model of its browser where there is one, with a conversation that outlasts the background.', async () => {
    const made = own('available');
    const created = ask('ai.createTextSession', { systemPrompt: 'Be brief.' });
    expect((await answerNext('once')).scopes).toEqual(['model:prompt']);
    const sessionId = String(await created);
    expect(await ask('session.prompt', { sessionId, input: 'Hi' })).toBe('Hello you');
    const { ServeAlone } = await import('../../../../../../resources/extension/web-agent/alone/serve-alone.ts');
    alone = new ServeAlone(word, boxes, () => now);
    expect(await ask('session.promptStreaming', { sessionId, input: 'More' })).toBeNull();
    expect(events).toEqual([
      { type: 'token', token: 'Hello ' },
      { type: 'token', token: 'you' },
    ]);
    const [system, hi, answer, more] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello you' },
      { role: 'user', content: 'More' },
    ];
    expect(made).toEqual([
      [system, hi],
      [system, hi, answer, more],
    ]);
    const copy = String(await ask('session.clone', { sessionId }));
    await ask('session.destroy', { sessionId });
    await expect(ask('session.prompt', { sessionId, input: 'x' })).rejects.toMatchObject({
      code: 'ERR_SESSION_NOT_FOUND',
    });
    await expect(ask('session.prompt', { sessionId: copy, input: 'x' }, { document: 'D2' })).rejects.toMatchObject({
      code: 'ERR_SESSION_NOT_FOUND',
    });
    expect(await ask('session.prompt', { sessionId: copy, input: 'x' })).toBe('Hello you');
    alone.gone('D1');
    await settle();
    await expect(ask('session.prompt', { sessionId: copy, input: 'x' })).rejects.toMatchObject({
      code: 'ERR_SESSION_NOT_FOUND',
    });
  });

  test.each(['unavailable', 'downloadable', 'downloading'])(
    'whose browser has its model %s hears that before anybody is asked.',
    async state => {
      own(state);
      await expect(ask('ai.createTextSession')).rejects.toMatchObject({
        code: 'ERR_SERVER_UNAVAILABLE',
        message: expect.stringMatching(/model.*Start Pilothouse/),
      });
      expect(browser.windows).toEqual([]);
    },
  );

  test('gets no more of an answer once its user has taken back what it was allowed.', async () => {
    let go = () => {};
    const held = new Promise<void>(resolve => (go = resolve));
    await allow('browser:activeTab.read');
    await word.take({ on: true, flags: { browserInteraction: true }, sites: [] });
    docAnswer = async () => (await held, { text: 'Secret', url: '', title: '' });
    const reading = ask('agent.browser.activeTab.readability');
    await settle();
    alone.forget(opened.origin, null);
    await expect(reading).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    go();
  });

  test('reads itself where the last word of a hub lets it and its user does, and acts never.', async () => {
    docAnswer = type =>
      type === 'do.read' ? { url: 'u', title: 't', text: 'Boots', byline: null, siteName: null } : null;
    await expect(ask('agent.browser.activeTab.readability')).rejects.toMatchObject({ code: 'ERR_FEATURE_DISABLED' });
    await word.take({ on: true, flags: { browserInteraction: true }, sites: [] });
    await expect(ask('agent.browser.activeTab.readability')).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    await allow('browser:activeTab.read');
    expect(await ask('agent.browser.activeTab.readability')).toMatchObject({ text: 'Boots', content: 'Boots' });
    await expect(ask('agent.browser.activeTab.click', { ref: 'a' })).rejects.toMatchObject({
      code: 'ERR_SERVER_UNAVAILABLE',
    });
  });

  test('whose question is open when a hub comes is asked by that one; what was half done is ended and told so.', async () => {
    const { HubCame } = await import('../../../../../../resources/extension/web-agent/alone/hub-missing.ts');
    docAnswer = () => new Promise(() => {});
    const tools = [{ name: 'add' }];
    const asked = ask('agent.requestPermissions', { scopes: ['model:list'] }, { document: 'D2' });
    const called = ask('agent.tools.call', { tool: 'page/add' }, { tools });
    await settle();
    const [question, call] = [
      expect(asked).rejects.toBeInstanceOf(HubCame),
      expect(called).rejects.toMatchObject({ code: 'ERR_CANCELLED' }),
    ];
    alone.hubCame();
    await Promise.all([question, call]);
    await settle();
    expect(browser.windows).toEqual([{ id: 1, removed: true }]);
  });

  describe('whose browser runs servers', () => {
    const server = (id: string, change: Partial<BoxedServer> = {}): BoxedServer => ({
      ...{ id, title: id, kind: 'script', takesOneLine: false, digest: `${id}-1`, bytes: 1, hosts: [], addedAt: 1 },
      tools: [{ name: 'echo', description: 'Says it again' }, { name: 'spin' }],
      ...change,
    });
    const keep = (...servers: BoxedServer[]) => browser.local.set({ boxedServers: servers });
    const call = (tool: string, more: Partial<AskedAlone> = {}) =>
      ask('agent.tools.call', { tool, args: { a: 1 } }, more);
    const allowTools = async (...tools: string[]) => {
      const asked = ask('agent.requestPermissions', { scopes: ['mcp:tools.call'] });
      await answerNext('always', undefined, tools);
      return asked;
    };

    test('is asked about them tool by tool, and what is not ticked is refused.', async () => {
      await keep(server('box'), server('other'));
      await expect(call('box/echo')).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
      expect(await allowTools('box/echo')).toMatchObject({
        granted: true,
        scopes: { 'mcp:tools.call': 'granted-always' },
        allowedTools: ['box/echo'],
      });
      for (const name of ['box/echo', 'box__echo', 'echo']) expect(await call(name)).toMatchObject({ content: [{}] });
      expect(called).toEqual(Array.from({ length: 3 }, () => ['box', 'echo', { a: 1 }]));
      for (const name of ['box/spin', 'other/echo'])
        await expect(call(name)).rejects.toMatchObject({
          code: 'ERR_TOOL_NOT_ALLOWED',
          details: { toolName: name, allowedTools: ['box/echo'] },
        });
      await expect(call('none/echo')).rejects.toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
      expect(called).toHaveLength(3);
      // The rest may be asked for, and is added to what was allowed.
      expect(await allowTools('other/echo')).toMatchObject({ allowedTools: ['box/echo', 'other/echo'] });
    });

    test('is granted nothing where nothing is ticked, whatever is answered.', async () => {
      await keep(server('box'));
      expect(await allowTools()).toMatchObject({ granted: false, scopes: { 'mcp:tools.call': 'not-granted' } });
      const asked = ask('agent.requestPermissions', { scopes: ['mcp:tools.call'], tools: ['box/spin'] });
      await settle();
      const window = browser.openPage();
      const { id, tools } = window.shown.at(-1)!;
      expect(tools.map(one => one.id)).toEqual(['box/spin']);
      // What was not shown is not ticked.
      window.say({ kind: 'answer', id, answer: 'always', scopes: ['mcp:tools.call'], tools: ['box-1/echo'] });
      expect(await asked).toMatchObject({ granted: false });
    });

    test('is not asked again once that was denied.', async () => {
      await keep(server('box'));
      await allowTools('box/echo');
      const asked = ask('agent.requestPermissions', { scopes: ['mcp:tools.call'] });
      await answerNext('deny');
      expect(await asked).toMatchObject({ granted: false, scopes: { 'mcp:tools.call': 'denied' } });
      await expect(call('box/echo')).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
      expect(await ask('agent.requestPermissions', { scopes: ['mcp:tools.call'] })).toMatchObject({ granted: false });
      expect(browser.windows).toHaveLength(2);
    });

    test('keeps nothing of what was allowed of other code of the same name.', async () => {
      await keep(server('box'));
      await allowTools('box/echo');
      await keep(server('box', { digest: 'box-2' }));
      await settle();
      await expect(call('box/echo')).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
      await keep(server('box'));
      await settle();
      await expect(call('box/echo')).rejects.toMatchObject({ code: 'ERR_SCOPE_REQUIRED' });
    });

    test('gets no answer of a server that is removed meanwhile.', async () => {
      await keep(server('box'));
      await allowTools('box/echo');
      let signalled: AbortSignal | null = null;
      boxAnswer = signal => {
        signalled = signal;
        return new Promise(() => {});
      };
      const calling = call('box/echo');
      await settle();
      await keep();
      await expect(calling).rejects.toMatchObject({ code: expect.stringMatching(/ERR_TOOL_NOT_FOUND|ERR_SCOPE/) });
      expect(signalled).toMatchObject({ aborted: true });
    });

    test('is told of them where it may list tools, and files and other schemes never are.', async () => {
      await keep(server('box'));
      await allow('mcp:tools.list');
      expect(await ask('agent.tools.list')).toEqual([
        { serverId: 'box', name: 'box/echo', description: 'Says it again' },
        { serverId: 'box', name: 'box/spin' },
      ]);
      expect(await ask('agent.capabilities')).toMatchObject({ tools: { count: 2, servers: ['box'] } });
      await word.take({ on: true, files: true, sites: [] });
      const file = { opened: { ...opened, origin: 'file://', url: 'file:///a.html' } };
      await expect(call('box/echo', file)).rejects.toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
      expect(await ask('agent.requestPermissions', { scopes: ['mcp:tools.call'] }, file)).toMatchObject({
        granted: false,
        missing: { scopes: ['mcp:tools.call'] },
      });
    });

    test('hears that its call is over where a hub comes, and the servers are ended.', async () => {
      await keep(server('box'));
      await allowTools('box/echo');
      boxAnswer = () => new Promise(() => {});
      const calling = call('box/echo');
      await settle();
      alone.hubCame();
      await expect(calling).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
      expect(ended).toBe(1);
    });
  });

  test('denied in one tab, another tab of its site that has waited is not asked about any more.', async () => {
    const second = { document: 'D2', opened: { ...opened, tabId: 8, document: 'D2' } };
    const wants = { scopes: ['model:list'] };
    const asked = [ask('agent.requestPermissions', wants), ask('agent.requestPermissions', wants, second)];
    await settle();
    const window = browser.openPage();
    window.say({ kind: 'answer', id: window.shown[0]!.id, answer: 'deny', scopes: [], tools: [] });
    for (const answer of asked) expect(await answer).toMatchObject({ scopes: { 'model:list': 'denied' } });
    expect(window.shown).toHaveLength(1);
  });

  test('whose question waits behind another one is the hub’s once that has come, and asks in no window more.', async () => {
    vi.stubGlobal('LanguageModel', { availability: async () => 'available', create: async () => ({}) });
    const asked = [ask('agent.requestPermissions', { scopes: ['model:list'] }), ask('ai.createTextSession')];
    const ends = Promise.allSettled(asked);
    await settle();
    browser.openPage();
    alone.hubCame();
    const reasons = (await ends).map(end => (end.status === 'rejected' ? (end.reason as Error).constructor.name : end));
    expect(reasons).toEqual(['HubCame', 'HubCame']);
    await settle();
    expect(browser.windows).toEqual([{ id: 1, removed: true }]);
  });

  test('that got nothing by its question asks no other one for a minute, except where that was a denial.', async () => {
    const wants = { scopes: ['model:list'] };
    const unticked = ask('agent.requestPermissions', wants);
    await answerNext('once', []);
    await unticked;
    await ask('agent.requestPermissions', wants);
    expect(browser.windows).toHaveLength(1);
    now += 60_000;
    const denied = ask('agent.requestPermissions', wants);
    await answerNext('deny');
    expect(await denied).toMatchObject({ scopes: { 'model:list': 'denied' } });
    const other = ask('agent.requestPermissions', { scopes: ['mcp:tools.list'] });
    await answerNext('once');
    expect(await other).toMatchObject({ granted: true });
    expect(browser.windows).toHaveLength(3);
  });
});
