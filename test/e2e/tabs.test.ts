// The Tabs screen with a real browser and two real agents: tabs change hands by mouse and keys, are looked at and closed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOver, type PanelShell } from '../support/panel-shells.ts';
import { openTabScene, type TabScene } from './tab-scene.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';

describeOver('the Tabs screen', open => {
  let shell: PanelShell;
  let scene: TabScene;
  let page: PanelShell['page'];
  let panel: PanelShell['panel'];
  let hub: PanelShell['hub'];
  let claude: Client;
  let codex: Client;

  const tabIds: number[] = [];

  const block = (title: string) => page.getByRole('button', { name: new RegExp(title) }).first();
  /** The page hears of an owner by itself, maybe later than the hub's other panels. */
  const shownWith = (owner: RegExp, title: string) =>
    page
      .getByRole('list', { name: owner })
      .getByRole('button', { name: new RegExp(title) })
      .first()
      .waitFor();
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

  beforeAll(async () => {
    shell = await open();
    ({ page, panel, hub } = shell);
    scene = await openTabScene(shell);
    ({ claude, codex } = scene);
    for (const [agent, path] of [
      [claude, '/billing'],
      [claude, '/plans'],
      [codex, '/pulls'],
    ] as const)
      tabIds.push(await scene.openTab(agent, path));
    await panel.go('Tabs');
  });

  afterAll(async () => {
    await scene?.close();
    await shell?.close();
  });

  test('a tab bears the icon of its page, which came through the companion and was asked for of the hub', async () => {
    const tab = (snapshot: Snapshot) => Object.values(snapshot.tabs).find(({ tabId }) => tabId === tabIds[0]);
    await hub.waitFor(snapshot => tab(snapshot)?.icon !== undefined, 'the tab has an icon');
    const icon = block('/billing').locator('img');
    await icon.waitFor();
    await expect.poll(() => icon.evaluate(shown => (shown as HTMLImageElement).naturalWidth)).toBe(32);
    expect(await icon.getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  });

  test('a tab that is dragged to another agent is its, and the first may not act on it any more', async () => {
    const [tabId = 0] = tabIds;
    await block('/billing').dragTo(page.getByRole('list', { name: /Codex CLI$/ }));
    await page.getByText(`Codex CLI has tab ${tabId}.`).first().waitFor();
    await hub.waitFor(() => ownerNamed(tabId) === 'Codex CLI', 'Codex CLI has the tab');
    await shownWith(/Codex CLI$/, '/billing');
    expect(await navigate(claude, tabId)).toContain('OWNERSHIP');
    expect(await navigate(codex, tabId)).toBe('ok');
  });

  test('while it hangs over a cell, that cell says what letting go means', async () => {
    const cell = page.getByRole('list', { name: /, you$/ });
    await block('/plans').hover({ position: { x: 20, y: 20 } });
    await page.mouse.down();
    const to = await cell.boundingBox();
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
    await shownWith(/Claude Code$/, '/plans');
    expect(await navigate(claude, tabIds[1] ?? 0)).toBe('ok');
  });

  test('T takes over, M gives by a list, R releases for good', async () => {
    const tabId = tabIds[1] ?? 0;
    await block('/plans').click();
    await page.keyboard.press('t');
    await hub.waitFor(() => ownerOf(tabId)?.kind === 'you', 'it is the user’s');
    await shownWith(/, you$/, '/plans');
    await page.keyboard.press('m');
    await page
      .getByRole('dialog', { name: `Give tab ${tabId} to` })
      .getByRole('button', { name: 'Codex CLI' })
      .click();
    await hub.waitFor(() => ownerNamed(tabId) === 'Codex CLI', 'Codex CLI has it');
    await shownWith(/Codex CLI$/, '/plans');
    await block('/plans').focus();
    await page.keyboard.press('r');
    await hub.waitFor(() => ownerOf(tabId)?.kind === 'you', 'it is the user’s again');
    await shownWith(/, you$/, '/plans');
    await panel.screenshot('tabs-detail-dark-1440');
  });

  test('a tab shows its page when it is asked to, whoever owns it', async () => {
    await block('/pulls').click();
    await page.getByRole('button', { name: 'Show the page' }).click();
    const picture = page.getByRole('img', { name: new RegExp(`^Tab ${tabIds[2]} at`) });
    await picture.waitFor();
    await expect.poll(() => picture.evaluate(shown => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
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
    await hub.waitFor(
      ({ tabs }) => !Object.values(tabs).some(({ owner }) => owner.kind === 'none'),
      'no tab is without owner',
    );
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
    await expect.poll(() => scene.browser.pages().some(opened => opened.url().endsWith('/plans'))).toBe(false);
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
