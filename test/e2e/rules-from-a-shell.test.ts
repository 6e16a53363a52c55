// The panel in Chromium while a shell asks for more: the page that leads there, a grant that waits for a click, and the news of a change.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlace } from '../support/hub-process.ts';
import { look } from '../support/look.ts';
import { installOpener } from '../support/opener.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { until } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith } from '../support/provided.ts';
import { filesBelow, textsBelow } from '../support/temp-home.ts';
import type { Browser, Page } from 'playwright';
import type { HubPlace } from '../support/hub-process.ts';

const wide = [
  'grants',
  'allow',
  '--client',
  'Claude Code',
  '--scope',
  'browser:script',
  '--site',
  'https://bank.example',
];

describeWith(['chromium'], 'the panel while a shell asks for more', () => {
  let place: HubPlace;
  let browser: Browser;
  let page: Page;
  let panel: Panel;
  const referrers: (string | null)[] = [];

  beforeAll(async () => {
    place = openPlace();
    browser = await launchPanelBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    panel = new Panel(page);
    page.on(
      'request',
      request =>
        void request.headerValue('referer').then(
          value => referrers.push(value),
          () => {},
        ),
    );
  });

  afterAll(async () => {
    await browser?.close();
    await place?.end();
  });

  test('the private page leads to the panel, tells nobody where from, and is gone', async () => {
    const opener = installOpener(place.folder, place.env['PATH'] ?? '');
    await place.serve(['--open'], { env: opener.env });
    await until(() => opener.opened().length === 1, 'the browser is opened');
    // It leads on at once, often before it counts as loaded itself.
    await page.goto(pathToFileURL(opener.opened()[0] ?? '').href, { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    expect(page.url()).not.toContain('token');
    expect(referrers.filter(value => value?.includes('token') || value?.startsWith('file:'))).toEqual([]);
    await until(() => filesBelow(path.join(place.home, 'pages')).length === 0, 'the page is removed');
    expect(Object.values(textsBelow(place.home, 'utf8')).join('')).not.toContain('#token=');
  });

  test('a grant from a shell waits on a card, and one click on it lets it through', async () => {
    await panel.go('Connect');
    await panel.openOtherAgent();
    await page.getByRole('textbox', { name: 'Name of the agent' }).fill('Claude Code');
    await page.getByRole('button', { name: 'Make a credential' }).click();
    await page.getByText('The token is shown this once').waitFor();
    const asked = place.start(wide);
    await panel.go('Permissions');
    const card = page.getByRole('group', { name: `node (process ${asked.pid}) wants to let Claude Code run a script` });
    await card.waitFor();
    await card.getByText('bank.example').waitFor();
    expect(await look(page, 'permissions-confirmation')).toEqual([]);
    await page.getByRole('button', { name: 'Confirm' }).and(page.locator('[aria-disabled=false]')).click();
    const { code, stdout } = await asked.ended;
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('allow client') });
    await page.getByText(/changed the rules: allow client/).waitFor();
    expect(await look(page, 'permissions-changed')).toEqual([]);
  });

  test('refused with a click, the shell is told so', async () => {
    const asked = place.start(['open']);
    const card = page.getByRole('group', { name: `node (process ${asked.pid}) wants an address of this panel` });
    await card.waitFor();
    await card.getByRole('button', { name: 'Refuse' }).and(page.locator('[aria-disabled=false]')).click();
    expect(await asked.ended).toMatchObject({ code: 3, stdout: '' });
  });

  test('an approval from a shell shows the whole command on its card, and the settings install the command', async () => {
    await place.run(['servers', 'add', 'files', '--', '/bin/sh', '-c', 'sleep 600 # --folder /home/ana']);
    const asked = place.start(['servers', 'approve', 'files']);
    await panel.go('Permissions');
    const card = page.getByRole('group', {
      name: `node (process ${asked.pid}) wants this: server files: approved as shown`,
    });
    await card.waitFor();
    await card.getByLabel('What it is about').getByText("/bin/sh -c 'sleep 600 # --folder /home/ana'").waitFor();
    expect(await look(page, 'permissions-confirm-server')).toEqual([]);
    await card.getByRole('button', { name: 'Refuse' }).and(page.locator('[aria-disabled=false]')).click();
    expect((await asked.ended).code).toBe(3);
    await panel.go('Settings');
    await page.getByRole('button', { name: 'Install the command' }).click();
    await page.getByRole('button', { name: 'Take it out' }).waitFor();
    expect(fs.existsSync(path.join(place.folder, '.local/bin/pilothouse'))).toBe(true);
    expect(await look(page, 'settings-command-installed')).toEqual([]);
  });

  test('the audit names the program, and the settings have the switch, off', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/permissions/audit`);
    await page
      .getByRole('row', { name: /grants:set/ })
      .first()
      .click();
    await page
      .getByText(/the command line: node \(process \d+\), started by .*; confirmed in the panel/)
      .last()
      .waitFor();
    expect(await page.getByRole('button', { name: 'What would decide it now?' }).count()).toBe(0);
    expect(await look(page, 'audit-of-a-change')).toEqual([]);
    await panel.go('Settings');
    const own = page.getByRole('switch', { name: 'The command line may widen access alone' });
    expect(await own.getAttribute('aria-checked')).toBe('false');
    await own.scrollIntoViewIfNeeded();
    expect(await look(page, 'settings-command-line')).toEqual([]);
    await own.click();
    expect(await place.run(wide)).toMatchObject({ code: 0, stderr: '' });
  });
});
