// What a page hands over by the page API: tools of its own, agents, suggestions for the address bar; and what it is asked of them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { allOn, openPageApiScene, outcome, type PageApiScene, type Said } from './page-api-scene.ts';
import type { Page } from 'playwright';

let scene: PageApiScene;
let page: Page;

const told = (kind: keyof Said) => page.evaluate(kind => window.side.said.filter(one => kind in one), kind);
const requests = async () => (await told('request')).map(({ request }) => [request!.type, request!.payload]);

/** As the hub asks, until the page has answered. */
const ask = async (type: string, payload: object): Promise<Said['answer']> => {
  const id = `ask-${Math.random()}`;
  await page.evaluate(ask => window.side.reply({ ask }), { id, type, payload });
  const find = async () => (await told('answer')).find(({ answer }) => answer?.id === id)?.answer;
  await expect.poll(find).toBeDefined();
  const { id: _, ...answer } = (await find())!;
  return answer as Said['answer'];
};

describeWith(['chromium'], 'what a page hands over by the page API', () => {
  beforeAll(async () => {
    scene = await openPageApiScene();
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    page = await scene.open({ flags: allOn });
    return () => page.close();
  });

  const addTool = (name: string, handler: string, more = '') =>
    outcome(page, `modelContext.addTool({ name: '${name}', description: 'Says it.', ${more} handler: ${handler} })`);

  test('tools that change in one turn are told as one list, before the next request', async () => {
    await outcome(
      page,
      `(() => {
        modelContext.addTool({ name: 'one', handler() {} });
        modelContext.addTool({ name: 'two', description: 'Second', inputSchema: { type: 'object', deep: { on() {} } }, handler() {} });
        modelContext.addTool({ name: 'three', handler() {} });
        modelContext.removeTool('three');
        return agent.capabilities();
      })()`,
    );
    expect(await page.evaluate(() => window.side.said.map(one => one.tools ?? one.request?.type))).toEqual([
      [{ name: 'one' }, { name: 'two', description: 'Second', inputSchema: { type: 'object', deep: {} } }],
      'agent.capabilities',
    ]);
    await outcome(page, `modelContext.clearContext()`);
    await expect.poll(() => told('tools').then(all => all.at(-1))).toEqual({ tools: [] });
  });

  test('a tool is kept as it was when it came', async () => {
    await outcome(
      page,
      `(() => {
      const tool = { name: 'one', description: 'First', handler: () => 1 };
      modelContext.addTool(tool);
      tool.description = 'Other';
      tool.handler = () => 2;
    })()`,
    );
    expect(await outcome(page, `modelContext.tools.map(({ name, description }) => [name, description])`)).toEqual([
      ['one', 'First'],
    ]);
    expect(await outcome(page, `agent.tools.call('page/one')`)).toBe(1);
    expect(await outcome(page, `(modelContext.tools.push({}), modelContext.tools.length)`)).toBe(1);
  });

  test('the same name replaces, and what is no tool is refused', async () => {
    await addTool('one', '() => 1');
    await addTool('one', '() => 2');
    expect(await outcome(page, `agent.tools.call('one')`)).toBe(2);
    for (const tool of ['{}', `{ name: 'x' }`, `{ name: '', handler() {} }`])
      expect(await outcome(page, `modelContext.addTool(${tool})`)).toMatchObject({ thrown: true, name: 'TypeError' });
    expect(
      await outcome(
        page,
        `[modelContext.removeTool('one'), modelContext.removeTool('one'), modelContext.removeTool('toString')]`,
      ),
    ).toEqual([true, false, false]);
  });

  test('tools of the page are listed beside those of the hub, and run in the page', async () => {
    await addTool('say', '({ what }) => ({ said: what, on: location.host })');
    await page.evaluate(() => {
      const result = [
        { serverId: 'time', name: 'time/now' },
        { serverId: 'page', name: 'page/old' },
      ];
      window.side.answers['agent.tools.list'] = { result };
    });
    expect(await outcome(page, 'agent.tools.list()')).toEqual([
      { serverId: 'time', name: 'time/now' },
      { serverId: 'page', name: 'page/say', description: 'Says it.' },
    ]);
    for (const call of [`{ tool: 'page/say', args: { what: 1 } }`, `'say', { what: 1 }`])
      expect(await outcome(page, `agent.tools.call(${call})`)).toEqual({ said: 1, on: 'site.test' });
    expect(await requests()).toEqual([['agent.tools.list', {}]]);
  });

  test('a tool of the page that throws or is not there is told by a code', async () => {
    await addTool('fail', `async () => { throw new Error('It broke'); }`);
    expect(await outcome(page, `agent.tools.call('fail')`)).toMatchObject({
      code: 'ERR_TOOL_FAILED',
      message: 'It broke',
    });
    expect(await outcome(page, `agent.tools.call('page/none')`)).toMatchObject({ code: 'ERR_TOOL_NOT_FOUND' });
    expect(await outcome(page, `agent.tools.call({ tool: 3 })`)).toMatchObject({ code: 'ERR_INVALID_REQUEST' });
  });

  test('the hub calls a tool of the page and hears what its handler returned', async () => {
    await addTool('twice', 'async ({ n }) => n * 2');
    await addTool('fail', `() => { throw new Error('It broke'); }`);
    await addTool('node', '() => document.body');
    expect(await ask('page.tool', { name: 'twice', args: { n: 4 } })).toEqual({ ok: true, result: 8 });
    expect(await ask('page.tool', { name: 'fail' })).toMatchObject({
      ok: false,
      error: { code: 'ERR_TOOL_FAILED', message: 'It broke' },
    });
    expect(await ask('page.tool', { name: 'gone' })).toMatchObject({
      ok: false,
      error: { code: 'ERR_TOOL_NOT_FOUND' },
    });
    expect(await ask('page.tool', { name: 'node' })).toMatchObject({
      ok: false,
      error: { code: 'ERR_HANDLER_FAILED' },
    });
    expect(await ask('page.other', {})).toMatchObject({ ok: false, error: { code: 'ERR_NOT_IMPLEMENTED' } });
  });

  test('tools are registered as the WebMCP draft has it, and end with their signal', async () => {
    const tool = `{ name: 'buy', description: 'Buys', execute: ({ n }, client) => client.requestUserInteraction(() => n + 1) }`;
    expect(
      await outcome(
        page,
        `(async () => {
      const aborter = window.aborter = new AbortController();
      return modelContext.registerTool(${tool}, { signal: aborter.signal });
    })()`,
      ),
    ).toBeUndefined();
    expect(await outcome(page, `agent.tools.call('buy', { n: 1 })`)).toBe(2);
    expect(await outcome(page, `modelContext.registerTool(${tool})`)).toMatchObject({ name: 'InvalidStateError' });
    expect(await outcome(page, `(aborter.abort(), modelContext.tools)`)).toEqual([]);
    expect(await outcome(page, `modelContext.registerTool(${tool}, { signal: aborter.signal })`)).toMatchObject({
      name: 'AbortError',
    });
    for (const bad of [
      `{ name: 'a b', description: 'x', execute() {} }`,
      `{ name: 'a', description: '', execute() {} }`,
    ])
      expect(await outcome(page, `modelContext.registerTool(${bad})`)).toMatchObject({ name: 'InvalidStateError' });
    expect(await outcome(page, `modelContext.registerTool({ name: 'a', description: 'x' })`)).toMatchObject({
      name: 'TypeError',
    });
  });

  test('tools are registered as earlier drafts had it: as a whole list, by a handle, by name', async () => {
    const names = `modelContext.tools.map(({ name }) => name)`;
    const tool = (name: string) => `{ name: '${name}', description: 'x', execute() {} }`;
    await outcome(page, `modelContext.provideContext({ tools: [${tool('a')}, ${tool('b')}] })`);
    await outcome(page, `modelContext.registerTool(${tool('c')}).unregister`);
    expect(await outcome(page, names)).toEqual(['a', 'b', 'c']);
    await outcome(page, `modelContext.unregisterTool('a')`);
    expect(await outcome(page, `modelContext.unregisterTool('a')`)).toMatchObject({ name: 'InvalidStateError' });
    expect(await outcome(page, `(modelContext.registerTool(${tool('d')}).unregister(), ${names})`)).toEqual(['b', 'c']);
    await outcome(page, `modelContext.provideContext({ tools: [${tool('e')}] })`);
    expect(await outcome(page, names)).toEqual(['e']);
  });

  test('an agent of the page is invoked: the first handler answers, in either form', async () => {
    const invocation = { invocationId: 'i1', agentId: 'a1', from: 'a2', task: 'read', input: 3 };
    expect(await ask('page.invoke', invocation)).toMatchObject({ ok: false, error: { code: 'ERR_NO_HANDLER' } });
    await outcome(
      page,
      `(() => {
      window.stops = [
        agent.agents.onInvoke(told => ({ ...told, input: told.input + 1 })),
        agent.agents.onInvoke(() => ({ success: false, error: { code: 'ERR_MINE', message: 'No' } })),
        agent.agents.onInvoke(async () => { throw new Error('It broke'); }),
      ];
    })()`,
    );
    const stop = () => outcome(page, 'stops.shift()()');
    expect(await ask('page.invoke', invocation)).toEqual({
      ok: true,
      result: { success: true, result: { ...invocation, input: 4 } },
    });
    await stop();
    expect(await ask('page.invoke', invocation)).toEqual({
      ok: true,
      result: { success: false, error: { code: 'ERR_MINE', message: 'No' } },
    });
    await stop();
    expect(await ask('page.invoke', invocation)).toEqual({
      ok: false,
      error: { code: 'ERR_HANDLER_FAILED', message: 'It broke' },
    });
    await stop();
    expect(await ask('page.invoke', invocation)).toMatchObject({ ok: false, error: { code: 'ERR_NO_HANDLER' } });
  });

  test('messages and broadcasts reach every handler, whatever the others do', async () => {
    await outcome(
      page,
      `(async () => {
      window.heard = [];
      addEventListener('error', ({ error }) => heard.push(error.message));
      const { agents } = agent;
      agents.onMessage(() => { throw new Error('first'); });
      agents.onMessage(({ payload }) => heard.push(['message', payload]));
      window.onNews = ({ data }) => heard.push(['news', data]);
      await agents.subscribe('news', onNews);
      await agents.subscribe('news', ({ data }) => heard.push(['news too', data]));
    })()`,
    );
    await page.evaluate(() => {
      for (const event of [
        { type: 'message', message: { payload: 1 } },
        { type: 'broadcast', broadcast: { type: 'news', data: 2 } },
        { type: 'broadcast', broadcast: { type: 'toString', data: 3 } },
      ])
        window.side.reply({ agentEvent: event });
    });
    await expect
      .poll(() => page.evaluate('window.heard'))
      .toEqual(expect.arrayContaining(['first', ['message', 1], ['news', 2], ['news too', 2]]));
    expect(await page.evaluate('window.heard.length')).toBe(4);
    await outcome(page, `agent.agents.unsubscribe('news', onNews)`);
    expect((await requests()).map(([type]) => type)).toEqual(['agent.agents.subscribe', 'agent.agents.subscribe']);
    await outcome(page, `agent.agents.unsubscribe('news')`);
    expect((await requests()).at(-1)).toEqual(['agent.agents.unsubscribe', { eventType: 'news' }]);
  });

  test('agents that are found are a list with what older pages read of it; the last one registered is meant by default', async () => {
    await page.evaluate(() => {
      window.side.answers['agent.agents.register'] = { result: { id: 'agent-7', name: 'Mine' } };
      window.side.answers['agent.agents.discover'] = { result: [{ id: 'a' }, { id: 'b' }] };
      window.side.answers['agent.agents.list'] = { result: { agents: [{ id: 'a' }], total: 1 } };
    });
    const read = 'found => [found.map(({ id }) => id), found.agents.length, found.total, JSON.stringify(found)]';
    expect(await outcome(page, `agent.agents.discover().then(${read})`)).toEqual([
      ['a', 'b'],
      2,
      2,
      '[{"id":"a"},{"id":"b"}]',
    ]);
    expect(await outcome(page, `agent.agents.list().then(${read})`)).toEqual([['a'], 1, 1, '[{"id":"a"}]']);
    expect(await outcome(page, `agent.agents.unregister()`)).toMatchObject({ code: 'ERR_NOT_REGISTERED' });
    await outcome(page, `agent.agents.register({ name: 'Mine' })`);
    expect(await outcome(page, `agent.agents.unregister()`)).toBe(true);
    expect((await requests()).at(-1)).toEqual(['agent.agents.unregister', { agentId: 'agent-7' }]);
  });

  test('suggestions for the address bar are asked of the page, and so is what its parsers make of a shortcut', async () => {
    await page.evaluate(() => {
      window.side.answers['agent.addressBar.registerProvider'] = { result: { providerId: 'p' } };
      window.side.answers['agent.addressBar.registerSiteProvider'] = { result: { providerId: 'site-site.test' } };
    });
    await outcome(
      page,
      `agent.addressBar.registerProvider({ id: 'p', name: 'P', triggers: [], onQuery: async ({ query }) => [{ id: query }], onSelect: ({ id }) => 'chose ' + id })`,
    );
    await outcome(
      page,
      `agent.addressBar.registerSiteProvider({ origin: location.origin, name: 'S', onQuery: query => [{ id: 'site ' + query }] })`,
    );
    await outcome(
      page,
      `agent.commandBar.registerToolShortcuts({ shortcuts: [{ trigger: 'add', tool: 'sum/add', description: 'Adds', argParser: query => ({ n: Number(query) }) }], resultHandler: 'inline' })`,
    );
    expect((await requests()).at(-1)).toEqual([
      'agent.addressBar.registerToolShortcuts',
      {
        resultHandler: 'inline',
        shortcuts: [{ trigger: 'add', tool: 'sum/add', description: 'Adds', argParser: 'custom' }],
      },
    ]);
    const query = (providerId: string) => ask('page.addressBarQuery', { providerId, context: { query: '4' } });
    expect(await query('p')).toEqual({ ok: true, result: { suggestions: [{ id: '4' }] } });
    expect(await query('site-site.test')).toEqual({ ok: true, result: { suggestions: [{ id: 'site 4' }] } });
    expect(await query('shortcut:add')).toMatchObject({
      ok: true,
      result: { suggestions: [{ type: 'tool', title: 'Adds', tool: { name: 'sum/add', args: { n: 4 } } }] },
    });
    expect(await ask('page.addressBarSelect', { providerId: 'p', suggestion: { id: '4' } })).toEqual({
      ok: true,
      result: 'chose 4',
    });
    await outcome(page, `agent.addressBar.unregisterProvider('p')`);
    expect(await query('p')).toMatchObject({ ok: false, error: { code: 'ERR_NO_HANDLER' } });
    expect(
      await outcome(page, `agent.addressBar.registerSiteProvider({ origin: 'https://other.test', name: 'S' })`),
    ).toMatchObject({ code: 'ERR_INVALID_REQUEST' });
    expect(await outcome(page, 'agent.commandBar === agent.addressBar')).toBe(true);
  });
});
