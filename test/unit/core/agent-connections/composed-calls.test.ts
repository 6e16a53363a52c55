// The first tab of an agent, by the browser that it works in, and several calls in one.
import { describe, expect, test } from 'vitest';
import { composedCall } from '../../../../electron/core/agent-connections/composed-calls.ts';
import { FirstTabs } from '../../../../electron/core/agent-connections/first-tabs.ts';
import { browserTools, scopeOf } from '../../../../electron/core/tools/browser-tools.ts';
import { ToolCatalogue } from '../../../../electron/core/tools/tool-catalogue.ts';
import { buildAgent, buildBrowser, buildState, buildTab } from '../../../support/hub-fixtures.ts';
import { createShortcuts } from '../../../support/shortcuts.ts';
import type { Browser, Tab } from '../../../../contract/schemas/entities.ts';
import type { ToolCallParams, ToolResult } from '../../../../contract/schemas/messages.ts';

const claude = buildBrowser({ extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn' });
const asked: ToolCallParams = { name: 'tabs_context', arguments: { createIfEmpty: true } };

function servicesOf(browser: Browser | null, tabs: Tab[], maxBytes = 1_000_000) {
  const catalogue = new ToolCatalogue(buildState());
  const own = { browsers: { forAgent: () => browser }, tabs: { ownedBy: () => tabs }, agent: () => buildAgent() };
  const fit = { maxBytes, scaler: { scale: async () => null } };
  return { ...own, catalogue, shortcuts: createShortcuts(), firstTabs: new FirstTabs(), fit };
}

/** What reached the router: names with their arguments. */
async function run(browser: Browser | null, tabs: Tab[], params = asked, results: ToolResult[] = []) {
  const calls: [string, unknown][] = [];
  const call = composedCall(servicesOf(browser, tabs), async ({ name, arguments: args }) => {
    calls.push([name, args]);
    return results.shift() ?? { content: [] };
  });
  const result = await call(params);
  return { calls, result };
}

test('In our own browser the hub opens the first tab, and then lists it.', async () => {
  expect((await run(buildBrowser(), [])).calls).toEqual([
    ['tabs_create', {}],
    ['tabs_context', {}],
  ]);
});

test('When the first tab may not be opened, the refusal is the answer.', async () => {
  const refused = { content: [{ type: 'text', text: 'no' }], isError: true };
  expect(await run(buildBrowser(), [], asked, [refused])).toEqual({ calls: [['tabs_create', {}]], result: refused });
});

test('A Claude extension opens its first tab itself.', async () => {
  expect((await run(claude, [])).calls).toEqual([['tabs_context', { createIfEmpty: true }]]);
});

test.each([
  ['ours', buildBrowser()],
  ['a Claude extension', claude],
])('An agent that owns a tab only lists, in a browser with %s.', async (_, browser) => {
  expect((await run(browser, [buildTab()])).calls).toEqual([['tabs_context', {}]]);
});

test('A tab in another browser does not count.', async () => {
  expect((await run(claude, [buildTab({ browserId: 'other' })])).calls).toEqual([
    ['tabs_context', { createIfEmpty: true }],
  ]);
});

test('Without a browser, and for everything else, the call is passed on.', async () => {
  expect((await run(null, [])).calls).toEqual([['tabs_context', {}]]);
  const navigate = { name: 'navigate', arguments: { url: 'https://example.com', createIfEmpty: true } };
  expect((await run(claude, [], navigate)).calls).toEqual([['navigate', navigate.arguments]]);
});

test('Two calls at a time that want a first tab are given the same one.', async () => {
  const tabs: Tab[] = [];
  const calls: string[] = [];
  const call = composedCall(servicesOf(buildBrowser(), tabs), async ({ name }) => {
    calls.push(name);
    await new Promise(setImmediate);
    if (name === 'tabs_create') tabs.push(buildTab());
    return { content: [] };
  });
  await Promise.all([call(asked), call(asked), call(asked)]);
  expect(calls.toSorted()).toEqual(['tabs_context', 'tabs_context', 'tabs_context', 'tabs_create']);
});

test('Who waited for a first tab that was refused asks for one too.', async () => {
  const calls: string[] = [];
  const refused = { content: [{ type: 'text', text: 'no' }], isError: true };
  const call = composedCall(servicesOf(buildBrowser(), []), async ({ name }) => {
    calls.push(name);
    await new Promise(setImmediate);
    return refused;
  });
  expect(await Promise.all([call(asked), call(asked)])).toEqual([refused, refused]);
  expect(calls).toEqual(['tabs_create', 'tabs_create']);
});

test('Opening the first tab and listing it have the timeout of one call, and a batch around them leaves no more.', async () => {
  const params = { name: 'tabs_context', arguments: { createIfEmpty: true, timeout: 60_000 } };
  const given: (number | undefined)[] = [];
  const call = composedCall(servicesOf(buildBrowser(), []), async (_, { withinMs } = {}) => {
    given.push(withinMs);
    await new Promise(resolve => setTimeout(resolve, 20));
    return { content: [] };
  });
  await call(params);
  await call(params, { withinMs: 1_000 });
  const [open = 0, list = 0, openWithin = 0, listWithin = 0] = given;
  expect(open).toBeLessThanOrEqual(60_000);
  expect(list).toBeLessThanOrEqual(open - 15);
  expect(openWithin).toBeLessThanOrEqual(1_000);
  expect(listWithin).toBeLessThanOrEqual(openWithin - 15);
});

test('Who waits for the tab of another call does so no longer than its own time.', async () => {
  const given: [string, number | undefined][] = [];
  let open = () => {};
  const call = composedCall(servicesOf(buildBrowser(), []), async ({ name }, { withinMs } = {}) => {
    given.push([name, withinMs]);
    if (name === 'tabs_create') await new Promise<void>(resolve => (open = resolve));
    return { content: [] };
  });
  const first = call(asked);
  await call(asked, { withinMs: 30 });
  expect(given).toEqual([
    ['tabs_create', undefined],
    ['tabs_context', 0],
  ]);
  open();
  await first;
});

test('Listing that may open a tab needs the scope of opening one.', () => {
  const tool = browserTools.find(({ name }) => name === 'tabs_context');
  if (!tool) throw new Error('There is no tabs_context.');
  expect([scopeOf(tool, {}), scopeOf(tool, { createIfEmpty: true }), scopeOf(tool, { createIfEmpty: 1 })]).toEqual([
    'browser:tabs.read',
    'browser:tabs.create',
    'browser:tabs.read',
  ]);
});

describe('Several calls in one', () => {
  const batch = (...actions: unknown[]) => ({ name: 'browser_batch', arguments: { actions } });
  const said = (text: string, isError = false) => ({ content: [{ type: 'text', text }], ...(isError && { isError }) });
  const navigate = { name: 'navigate', input: { url: 'https://example.com', tabId: 7 } };

  test('Each is carried out by itself and in order, under the hub’s names; their answers are one.', async () => {
    const params = batch(navigate, { name: 'tabs_context_mcp' });
    expect(await run(claude, [buildTab()], params, [said('went'), said('tabs')])).toEqual({
      calls: [
        ['navigate', navigate.input],
        ['tabs_context', {}],
      ],
      result: { content: [...said('went').content, ...said('tabs').content] },
    });
  });

  test('The first that fails is the last, and the answer says what was left out.', async () => {
    const params = batch(navigate, navigate, navigate);
    const { calls, result } = await run(claude, [buildTab()], params, [said('went'), said('refused', true)]);
    expect(calls).toHaveLength(2);
    expect(result).toEqual({
      content: [
        ...said('went').content,
        ...said('refused').content,
        ...said('Action 2 of 3 (navigate) failed; the 1 after it was not carried out.').content,
      ],
      isError: true,
    });
  });

  test('What the batch belongs to leaves its actions no more time than it has itself, whatever the batch was given.', async () => {
    const given: (number | undefined)[] = [];
    const call = composedCall(servicesOf(null, []), async (_, { withinMs } = {}) => {
      given.push(withinMs);
      return { content: [] };
    });
    await call(batch(navigate));
    await call(batch(navigate), { withinMs: 1_000 });
    const { arguments: args } = batch(navigate);
    await call({ name: 'browser_batch', arguments: { ...args, timeout: 60_000 } }, { withinMs: 2_000 });
    expect(given).toEqual([
      undefined,
      expect.toSatisfy(ms => ms <= 1_000),
      expect.toSatisfy(ms => ms > 1_000 && ms <= 2_000),
    ]);
  });

  test('An action that goes on as a task is an error, and nothing comes after it.', async () => {
    const task = { task: { taskId: 't', status: 'working' } } as unknown as ToolResult;
    const { calls, result } = await run(claude, [], batch(navigate, navigate, navigate), [{ content: [] }, task]);
    expect(calls).toHaveLength(2);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain(
      'Action 2 of 3 (navigate) goes on as a task, which a batch cannot',
    );
  });

  test('Each belongs to the run that the batch belongs to, and the answer says what the last one says of it.', async () => {
    const metas: unknown[] = [];
    const call = composedCall(servicesOf(claude, [buildTab()]), async ({ _meta }) => {
      metas.push(_meta);
      return { ...said('went'), _meta: { 'dev.pilothouse/run': { callsLeft: 3 - metas.length } } };
    });
    const trip = { 'dev.pilothouse/run': { id: 'trip', maxCalls: 3 } };
    const result = await call({ ...batch(navigate, navigate), _meta: { ...trip, progressToken: 7 } });
    expect(metas).toEqual([trip, trip]);
    expect(result._meta).toEqual({ 'dev.pilothouse/run': { callsLeft: 1 } });
  });

  test('What all together is too large for the wire loses its largest parts, which are named; the rest is told.', async () => {
    const texts = ['a'.repeat(30_000), 'short', 'b'.repeat(9_000)];
    const call = composedCall(servicesOf(claude, [buildTab()], 20_000), async () => said(texts.shift() ?? ''));
    const result = await call(batch(navigate, navigate, navigate));
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(20_000);
    expect(result.content).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(
          /^An answer of 30\d{3} bytes was left out here, because this wire takes at most 20000 bytes for all of them; /,
        ),
      },
      ...said('short').content,
      ...said('b'.repeat(9_000)).content,
    ]);
  });

  test.each([
    [{}, 'browser_batch needs actions, a list of 1 to 50 of {"name", "input"}.'],
    [
      { actions: Array.from({ length: 51 }, () => navigate) },
      'browser_batch needs actions, a list of 1 to 50 of {"name", "input"}.',
    ],
    [
      { actions: [navigate, 7] },
      'Action 2 must be {"name", "input"} with the name of a tool other than browser_batch.',
    ],
    [
      { actions: [batch(navigate)] },
      'Action 1 must be {"name", "input"} with the name of a tool other than browser_batch.',
    ],
    [
      { actions: [{ name: 'navigate', input: 'x' }] },
      'Action 1 must be {"name", "input"} with the name of a tool other than browser_batch.',
    ],
  ])('%j is refused before anything is carried out.', async (given, text) => {
    const { calls, result } = await run(claude, [buildTab()], { name: 'browser_batch', arguments: given });
    expect({ calls, result }).toEqual({ calls: [], result: { ...said(text), isError: true } });
  });
});

test('An action that calls a tool by its name is a call of that tool.', async () => {
  const actions = [{ name: 'call_tool', input: { name: 'notes__add', arguments: { text: 'x' } } }];
  const { calls } = await run(null, [], { name: 'browser_batch', arguments: { actions } });
  expect(calls).toEqual([['notes__add', { text: 'x' }]]);
});
