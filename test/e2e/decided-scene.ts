// A real hub, an agent, and two sites, a shop that it may use and a bank that it may not; before a real Chromium or another browser.
import { createServer, type RequestListener } from 'node:http';
import { type Agent, type HubPlace, openPlace } from '../support/hub-process.ts';
import { connectBrowser } from './tab-scene.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import type { Scope } from '../../contract/permissions.ts';
import type { NewGrant } from '../../contract/schemas/grants.ts';
import type { PanelClient } from '../support/panel-client.ts';

export interface Site {
  readonly origin: string;
  /** How often a path was asked for. */
  readonly visits: Map<string, number>;
  /** From now on there is an empty page at that path. */
  serve(path: string): void;
  close(): Promise<void>;
}

/** Before a browser is there. */
export interface DecidedPlace {
  readonly place: HubPlace;
  readonly hub: PanelClient;
  readonly shop: Site;
  readonly bank: Site;
  readonly clientId: string;
  agent(): Promise<Agent>;
  grant(effect: 'allow' | 'deny', scope: Scope, origin: string): Promise<string>;
  /** Takes back what `grant` gave. */
  revoke(effect: 'allow' | 'deny', scope: Scope, origin: string): Promise<void>;
  /** A new tab of the agent's, at an address. */
  open(agent: Agent, url: string): Promise<number>;
  close(): Promise<void>;
}

export interface DecidedScene extends DecidedPlace {
  readonly browser: BrowserContext;
}

/** Pages by path, each with the two origins at hand. */
export type Pages = (shop: string, bank: string) => Readonly<Record<string, string>>;

export async function openDecidedScene(shopPages: Pages, bankPages: Pages): Promise<DecidedScene> {
  const made = await openDecidedPlace(shopPages, bankPages);
  const { home, folder } = made.place;
  const browser = await connectBrowser({ hub: made.hub, home, folder });
  const close = async () => {
    await browser.close();
    await made.close();
  };
  return { ...made, browser, close };
}

export async function openDecidedPlace(shopPages: Pages, bankPages: Pages): Promise<DecidedPlace> {
  // Another host, so that the two share no cookies, and Chromium keeps them in processes of their own.
  const [shop, bank] = [await openSite('127.0.0.1'), await openSite('localhost')];
  shop.pages = shopPages(shop.origin, bank.origin);
  bank.pages = bankPages(shop.origin, bank.origin);
  const place = openPlace();
  const hub = await place.panel(await place.serve());
  const credential = await hub.request('clients:create', { name: 'Claude Code', start: 'ask' });
  const clientId = credential.client.id;
  const subject = { kind: 'client' as const, id: clientId };
  return {
    place,
    hub,
    shop,
    bank,
    clientId,
    agent: () => place.stdioAgent(credential),
    grant: async (effect, scope, origin) => {
      const resource = { kind: 'site' as const, origin };
      const newGrant: NewGrant = {
        effect,
        subject,
        scope,
        resource,
        lifetime: 'always' as const,
        tools: null,
        reading: false,
        agentId: null,
      };
      const { id } = (await hub.request('grants:set', newGrant)).grant;
      // What is revoked is looked up in the panel's own copy, which hears of it a little later.
      await hub.waitFor(({ grants }) => grants[id] !== undefined, 'the panel has the grant');
      return id;
    },
    revoke: async (effect, scope, origin) => {
      const grants = Object.values(hub.snapshot.grants).filter(
        grant =>
          grant.effect === effect &&
          grant.scope === scope &&
          grant.resource.kind === 'site' &&
          grant.resource.origin === origin,
      );
      for (const { id } of grants) await hub.request('grants:revoke', { grantId: id });
    },
    open: async (agent, url) => {
      const { text, isError } = await agent.call('tabs_create', { url });
      if (isError) throw new Error(text);
      return (JSON.parse(text) as { tabId: number }).tabId;
    },
    close: async () => {
      await place.end();
      await shop.close();
      await bank.close();
    },
  };
}

async function openSite(host: string): Promise<Site & { pages: Readonly<Record<string, string>> }> {
  const visits = new Map<string, number>();
  const serve: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    visits.set(pathname, (visits.get(pathname) ?? 0) + 1);
    const page = site.pages[pathname];
    response.statusCode = page === undefined ? 404 : 200;
    if (page?.startsWith('http')) response.writeHead(302, { location: page }).end();
    else {
      const type = page?.startsWith('%PDF') ? 'application/pdf' : 'text/html; charset=utf-8';
      response.setHeader('content-type', type).end(page ?? 'nothing here');
    }
  };
  const server = createServer(serve);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const site = {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    visits,
    serve: (path: string) => {
      site.pages = { ...site.pages, [path]: ' ' };
    },
    close,
    pages: {} as Readonly<Record<string, string>>,
  };
  return site;
}
