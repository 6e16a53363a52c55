// What tests of real agents begin with: a hub, a real browser that it drives, a site of one page, and a model that has agents read it.
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { installRelay, launchChromium } from '../support/chromium.ts';
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { repositoryRoot } from '../support/provided.ts';
import { type ScriptedModel, serveScriptedModel } from '../support/scripted-model.ts';
import type { AddressInfo } from 'node:net';
import type { BrowserContext } from 'playwright';
import type { PanelClient } from '../support/panel-client.ts';
import type { AgentHome } from '../support/real-agents.ts';

export interface AgentScene {
  readonly place: HubPlace;
  readonly hub: PanelClient;
  readonly browser: BrowserContext;
  readonly model: ScriptedModel;
  readonly home: AgentHome;
  /** The page that the model has agents open and read. */
  readonly page: string;
  end(): Promise<void>;
}

/** Stands on the page and nowhere else. */
export const onThePage = 'Order 4711 waits for Ana';

export async function openAgentScene(): Promise<AgentScene> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Orders</title><h1>${onThePage}</h1>`);
  });
  const page = `${await originOf(site)}/orders`;
  const model = await serveScriptedModel(
    [
      { tool: 'tabs_create', args: () => ({ url: page }) },
      { tool: 'get_page_text', args: ([opened = '']) => ({ tabId: Number(/"tabId":\s*(\d+)/.exec(opened)?.[1]) }) },
    ],
    results => `The page says: ${results.at(-1)}`,
  );
  const place = openPlace();
  const hub = await place.panel(await place.serve());
  const browser = await connectBrowser(place, hub);
  return {
    place,
    hub,
    browser,
    model,
    home: { folder: place.folder, env: place.env, model: model.origin },
    page,
    end: async () => {
      await browser.close();
      await place.end();
      await model.close();
      site.closeAllConnections();
      await new Promise(resolve => site.close(resolve));
    },
  };
}

async function originOf(site: Server): Promise<string> {
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

async function connectBrowser(place: HubPlace, hub: PanelClient): Promise<BrowserContext> {
  const userDataDir = path.join(place.folder, 'profile');
  await installRelay(userDataDir, path.join(repositoryRoot, 'dist/relay/relay.cjs'), place.home);
  const browser = await launchChromium({
    extensionDir: path.join(repositoryRoot, 'dist/extension/chromium'),
    userDataDir,
  });
  await hub.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  const [browserId = ''] = Object.keys(hub.snapshot.browsers);
  await hub.request('browsers:approve', { browserId });
  await hub.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
  return browser;
}
