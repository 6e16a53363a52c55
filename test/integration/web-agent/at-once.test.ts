// What pages ask for several times at once: each has its own answer, and none counts as if the others were not there.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startEverything } from '../../support/everything-server.ts';
import { addModel, grantTo, openPages, setFlags, shop } from './page-scene.ts';
import type { AddressInfo } from 'node:net';
import type { PagesScene } from './page-scene.ts';

/** The user approves whatever pages bring. */
function approveAll({ panel }: PagesScene): void {
  const approve = () => {
    for (const { ofSite, state, id, hash } of Object.values(panel.snapshot.servers))
      if (ofSite && state.kind === 'blocked') panel.request('servers:approve', { serverId: id, hash }).catch(() => {});
  };
  const timer = setInterval(approve, 50);
  onTestFinished(() => clearInterval(timer));
}

test('two pages of a site that register servers of one name at once have one each', async () => {
  const pages = await openPages();
  const server = await startEverything('http');
  onTestFinished(() => server.kill());
  const [a, b] = [pages.browser.page(), pages.browser.page({ tabId: 8 })];
  await grantTo(pages, a, ['mcp:servers.register']);
  approveAll(pages);
  const answers = await Promise.all(
    [a, b].map(page => page.ask('agent.mcp.register', { url: server.url, name: 'Tools' })),
  );
  expect(answers).toMatchObject([{ success: true }, { success: true }]);
  const brought = Object.values(pages.panel.snapshot.servers).filter(({ ofSite }) => ofSite);
  expect(brought.map(({ name }) => name).toSorted()).toEqual([
    'From shop.example: Tools',
    'From shop.example: Tools 2',
  ]);
  expect(brought.map(({ ofSite }) => ofSite)).toMatchObject([{ origin: shop }, { origin: shop }]);
});

test('of three chats that a page opens at once one is open', async () => {
  const pages = await openPages();
  await addModel(pages);
  const shown: unknown[] = [];
  const page = pages.browser.page({
    document: 'the-page',
    serve: (method, params) => {
      if (method === 'do.chat.open') shown.push(params);
      return {};
    },
  });
  await grantTo(pages, page, ['chat:open']);
  const answers = await Promise.all([1, 2, 3].map(() => page.ask('agent.chat.open', {})));
  expect(answers).toMatchObject([
    { success: true },
    { success: false, error: { code: 'ALREADY_OPEN' } },
    { success: false, error: { code: 'ALREADY_OPEN' } },
  ]);
  expect(shown).toHaveLength(1);
  expect(await page.ask('agent.chat.close', {})).toEqual({ success: true });
  expect(await page.ask('agent.chat.open', {})).toMatchObject({ success: true });
});

test('agents of other machines that are connected at once are all kept, and no more than a page may have', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: 'R', capabilities: [] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const page = pages.browser.page({ origin });
  await grantTo(pages, page, ['agents:remote']);
  const made = await Promise.all(
    Array.from({ length: 25 }, () => page.answer('agent.agents.remote.connect', { url: `${origin}/` })),
  );
  expect(made.filter(({ error }) => error === undefined)).toHaveLength(20);
  expect(await page.ask('agent.agents.remote.list')).toHaveLength(20);
});

test('a large broadcast to many frames goes to some of them, and its browser stays connected', async () => {
  const pages = await openPages();
  await setFlags(pages, { multiAgent: true });
  const ended: string[] = [];
  pages.browser.channel.onClose(reason => ended.push(reason));
  const page = pages.browser.page();
  await grantTo(pages, page, ['agents:register', 'agents:message']);
  await page.ask('agent.agents.register', { name: 'A' });
  for (let at = 1; at <= 150; at += 1)
    await pages.browser.page({ frameId: at, embeddedIn: shop }).ask('agent.agents.subscribe', { eventType: 'e' });
  const data = 'x'.repeat(600_000);
  const told = await page.ask('agent.agents.broadcast', { eventType: 'e', data });
  expect(told).toEqual({ delivered: 13, failed: 137 });
  expect(await page.ask('agent.permissions.list')).toMatchObject({ origin: shop });
  expect(ended).toEqual([]);
});

test('a document that comes by a second wire is one page of its site, and none when both have ended', async () => {
  const pages = await openPages();
  const shown = () => pages.panel.snapshot.sites[shop]?.pages ?? [];
  const one = pages.browser.page({ document: 'd' });
  await one.ask('agent.permissions.list');
  const two = pages.browser.page({ document: 'd' });
  await two.ask('agent.permissions.list');
  await pages.panel.waitFor(() => shown().length > 0, 'the page is shown');
  one.leave();
  two.leave();
  await pages.panel.waitFor(() => shown().length === 0, 'no page is left');
});
