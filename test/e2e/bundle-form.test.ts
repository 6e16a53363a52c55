// A bundle that the official tool has packed: dropped on the page, read, filled in, installed, approved and called.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packSmall } from '../support/bundles/official-tool.ts';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { type CatalogueScene, openCatalogue, untilTried } from './catalogue-scene.ts';

const serverId = 'small-server';
const patienceMs = 120_000;

describeWith(['chromium', 'bubblewrap'], 'A bundle by its form', () => {
  let scene: CatalogueScene;
  let work = '';
  let file = '';
  let folder = '';

  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'pilothouse-bundle-'));
    file = await packSmall(work);
    scene = await openCatalogue([]);
    folder = join(scene.stage.userHome, 'sheets');
    mkdirSync(folder);
  });

  afterAll(async () => {
    await scene?.close();
    rmSync(work, { recursive: true, force: true });
  });

  const drop = async (name: string, bytes: Buffer) => {
    const data = await scene.page.evaluateHandle(
      ([called, base64]) => {
        const transfer = new DataTransfer();
        const content = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
        transfer.items.add(new File([content], called));
        return transfer;
      },
      [name, bytes.toString('base64')] as const,
    );
    await scene.page.dispatchEvent('main', 'dragover', { dataTransfer: data });
    await scene.page.getByText('Drop it to open the bundle; nothing of it runs.').waitFor();
    await scene.page.dispatchEvent('main', 'drop', { dataTransfer: data });
  };

  test('what is no bundle is refused by its name, and what is none inside by what is wrong with it', async () => {
    const { page, panel } = scene;
    await panel.go('Servers');
    await drop('notes.txt', Buffer.from('no bundle'));
    await page.getByText('notes.txt is no bundle; its name has to end with .mcpb or .dxt.').waitFor();
    await drop('broken.mcpb', Buffer.from('no bundle either'));
    await page
      .locator('.notice')
      .filter({ hasText: /broken\.mcpb|archive|zip/i })
      .first()
      .waitFor();
    expect(Object.keys(scene.hub.snapshot.installs)).toEqual([]);
    const dismissals = page.locator('.notice button');
    for (let left = await dismissals.count(); left > 0; left = await dismissals.count())
      await dismissals.first().click();
  });

  test('dropped on Servers it shows who made it, that nobody signed it, and what will run', async () => {
    const { page, panel } = scene;
    await drop('small.mcpb', readFileSync(file));
    const sheet = page.getByRole('dialog', { name: 'Small server' });
    await sheet.getByText('not signed: anybody may have made it').waitFor();
    await sheet.getByText('Ada', { exact: true }).waitFor();
    await sheet
      .getByLabel('Full command')
      .getByText(/index\.js/)
      .waitFor();
    expect(await look(page, panel.nameOf('bundle'))).toEqual([]);
    await panel.picturesForDocs('bundle');
  });

  test(
    'its form takes the values, its secret stays unseen, and its trial lists the tools before it is approved',
    async () => {
      const { page, hub } = scene;
      const sheet = page.getByRole('dialog', { name: 'Small server' });
      const secret = sheet.getByLabel('API key', { exact: true });
      expect(await secret.getAttribute('type')).toBe('password');
      await secret.fill('key-of-ada');
      await sheet.getByRole('textbox', { name: 'Folders', exact: true }).fill(folder);
      await sheet.getByRole('button', { name: 'Install', exact: true }).click();
      await hub.waitFor(({ installs }) => serverId in installs, 'it is being installed');
      await untilTried(scene, serverId);
      await page.getByRole('region', { name: 'Tools', exact: true }).getByText('given', { exact: true }).waitFor();
      expect(JSON.stringify(hub.snapshot)).not.toContain('key-of-ada');
      await expect.poll(() => page.getByRole('button', { name: 'Approve and start' }).isEnabled()).toBe(true);
      await page.keyboard.press('Control+Enter');
      await page.getByText('running; 1 tool').waitFor();
    },
    patienceMs,
  );

  test('called, it has what was filled in, and its secret stays masked', async () => {
    const { answer } = await scene.hub.request('tools:call', {
      callId: 'a-call-of-the-test',
      toolId: `${serverId}/given`,
      arguments: {},
      confirmed: true,
    });
    const text = JSON.stringify(answer?.result);
    expect(text).toContain(folder);
    // It is there, and masked wherever it comes by.
    expect(text).toContain('••••');
    expect(text).not.toContain('key-of-ada');
  });

  test('it leads to its server and back, and is removed there with what was fetched for it alone', async () => {
    const { page, hub } = scene;
    await page.getByRole('link', { name: 'Open it under Servers' }).click();
    await page
      .getByRole('note', { name: 'Installed' })
      .getByText(/from the bundle/)
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as bundle' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.mcpb$/);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await hub.waitFor(({ installs, servers }) => !(serverId in installs) && !(serverId in servers), 'it is gone');
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});
