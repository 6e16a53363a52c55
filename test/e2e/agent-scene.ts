// What tests of real agents begin with: a hub, a real browser that it drives, a site of one page, and a model that has agents read it.
import { type HubPlace, openPlace } from '../support/hub-process.ts';
import { type ScriptedModel, serveScriptedModel } from '../support/scripted-model.ts';
import { servePage } from '../support/site.ts';
import { connectBrowser } from './tab-scene.ts';
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

export interface OrderReader {
  readonly model: ScriptedModel;
  readonly page: string;
  close(): Promise<void>;
}

/** A page, and a model that has agents open and read it; it says its last word once `mayEnd` has come true. */
export async function serveOrderReader(mayEnd: () => Promise<void> = async () => {}): Promise<OrderReader> {
  const site = await servePage(`<title>Orders</title><h1>${onThePage}</h1>`);
  const page = `${site.origin}/orders`;
  const model = await serveScriptedModel(
    [
      { tool: 'tabs_create', args: () => ({ url: page }) },
      { tool: 'get_page_text', args: ([opened = '']) => ({ tabId: Number(/"tabId":\s*(\d+)/.exec(opened)?.[1]) }) },
    ],
    async results => {
      await mayEnd();
      return `The page says: ${results.at(-1)}`;
    },
  );
  const close = async () => {
    await model.close();
    await site.close();
  };
  return { model, page, close };
}

export async function openAgentScene(): Promise<AgentScene> {
  const { model, page, close } = await serveOrderReader();
  const place = openPlace();
  const hub = await place.panel(await place.serve());
  const browser = await connectBrowser({ hub, home: place.home, folder: place.folder });
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
      await close();
    },
  };
}
