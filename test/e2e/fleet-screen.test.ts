// The fleet's screen in its states: alone, joined, 200 hubs, offline, refused, and the sheet by which a hub joins.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { openPanelPage, type PanelPage } from '../support/panel-browser.ts';
import { fixtureFleet, fixtureFleetServers, fixtureHubs } from '../support/panel-fixture/fleet.ts';
import { createFixtureHub, type FixtureHub } from '../support/panel-fixture/hub.ts';
import { type FixtureServer, serveFixture } from '../support/panel-fixture/serve.ts';
import { fixtureSnapshot } from '../support/panel-fixture/snapshot.ts';
import { describeWith } from '../support/provided.ts';
import type { FleetState } from '../../contract/schemas/fleet.ts';

describeWith(['chromium'], 'The fleet’s screen', () => {
  const now = Date.now();
  let opened: PanelPage;
  let hub: FixtureHub;
  let server: FixtureServer | null = null;

  beforeAll(async () => {
    opened = await openPanelPage();
  });
  beforeEach(async () => {
    await server?.stop();
    server = null;
  });
  afterAll(async () => {
    await opened?.close();
    await server?.stop();
  });

  /** `fleet` null: the hub is in none. */
  const show = async (fleet: FleetState | null, count = 8) => {
    const snapshot = fixtureSnapshot(now);
    const hubs = fleet ? fixtureHubs(now, count) : [];
    const servers = fleet ? fixtureFleetServers(now) : [];
    hub = createFixtureHub(
      {
        ...snapshot,
        hub: { ...snapshot.hub, fleet },
        fleetHubs: Object.fromEntries(hubs.map(one => [one.name, one])),
        fleetServers: Object.fromEntries(servers.map(one => [`${one.hub}/${one.server}`, one])),
      },
      [],
    );
    server = await serveFixture(hub);
    await opened.panel.open(server.freshUrl());
    await opened.page.getByRole('navigation', { name: 'Main' }).waitFor();
    await opened.page.evaluate(() => (location.hash = '#/fleet'));
    await opened.page.getByRole('heading', { name: 'Fleet', level: 1 }).waitFor();
  };
  const drawn = async (name: string) => {
    expect(await look(opened.page, opened.panel.nameOf(`fleet-${name}`))).toEqual([]);
  };

  test('a hub in no fleet says what a fleet is, and joins one from a sheet that is refused at its field first', async () => {
    await show(null);
    const { page } = opened;
    await drawn('none');
    await page.getByRole('button', { name: 'Join a fleet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Join a fleet' });
    await page.keyboard.type('tls://nats.example.com:4222');
    const name = sheet.getByLabel(/^Name of this hub/);
    expect(await sheet.getByRole('button', { name: 'Join', exact: true }).isDisabled()).toBe(true);
    await name.fill('taken');
    await sheet.getByRole('button', { name: 'Try it' }).click();
    await sheet.getByText(/taken/).first().waitFor();
    await drawn('join-refused');
    await name.fill('ana-laptop');
    await sheet.getByRole('button', { name: 'Join', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(hub.snapshot().hub.fleet?.name).toBe('ana-laptop');
    expect(hub.snapshot().hub.fleet?.shows.questions).toBe(false);
  });

  test('eight hubs, one of them away, are found by the slash and walked by keys', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    await page.getByText('7 of 8 hubs').waitFor();
    await page.getByText(/offline 2\sh\s1\d\smin, will take 7/).waitFor();
    await drawn('joined');
    await page.keyboard.press('/');
    await page.keyboard.type('gpu');
    const table = page.getByRole('table', { name: 'Hubs' });
    await expect.poll(() => table.getByRole('row').count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'Hub', exact: true }).waitFor();
    await drawn('hub');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Hub', exact: true }).waitFor({ state: 'detached' });
  });

  test('an agent is stopped everywhere by a key that is kept here', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    await page.getByRole('button', { name: 'Stop an agent everywhere' }).click();
    const sheet = page.getByRole('dialog');
    await page.keyboard.type('claude-code');
    await sheet.getByLabel('Name of your signing key').fill('Jun');
    await sheet.getByRole('button', { name: 'Sign and publish' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(hub.requests.find(({ name }) => name === 'fleet:sign-and-publish')?.params).toEqual({
      key: 'Jun',
      change: { kind: 'stop-agent', agent: 'claude-code' },
    });
  });

  test('of 200 hubs only those in sight are in the page', async () => {
    await show(fixtureFleet(now), 200);
    const { page } = opened;
    const table = page.getByRole('table', { name: 'Hubs' });
    await table.getByRole('row', { name: /ana-laptop/ }).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(100);
    await drawn('many');
    await page.setViewportSize({ width: 800, height: 600 });
    await table.getByRole('row', { name: /ana-laptop/ }).waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(60);
    await page.getByText('199 of 200 hubs').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('offline and refused are told in a banner', async () => {
    await show({ ...fixtureFleet(now), state: 'offline', outbox: { audit: 38, traces: 4, dropped: 0 } });
    await opened.page.getByText('Policy 7 stays in force. 38 audit entries wait.').waitFor();
    await drawn('offline');
    await opened.page.evaluate(() => localStorage.setItem('pilothouse.language', 'de'));
    await opened.page.reload();
    await opened.page.getByText(/Richtlinie 7 bleibt in Kraft/).waitFor();
    await drawn('offline-german');
    await opened.page.evaluate(() => localStorage.removeItem('pilothouse.language'));
    await server?.stop();
    const reason = { kind: 'fleet-name-taken', hub: 'ana-laptop', version: '0.1.0' } as const;
    await show({ ...fixtureFleet(now), state: 'refused', reason });
    await opened.page.getByText('The fleet refuses this hub').waitFor();
    await opened.page.getByRole('button', { name: 'Join anew' }).waitFor();
    await drawn('refused');
  });
});
