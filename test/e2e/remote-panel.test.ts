// The panel of one hub in a page of another: two served hubs, a real NATS server, a real Chromium.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlace } from '../support/hub-process.ts';
import { look } from '../support/look.ts';
import { startNats } from '../support/nats-server.ts';
import { openPanelPage } from '../support/panel-browser.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import type { Page } from 'playwright';
import type { HubPlace, HubProcess } from '../support/hub-process.ts';
import type { NatsServer } from '../support/nats-server.ts';
import type { PanelPage } from '../support/panel-browser.ts';
import type { PanelClient } from '../support/panel-client.ts';

describeWith(['nats', 'chromium'], 'The panel of another hub in a page', () => {
  let nats: NatsServer;
  let places: HubPlace[] = [];
  let mia: PanelClient;
  let junHub: HubProcess;
  let jun: PanelClient;
  let opened: PanelPage;

  beforeAll(async () => {
    nats = await startNats();
    places = [openPlace(), openPlace()];
    const [ofMia, ofJun] = places as [HubPlace, HubPlace];
    mia = await ofMia.panel(await ofMia.serve());
    junHub = await ofJun.serve();
    jun = await ofJun.panel(junHub);
    opened = await openPanelPage();
    await opened.page.addInitScript(key => window.sessionStorage.setItem('pilothouse.key', key), jun.key);
    await mia.request('fleet:init', { address: nats.url });
    await mia.request('fleet:join', { address: nats.url, name: 'mia' });
    await jun.request('fleet:join', { address: nats.url, name: 'jun' });
    await until(() => 'mia' in jun.snapshot.fleetHubs, 'the hubs see each other');
  });

  afterAll(async () => {
    await opened?.close();
    for (const place of places) await place.end();
    await nats?.remove();
  });

  const lookAtMia = async () => {
    const { page } = opened;
    const { origin } = new URL(junHub.url);
    await page.goto(`${origin}/?hub=mia`);
  };

  test('Without a grant the page says who can give one.', async () => {
    await lookAtMia();
    await opened.page.getByText('mia does not show its panel to jun').first().waitFor();
  });

  test('With one it shows what the other hub shows, under its name, and follows it.', async () => {
    const { page } = opened;
    const subject = { kind: 'hub' as const, id: 'jun' };
    const fields = { effect: 'allow' as const, agentId: null, tools: null, resource: { kind: 'any' as const } };
    await mia.request('grants:set', { ...fields, subject, scope: 'hub:panel', lifetime: 'always' });
    await page.getByText('This is the panel of mia.').waitFor();
    await page.getByText('You may look. Everything else is up to its owner.').waitFor();
    expect(await page.title()).toContain('mia');
    await mia.request('clients:create', { name: 'An agent of mia', start: 'ask' });
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Permissions/ })
      .click();
    await page.getByText('jun').first().waitFor();
    expect(await look(page, 'remote-panel')).toEqual([]);
  });

  test('What only the owner may do is refused in words, and the other hub stays as it is.', async () => {
    const { page } = opened;
    const row = page.getByRole('button', { name: /^Revoke/ }).first();
    await row.click();
    await page.getByText('only its owner can do that').first().waitFor();
    expect(Object.values(mia.snapshot.grants)).toHaveLength(1);
  });

  test('From the Fleet screen it opens in a tab of its own, which needs no other key; Enter does the same.', async () => {
    const { page } = opened;
    const { origin } = new URL(junHub.url);
    await page.goto(`${origin}/#/fleet/mia`);
    const isMia = async (other: Page) => {
      await other.getByText('This is the panel of mia.').waitFor();
      await other.close();
    };
    const link = page.getByRole('link', { name: 'Open its panel' });
    await link.waitFor();
    const [byClick] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await isMia(byClick);
    await page.getByRole('heading', { name: 'Fleet', level: 1 }).click();
    const [byKey] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await isMia(byKey);
    await lookAtMia();
    await page.getByText('This is the panel of mia.').waitFor();
  });

  test('When the grant is taken back the page ends at once, and says so.', async () => {
    const { page } = opened;
    const [grant] = Object.values(mia.snapshot.grants);
    await mia.request('grants:revoke', { grantId: grant?.id ?? '' });
    await page.getByText('mia does not show its panel to jun').first().waitFor();
  });
});
