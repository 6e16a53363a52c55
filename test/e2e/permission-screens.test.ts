// Permissions in a real browser, in front of a real hub: grants, policy, audit, learning, modes, limits and starts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlace, type Agent, type Credential, type HubPlace } from '../support/hub-process.ts';
import { look } from '../support/look.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith, providedPath } from '../support/provided.ts';
import { answer, echo, runSample } from '../integration/hub/scenes.ts';
import type { PanelClient } from '../support/panel-client.ts';

const echoTool = 'everything/echo';

let place: HubPlace;
let hub: PanelClient;
let browser: Browser;
let page: Page;
let panel: Panel;
let claude: Agent;
let credential: Credential;

describeWith(['chromium'], 'the screens of permissions', () => {
  beforeAll(async () => {
    place = openPlace();
    const process = await place.serve();
    hub = await place.panel(process);
    await runSample(hub);
    credential = await hub.request('clients:create', { name: 'Claude Code', start: 'ask' });
    await hub.request('clients:create', { name: 'Codex CLI', start: 'own-tabs' });
    claude = await place.httpAgent(credential);
    browser = await chromium.launch({
      executablePath: providedPath('chromium'),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const context = await browser.newContext({ acceptDownloads: true, viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    panel = new Panel(page);
    await page.goto((await place.run(['open'])).stdout.trim());
    await panel.go('Permissions');
  });

  afterAll(async () => {
    await browser?.close();
    await place?.end();
  });

  const tab = (name: RegExp) => page.getByRole('tab', { name }).click();
  const looksWell = async (name: string) => expect(await look(page, name)).toEqual([]);

  test('nothing waits, and the screen says so in every size', async () => {
    await page.getByText('Nothing waits for you').waitFor();
    await looksWell('permissions-questions');
  });

  test('a grant made by hand says what it will be kept as, is kept, and answers the next call', async () => {
    await tab(/^Grants/);
    await page.getByRole('button', { name: 'Add grant' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add a grant' });
    await sheet.getByRole('combobox', { name: 'Who' }).selectOption('Claude Code');
    await sheet.getByRole('combobox', { name: 'Where' }).selectOption('everything');
    await sheet.getByRole('radio', { name: 'Some tools' }).click();
    await sheet.getByRole('checkbox', { name: echoTool }).check();
    await sheet.getByText('Allow Claude Code, call server tools, echo, everything, until you revoke it.').waitFor();
    await looksWell('permissions-add-grant');
    await sheet.getByRole('button', { name: 'Keep: allow' }).click();
    await page.getByRole('row', { name: /allow.*Claude Code.*echo.*everything.*always/ }).waitFor();
    expect(await claude.call(echo, { message: 'ahoy' })).toEqual({ text: 'Echo: ahoy', isError: false });
  });
});
