// From the first start to the first answered call of an agent in a browser: five clicks, each of them on Connect.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdTransport } from '../support/jitter.ts';
import { look } from '../support/look.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { Panel } from '../support/panel-page.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith } from '../support/provided.ts';
import { openBrowser, openStage, type Stage } from '../support/stage.ts';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';

let stage: Stage;
let site: Server;
let panelBrowser: Browser;
let page: Page;
let panel: Panel;
let browser: BrowserContext | undefined;
let clicks = 0;
const agent = new PatientClient({ name: 'gemini-cli', version: '0.30.0' });

async function click(target: Locator): Promise<void> {
  clicks += 1;
  await target.click();
}

describeWith(['chromium'], 'five clicks', () => {
  beforeAll(async () => {
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Orders</title><h1>Orders</h1>');
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    stage = await openStage();
    mkdirSync(join(stage.userHome, '.gemini'), { recursive: true });
    writeFileSync(join(stage.userHome, '.gemini/settings.json'), '{\n  // mine\n  "theme": "dark"\n}\n');
    panelBrowser = await launchPanelBrowser();
    page = await panelBrowser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    panel = new Panel(page);
    await panel.open(stage.url);
    await panel.go('Connect');
  });

  afterAll(async () => {
    await agent.close();
    await browser?.close();
    await panelBrowser?.close();
    await stage?.close();
    await new Promise(resolve => (site ? site.close(resolve) : resolve(null)));
  });

  test('the switch of an agent opens the change, and Write it writes it', async () => {
    await click(page.getByRole('switch', { name: 'Connect Gemini CLI', exact: true }));
    const sheet = page.getByRole('dialog', { name: 'Connect Gemini CLI' });
    await sheet.getByRole('group', { name: 'Difference' }).getByText('"pilothouse"').waitFor();
    expect(await look(page, 'connect-change')).toEqual([]);
    await click(sheet.getByRole('button', { name: 'Write it' }).and(page.locator('[aria-disabled=false]')));
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Connect Gemini CLI', exact: true, checked: true }).waitFor();
    expect(readFileSync(join(stage.userHome, '.gemini/settings.json'), 'utf8')).toContain('// mine');
  });

  test('the browser, its extension and the first call follow on the ladder', async () => {
    const next = page.getByRole('list', { name: 'From the hub to an answer' }).locator('[aria-current="step"]');
    await click(next.getByRole('button', { name: 'Connect Chromium' }));
    await page.getByText('The manifest of Chromium was written.').waitFor();
    browser = await openBrowser(stage);
    await click(next.getByRole('button', { name: /^Approve: Chromium/ }).and(page.locator('[aria-disabled=false]')));
    const { command, args } = writtenEntry();
    await agent.connect(holdTransport(new StdioClientTransport({ command, args, env: { PATH: '/usr/bin:/bin' } })));
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/orders`;
    const call = agent.callTool({ name: 'tabs_create', arguments: { url } });
    const card = page.getByRole('region', { name: 'Waiting for you' }).getByRole('group').first();
    await click(card.getByRole('button', { name: 'Allow', exact: true }).and(page.locator('[aria-disabled=false]')));
    expect((await call).isError).toBeFalsy();
    await page.getByText('5 of 5 steps are green').waitFor();
    expect(clicks).toBe(5);
    expect(await look(page, 'connect-after-five-clicks')).toEqual([]);
  });

  test('nothing of it troubled the page', () => expect(panel.troubles).toEqual([]));
});

/** As the agent reads it from its own file. */
function writtenEntry(): { command: string; args: string[] } {
  const text = readFileSync(join(stage.userHome, '.gemini/settings.json'), 'utf8').replace(/^\s*\/\/.*$/m, '');
  return JSON.parse(text).mcpServers.pilothouse;
}
