// A hub that has not answered yet, one that goes away and one that comes back, as every screen of the panel shows it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSample } from '../integration/hub/scenes.ts';
import { look } from '../support/look.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient } from '../support/panel-client.ts';
import { Panel, screens } from '../support/panel-page.ts';
import { describeWith } from '../support/provided.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Browser, Page, WebSocketRoute } from 'playwright';

describeWith(['chromium'], 'every screen while the hub is away', () => {
  let stage: Stage;
  let hub: PanelClient;
  let browser: Browser;
  let page: Page;
  let panel: Panel;
  let line: Line;

  beforeAll(async () => {
    stage = await openStage();
    hub = await PanelClient.open(stage.url);
    await runSample(hub);
    browser = await launchPanelBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    panel = new Panel(page);
    line = await holdLine(page);
    await page.goto(await stage.freshUrl(hub));
  });

  afterAll(async () => {
    await hub?.close();
    await browser?.close();
    await stage?.close();
  });

  const banner = () => page.getByText(/^The hub does not answer since/);
  const chosenMode = () =>
    page.getByRole('radiogroup', { name: 'What agents may do now' }).getByRole('radio', { checked: true });

  test('before its first answer the page says that it connects, and then the panel appears', async () => {
    await page.getByRole('heading', { name: 'Connecting to the hub' }).waitFor();
    await panel.screenshot('away-connecting');
    line.release();
    await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
    await chosenMode().waitFor();
  });

  test('on every screen one banner says since when, no mode is chosen, and what was there stays', async () => {
    line.cut();
    for (const screen of screens) {
      await panel.go(screen);
      await banner().waitFor();
      await chosenMode().waitFor({ state: 'detached' });
      await panel.screenshot(`away-${screen.toLowerCase()}`);
    }
    await panel.go('Servers');
    await page.getByRole('row', { name: /everything.*running/ }).waitFor();
    expect(await look(page, 'away-servers')).toEqual([]);
    await panel.go('Overview');
    expect(await look(page, 'away-overview')).toEqual([]);
  });

  test('what changed meanwhile is there once it answers again, without a reload', async () => {
    await hub.request('servers:stop', { serverId: 'everything' });
    await hub.waitFor(({ servers }) => servers['everything']?.state.kind === 'stopped', 'the server is stopped');
    line.mend();
    // It tries by itself too, and takes the button away when that succeeds.
    const tryNow = page.getByRole('button', { name: 'Try now' });
    await expect
      .poll(async () => {
        await tryNow.evaluateAll(buttons => buttons.forEach(button => (button as HTMLElement).click()));
        return banner().count();
      })
      .toBe(0);
    await chosenMode().waitFor();
    await panel.go('Servers');
    await page.getByRole('row', { name: /everything.*stopped/ }).waitFor();
  });
});

interface Line {
  /** Lets through what was held from the start. */
  release(): void;
  /** Ends what is open, and every attempt from now on. */
  cut(): void;
  mend(): void;
}

/** Stands between the page and the hub; at first it lets nothing through. */
async function holdLine(page: Page): Promise<Line> {
  let state: 'held' | 'open' | 'cut' = 'held';
  const held: (() => void)[] = [];
  const ends = new Set<WebSocketRoute>();
  const endAll = () => {
    for (const end of ends) void end.close();
    ends.clear();
  };
  await page.routeWebSocket(/\/panel$/, socket => {
    if (state === 'cut') return void socket.close();
    const server = socket.connectToServer();
    ends.add(socket).add(server);
    socket.onMessage(message => {
      const send = () => server.send(message);
      if (state === 'held') held.push(send);
      else send();
    });
  });
  return {
    release: () => {
      state = 'open';
      for (const send of held.splice(0)) send();
    },
    cut: () => {
      state = 'cut';
      endAll();
    },
    mend: () => {
      state = 'open';
    },
  };
}
