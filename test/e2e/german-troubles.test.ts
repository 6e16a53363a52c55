// The panel in German while everything goes wrong: each refusal, crash, foreign manifest, held endpoint and problem is said in German.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { type FixtureServer, serveFixture } from '../support/panel-fixture/serve.ts';
import { fixtureSnapshot } from '../support/panel-fixture/snapshot.ts';
import { createTroubledHub, places, saidByOthers } from '../support/panel-fixture/troubled.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith } from '../support/provided.ts';
import { englishLeft } from './english-left.ts';
import type { Browser, ElementHandle, Locator, Page } from 'playwright';
import type { FixtureHub } from '../support/panel-fixture/hub.ts';

/** The hub's own sentences go round in the states, so that the first servers have all of these. */
const stateIds = Array.from({ length: 12 }, (_, at) => `s${at}`);

/** Only words are checked; a real click would wait for animation frames, and this page is very tall. */
const choose = (row: ElementHandle) => row.dispatchEvent('click');

/** By itself each use of a row would name all rows anew, which takes longer the more there are. */
const rowsOf = (rows: Locator) => rows.elementHandles();

describeWith(['chromium'], 'the panel of a troubled hub in German', () => {
  let hub: FixtureHub;
  let served: FixtureServer;
  let browser: Browser;
  let page: Page;
  let panel: Panel;

  const show = async (place: string) => {
    await page.evaluate(hash => {
      location.hash = hash;
    }, `#/${place}`);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  };

  beforeAll(async () => {
    hub = await createTroubledHub(Date.now());
    served = await serveFixture(hub);
    browser = await launchPanelBrowser();
    // As high as a house, so that tables draw all of their rows.
    page = await browser.newPage({ locale: 'de-DE', viewport: { width: 1440, height: 4000 }, colorScheme: 'dark' });
    panel = new Panel(page);
    await panel.open(served.freshUrl());
    await page.getByRole('navigation').first().waitFor();
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
  });

  test.each([
    'overview',
    'traces',
    'tabs',
    'permissions',
    'permissions/grants',
    'permissions/policy',
    'permissions/audit',
    'permissions/learning',
    'agents',
    'servers',
    'tools',
    'connect',
    'settings',
  ])('%s', async place => {
    await show(place);
    await page.waitForTimeout(500);
    await panel.screenshot(`german-troubles-${place.replaceAll('/', '-')}`);
    expect(await englishLeft(page, saidByOthers)).toEqual([]);
  });

  test('the details of each server say why it is as it is', async () => {
    const left = new Set<string>();
    // One of each state, and the fixture's own.
    for (const id of [...Object.keys(fixtureSnapshot(0).servers), ...stateIds]) {
      await show(`servers/${id}`);
      await page.getByRole('main').getByRole('heading', { name: id }).first().waitFor();
      for (const text of await englishLeft(page, saidByOthers)) left.add(`${id}: ${text}`);
    }
    expect([...left]).toEqual([]);
  });

  test('the details of a decision say where it was, for each kind of place', async () => {
    await show('permissions/audit');
    const seen: string[] = [];
    const left = new Set<string>();
    const rows = page.getByRole('row', { name: /navigate/ });
    await rows.nth(places.length).waitFor();
    for (const row of (await rowsOf(rows)).slice(0, places.length)) {
      await choose(row);
      for (const text of await englishLeft(page, saidByOthers)) left.add(text);
      seen.push(await page.getByRole('region', { name: 'Entscheidung' }).innerText());
    }
    expect([...left]).toEqual([]);
    for (const said of [/Server/, /kein Browser/, /Tab 7, ein Frame von/, /bisher/])
      expect(
        seen.some(text => said.test(text)),
        String(said),
      ).toBe(true);
  });

  // Each entry is opened, and there is one for each reason.
  test('the details of each entry of the trace say what decided', async () => {
    await show('traces');
    const left = new Set<string>();
    const seen = new Set<string>();
    const troubled = page.getByRole('row', { name: /abgelehnt|fehlgeschlagen|Fehler/ });
    await expect.poll(() => troubled.count()).toBeGreaterThan(70);
    for (const row of await rowsOf(troubled)) {
      await choose(row);
      for (const text of await englishLeft(page, saidByOthers)) left.add(text);
      seen.add((await page.getByRole('main').textContent()) ?? '');
    }
    expect([...left]).toEqual([]);
    expect(seen.size).toBeGreaterThan(70);
    for (const said of [/Lauf.*Aufrufe/, /Freigabe 2400/, /Richtlinie|no-uploads/, /Besitzer/])
      expect(
        [...seen].some(text => said.test(text)),
        String(said),
      ).toBe(true);
  }, 600_000);
});
