// The browsers' pane of Connect on a real hub: every button does to the files what it says, to the byte.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith } from '../support/provided.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Browser, Page } from 'playwright';

const host = 'dev.pilothouse.relay.json';
const claude = 'com.anthropic.claude_code_browser_extension.json';

let stage: Stage;
let panelBrowser: Browser;
let page: Page;
let panel: Panel;

const place = (browser: string, file = host) => join(stage.userHome, '.config', browser, 'NativeMessagingHosts', file);
const bytes = (file: string) => readFileSync(file).toString('hex');
const row = (name: string) =>
  page.getByRole('list', { name: 'Browsers on this machine' }).getByRole('listitem').filter({ hasText: name });
const switchOf = (name: string) => page.getByRole('switch', { name: `Connect ${name}`, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const told = (sentence: string | RegExp) => page.getByText(sentence).last().waitFor();

function put(file: string, data: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  writeFileSync(file, data);
}

describeWith(['chromium'], 'the browsers on Connect', () => {
  beforeAll(async () => {
    stage = await openStage();
    mkdirSync(join(stage.userHome, '.config/microsoft-edge'), { recursive: true });
    panelBrowser = await launchPanelBrowser();
    const context = await panelBrowser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    panel = new Panel(page);
    await panel.open(stage.url);
    await panel.go('Connect');
    await row('Chromium').waitFor();
  });

  afterAll(async () => {
    await panelBrowser?.close();
    await stage?.close();
  });

  test('Switch on all writes one manifest for each browser that is here', async () => {
    await press('Switch on all');
    await told(/^Switched on: Chromium, Microsoft Edge/);
    for (const browser of ['chromium', 'microsoft-edge'])
      expect(JSON.parse(readFileSync(place(browser), 'utf8'))).toMatchObject({ name: 'dev.pilothouse.relay' });
    await switchOf('Microsoft Edge').and(page.locator('[aria-checked=true]')).click();
    await told('The manifest of Microsoft Edge was removed.');
    expect(existsSync(place('microsoft-edge'))).toBe(false);
  });

  test.each<[string, (file: string) => void]>([
    ['a foreign one', file => put(file, '\ufeff{ "name": "dev.pilothouse.relay", "path": "/bin/true" }\r\n')],
    ['a broken one', file => put(file, Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x0a]))],
    ['a dangling one', file => put(file, '{"name":"dev.pilothouse.relay","path":"/opt/gone/relay","type":"stdio"}')],
    [
      'an overwritten one',
      file => put(file, readFileSync(file, 'utf8').replace(/"path": *"[^"]*"/, '"path":"/usr/bin/env"')),
    ],
  ])(
    'Repair puts ours back where %s stands, the row on Overview goes, and Give back brings theirs to the byte',
    async (_what, write) => {
      const file = place('chromium');
      const ours = bytes(file);
      write(file);
      const theirs = bytes(file);
      await panel.go('Overview');
      const needed = page.getByText('Pilothouse in Chromium does not reach Pilothouse any more', { exact: false });
      await needed.first().waitFor();
      await panel.go('Connect');
      await row('Chromium').getByRole('button', { name: 'Repair Chromium' }).click();
      await expect.poll(() => bytes(file)).toBe(ours);
      await row('Chromium').getByRole('button', { name: 'Repair Chromium' }).waitFor({ state: 'detached' });
      await panel.go('Overview');
      await needed.first().waitFor({ state: 'detached' });
      await panel.go('Connect');
      await press('Give back Pilothouse in Chromium');
      await expect.poll(() => bytes(file)).toBe(theirs);
      // Off, with something in its place: the same button takes the place again.
      await row('Chromium').getByRole('button', { name: 'Repair Chromium' }).click();
      await switchOf('Chromium').and(page.locator('[aria-checked=true]')).waitFor();
      expect(bytes(file)).toBe(ours);
    },
  );

  test('a link that leads nowhere is repaired too, by the key R', async () => {
    const file = place('chromium');
    const ours = bytes(file);
    rmSync(file);
    symlinkSync('/nowhere/at/all.json', file);
    await row('Chromium').getByRole('button', { name: 'Repair Chromium' }).waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('r');
    await expect.poll(() => bytes(file)).toBe(ours);
  });

  test('Use Pilothouse takes the place of another program’s manifest, and Give back puts it back to the byte', async () => {
    const file = place('microsoft-edge', claude);
    put(file, '{ "path" : "/bin/true",\t"name":"com.anthropic.claude_code_browser_extension", "type":"stdio" }\r\n');
    const theirs = bytes(file);
    await page.getByRole('region', { name: 'Who answers' }).getByRole('radio', { name: 'Microsoft Edge' }).click();
    await page.getByRole('button', { name: 'Use Pilothouse for Claude in Chrome in Microsoft Edge' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('list', { name: 'Manifests that are kept and put back' }).getByText('/bin/true').waitFor();
    await sheet.getByRole('button', { name: 'Replace' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(readFileSync(file, 'utf8')).toContain('in place of Claude Code');
    await press('Give back Claude in Chrome in Microsoft Edge');
    await expect.poll(() => bytes(file)).toBe(theirs);
  });

  test('for the whole machine it shows the command, none that would remove what is not ours, and writes nothing', async () => {
    await page
      .getByRole('region', { name: 'Who answers' })
      .getByRole('radio', { name: 'Chromium', exact: true })
      .click();
    await press('For the whole machine: Pilothouse in Chromium');
    const sheet = page.getByRole('dialog');
    const there = '/etc/chromium/native-messaging-hosts/dev.pilothouse.relay.json';
    await sheet.getByText(/^sudo mkdir -p '\/etc\/chromium\/native-messaging-hosts' && sudo install -m 644 /).waitFor();
    await sheet.getByText('nothing is there yet').waitFor();
    expect(await sheet.textContent()).not.toContain('sudo rm');
    await sheet.getByRole('radio', { name: 'For me' }).click();
    await sheet.getByRole('button', { name: 'Write the manifest' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(existsSync(there)).toBe(false);
  });

  test('a custom folder is refused, added, switched on in its own folder, and forgotten with what was written', async () => {
    const folder = join(stage.userHome, 'profiles/work');
    const form = page.getByRole('form', { name: 'Custom profile folder' });
    const add = async (path: string) => {
      await form.getByRole('textbox').fill(path);
      await form.getByRole('button', { name: 'Add' }).click();
    };
    await press('Custom profile folder');
    await add(folder);
    await page.getByText(`There is no folder ${folder}`, { exact: false }).waitFor();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'Local State'), '{}');
    await add(folder);
    await form.waitFor({ state: 'detached' });
    const named = row('profiles/work').or(row('work')).first();
    await named.getByRole('switch').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Write the manifest' }).click();
    const file = join(folder, 'NativeMessagingHosts', host);
    await expect.poll(() => existsSync(file)).toBe(true);
    await sheet.waitFor({ state: 'detached' });
    await named.getByRole('button', { name: /^Forget/ }).click();
    await named.waitFor({ state: 'detached' });
    expect(existsSync(file)).toBe(false);
  });

  test('nothing of it troubled the page', () => expect(panel.troubles).toEqual([]));
});
