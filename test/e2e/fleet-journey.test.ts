// The first day of a hub in a fleet, in its panel alone: what it is told of a wrong address and of wrong credentials, of a policy that
// somebody unknown has signed, of a panel that its owner shows to nobody, and of what ends when it leaves.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSpeaker } from '../integration/hub/scenes.ts';
import { accountOf } from '../support/fleet-account.ts';
import { policySigner } from '../support/fleet-signer.ts';
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

describeWith(['nats', 'chromium'], 'The first day in a fleet', () => {
  let nats: NatsServer;
  const places: HubPlace[] = [];
  let jun: PanelClient;
  let mia: PanelClient;
  let opened: PanelPage;
  let page: Page;

  beforeAll(async () => {
    // Nobody comes in without a user.
    nats = await startNats({ config: accountOf(['jun', { signs: true }], 'mia').replace(/no_auth_user.*/, '') });
    places.push(openPlace(), openPlace());
    const [ofJun, ofMia] = places as [HubPlace, HubPlace];
    jun = await ofJun.panel(await ofJun.serve());
    const credential = (user: string) => ({ kind: 'password', user, password: user }) as const;
    await jun.request('fleet:init', { address: nats.url, credential: credential('admin') });
    await jun.request('fleet:join', { address: nats.url, name: 'jun', credential: credential('jun') });
    await runSpeaker(jun);
    const hub = await ofMia.serve();
    mia = await ofMia.panel(hub);
    opened = await openPanelPage();
    page = opened.page;
    await page.addInitScript(key => window.sessionStorage.setItem('pilothouse.key', key), mia.key);
    await page.addInitScript(() => {
      const counted = globalThis as unknown as { clicks: number };
      counted.clicks = 0;
      addEventListener('click', ({ detail }) => (counted.clicks += Math.min(detail, 1)), true);
    });
    await page.goto(`${new URL(hub.url).origin}/#/fleet`);
    await page.getByRole('heading', { name: 'Fleet', level: 1 }).waitFor();
  }, 120_000);

  afterAll(async () => {
    await opened?.close();
    for (const place of places) await place.end();
    await nats?.remove();
  });

  const clicks = () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
  const drawn = async (name: string) => expect(await look(page, `journey-${name}`)).toEqual([]);

  test('a wrong address and wrong credentials are told at their fields, and the right ones let it in', async () => {
    await page.getByRole('button', { name: 'Join a fleet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Join a fleet' });
    const join = sheet.getByRole('button', { name: 'Join', exact: true });
    await page.keyboard.type('nats://127.0.0.1:9');
    await page.keyboard.press('Tab');
    await page.keyboard.type('mia');
    await join.click();
    await sheet.getByText('Nothing answers at').waitFor();
    await drawn('address');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(nats.url);
    await join.click();
    await sheet.getByText('lets nobody in without any').waitFor();
    await drawn('nobody');
    const credentials = sheet.getByRole('combobox', { name: 'Credentials' });
    await credentials.selectOption('password');
    await sheet.getByLabel('User', { exact: true }).fill('mia');
    await sheet.getByLabel('Password', { exact: true }).fill('wrong');
    await join.click();
    await sheet.getByText('does not take these credentials').waitFor();
    await drawn('credentials');
    await sheet.getByLabel('Password', { exact: true }).fill('mia');
    await join.click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('2 of 2 online').waitFor();
    await drawn('joined');
    expect(await clicks()).toBe(5);
  });

  test('a policy by a key that nobody has named here is told with what to do', async () => {
    const unknown = policySigner('Jun');
    await jun.request('fleet:set-signers', { add: [{ name: 'Jun', key: unknown.signer.key }], remove: [] });
    await jun.request('fleet:publish-policy', { envelope: unknown.sign({ rules: [], pauseAll: true }) });
    await page.getByRole('complementary').getByText('nobody has named here').waitFor();
    await page.getByText('None is in force.').waitFor();
    await drawn('unknown-key');
    await page.getByRole('button', { name: 'Change who signs the policy' }).click();
    const sheet = page.getByRole('dialog', { name: 'Who signs the policy' });
    await sheet.getByLabel('Their name').fill('Jun');
    await sheet.getByLabel('Their public key').fill(unknown.signer.key);
    await drawn('name-key');
    await sheet.getByRole('button', { name: 'Name this key' }).click();
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('The fleet pauses all agents: policy 1, signed by Jun.').waitFor();
    await drawn('taken');
  });

  test('a panel that its owner shows to nobody says who can change that, and opens once that is done', async () => {
    await page.evaluate(() => (location.hash = '#/fleet/jun'));
    await page
      .getByRole('region', { name: 'Hub', exact: true })
      .getByText('its owner lets no other hub look')
      .waitFor();
    await drawn('closed-panel');
    const grant = {
      effect: 'allow',
      subject: { kind: 'hub', id: 'mia' },
      scope: 'hub:panel',
      lifetime: 'always',
    } as const;
    await jun.request('grants:set', grant);
    const other = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open its panel' }).click();
    const panel = await other;
    await panel.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    expect(await look(panel, 'journey-other-panel')).toEqual([]);
    await panel.close();
  });

  test('whoever leaves reads what ends, and is alone then', async () => {
    await runSpeaker(mia);
    await page.evaluate(() => (location.hash = '#/servers/speaker'));
    await page.getByRole('button', { name: 'Share with other hubs' }).click();
    const sheet = page.getByRole('dialog', { name: 'Share speaker' });
    await sheet.getByRole('checkbox', { name: 'jun' }).check();
    await sheet.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('note', { name: 'Fleet' }).getByText('jun').waitFor();
    const grant = {
      effect: 'allow',
      subject: { kind: 'hub', id: 'jun' },
      scope: 'hub:panel',
      lifetime: 'always',
    } as const;
    await mia.request('grants:set', grant);
    await page.evaluate(() => (location.hash = '#/fleet'));
    await page.getByRole('button', { name: 'Leave' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Leave the fleet?' });
    await confirmation.getByText('1 server will no longer be shared. 1 grant to another hub will end.').waitFor();
    await drawn('leave');
    await confirmation.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('This hub stands alone').waitFor();
    await drawn('left');
  });
});
