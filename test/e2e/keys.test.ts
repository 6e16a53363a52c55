// The panel by keyboard alone: the list of keys, the palette, the regions, and the pause from everywhere.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOver, type PanelShell } from '../support/panel-shells.ts';

describeOver('the keyboard', open => {
  let shell: PanelShell;
  let page: PanelShell['page'];

  const focusedIn = (selector: string) =>
    page.evaluate(wanted => document.activeElement?.closest(wanted) !== null, selector);

  /** The page hears of a mode by itself, maybe later than the hub's other panels. */
  const shows = (mode: string) =>
    page
      .getByRole('radiogroup', { name: 'What agents may do now' })
      .getByRole('radio', { name: mode, checked: true })
      .waitFor();

  beforeAll(async () => {
    shell = await open();
    page = shell.page;
    await shell.panel.go('Overview');
  });

  afterAll(() => shell?.close());

  test('? lists the keys, and Escape closes the list', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('take over').waitFor();
    for (const colorScheme of ['dark', 'light'] as const)
      for (const [width, height] of [
        [1440, 900],
        [800, 600],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        await shell.panel.screenshot(`shortcuts-${colorScheme}-${width}`);
      }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  test('Ctrl K finds an action by its words and does it', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('agents read-only');
    await page.getByRole('option', { name: 'All agents: read-only' }).waitFor();
    await shell.panel.screenshot('palette-light-1440');
    await page.keyboard.press('Enter');
    await shell.hub.waitFor(snapshot => snapshot.hub.mode === 'read-only', 'agents may only read');
    await shows('Read-only');
  });

  test('Ctrl K finds the list of keys too', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('shortcuts');
    await page.getByRole('option', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  test('Ctrl Shift P lets all agents run again and pauses them, also from within a field', async () => {
    await page.keyboard.press('Control+Shift+P');
    await shell.hub.waitFor(snapshot => snapshot.hub.mode === 'running', 'agents run');
    await shows('Running');
    await shell.panel.go('Tools');
    await page.keyboard.press('/');
    await expect.poll(() => focusedIn('input')).toBe(true);
    await page.keyboard.press('Control+Shift+P');
    await shell.hub.waitFor(snapshot => snapshot.hub.mode === 'paused', 'agents are paused');
    await page.keyboard.press('Escape');
  });

  test('Ctrl , opens Settings', async () => {
    await page.keyboard.press('Control+,');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  });

  test('F6 goes through the regions and comes round, Shift F6 goes back', async () => {
    await shell.panel.go('Servers');
    await page.getByRole('button', { name: 'Search or run a command' }).focus();
    await expect.poll(() => focusedIn('.title-bar')).toBe(true);
    await page.keyboard.press('F6');
    await expect.poll(() => focusedIn('.side-nav')).toBe(true);
    await page.keyboard.press('F6');
    await expect.poll(() => focusedIn('.toolbar')).toBe(true);
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => focusedIn('.side-nav')).toBe(true);
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => focusedIn('.title-bar')).toBe(true);
    await page.keyboard.press('Shift+F6');
    await expect.poll(() => focusedIn('.title-bar')).toBe(false);
    expect(await focusedIn('.side-nav')).toBe(false);
  });

  test('nothing of it troubled the page', () => {
    expect(shell.panel.troubles).toEqual([]);
  });
});
