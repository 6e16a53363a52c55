// What a page asks for is one tree in the trace: its request, below it what the hub asked of a model, a tool or the document for it.
import { expect, onTestFinished, test } from 'vitest';
import { startEverything } from '../../support/everything-server.ts';
import { calls, says } from '../../support/models/script.ts';
import { wellBehaved } from '../harbor/harbor-a-scene.ts';
import { addModel, answerNext, grantTo, openPages, setFlags, shop } from './page-scene.ts';
import type { PagesScene } from './page-scene.ts';

type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

async function entriesOf({ panel }: PagesScene) {
  return (await panel.request('trace:window', { filter: {}, from: 0, count: 200 })).entries;
}

/** The last request of that name with all that is below it, a line for each: how deep, who asks whom, for what. What is only told is left out. */
async function treeOf(pages: PagesScene, method: string): Promise<string[]> {
  const entries = (await entriesOf(pages)).filter(({ kind }) => kind === 'request');
  const root = entries.findLast(entry => entry.method === method && entry.dir === 'in');
  if (!root) throw new Error(`Nobody asked for ${method}: ${entries.map(entry => entry.method).join(', ')}.`);
  expect(root).toMatchObject({ parent: null, from: { kind: 'agent' } });
  return linesOf(entries, root, 0);
}

function linesOf(entries: readonly Entry[], entry: Entry, depth: number): string[] {
  const below = entries.filter(({ parent }) => parent === entry.seq).toSorted((a, b) => a.seq - b.seq);
  const line = `${'  '.repeat(depth)}${entry.from.kind} > ${entry.to.kind} ${entry.method}`;
  return [line, ...below.flatMap(each => linesOf(entries, each, depth + 1))];
}

const toolCall = ['agent > hub agent.tools.call', '  hub > server tools/call'];

test('a run with its models and their calls, a call of a tool and a session’s answer stand below what the page asked for', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  await pages.scene.addServer('well', [wellBehaved]);
  await setFlags(pages, { toolCalling: true });
  const page = pages.browser.page();
  await grantTo(pages, page, ['model:tools', 'model:prompt', 'mcp:tools.list', 'mcp:tools.call'], ['well/echo']);
  model.script(calls('well__echo', { message: 'ping' }), says('It said ping.'));
  await page.ask('agent.run', { task: 'Echo the word ping with the echo tool' });
  expect(await treeOf(pages, 'agent.run')).toEqual([
    'agent > hub agent.run',
    '  agent > model model/chat',
    '    hub > server tools/call',
    '  agent > model model/chat',
  ]);
  await page.ask('agent.tools.call', { tool: 'well/echo', args: { message: 'Hi' } });
  expect(await treeOf(pages, 'agent.tools.call')).toEqual(toolCall);
  const sessionId = await page.ask('ai.createTextSession');
  for (const member of ['session.prompt', 'session.promptStreaming']) {
    model.script(says('Noon.'));
    await page.ask(member, { sessionId, input: 'What time is it?' });
    expect(await treeOf(pages, member)).toEqual([`agent > hub ${member}`, '  agent > model model/chat']);
  }
});

test('what its companion refused a page for its rate is counted with its site, and is one line of the trace', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  await page.ask('agent.permissions.list');
  for (const count of [9_800, -1, 'many']) page.say({ jsonrpc: '2.0', method: 'page.refused', params: { count } });
  await page.ask('agent.permissions.list');
  await pages.panel.waitFor(({ sites }) => sites[shop]?.overRate?.refused === 9_800, 'the site is over its rate');
  const [told, ...bad] = (await entriesOf(pages)).filter(({ method }) => method === 'page.refused');
  expect(told).toMatchObject({ kind: 'notification', from: { kind: 'agent' }, to: { kind: 'hub' } });
  expect(bad).toHaveLength(2);
  const payload = await pages.panel.request('trace:payload', { seq: told?.seq ?? 0 });
  expect(JSON.stringify(payload)).toContain('9800');
});

test('a call of a server that the page has brought stands below what it asked for, and so does what its document is asked', async () => {
  const pages = await openPages();
  const server = await startEverything('http');
  onTestFinished(() => server.kill());
  const page = pages.browser.page({ serve: () => ({ servers: [] }) });
  const asked = page.ask('agent.mcp.register', { url: server.url, name: 'Tools' });
  await answerNext(pages);
  const brought = () => Object.values(pages.panel.snapshot.servers).find(({ ofSite }) => ofSite !== undefined);
  await pages.panel.waitFor(() => brought()?.state.kind === 'blocked', 'its server waits for approval');
  const { id: waiting = '', hash = '' } = brought() ?? {};
  await pages.panel.request('servers:approve', { serverId: waiting, hash });
  const { serverId } = (await asked) as { serverId: string };
  expect(await treeOf(pages, 'agent.mcp.register')).toEqual([
    'agent > hub agent.mcp.register',
    ...['initialize', 'tools/list'].map(method => `  hub > server ${method}`),
  ]);
  await page.ask('agent.tools.call', { tool: `${serverId}/echo`, args: { message: 'Hi' } });
  expect(await treeOf(pages, 'agent.tools.call')).toEqual(toolCall);
  await page.ask('agent.mcp.discover');
  expect(await treeOf(pages, 'agent.mcp.discover')).toEqual([
    'agent > hub agent.mcp.discover',
    '  hub > agent do.discoverMcp',
  ]);
});

test('an answer in the chat of a page stands below the question, and the panel below what opened and closed it', async () => {
  const pages = await openPages();
  const model = await addModel(pages);
  let key = '';
  const page = pages.browser.page({
    document: 'the-page',
    serve: (method, params) => {
      if (method === 'do.chat.open') ({ key } = params as { key: string });
      return method.startsWith('do.') ? {} : 'Boots, says the page.';
    },
  });
  const asked = page.ask('agent.chat.open', {});
  await answerNext(pages);
  const { chatId } = (await asked) as { chatId: string };
  expect(await treeOf(pages, 'agent.chat.open')).toEqual(['agent > hub agent.chat.open', '  hub > agent do.chat.open']);
  const tools = [{ name: 'find', description: 'Finds shoes.' }];
  page.say({ jsonrpc: '2.0', method: 'page.tools', params: { tools } });
  const within = { origin: 'chrome-extension://companion', document: 'the-panel', chatIn: 'the-page' };
  const panel = pages.browser.page(within);
  await panel.ask('chat.show', { key });
  model.script(calls('page__find', { text: 'boots' }), says('There are boots.'));
  await panel.ask('chat.send', { text: 'Any boots?' });
  expect(await treeOf(pages, 'chat.send')).toEqual([
    'agent > hub chat.send',
    '  agent > hub chat/answer',
    '    agent > model model/chat',
    '      hub > agent page.tool',
    '    agent > model model/chat',
  ]);
  const entries = await entriesOf(pages);
  const sent = entries.findLast(({ method, dir }) => method === 'chat.send' && dir === 'in');
  // So is what the panel is told of the question and its answer.
  const told = entries.filter(({ method, seq }) => /^chat\.(turn|text)$/.test(method) && seq > (sent?.seq ?? 0));
  expect(told.map(({ method }) => method)).toContain('chat.turn');
  expect(new Set(told.map(({ parent }) => parent))).toEqual(new Set([sent?.seq]));
  await page.ask('agent.chat.close', { chatId });
  expect(await treeOf(pages, 'agent.chat.close')).toEqual([
    'agent > hub agent.chat.close',
    '  hub > agent do.chat.close',
  ]);
});
