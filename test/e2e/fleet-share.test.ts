// A server shared between two built hubs by their panels alone: joined by the join sheet, shared, used, approved, called, and seen as a row.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, runSpeaker } from '../integration/hub/scenes.ts';
import { openPlace } from '../support/hub-process.ts';
import { look } from '../support/look.ts';
import { startNats } from '../support/nats-server.ts';
import { openPanelPage } from '../support/panel-browser.ts';
import { describeWith } from '../support/provided.ts';
import type { Page } from 'playwright';
import type { HubPlace } from '../support/hub-process.ts';
import type { NatsServer } from '../support/nats-server.ts';
import type { PanelPage } from '../support/panel-browser.ts';
import type { PanelClient } from '../support/panel-client.ts';

interface Side {
  readonly place: HubPlace;
  /** Beside its page: a test has no other way to run a server or an agent. */
  readonly client: PanelClient;
  readonly opened: PanelPage;
  readonly page: Page;
}

async function openSide(place: HubPlace): Promise<Side> {
  const hub = await place.serve();
  const client = await place.panel(hub);
  const opened = await openPanelPage();
  await opened.page.addInitScript(key => window.sessionStorage.setItem('pilothouse.key', key), client.key);
  await opened.page.addInitScript(() => {
    const counted = globalThis as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('click', ({ detail }) => (counted.clicks += Math.min(detail, 1)), true);
  });
  await opened.page.goto(`${new URL(hub.url).origin}/#/fleet`);
  await opened.page.getByRole('heading', { name: 'Fleet', level: 1 }).waitFor();
  return { place, client, opened, page: opened.page };
}

/** Clicks of the mouse in that page since the last time. */
function clicksOf({ page }: Side): Promise<number> {
  return page.evaluate(() => {
    const counted = globalThis as unknown as { clicks: number };
    const { clicks } = counted;
    counted.clicks = 0;
    return clicks;
  });
}

describeWith(['nats', 'chromium'], 'A server shared by the panels of two hubs', () => {
  let nats: NatsServer;
  const places: HubPlace[] = [];
  let jun: Side;
  let mia: Side;

  beforeAll(async () => {
    nats = await startNats();
    places.push(openPlace(), openPlace());
    const [ofJun, ofMia] = places as [HubPlace, HubPlace];
    [jun, mia] = [await openSide(ofJun), await openSide(ofMia)];
    await runSpeaker(jun.client);
  }, 120_000);

  afterAll(async () => {
    for (const side of [jun, mia]) await side?.opened.close();
    for (const place of places) await place.end();
    await nats?.remove();
  });

  /** What is typed beside the clicks: the address, and another name than the machine's, which both hubs have. */
  const fillJoin = async ({ page }: Side, name: string) => {
    await page.getByRole('button', { name: 'Join a fleet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Join a fleet' });
    await page.keyboard.type(nats.url);
    await page.keyboard.press('Tab');
    await page.keyboard.type(name);
    return sheet;
  };

  test('the first hub is told that the fleet has no streams yet, makes them and joins; the second joins by two clicks', async () => {
    const sheet = await fillJoin(jun, 'jun');
    await sheet.getByRole('button', { name: 'Try it' }).click();
    await sheet.getByRole('button', { name: 'Make them' }).click();
    await sheet.getByRole('button', { name: 'Make them' }).waitFor({ state: 'detached' });
    await sheet.getByRole('button', { name: 'Join', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await jun.page.getByText('1 of 1 online').waitFor();
    expect(await clicksOf(jun)).toBe(4);

    // The name of another hub is told at its field.
    const second = await fillJoin(mia, 'jun');
    await second.getByRole('button', { name: 'Join', exact: true }).click();
    await second.getByText('Another hub of this fleet is called').waitFor();
    await mia.page.keyboard.press('Escape');
    await clicksOf(mia);
    const third = await fillJoin(mia, 'mia');
    await third.getByRole('button', { name: 'Join', exact: true }).click();
    await third.waitFor({ state: 'detached' });
    await mia.page.getByText('2 of 2 online').waitFor();
    expect(await clicksOf(mia)).toBe(2);
  });

  test('it is shared by three clicks, and used by two', async () => {
    const { page } = jun;
    await page.evaluate(() => (location.hash = '#/servers/speaker'));
    await page.getByRole('button', { name: 'Share with other hubs' }).click();
    const sheet = page.getByRole('dialog', { name: 'Share speaker' });
    await sheet.getByRole('checkbox', { name: 'mia' }).check();
    await sheet.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('note', { name: 'Fleet' }).getByText('mia').waitFor();
    expect(await clicksOf(jun)).toBe(3);

    await mia.page.getByRole('button', { name: 'Use jun/speaker' }).click();
    await mia.page.getByRole('region', { name: /^Server jun\/speaker/ }).waitFor();
    await mia.page.getByRole('button', { name: /^Approve/ }).click();
    await mia.client.waitFor(
      ({ servers }) => Object.values(servers).some(({ kind, state }) => kind === 'fleet' && state.kind === 'running'),
      'it runs',
    );
    expect(await clicksOf(mia)).toBe(2);
  });

  test('it is called from the other hub, asked about at both, and both show the row', async () => {
    const credential = await mia.client.request('clients:create', { name: 'Claude Code', start: 'ask' });
    const agent = await mia.place.httpAgent(credential);
    const tool = (await agent.client.listTools()).tools.find(({ name }) => name.endsWith('__say'))?.name ?? '';
    const said = agent.call(tool, { message: 'hello' });
    await answer(mia.client, 'allow', 'use');
    await jun.client.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'its owner is asked');
    await answer(jun.client, 'allow', 'use');
    expect(await said).toEqual({ text: 'Said: hello', isError: false });

    for (const { page } of [jun, mia]) await page.evaluate(() => (location.hash = '#/fleet'));
    const rowOf = ({ page }: Side) =>
      page.getByRole('table', { name: 'Shared servers' }).getByRole('row', { name: /jun\/speaker/ });
    await rowOf(mia).getByText('running').waitFor();
    await rowOf(jun).getByText('running').waitFor();
    await rowOf(jun).getByText('of this hub').waitFor();
    await expect.poll(() => rowOf(mia).textContent()).toMatch(/1 tool/);
    expect(await look(mia.page, 'fleet-real')).toEqual([]);
  });

  test('what is used no more can be used again; what is taken back is gone there', async () => {
    const { page } = mia;
    await page.getByRole('button', { name: 'Stop using' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop using' }).click();
    await page.getByRole('button', { name: 'Use jun/speaker' }).waitFor();
    await jun.page.getByRole('button', { name: 'Change how speaker is shared' }).click();
    await jun.page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
    await jun.page
      .getByRole('dialog', { name: /^Stop sharing/ })
      .getByRole('button', { name: 'Stop sharing' })
      .click();
    await page.getByText('No hub shares a server yet.').waitFor();
  });
});
