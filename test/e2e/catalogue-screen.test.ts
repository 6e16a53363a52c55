// Every state of the catalogue's screen in both themes and sizes: nothing fetched, refreshing, found, alike, withdrawn, none, sources, forms, installs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { openPanelPage, type PanelPage } from '../support/panel-browser.ts';
import { fixtureSources, neverFetched } from '../support/panel-fixture/catalogue.ts';
import { extendedSnapshot } from '../support/panel-fixture/extended.ts';
import { createFixtureHub, type FixtureHub } from '../support/panel-fixture/hub.ts';
import { type FixtureServer, serveFixture } from '../support/panel-fixture/serve.ts';
import { describeWith } from '../support/provided.ts';

describeWith(['chromium'], 'The catalogue’s screen', () => {
  let hub: FixtureHub;
  let server: FixtureServer;
  let opened: PanelPage;

  beforeAll(async () => {
    const now = Date.now();
    hub = createFixtureHub(extendedSnapshot(now), []);
    server = await serveFixture(hub);
    opened = await openPanelPage();
    await opened.panel.open(server.freshUrl());
  });

  afterAll(async () => {
    await opened?.close();
    await server?.stop();
  });

  const drawn = async (name: string) => {
    const { page, panel } = opened;
    expect(await look(page, panel.nameOf(`catalogue-${name}`))).toEqual([]);
  };
  const goTo = (path: string) => opened.page.evaluate(hash => (location.hash = hash), `#/catalogue${path}`);

  test('20,000 entries are a list of which only those in sight are in the page, asked for as they come', async () => {
    const { page, panel } = opened;
    await panel.go('Catalogue');
    await page.getByRole('row', { name: /^server-filesystem / }).waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(120);
    await drawn('list');
    await panel.picturesForDocs('catalogue', 'small');
    await page.locator('.entry-list .scrolls').evaluate(list => list.scrollTo(0, list.scrollHeight));
    await page.getByRole('row', { name: /^server-20000/ }).waitFor();
    const offsets = hub.requests.flatMap(({ name, params }) =>
      name === 'catalogue:search' ? (params as { offset: number }).offset : [],
    );
    expect(offsets).toContain(20_000);
    expect(offsets.length).toBeLessThan(20);
  });

  test('the slash leads into the search, arrows move the choice there, and Enter opens its form', async () => {
    const { page } = opened;
    await page.keyboard.press('/');
    await page.keyboard.type('server-filesy');
    await page.getByRole('heading', { name: 'server-filesystem' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'server-filesytem' }).waitFor();
    await page.getByRole('region', { name: 'Look-alike' }).locator('mark').waitFor();
    await drawn('alike');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    const install = form.getByRole('button', { name: 'Install', exact: true });
    expect(await install.isDisabled()).toBe(true);
    await drawn('which-one');
    await form.getByRole('checkbox').check();
    expect(await install.isDisabled()).toBe(false);
    await install.click();
    await page.getByRole('region', { name: /^Install of/ }).waitFor();
    expect(hub.requests.findLast(({ name }) => name === 'installs:begin')?.params).toMatchObject({
      resembles: 'io.github.modelcontextprotocol/server-filesystem',
    });
  });

  test('what was withdrawn and what the policy forbids are shown with the reason, and cannot be added', async () => {
    const { page } = opened;
    await goTo('');
    await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('odds');
    await page
      .getByRole('group', { name: 'Forbidden' })
      .getByText(/no-gambling/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Add…' }).isDisabled()).toBe(true);
    await drawn('forbidden');
    await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('watch-folder');
    await page.getByText('No server matches watch-folder.').waitFor();
    await page
      .getByRole('button', { name: /Source$/ })
      .first()
      .click();
    await page.getByRole('checkbox', { name: 'withdrawn ones too' }).check();
    await page.keyboard.press('Escape');
    await page.getByText('Withdrawn by its publisher').waitFor();
    await drawn('withdrawn');
  });

  test('where nothing matches it says which filter hides how many, and takes it away', async () => {
    const { page } = opened;
    await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('many');
    await page.getByRole('button', { name: /Publisher$/ }).click();
    await page.getByRole('checkbox', { name: 'verified by its source' }).check();
    await page.keyboard.press('Escape');
    await page.getByText('publisher: verified hides 20,000 servers.').waitFor();
    await drawn('none');
    await page.getByRole('button', { name: 'Take it away' }).click();
    await page.getByRole('row', { name: /^server-00001/ }).waitFor();
  });

  test('its sources tell their states, and O opens and closes them', async () => {
    const { page } = opened;
    await goTo('');
    await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('');
    await page.getByRole('heading', { name: 'Catalogue', level: 1 }).click();
    await page.locator('body').press('o');
    const pane = page.getByRole('region', { name: 'Sources' });
    await pane.getByText('mcp.acme.test answered with 429, too many requests.').waitFor();
    await pane.getByRole('button', { name: 'Add a source' }).click();
    await drawn('sources');
    await pane.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Refresh' }).first().click();
    await page.getByText(/^refreshing, 12,300 of 60,954$/).waitFor();
    await drawn('refreshing');
    await page.getByRole('button', { name: 'Stop refreshing' }).click();
    await page.locator('body').press('o');
    await pane.waitFor({ state: 'detached' });
  });

  test('an install shows its progress over its form, and each end of one what can be done', async () => {
    const { page, panel } = opened;
    await goTo('?install=atlas-db');
    await page.getByRole('progressbar').first().waitFor();
    await drawn('installing');
    await panel.picturesForDocs('catalogue-install', 'small');
    for (const [serverId, text] of [
      ['voice-notes', /The disk is full/],
      ['memory', /2026\.11\.3 is there/],
      ['sheets', /The approval holds for exactly this/],
    ] as const) {
      await goTo(`?install=${serverId}`);
      await page.getByText(text).last().waitFor();
      await drawn(serverId);
    }
  });

  test('an opened bundle is shown by its address', async () => {
    await goTo('?bundle=b1');
    await opened.page.getByText('signed by Sheetwise GmbH, whom this machine does not know').waitFor();
    await drawn('bundle');
    await opened.page.keyboard.press('Escape');
  });

  test('before the first refresh it says whom a click asks, and that nothing was asked before', async () => {
    const { page } = opened;
    for (const source of fixtureSources(Date.now())) hub.change('catalogueSources', source.id, neverFetched(source));
    await page.getByRole('heading', { name: 'Nothing has been fetched' }).waitFor();
    await page.getByText(/^Refresh asks 3 sources: Official registry, Harbor’s list, Acme registry\./).waitFor();
    await drawn('empty');
  });

  test('nothing of it troubled the page', () => expect(opened.panel.troubles).toEqual([]));
});
