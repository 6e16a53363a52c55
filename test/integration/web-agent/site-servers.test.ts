// MCP servers that pages bring along: found, approved, connected, and there for their own site alone.
import { expect, onTestFinished, test } from 'vitest';
import { deafPort, startEverything } from '../../support/everything-server.ts';
import { urlOf } from '../../support/hub-process.ts';
import { answerNext, grantTo, openPages, shop } from './page-scene.ts';
import type { CompanionView } from '../../../contract/schemas/companion-pages.ts';
import type { PagesScene, PlayedPage } from './page-scene.ts';

async function everything(kind: 'http' | 'sse' = 'http') {
  const server = await startEverything(kind);
  onTestFinished(() => server.kill());
  return server;
}

async function nobodyThere(): Promise<number> {
  const { port, letGo } = await deafPort();
  onTestFinished(letGo);
  return port;
}

/** The page registers, its user lets it and approves the address. */
async function registered(
  pages: PagesScene,
  page: PlayedPage,
  wanted: Readonly<Record<string, unknown>>,
): Promise<{ serverId: string; connected: boolean; tools: string[] }> {
  const asked = page.ask('agent.mcp.register', wanted);
  if (!(await isGranted(page))) await answerNext(pages);
  await approve(pages);
  return (await asked) as { serverId: string; connected: boolean; tools: string[] };
}

async function isGranted(page: PlayedPage): Promise<boolean> {
  const { scopes } = (await page.ask('agent.permissions.list')) as { scopes: Record<string, string> };
  return scopes['mcp:servers.register'] === 'granted-always';
}

async function approve({ panel }: PagesScene): Promise<void> {
  await panel.waitFor(({ servers }) => Object.values(servers).some(waits), 'a server waits for approval');
  const server = Object.values(panel.snapshot.servers).find(waits);
  if (!server) throw new Error('No server waits.');
  await panel.request('servers:approve', { serverId: server.id, hash: server.hash });
}

type Shown = PagesScene['panel']['snapshot'];

function waits({ state, ofSite }: Shown['servers'][string]): boolean {
  return ofSite !== undefined && state.kind === 'blocked' && state.by === 'approval';
}

/** Those that pages have brought: the hub offers samples of its own beside. */
function ofSites({ servers }: Shown) {
  return Object.values(servers).filter(({ ofSite }) => ofSite !== undefined);
}

test('what a page’s links name is found, bounded and in the form of both generations', async () => {
  const pages = await openPages();
  const servers = [
    { url: `${shop}/mcp`, title: 'Orders', description: 'x'.repeat(5_000), tools: ['find'], transport: 'sse' },
    { url: 'no address' },
    'nothing',
    ...Array.from({ length: 200 }, (_, at) => ({ url: `${shop}/${at}`, title: 'More' })),
  ];
  const page = pages.browser.page({ serve: method => (method === 'do.discoverMcp' ? { servers } : null) });
  const found = (await page.ask('agent.mcp.discover')) as Record<string, string>[];
  expect(found[0]).toMatchObject({ url: `${shop}/mcp`, title: 'Orders', name: 'Orders', tools: ['find'] });
  expect(found[0]?.description).toHaveLength(1_000);
  expect(found).toHaveLength(48);
});

test.each(['http', 'sse'] as const)(
  'over %s a server is asked about, connected, and serves its own site without a grant',
  async kind => {
    const pages = await openPages();
    const server = await everything(kind);
    const page = pages.browser.page();
    const transport = kind === 'http' ? 'streamable-http' : 'sse';
    const { serverId, connected } = await registered(pages, page, { url: server.url, name: 'Tools', transport });
    expect(connected).toBe(true);
    expect(pages.panel.snapshot.servers[serverId]).toMatchObject({
      name: 'From shop.example: Tools',
      ofSite: { origin: shop, open: false },
    });
    const answer = await page.ask('agent.tools.call', { tool: `${serverId}/echo`, args: { message: 'hi' } });
    expect(JSON.stringify(answer)).toContain('hi');
    await grantTo(pages, page, ['mcp:tools.list']);
    expect(await page.ask('agent.tools.list')).toContainEqual(
      expect.objectContaining({ serverId, name: `${serverId}/echo` }),
    );
  },
);

test('no other site and no agent is told of it, can call it or read from it', async () => {
  const pages = await openPages();
  const server = await everything();
  const page = pages.browser.page();
  const { serverId } = await registered(pages, page, { url: server.url, name: 'Tools' });
  const other = pages.browser.page({ origin: 'https://evil.example', tabId: 8 });
  const asked = other.ask('agent.requestPermissions', {
    scopes: ['mcp:tools.list', 'mcp:tools.call'],
    tools: [`${serverId}/echo`],
  });
  // Nor is its user asked about that tool for another site.
  await answerNext(pages, { tools: [] });
  await asked;
  expect(await other.ask('agent.tools.list')).toEqual([]);
  expect(await other.refusal('agent.tools.call', { tool: `${serverId}/echo` })).toMatchObject({
    code: 'ERR_TOOL_NOT_FOUND',
  });
  const agent = await pages.scene.httpAgent();
  await pages.scene.allow(serverId);
  const { tools } = await agent.listTools();
  expect(tools.filter(({ name }) => name.startsWith(serverId))).toEqual([]);
  const refused = await agent.callTool({ name: `${serverId}__echo`, arguments: { message: 'hi' } });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(await agent.listPrompts())).not.toContain(serverId);
  const own = await fetch(`${urlOf(pages.scene.credential)}/${serverId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${pages.scene.credential.http.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    }),
  });
  expect(own.status).toBe(404);
});

test('once its user opens it to agents it is a server like any other, and closed it is none again', async () => {
  const pages = await openPages();
  const server = await everything();
  const page = pages.browser.page();
  const { serverId } = await registered(pages, page, { url: server.url, name: 'Tools' });
  const agent = await pages.scene.httpAgent();
  await pages.panel.request('sites:open-server', { serverId, open: true });
  await pages.scene.allow(serverId);
  const named = async () => (await agent.listTools()).tools.filter(({ name }) => name.startsWith(serverId)).length;
  expect(await named()).toBeGreaterThan(3);
  const answer = await agent.callTool({ name: `${serverId}__echo`, arguments: { message: 'hi' } });
  expect(JSON.stringify(answer)).toContain('hi');
  expect(await page.ask('agent.tools.call', { tool: `${serverId}/echo`, args: { message: 'own' } })).toMatchObject({});
  await pages.panel.request('sites:open-server', { serverId, open: false });
  expect(await named()).toBe(0);
});

test('an address that its user has opened to agents is open to them again when its site brings it, and to no other site’s', async () => {
  const pages = await openPages();
  const server = await everything();
  const register = { url: server.url, name: 'Tools' };
  const again = async (page: PlayedPage, serverId: string) => {
    page.leave();
    await pages.panel.waitFor(({ servers }) => !(serverId in servers), 'the server is gone');
    const next = pages.browser.page();
    const { serverId: id } = (await next.ask('agent.mcp.register', register)) as { serverId: string };
    return { next, id, open: pages.panel.snapshot.servers[id]?.ofSite?.open };
  };
  const page = pages.browser.page();
  const { serverId } = await registered(pages, page, register);
  await pages.panel.request('sites:open-server', { serverId, open: true });
  const opened = await again(page, serverId);
  expect(opened.open).toBe(true);
  const other = pages.browser.page({ origin: 'https://other.example', tabId: 9 });
  const brought = await registered(pages, other, register);
  expect(pages.panel.snapshot.servers[brought.serverId]?.ofSite).toMatchObject({ open: false });
  await pages.panel.request('sites:open-server', { serverId: opened.id, open: false });
  const closed = await again(opened.next, opened.id);
  expect(closed.open).toBe(false);
  // Forgotten with its site.
  await pages.panel.request('sites:open-server', { serverId: closed.id, open: true });
  await pages.panel.request('sites:forget', { origin: shop });
  closed.next.leave();
  await pages.panel.waitFor(({ servers }) => !(closed.id in servers), 'the server is gone');
  const anew = await registered(pages, pages.browser.page(), register);
  expect(pages.panel.snapshot.servers[anew.serverId]?.ofSite).toMatchObject({ open: false });
});

test('it goes with its page, and the address that was approved for the site is not asked about again', async () => {
  const pages = await openPages();
  const server = await everything();
  const page = pages.browser.page();
  const { serverId } = await registered(pages, page, { url: server.url, name: 'Tools' });
  page.leave();
  await pages.panel.waitFor(({ servers }) => !(serverId in servers), 'the server is gone');
  const next = pages.browser.page();
  expect(await next.ask('agent.mcp.register', { url: server.url, name: 'Tools' })).toMatchObject({ connected: true });
  const other = pages.browser.page({ origin: 'https://other.example', tabId: 9 });
  const asked = other.ask('agent.mcp.register', { url: server.url, name: 'Tools' });
  await answerNext(pages);
  // Approved for one site, it is approved for no other.
  await approve(pages);
  expect(await asked).toMatchObject({ connected: true });
});

test('what its user removes is denied, and nothing of it stays', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  const asked = page.refusal('agent.mcp.register', { url: 'https://tools.example/mcp', name: 'Tools', tools: ['a'] });
  await answerNext(pages);
  await pages.panel.waitFor(state => ofSites(state).length === 1, 'a server waits');
  const [{ id: serverId } = { id: '' }] = ofSites(pages.panel.snapshot);
  await pages.panel.request('servers:remove', { serverId });
  expect(await asked).toMatchObject({
    code: 'ERR_MCP_REGISTER',
    message: expect.stringContaining('Permission'),
    details: { reason: 'USER_DENIED' },
  });
});

test('what its user stops while it waits is not approved by that, and denied once it is removed', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  const asked = page.refusal('agent.mcp.register', { url: 'https://tools.example/mcp', name: 'Tools', tools: ['a'] });
  await answerNext(pages);
  await pages.panel.waitFor(state => ofSites(state).length === 1, 'a server waits');
  const [{ id: serverId } = { id: '' }] = ofSites(pages.panel.snapshot);
  await pages.panel.request('servers:stop', { serverId });
  await pages.panel.request('servers:remove', { serverId });
  expect(await asked).toMatchObject({ details: { reason: 'USER_DENIED' } });
});

test('where the server is out of reach the page serves the tools that it has named', async () => {
  const pages = await openPages();
  const port = await nobodyThere();
  const calls: unknown[] = [];
  const page = pages.browser.page({
    serve: (method, params) => {
      calls.push([method, params]);
      return { content: [{ type: 'text', text: 'from the page' }] };
    },
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  const { serverId, connected, tools } = await registered(pages, page, { url, name: 'Away', tools: ['find', 'add'] });
  expect({ connected, tools }).toEqual({ connected: false, tools: [`${serverId}/find`, `${serverId}/add`] });
  await pages.panel.waitFor(state => ofSites(state).length === 0, 'the server is gone again');
  pages.browser.show(7, `${shop}/cart`);
  await pages.panel.waitFor(state => Object.keys(state.tabs).length > 0, 'the tab is known');
  const own = async () => {
    const { site } = (await pages.browser.request('view', { view: 'side', tabId: 7 })) as CompanionView;
    return site?.tools;
  };
  expect(await own()).toEqual([
    { name: 'find', state: 'unoffered' },
    { name: 'add', state: 'unoffered' },
  ]);
  expect(await page.ask('agent.tools.call', { tool: `${serverId}/find`, args: { text: 'x' } })).toEqual({
    content: [{ type: 'text', text: 'from the page' }],
  });
  expect(calls).toEqual([['page.websiteTool', { toolName: 'find', args: { text: 'x' } }]]);
  await pages.panel.request('hub:set-mode', { mode: 'stopped' });
  expect(await page.refusal('agent.tools.call', { tool: `${serverId}/find` })).toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
  });
  await pages.panel.request('hub:set-mode', { mode: 'running' });
  expect(await page.ask('agent.mcp.unregister', { serverId })).toEqual({ success: true });
  expect(await own()).toEqual([]);
  expect(await page.refusal('agent.mcp.unregister', { serverId })).toMatchObject({ code: 'ERR_MCP_UNREGISTER' });
});

test('without tools of its own it is told that nobody answers there', async () => {
  const pages = await openPages();
  const port = await nobodyThere();
  const page = pages.browser.page();
  const asked = page.refusal('agent.mcp.register', { url: `http://127.0.0.1:${port}/mcp`, name: 'Away' });
  await answerNext(pages);
  await approve(pages);
  expect(await asked).toMatchObject({ code: 'ERR_MCP_REGISTER', details: { reason: 'CONNECTION_FAILED' } });
  await pages.panel.waitFor(state => ofSites(state).length === 0, 'nothing of it stays');
});

test.each([
  ['http://tools.example/mcp', 'without encryption'],
  ['file:///etc/passwd', 'begins with "file:"'],
  ['https://me:secret@tools.example/mcp', 'name or password'],
  ['nonsense', 'no address'],
])('the address %s is refused by the rule that refuses it', async (url, why) => {
  const pages = await openPages();
  const page = pages.browser.page();
  await grantTo(pages, page, ['mcp:servers.register']);
  expect(await page.refusal('agent.mcp.register', { url, name: 'Tools' })).toMatchObject({
    code: 'ERR_MCP_REGISTER',
    message: expect.stringContaining(why),
    details: { reason: 'INVALID_URL' },
  });
});

test('a page that leaves while its user is asked leaves no server behind', async () => {
  const pages = await openPages();
  const page = pages.browser.page();
  void page.answer('agent.mcp.register', { url: 'https://tools.example/mcp', name: 'Tools' });
  await answerNext(pages);
  await pages.panel.waitFor(state => ofSites(state).length === 1, 'a server waits');
  page.leave();
  await pages.panel.waitFor(state => ofSites(state).length === 0, 'it is gone');
});

test('a document has at most five, of which each has its own name', async () => {
  const pages = await openPages();
  const port = await nobodyThere();
  const page = pages.browser.page();
  for (let at = 1; at <= 5; at += 1)
    await registered(pages, page, { url: `http://127.0.0.1:${port}/${at}`, name: 'Away', tools: ['find'] });
  expect(
    await page.refusal('agent.mcp.register', { url: `http://127.0.0.1:${port}/6`, name: 'Away', tools: ['find'] }),
  ).toMatchObject({ code: 'ERR_RATE_LIMITED' });
});

test('a hub that is killed leaves none to the next one', async () => {
  const pages = await openPages();
  const server = await everything();
  const page = pages.browser.page();
  const { serverId } = await registered(pages, page, { url: server.url, name: 'Tools' });
  const { place } = pages.scene;
  await place.newestHub()?.kill('SIGKILL');
  const panel = await place.panel(await place.serve());
  expect(Object.keys(panel.snapshot.servers)).not.toContain(serverId);
});
