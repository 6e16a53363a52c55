// A real hub with the sample server and two clients, and its panel in a real Chromium.
import { expect } from 'vitest';
import { runSample } from '../integration/hub/scenes.ts';
import { confirmed } from '../support/confirmed.ts';
import { type Agent, type HubPlace, openPlace } from '../support/hub-process.ts';
import { look } from '../support/look.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { Panel } from '../support/panel-page.ts';
import type { Browser, Page } from 'playwright';
import type { PanelClient } from '../support/panel-client.ts';

const noBus = 'unix:path=/nonexistent/system_bus_socket';

export interface PermissionScene {
  readonly place: HubPlace;
  /** The same hub, as a program sees it. */
  readonly hub: PanelClient;
  readonly page: Page;
  readonly panel: Panel;
  /** Asks for everything. */
  readonly claude: Agent;
  tab(name: RegExp): Promise<void>;
  /** Pictures in both themes and sizes, and nothing serious that axe finds in them. */
  looksWell(name: string): Promise<void>;
  close(): Promise<void>;
}

/** `bus` is the address of a message bus that may have a logind; without one no lock of the screen is reported. */
export async function openPermissionScene(bus?: string): Promise<PermissionScene> {
  const place = openPlace();
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await place.end();
  };
  try {
    const hub = await place.panel(await place.serve([], { env: { DBUS_SYSTEM_BUS_ADDRESS: bus ?? noBus } }));
    await runSample(hub);
    const claude = await place.httpAgent(await hub.request('clients:create', { name: 'Claude Code', start: 'ask' }));
    await hub.request('clients:create', { name: 'Codex CLI', start: 'own-tabs' });
    browser = await launchPanelBrowser();
    const page = await browser.newPage({ acceptDownloads: true, viewport: { width: 1440, height: 900 } });
    const panel = new Panel(page);
    await panel.open((await confirmed(hub, place.run(['open']))).stdout.trim());
    await panel.go('Permissions');
    return {
      place,
      hub,
      page,
      panel,
      claude,
      tab: name => page.getByRole('tab', { name }).click(),
      looksWell: async name => expect(await look(page, name)).toEqual([]),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
