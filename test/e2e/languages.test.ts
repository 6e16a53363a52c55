// The panel in German: every screen with real content says nothing in English that the catalogue knows, and the choice is kept.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSample } from '../integration/hub/scenes.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith } from '../support/provided.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { englishLeft } from './english-left.ts';
import { openTabScene, type TabScene } from './tab-scene.ts';
import { makeTroubles, type Troubles } from './trouble-scene.ts';
import type { Browser, Page } from 'playwright';

/** Where to look, and the head that stands there. */
const places = [
  ['overview', 'Übersicht'],
  ['traces', 'Traces'],
  ['tabs', 'Tabs'],
  ['fleet', 'Flotte'],
  ['permissions', 'Berechtigungen'],
  ['permissions/grants', 'Berechtigungen'],
  ['permissions/policy', 'Berechtigungen'],
  ['permissions/audit', 'Berechtigungen'],
  ['permissions/learning', 'Berechtigungen'],
  ['agents', 'Agenten'],
  ['servers', 'Server'],
  ['servers/everything', 'Server'],
  ['tools', 'Tools'],
  ['connect', 'Verbinden'],
  ['settings', 'Einstellungen'],
] as const;

describeWith(['chromium'], 'the panel in German', () => {
  let stage: Stage;
  let hub: PanelClient;
  let browser: Browser;
  let page: Page;
  let panel: Panel;
  let scene: TabScene;
  let troubles: Troubles | undefined;

  /** The entry of the navigation that is marked as the one shown, and the screen itself. */
  const shown = async (name: string) => {
    await page.getByRole('navigation').locator('[aria-current="page"]', { hasText: name }).waitFor();
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  };
  const show = async (place: string, head: string) => {
    await page.evaluate(hash => {
      location.hash = hash;
    }, `#/${place}`);
    await shown(head);
  };

  beforeAll(async () => {
    stage = await openStage();
    hub = await PanelClient.open(stage.url);
    browser = await launchPanelBrowser();
    page = await browser.newPage({ locale: 'de-DE', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    panel = new Panel(page);
    await panel.open(await stage.freshUrl(hub));
    await shown('Verbinden');
    await runSample(hub);
    scene = await openTabScene({ page, panel, hub, home: stage.home, folder: stage.userHome, close: async () => {} });
    await scene.openTab(scene.claude, '/billing');
    await scene.openTab(scene.codex, '/plans');
    await hub.request('grants:set', {
      effect: 'allow',
      subject: { kind: 'client', id: Object.keys(hub.snapshot.clients)[0] ?? '' },
      scope: 'servers:call',
    });
  });

  afterAll(async () => {
    await troubles?.close();
    await scene?.close();
    await hub?.close();
    await browser?.close();
    await stage?.close();
  });

  test('a system in German is followed, and figures are written as Germans write them', async () => {
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    await page.getByText(/^\d+,\d Nachrichten\/s$/).waitFor();
  });

  test('no screen says in English what the catalogue has in German', async () => {
    for (const [width, height] of [
      [1440, 900],
      [800, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const [place, head] of places) {
        await show(place, head);
        await expect.poll(() => page.getByText(/^Sucht nach/).count()).toBe(0);
        await expect.poll(() => englishLeft(page), { message: `${place} at ${width}` }).toEqual([]);
        await panel.screenshot(`german-${place.replaceAll('/', '-')}-${width}`);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('details speak German too', async () => {
    const [agentId = ''] = Object.keys(hub.snapshot.agents);
    const [tab] = Object.values(hub.snapshot.tabs);
    const [toolId = ''] = Object.keys(hub.snapshot.tools);
    const details = [
      [`agents/${encodeURIComponent(agentId)}`, 'Agenten'],
      [`tabs/${encodeURIComponent(`${tab?.browserId}:${tab?.tabId}`)}`, 'Tabs'],
      [`tools/${encodeURIComponent(toolId)}`, 'Tools'],
      ['servers/everything/tools', 'Server'],
    ] as const;
    for (const [place, head] of details) {
      await show(place, head);
      await expect.poll(() => englishLeft(page), { message: place }).toEqual([]);
      await panel.screenshot(`german-detail-${head.toLowerCase()}-${details.findIndex(([other]) => other === place)}`);
    }
  });

  test('what is refused, crashes, is held by others or waits for a confirmation is told in German', async () => {
    troubles = await makeTroubles(stage, hub, scene);
    const told = [
      ['overview', 'Übersicht', /Adresse dieses Panels/],
      ['permissions/audit', 'Berechtigungen', /Lauf|Modus|Besitzer|Freigabe/],
      [`servers/${troubles.serverId}`, 'Server', /hat sich mit Code 1 beendet/],
      ['connect', 'Verbinden', /^Niemand antwortet Pilothouse in Chromium/],
      ['settings', 'Einstellungen', /Prozess \d+ \(node\)/],
    ] as const;
    const missing: string[] = [];
    for (const [place, head, words] of told) {
      await show(place, head);
      await page.waitForTimeout(1_000);
      if ((await page.getByText(words).count()) === 0) missing.push(place);
      await expect.poll(() => englishLeft(page), { message: place }).toEqual([]);
      await panel.screenshot(`german-troubles-real-${place.replaceAll('/', '-')}`);
    }
    expect(missing).toEqual([]);
    await show('traces', 'Traces');
    // How a message failed is kept in the words that whoever had asked was answered.
    const failed = 'The server "crashing" ended during this call. It exited with code 1: ENOSPC.';
    const refused = page.getByRole('row').filter({ hasText: 'abgelehnt' });
    await refused.first().waitFor();
    const rows = await refused.count();
    expect(rows).toBeGreaterThanOrEqual(4);
    for (let row = 0; row < rows; row += 1) {
      await refused.nth(row).click();
      await expect.poll(() => englishLeft(page, [failed]), { message: `refusal ${row}` }).toEqual([]);
      await panel.screenshot(`german-refusal-${row}`);
    }
  });

  test('the list of keys and the palette speak German', async () => {
    await show('connect', 'Verbinden');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Tastenkürzel' }).waitFor();
    await expect.poll(() => englishLeft(page)).toEqual([]);
    await panel.screenshot('german-keys');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Suchen oder Befehl ausführen' }).waitFor();
    await expect.poll(() => englishLeft(page)).toEqual([]);
    await panel.screenshot('german-palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a chosen language holds against the system’s, also after the page is loaded again', async () => {
    await show('settings', 'Einstellungen');
    await page.getByRole('radio', { name: 'English' }).click();
    await shown('Settings');
    await page.reload();
    await shown('Settings');
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await shown('Einstellungen');
    expect(panel.troubles).toEqual([]);
  });
});
