// Sessions over HTTP in a real Chromium: each has a tab group of its own, which ends with it as the user has set.
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { describeWith } from '../support/provided.ts';
import { type Site, serveSite } from '../support/site.ts';
import { connectBrowser } from './tab-scene.ts';
import type { BrowserContext } from 'playwright';
import type { PanelClient } from '../support/panel-client.ts';

let place: HubPlace;
let hub: PanelClient;
let browser: BrowserContext;
let site: Site;
let headers: Record<string, string>;
let at: string;

interface Session {
  open(path: string): Promise<number>;
  /** As its wire has it: `shutdown` on the stream, DELETE of a session. */
  end(): Promise<void>;
}

async function overSse(): Promise<Session> {
  const client = new Client({ name: 'sse', version: '1' });
  const withToken = (url: string | URL, init?: RequestInit) =>
    fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...headers } });
  const transport = new SSEClientTransport(new URL('/sse', at), {
    requestInit: { headers },
    eventSourceInit: { fetch: withToken },
  });
  await client.connect(transport);
  return {
    open: path => openTab(client, path),
    end: async () => {
      await transport.send({ jsonrpc: '2.0', id: 'end', method: 'shutdown' });
      await client.close();
    },
  };
}

async function overHttp(): Promise<Session> {
  const client = new Client({ name: 'http', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', at), { requestInit: { headers } });
  await client.connect(transport);
  return {
    open: path => openTab(client, path),
    end: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}

async function openTab(client: Client, path: string): Promise<number> {
  const opened = await client.callTool({ name: 'tabs_create', arguments: { url: `${site.origin}${path}` } });
  expect(opened.isError, JSON.stringify(opened.content)).not.toBe(true);
  const [block] = opened.content as { text?: string }[];
  return (JSON.parse(block?.text ?? '{}') as { tabId: number }).tabId;
}

/** The titles of the groups that these tabs are in; null for one in none, undefined for one that is closed. */
async function groupsOf(...tabIds: number[]): Promise<(string | null | undefined)[]> {
  const worker = await companionWorker(browser);
  return worker.evaluate(
    ids =>
      Promise.all(
        ids.map(async id => {
          const tab = await chrome.tabs.get(id).catch(() => null);
          if (!tab) return undefined;
          return tab.groupId < 0 ? null : (await chrome.tabGroups.get(tab.groupId)).title;
        }),
      ),
    tabIds,
  );
}

const ownerOf = (tabId: number) => Object.values(hub.snapshot.tabs).find(tab => tab.tabId === tabId)?.owner.kind;

describeWith(['chromium'], 'Sessions over HTTP in Chromium', () => {
  beforeAll(async () => {
    site = await serveSite((request, response) => {
      response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Page ${request.url}</title>`);
    });
    place = openPlace();
    hub = await place.panel(await place.serve());
    browser = await connectBrowser({ hub, home: place.home, folder: place.folder });
    const credential = await hub.request('clients:create', { name: 'Ana', start: 'own-tabs' });
    headers = { authorization: `Bearer ${credential.http.token}` };
    at = credential.http.url ?? '';
  });

  afterAll(async () => {
    await browser?.close();
    await place?.end();
    await site?.close();
  });

  afterEach(() => hub.request('mcp-server:set', { change: { tabsAtEnd: 'leave' } }).then(() => {}));

  test('004 Session Manager: each session has a tab group of its own, by the name of its agent, on both wires.', async () => {
    const first = await overSse();
    const second = await overHttp();
    const [one, other, more] = [await first.open('/1'), await second.open('/2'), await first.open('/3')];
    expect(await groupsOf(one, other, more)).toEqual(['Ana · Pilothouse', 'Ana 2 · Pilothouse', 'Ana · Pilothouse']);
    await first.end();
    await second.end();
    await expect.poll(() => groupsOf(one, other, more)).toEqual([null, null, null]);
  });

  test('004 Session Lifecycle: the tabs of a session that has ended stay open, leave its group, and are shown without an owner.', async () => {
    const session = await overSse();
    const tabId = await session.open('/left');
    await session.end();
    await expect.poll(() => groupsOf(tabId)).toEqual([null]);
    expect(browser.pages().map(page => page.url())).toContain(`${site.origin}/left`);
    await expect.poll(() => ownerOf(tabId)).toBe('none');
    const next = await overSse();
    const other = await next.open('/next');
    expect(await groupsOf(tabId, other)).toEqual([null, 'Ana · Pilothouse']);
    await next.end();
  });

  test.each([
    ['/sse', overSse],
    ['/mcp', overHttp],
  ])(
    '004 Session Lifecycle: where the user has set that, a session on %s closes its tabs at its end, but for the one that lies in front.',
    async (_, connect) => {
      await hub.request('mcp-server:set', { change: { tabsAtEnd: 'close' } });
      const session = await connect();
      const [one, front] = [await session.open('/goes'), await session.open('/front')];
      const worker = await companionWorker(browser);
      await worker.evaluate(id => chrome.tabs.update(id, { active: true }), front);
      await hub.waitFor(
        ({ tabs }) => Object.values(tabs).some(tab => tab.tabId === front && tab.active),
        'the hub knows which is in front',
      );
      await session.end();
      await expect.poll(() => groupsOf(one, front)).toEqual([undefined, null]);
    },
  );

  test('A group of the user that only looks like one of an agent is left alone.', async () => {
    const session = await overSse();
    const tabId = await session.open('/grouped');
    const worker = await companionWorker(browser);
    await worker.evaluate(async id => {
      const groupId = await chrome.tabs.group({ tabIds: [id] });
      await chrome.tabGroups.update(groupId, { title: 'Ana' });
    }, tabId);
    await session.end();
    await expect.poll(() => ownerOf(tabId)).toBe('none');
    expect(await groupsOf(tabId)).toEqual(['Ana']);
  });
});
