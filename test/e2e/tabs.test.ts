// The Tabs screen with a real browser and two real agents: tabs change hands by mouse and keys, are looked at and closed.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installRelay } from '../support/chromium.ts';
import { holdTransport } from '../support/jitter.ts';
import { PanelClient } from '../support/panel-client.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { openBrowser, openStage, profileOf, type Stage } from '../support/stage.ts';

let stage: Stage;
let site: Server;
let hub: PanelClient;
let browser: BrowserContext;
let panelBrowser: Browser;
let page: Page;
let panel: Panel;
const claude = new Client({ name: 'claude-code', version: '2.1.330' });
const codex = new Client({ name: 'codex-cli', version: '0.64.1' });
const tabIds: number[] = [];

async function sitDown(agent: Client, name: string): Promise<void> {
  const { stdio } = await hub.request('clients:create', { name, start: 'own-tabs' });
  const args = [...stdio.args, '--well-known-root', stage.userHome];
  const transport = new StdioClientTransport({ command: stdio.command, args, stderr: 'ignore' });
  await agent.connect(holdTransport(transport));
}

async function openTab(agent: Client, path: string): Promise<number> {
  const { port } = site.address() as AddressInfo;
  const before = new Set(Object.keys(hub.snapshot.tabs));
  const url = `http://127.0.0.1:${port}${path}`;
  const opened = await agent.callTool({ name: 'tabs_create', arguments: { url } });
  expect(opened.isError, JSON.stringify(opened.content)).not.toBe(true);
  const isNew = () => Object.keys(hub.snapshot.tabs).find(key => !before.has(key) && hub.snapshot.tabs[key]?.title);
  await hub.waitFor(() => isNew() !== undefined, 'the tab is shown');
  return hub.snapshot.tabs[isNew() ?? '']?.tabId ?? 0;
}

const block = (title: string): Locator => page.getByRole('button', { name: new RegExp(title) }).first();
const ownerOf = (tabId: number) => Object.values(hub.snapshot.tabs).find(tab => tab.tabId === tabId)?.owner;
const agentNamed = (name: string) => Object.values(hub.snapshot.agents).find(agent => agent.name === name)?.id ?? '';
const ownerNamed = (tabId: number) => {
  const owner = ownerOf(tabId);
  return owner?.kind === 'agent' ? hub.snapshot.agents[owner.agentId]?.name : owner?.kind;
};
const navigate = (agent: Client, tabId: number) =>
  agent
    .callTool({ name: 'read_page', arguments: { tabId } })
    .then(({ isError, content }) => (isError ? JSON.stringify(content) : 'ok'));

describeWith(['chromium'], 'the Tabs screen', () => {
  beforeAll(async () => {
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Page ${request.url}</title><h1>Orders</h1>`);
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    stage = await openStage();
    hub = await PanelClient.open(stage.url);
    await installRelay(profileOf(stage.userHome), join(repositoryRoot, 'dist/relay/relay.cjs'), stage.home);
    browser = await openBrowser(stage);
    await hub.waitFor(({ browsers }) => Object.keys(browsers).length > 0, 'the browser is here');
    const [browserId = ''] = Object.keys(hub.snapshot.browsers);
    await hub.request('browsers:approve', { browserId });
    await hub.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'the browser is connected');
    await sitDown(claude, 'Claude Code');
    await sitDown(codex, 'Codex CLI');
    tabIds.push(await openTab(claude, '/billing'), await openTab(claude, '/plans'), await openTab(codex, '/pulls'));
    panelBrowser = await launchPanelBrowser();
    page = await panelBrowser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    panel = new Panel(page);
    await panel.open(await stage.freshUrl());
    await panel.go('Tabs');
  });

  afterAll(async () => {
    await claude.close();
    await codex.close();
    await hub?.close();
    await browser?.close();
    await panelBrowser?.close();
    await stage?.close();
    await new Promise(resolve => (site ? site.close(resolve) : resolve(null)));
  });

  test('a tab that is dragged to another agent is its, and the first may not act on it any more', async () => {
    const [tabId = 0] = tabIds;
    await block('/billing').dragTo(page.getByRole('list', { name: /Codex CLI$/ }));
    await page.getByText(`Codex CLI has tab ${tabId}.`).first().waitFor();
    await hub.waitFor(() => ownerNamed(tabId) === 'Codex CLI', 'Codex CLI has the tab');
    expect(await navigate(claude, tabId)).toContain('OWNERSHIP');
    expect(await navigate(codex, tabId)).toBe('ok');
  });

  test('while it hangs over a cell, that cell says what letting go means', async () => {
    const cell = page.getByRole('list', { name: /, you$/ });
    const from = await block('/plans').boundingBox();
    const to = await cell.boundingBox();
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 40, { steps: 5 });
    await page.mouse.move((to?.x ?? 0) + 42, (to?.y ?? 0) + 42);
    await page.getByText(/No agent may act on it then\./).waitFor();
    await panel.screenshot('tabs-dragging-dark-1440');
    await page.mouse.up();
    await page.getByRole('button', { name: 'Give back to Claude Code' }).waitFor();
    expect(await navigate(claude, tabIds[1] ?? 0)).toContain('owned by the user');
  });

  test('what was taken over is given back with one click', async () => {
    await page.getByRole('button', { name: 'Give back to Claude Code' }).click();
    await hub.waitFor(() => ownerNamed(tabIds[1] ?? 0) === 'Claude Code', 'Claude Code has it again');
    expect(await navigate(claude, tabIds[1] ?? 0)).toBe('ok');
  });

  test('T takes over, M gives by a list, R releases for good', async () => {
    const tabId = tabIds[1] ?? 0;
    await block('/plans').click();
    await page.keyboard.press('t');
    await hub.waitFor(() => ownerOf(tabId)?.kind === 'you', 'it is the user’s');
    await page.keyboard.press('m');
    await page
      .getByRole('dialog', { name: `Give tab ${tabId} to` })
      .getByRole('button', { name: 'Codex CLI' })
      .click();
    await hub.waitFor(() => ownerNamed(tabId) === 'Codex CLI', 'Codex CLI has it');
    await block('/plans').focus();
    await page.keyboard.press('r');
    await hub.waitFor(() => ownerOf(tabId)?.kind === 'you', 'it is the user’s again');
    await panel.screenshot('tabs-detail-dark-1440');
  });

  test('a tab shows its page when it is asked to, whoever owns it', async () => {
    await block('/pulls').click();
    await page.getByRole('button', { name: 'Show the page' }).click();
    const picture = page.getByRole('img', { name: new RegExp(`^Tab ${tabIds[2]} at`) });
    await picture.waitFor();
    expect(await picture.evaluate(shown => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    await panel.screenshot('tabs-picture-dark-1440');
    expect(await navigate(codex, tabIds[2] ?? 0)).toBe('ok');
  });

  test('a tab without owner is offered, and all of them are closed after a question', async () => {
    const [browserId = ''] = Object.keys(hub.snapshot.browsers);
    await hub.request('agents:disconnect', { agentId: agentNamed('Codex CLI') });
    await hub.waitFor(() => ownerOf(tabIds[2] ?? 0)?.kind === 'none', 'its tabs have no owner');
    await page.getByRole('button', { name: 'Close orphans' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close orphans' }).click();
    await hub.waitFor(({ tabs }) => !(`${browserId}:${tabIds[2]}` in tabs), 'it has closed');
    expect(Object.values(hub.snapshot.tabs).some(({ owner }) => owner.kind === 'none')).toBe(false);
  });

  test('Delete asks, then closes the tab in the browser', async () => {
    const tabId = tabIds[1] ?? 0;
    await block('/plans').click();
    await page.keyboard.press('Delete');
    await page
      .getByRole('dialog', { name: `Close tab ${tabId}?` })
      .getByRole('button', { name: 'Close tab' })
      .click();
    await hub.waitFor(({ tabs }) => !Object.values(tabs).some(tab => tab.tabId === tabId), 'it has closed');
    expect(browser.pages().some(open => open.url().endsWith('/plans'))).toBe(false);
  });

  test('it is drawn in both themes and in a small window, without a trouble of the page', async () => {
    for (const colorScheme of ['dark', 'light'] as const)
      for (const [width, height] of [
        [1440, 900],
        [800, 600],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        await panel.screenshot(`tabs-board-${colorScheme}-${width}`);
      }
    expect(panel.troubles).toEqual([]);
  });
});
