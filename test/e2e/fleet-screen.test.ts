// The fleet's screen in its states: alone, joined, 200 hubs, offline, refused, and the sheet by which a hub joins.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { openPanelPage, type PanelPage } from '../support/panel-browser.ts';
import { fixtureFleet, fixtureFleetServers, fixtureHubs } from '../support/panel-fixture/fleet.ts';
import { createFixtureHub, type FixtureHub } from '../support/panel-fixture/hub.ts';
import { type FixtureServer, serveFixture } from '../support/panel-fixture/serve.ts';
import { fixtureSnapshot } from '../support/panel-fixture/snapshot.ts';
import { describeWith } from '../support/provided.ts';
import type { Locator } from 'playwright';
import type { HubInfo } from '../../contract/schemas/entities.ts';
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
  const show = async (
    fleet: FleetState | null,
    count = 8,
    more: Partial<HubInfo> = {},
    hubs = fleet ? fixtureHubs(now, count) : [],
  ) => {
    const snapshot = fixtureSnapshot(now);
    const servers = fleet ? fixtureFleetServers(now) : [];
    hub = createFixtureHub(
      {
        ...snapshot,
        hub: { ...snapshot.hub, fleet, ...more },
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
  /** Whether nothing of it is scrolled away or covered at its foot. */
  const bottomInSight = (row: Locator) =>
    row.evaluate(element => {
      const { left, bottom, width } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 4, bottom - 2));
    });
  const drawn = async (name: string) => {
    expect(await look(opened.page, opened.panel.nameOf(`fleet-${name}`))).toEqual([]);
  };

  test('a hub in no fleet says what a fleet is, and joins one from a sheet that is refused at its field first', async () => {
    await show(null);
    const { page } = opened;
    await page.getByRole('row', { name: /ana-laptop.*this hub.*Running/ }).waitFor();
    await drawn('none');
    await page.getByRole('button', { name: 'Join a fleet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Join a fleet' });
    expect(await sheet.getByRole('button', { name: 'Join', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.type('tls://nats.example.com:4222');
    const name = sheet.getByLabel(/^Name of this hub/);
    await expect.poll(() => name.inputValue()).toBe('ana-laptop');
    await name.fill('Ana!');
    await sheet.getByText('Write lower-case letters').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('taken');
    await sheet.getByRole('button', { name: 'Try it' }).click();
    await sheet.getByText('Another hub of this fleet').waitFor();
    // The sentence stands at the field that it is about, which is where one types next.
    expect(await name.evaluate(field => document.activeElement === field)).toBe(true);
    expect(
      await name.evaluate(field => document.getElementById(field.getAttribute('aria-describedby')!)?.textContent),
    ).toContain('taken');
    await drawn('join-refused');
    await name.fill('ana-laptop');
    await sheet.getByRole('button', { name: 'Join', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(hub.snapshot().hub.fleet?.name).toBe('ana-laptop');
    expect(hub.snapshot().hub.fleet?.shows.questions).toBe(false);
  });

  test('where streams and buckets are missing, the sheet makes them', async () => {
    await show(null);
    const { page } = opened;
    await page.getByRole('button', { name: 'Join a fleet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Join a fleet' });
    await page.keyboard.type('nats://127.0.0.1:4222');
    await sheet.getByText('Roles, prefix, certificate and encryption').click();
    await sheet.getByLabel('Prefix of the fleet').fill('new-fleet');
    await sheet.getByRole('button', { name: 'Try it' }).click();
    await sheet.getByRole('button', { name: 'Make them' }).waitFor();
    await drawn('join-init');
    await sheet.getByRole('button', { name: 'Make them' }).click();
    await sheet.getByRole('button', { name: 'Make them' }).waitFor({ state: 'detached' });
    const { params } = hub.requests.find(({ name }) => name === 'fleet:init')!;
    expect(params).toMatchObject({
      address: 'nats://127.0.0.1:4222',
      prefix: 'new-fleet',
      credential: { kind: 'none' },
    });
  });

  test('the own hub is given another name, and shows less of itself', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    await page.getByRole('button', { name: 'Rename ana-laptop' }).click();
    await page.getByRole('dialog').getByLabel('New name').fill('ana');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'Rename ana', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change what others see' }).click();
    const sheet = page.getByRole('dialog', { name: 'What others see' });
    await sheet.getByRole('checkbox', { name: 'Agents' }).click();
    await drawn('shows');
    await sheet.getByRole('button', { name: 'Show it so' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(hub.snapshot().hub.fleet).toMatchObject({ name: 'ana', shows: { agents: false, servers: true } });
  });

  test('Enter opens the panel of the chosen hub beside this one, and P goes to the oldest question', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'Hub', exact: true }).getByText('jun-laptop').waitFor();
    // Its owner lets nobody look.
    expect(await page.getByRole('link', { name: 'Open its panel' }).count()).toBe(0);
    await page.keyboard.press('j');
    await page.getByRole('link', { name: 'Open its panel' }).waitFor();
    const other = page.context().waitForEvent('page');
    await page.keyboard.press('Enter');
    expect(new URL((await other).url()).search).toBe('?hub=mia-laptop');
    // It is let in by the key of this one.
    await (await other).getByRole('navigation', { name: 'Main' }).waitFor();
    await (await other).close();
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'Permissions', level: 1 }).waitFor();
  });

  test('what the fleet holds and narrows is told where it is met, with who signed it', async () => {
    await show(fixtureFleet(now), 8, { mode: 'paused', modeHeld: { by: 'fleet', version: 7, signer: 'Jun' } });
    const { page } = opened;
    await page.getByText('The fleet pauses all agents: policy 7, signed by Jun.').waitFor();
    const running = page.getByRole('radio', { name: 'Running' });
    expect(await running.isDisabled()).toBe(true);
    expect(await running.getAttribute('title')).toContain('when this hub leaves it');
    expect(await page.getByRole('button', { name: 'Run again' }).count()).toBe(0);
    await drawn('held');
    await page.evaluate(() => (location.hash = '#/permissions/grants'));
    await page.getByText('denied by the fleet').waitFor();
    await page.getByRole('row').filter({ hasText: 'denied by the fleet' }).click();
    await page.getByText('rule no-prod of policy 7, signed by Jun, denies all of it: Nothing writes there').waitFor();
    await drawn('narrowed');
    await page.evaluate(() => (location.hash = '#/permissions/policy'));
    await page.getByRole('region', { name: 'Policy of the fleet' }).getByText('signed by Jun').waitFor();
    await page.getByRole('row').filter({ hasText: 'no-prod' }).click();
    await page.getByRole('region', { name: 'Rule no-prod' }).getByText('Nothing writes there').waitFor();
    await drawn('rules');
  });

  test('before it joins, a hub is told what the policy takes from its grants', async () => {
    await show(null);
    const { page } = opened;
    await page.getByRole('button', { name: 'Join a fleet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Join a fleet' });
    await page.keyboard.type('nats://127.0.0.1:4222');
    await sheet.getByLabel('Who signs the policy (optional)').fill('Jun');
    await sheet.getByLabel('Their public key, PEM or base64').fill('MCowBQYDK2VwAyEA');
    await sheet.getByRole('button', { name: 'Try it' }).click();
    await sheet.getByText('Of your grants it takes, while it is in force:').waitFor();
    expect(await sheet.locator('.fleet-narrowed li').allTextContents()).toEqual([
      expect.stringMatching(/all of it$/),
      expect.stringMatching(/a part of it$/),
    ]);
    await sheet.locator('.fleet-narrowed').scrollIntoViewIfNeeded();
    await drawn('join-narrowed');
  });

  test('questions of other hubs are listed, and those that may be answered have a way there', async () => {
    const hubs = fixtureHubs(now).map(one => (one.name === 'mia-laptop' ? { ...one, questions: 1 } : one));
    await show(fixtureFleet(now), 8, {}, hubs);
    const { page } = opened;
    const list = page.getByRole('table', { name: 'Questions on other hubs' });
    const rows = list.getByRole('row');
    await rows.filter({ hasText: 'gpu-2' }).getByText('2 questions').waitFor();
    expect(await rows.filter({ hasText: 'gpu-2' }).getByRole('link').count()).toBe(0);
    const answer = rows.filter({ hasText: 'mia-laptop' }).getByRole('link', { name: 'Answer on mia-laptop' });
    expect(await answer.getAttribute('href')).toBe('?hub=mia-laptop#/permissions/questions');
    // What somebody can do something about stands first, though more wait elsewhere.
    expect(await rows.allTextContents()).toEqual([
      expect.anything(),
      expect.stringContaining('mia-laptop'),
      expect.stringContaining('gpu-2'),
    ]);
    await drawn('questions');
    await opened.panel.picturesForDocs('fleet');
    await page.setViewportSize({ width: 800, height: 600 });
    for (const row of await rows.all()) expect(await bottomInSight(row)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('of many hubs with questions a few are listed, the others on demand, and hubs stay in sight below them', async () => {
    const hubs = fixtureHubs(now, 200).map(one => ({ ...one, questions: 1 }));
    await show(fixtureFleet(now), 200, {}, hubs);
    const { page } = opened;
    const list = page.getByRole('table', { name: 'Questions on other hubs' });
    await page.setViewportSize({ width: 800, height: 600 });
    await expect.poll(() => list.getByRole('row').count()).toBe(5);
    const table = page.getByRole('table', { name: 'Hubs', exact: true });
    expect(await bottomInSight(table.getByRole('row', { name: /ana-laptop/ }))).toBe(true);
    await drawn('questions-many');
    await page.getByRole('button', { name: 'Show all 198' }).click();
    await page.getByRole('button', { name: 'Show fewer' }).waitFor();
    // What now stands above them pushes the hubs down, and the keys still bring the chosen one into sight.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const chosen = table.locator('[data-picked="true"]');
    await expect.poll(() => bottomInSight(chosen)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('eight hubs, one of them away, are found by the slash and walked by keys', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    await page.getByText('7 of 8 hubs').waitFor();
    await page.getByText(/offline 2\sh\s1\d\smin, will take 7/).waitFor();
    await drawn('joined');
    await page.keyboard.press('/');
    await page.keyboard.type('gpu');
    const table = page.getByRole('table', { name: 'Hubs', exact: true });
    await expect.poll(() => table.getByRole('row').count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'Hub', exact: true }).waitFor();
    await drawn('hub');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Hub', exact: true }).waitFor({ state: 'detached' });
  });

  test('a server is shared from its own screen with a hub and a role, and taken back', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    const [name = ''] = Object.values(hub.snapshot().servers).flatMap(one => (one.toolCount > 0 ? [one.id] : []));
    await page.evaluate(id => (location.hash = `#/servers/${id}`), name);
    await page.getByRole('button', { name: 'Share with other hubs' }).click();
    const sheet = page.getByRole('dialog', { name: /^Share / });
    expect(await sheet.getByRole('button', { name: 'Share', exact: true }).getAttribute('title')).toBe(
      'Name a hub or a role',
    );
    await sheet.getByRole('checkbox', { name: 'mia-laptop' }).check();
    await sheet.getByRole('checkbox', { name: /^worker 2 hubs/ }).check();
    await sheet.getByRole('radio', { name: 'Some tools' }).click();
    await sheet.getByRole('list', { name: 'Tools' }).getByRole('checkbox').first().check();
    await sheet.getByRole('checkbox', { name: 'Only what reads' }).click();
    await drawn('share');
    await sheet.getByRole('button', { name: 'Share', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    const { params } = hub.requests.find(({ name: what }) => what === 'fleet:share')!;
    expect(params).toMatchObject({ serverId: name, hubs: ['mia-laptop'], roles: ['worker'], readOnly: true });
    expect((params as { tools: string[] }).tools).toHaveLength(1);
    await page.getByRole('note', { name: 'Fleet' }).getByText('role worker, mia-laptop').waitFor();
    await drawn('shared-server');
    await page.getByRole('button', { name: 'Change how it is shared' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await page
      .getByRole('dialog', { name: /^Stop sharing/ })
      .getByRole('button', { name: 'Stop sharing' })
      .click();
    await page.getByRole('note', { name: 'Fleet' }).waitFor({ state: 'detached' });
  });

  test('what others share is used by two clicks, of one hub or of whichever has it, and used no more', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    const table = page.getByRole('table', { name: 'Shared servers' });
    await table.getByRole('row', { name: /2 of 2 hubs online/ }).waitFor();
    // Not shared with this hub, and of one that is away.
    expect(
      await table
        .getByRole('row', { name: /jun-laptop\/notes.*not for this hub/ })
        .getByRole('button')
        .count(),
    ).toBe(0);
    await table.getByRole('row', { name: /tom-laptop\/figma.*its hub is offline/ }).waitFor();
    await drawn('shared');
    await page.getByRole('button', { name: 'Use postgres' }).click();
    await page.getByRole('region', { name: 'Server postgres' }).waitFor();
    await page.getByText('whichever hub takes the call').waitFor();
    await page.evaluate(() => (location.hash = '#/fleet'));
    const group = table.getByRole('row', { name: /2 of 2 hubs online/ });
    await group.getByText('waits for your approval').waitFor();
    await group.getByRole('button', { name: 'Approve' }).waitFor();
    hub.change('servers', 'postgres', {
      ...hub.snapshot().servers['postgres'],
      state: { kind: 'running', since: now, pid: null },
    });
    await group.getByRole('button', { name: 'Stop using' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop using' }).click();
    await page.getByRole('button', { name: 'Use postgres' }).waitFor();
    expect(hub.requests.filter(({ name }) => name === 'fleet:unuse').map(({ params }) => params)).toEqual([
      { hub: null, share: 'postgres' },
    ]);
    await page.getByRole('button', { name: 'Share one of yours' }).click();
    await page.getByRole('dialog', { name: 'Share a server' }).getByRole('combobox', { name: 'Server' }).waitFor();
    await drawn('share-any');
  });

  test('an agent is stopped everywhere by a key that is kept here', async () => {
    await show(fixtureFleet(now));
    const { page } = opened;
    await page.getByRole('button', { name: 'Stop an agent everywhere' }).click();
    const sheet = page.getByRole('dialog');
    await page.keyboard.type('claude-code');
    expect(await sheet.getByLabel('Signing key of this machine').inputValue()).toBe('Jun');
    await drawn('stop');
    await sheet.getByRole('button', { name: 'Sign and publish' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(hub.requests.find(({ name }) => name === 'fleet:sign-and-publish')?.params).toEqual({
      key: 'Jun',
      change: { kind: 'stop-agent', agent: 'claude-code' },
    });
  });

  test('a key that is not named here is named with one click, and signs then', async () => {
    await show({ ...fixtureFleet(now), signers: [] });
    const { page } = opened;
    await page.getByRole('button', { name: 'Pause all' }).click();
    const sheet = page.getByRole('dialog');
    await drawn('unnamed');
    await sheet.getByRole('button', { name: 'Name it here' }).click();
    await sheet.getByRole('button', { name: 'Name it here' }).waitFor({ state: 'detached' });
    expect(hub.snapshot().hub.fleet?.signers).toMatchObject([{ name: 'Jun', key: 'MCowBQYDK2VwAyEA' }]);
  });

  test('of 200 hubs only those in sight are in the page', async () => {
    await show(fixtureFleet(now), 200);
    const { page } = opened;
    const table = page.getByRole('table', { name: 'Hubs', exact: true });
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
    const { page } = opened;
    await page.getByText('Policy 7 stays in force. 38 audit entries wait.').waitFor();
    // Nothing is green but this hub, of which it is known.
    await page
      .getByText(/^as last known at/)
      .first()
      .waitFor();
    const green = page.getByRole('table', { name: 'Hubs', exact: true }).locator('tbody .status.running');
    expect(await green.allTextContents()).toEqual(['ana-laptop', 'Running']);
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
