// The built panel on a hub that is the fixture, with models and plugins in every state: for what no test can bring about in time.
import { openPanelPage, type PanelPage } from '../support/panel-browser.ts';
import { extendedSnapshot } from '../support/panel-fixture/extended.ts';
import { createFixtureHub, type FixtureHub } from '../support/panel-fixture/hub.ts';
import { serveFixture } from '../support/panel-fixture/serve.ts';
import { sitesSnapshot } from '../support/panel-fixture/sites.ts';
import { emptySnapshot } from '../support/panel-fixture/snapshot.ts';

export interface FixtureScene extends PanelPage {
  readonly hub: FixtureHub;
  /** Brings another place into the address: `models/ollama`. */
  goTo(place: string): Promise<void>;
}

const snapshots = { extended: extendedSnapshot, sites: sitesSnapshot, empty: emptySnapshot } as const;

export async function openFixtureScene(kind: keyof typeof snapshots = 'extended'): Promise<FixtureScene> {
  const hub = createFixtureHub(snapshots[kind](Date.now()), []);
  const server = await serveFixture(hub);
  const opened = await openPanelPage();
  const { page } = opened;
  await opened.panel.open(server.freshUrl());
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return {
    ...opened,
    hub,
    goTo: place =>
      page.evaluate(to => {
        location.hash = to;
      }, `#/${place}`),
    close: async () => {
      await opened.close();
      await server.stop();
    },
  };
}

/** What was sent under that name, the newest last. */
export function sent({ hub }: FixtureScene, name: string): unknown[] {
  return hub.requests.filter(request => request.name === name).map(({ params }) => params);
}
