// The tab of the plugins: states, pings, tools that changed, who may register, and which site may call what.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { type FixtureScene, openFixtureScene, sent } from './fixture-scene.ts';

let scene: FixtureScene;
const decode = 'decode@plugins.example';

const detail = () => scene.page.getByRole('region', { name: /^Plugin / });
const allowlist = () => scene.page.getByRole('region', { name: 'Allowlist' });
const open = (id: string) => scene.goTo(`servers/${encodeURIComponent(`plugins:${id}`)}`);

describeWith(['chromium'], 'the tab of the plugins', () => {
  beforeAll(async () => {
    scene = await openFixtureScene();
    await scene.panel.go('Servers');
    await scene.page.getByRole('tab', { name: /^Plugins/ }).click();
  });

  afterAll(() => scene?.close());

  test('each state has its shape, its word, and what follows', async () => {
    const { page } = scene;
    const states = await page.locator('.plugin-list tbody .two-lines:has(.status)').allTextContents();
    expect(states).toEqual([
      'activeFirefox ESR “Default”',
      '1 tool changedFirefox ESR “Default”',
      expect.stringMatching(/^unreachable, 3 pings missednext ping in/),
      'disabled by youstill installed in Firefox ESR “Default”',
      'error: speaks harbor-plugin/v0Pilothouse speaks v1',
      'refused: not on the listasked 4 times',
    ]);
    await page.getByText('2 of 6 active').waitFor();
    expect(await look(page, 'plugins')).toEqual([]);
  });

  test('one in detail: its claims as its own, its pings, what its tools do, and its last calls', async () => {
    await open(decode);
    await detail().getByText('Decode 1.2.0 by Plugin Samples, “Base64, JWT, URLs”').waitFor();
    await detail().getByRole('img', { name: '19 answered, 1 missed' }).waitFor();
    await detail()
      .getByRole('row', { name: /open_url.*dangerous.*fast/ })
      .waitFor();
    await detail().getByText('could not carry out jwt_decode').waitFor();
    expect(await look(scene.page, 'plugins-one')).toEqual([]);
    await detail().getByRole('button', { name: 'Ping now' }).click();
    await scene.page.getByText('Decode answered in 2.1 ms.').waitFor();
  });

  test('a site is revoked, and another one allowed for what is ticked', async () => {
    const { page } = scene;
    await detail().getByRole('button', { name: 'Revoke what https://notes.atlas.test may do' }).click();
    await expect.poll(() => sent(scene, 'grants:revoke')).toEqual([{ grantId: '802' }]);
    await detail().getByRole('button', { name: 'Allow a site' }).click();
    const sheet = page.getByRole('dialog', { name: 'Allow a site' });
    await sheet.getByRole('textbox', { name: 'Site' }).fill('https://*.atlas.test');
    expect(await sheet.getByRole('button', { name: 'Keep: allow' }).isDisabled()).toBe(true);
    await sheet.getByRole('textbox', { name: 'Site' }).fill('Maps.atlas.test');
    await sheet.getByRole('checkbox', { name: /url_decode/ }).check();
    expect(await look(page, 'plugins-allow-site')).toEqual([]);
    await sheet.getByRole('button', { name: 'Keep: allow' }).click();
    await expect
      .poll(() => sent(scene, 'grants:set'))
      .toMatchObject([
        {
          ...{ subject: { kind: 'origin', id: 'https://maps.atlas.test' }, scope: 'plugins:call' },
          ...{ tools: [`${decode}::url_decode`], resource: { kind: 'plugin', pluginId: decode } },
        },
      ]);
  });

  test('who is not on the list is put there from where it is told, and any extension may come where that is off', async () => {
    const { page } = scene;
    await allowlist().getByRole('button', { name: 'sh@unknown.example' }).click();
    await allowlist().getByRole('button', { name: 'Add', exact: true }).click();
    await allowlist().getByRole('listitem').filter({ hasText: 'sh@unknown.example' }).waitFor();
    await allowlist().getByRole('button', { name: 'Take sh@unknown.example off the list' }).click();
    await expect.poll(() => sent(scene, 'plugins:disallow')).toEqual([{ pluginId: 'sh@unknown.example' }]);
    await allowlist().getByRole('textbox', { name: 'Id of an extension' }).fill('no id');
    expect(await allowlist().getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await allowlist().getByRole('switch').click();
    await allowlist().getByText('Any extension may register.').waitFor();
    expect(await look(page, 'plugins-any')).toEqual([]);
    await open('sh@unknown.example');
    await detail().getByRole('button', { name: 'Put it on the list' }).click();
    await expect.poll(() => sent(scene, 'plugins:allow').length).toBe(2);
  });

  test('a tool that changed asks to be looked at, beside what was approved', async () => {
    await open('time@plugins.example');
    await detail().getByRole('group', { name: 'State' }).getByText('1 tool has changed').waitFor();
    await detail().getByRole('region', { name: 'Review of time@plugins.example::now' }).waitFor();
    expect(await look(scene.page, 'plugins-changed')).toEqual([]);
  });

  test('Disable and Enable switch it, and Delete asks with its name before it is forgotten', async () => {
    const { page } = scene;
    await open(decode);
    await detail().getByRole('button', { name: 'Disable' }).click();
    await detail().getByRole('button', { name: 'Enable' }).waitFor();
    await detail().getByText('None of its tools is called').waitFor();
    await detail().getByRole('button', { name: 'Enable' }).click();
    await detail().getByRole('button', { name: 'Disable' }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Forget Decode' }).getByRole('button', { name: 'Forget' }).click();
    await expect.poll(() => sent(scene, 'plugins:forget')).toEqual([{ pluginId: decode }]);
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});

describeWith(['chromium'], 'no plugin', () => {
  let empty: FixtureScene;

  beforeAll(async () => {
    empty = await openFixtureScene('empty');
    await empty.panel.go('Servers');
    await empty.page.getByRole('tab', { name: /^Plugins/ }).click();
  });

  afterAll(() => empty?.close());

  test('says what a plugin is and how one comes here', async () => {
    const { page } = empty;
    await page.getByRole('heading', { name: 'No plugin yet' }).waitFor();
    expect(await look(page, 'plugins-none')).toEqual([]);
    await page.getByRole('button', { name: 'How to add one' }).last().click();
    await page.getByRole('dialog').getByText('raffi.krikorian.harbor@gmail.com').waitFor();
    expect(await look(page, 'plugins-how')).toEqual([]);
  });

  test('nothing of it troubled the page', () => expect(empty.panel.troubles).toEqual([]));
});
