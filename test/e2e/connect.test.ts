// The ladder of Connect beside a real browser: each step turns green by an answer, and no way to a step moves the frame.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdTransport } from '../support/jitter.ts';
import { look } from '../support/look.ts';
import { openStagePanel, type StagePanel } from '../support/panel-shells.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith } from '../support/provided.ts';
import { type Site, servePage } from '../support/site.ts';
import { openBrowser } from '../support/stage.ts';
import type { BrowserContext, Page } from 'playwright';
import type { Panel } from '../support/panel-page.ts';
import type { Stage } from '../support/stage.ts';

let opened: StagePanel;
let stage: Stage;
let site: Site;
let page: Page;
let panel: Panel;
let browser: BrowserContext | undefined;
const agent = new PatientClient({ name: 'codex-cli', version: '0.64.1' });

const step = (name: string) =>
  page.getByRole('list', { name: 'From the hub to an answer' }).getByRole('listitem').filter({ hasText: name });
const proven = (name: string) =>
  step(name)
    .getByRole('button', { name: /proven$/ })
    .first()
    .waitFor();
const next = () => page.getByRole('list', { name: 'From the hub to an answer' }).locator('[aria-current="step"]');

describeWith(['chromium'], 'the ladder of Connect', () => {
  beforeAll(async () => {
    site = await servePage('<title>Orders</title><h1>Orders</h1>');
    opened = await openStagePanel();
    ({ stage, page, panel } = opened);
  });

  afterAll(async () => {
    await agent.close();
    await browser?.close();
    await opened?.close();
    await site?.close();
  });

  test('of a fresh hub only the first step is green, and one button is the primary one', async () => {
    await proven('Hub');
    await page.getByText('1 of 5 steps are green').waitFor();
    await next().waitFor();
    expect(await next().count()).toBe(1);
    expect(await look(page, 'connect-first-start')).toEqual([]);
  });

  test('every way to a step lands on its thing and scrolls no part of the frame', async () => {
    for (const [width, height] of [
      [1440, 900],
      [800, 600],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const [name, place] of [
        ['Hub', 'endpoints'],
        ['Agent', 'agents'],
        ['Browser', 'browsers'],
        ['Extension', 'companion'],
      ] as const) {
        await step(name).getByRole('button').first().click();
        await expect.poll(() => page.evaluate(isInSight, place), { message: `${name} at ${width}` }).toBe(true);
        expect(await page.evaluate(scrolledFrame), `${name} at ${width}`).toEqual([]);
      }
      for (const key of ['1', '2', '3', '4', '5']) {
        await page.keyboard.press(key);
        expect(await page.evaluate(scrolledFrame), `key ${key} at ${width}`).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('Connect an agent, pressed under Agents, lands on the agents', async () => {
    await page.setViewportSize({ width: 800, height: 600 });
    await panel.go('Agents');
    await page.getByRole('button', { name: 'Connect an agent' }).first().click();
    await expect.poll(() => page.evaluate(isInSight, 'agents')).toBe(true);
    expect(await page.evaluate(scrolledFrame)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('in a narrow window the arrow keys go through the parts', async () => {
    await page.setViewportSize({ width: 800, height: 600 });
    const shown = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor();
    await page.getByRole('tab', { name: /^Agents/ }).click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press('ArrowRight');
    await shown('Browsers');
    await page.keyboard.press('ArrowRight');
    await shown('Who answers');
    await page.keyboard.press('ArrowLeft');
    await shown('Browsers');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('an agent that is in no table gets a command, and its step turns green when it is there', async () => {
    await page.setViewportSize({ width: 800, height: 600 });
    await page.getByRole('tab', { name: /^Agents/ }).click();
    const command = await panel.makeCredential('Codex CLI', 'Ask for everything', 'stdio command');
    // It is shown once, so a window that is made wider meanwhile still shows it.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('region', { name: 'Browsers and their extensions' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).waitFor();
    const [program = '', ...args] = command.split(' ');
    await agent.connect(
      holdTransport(new StdioClientTransport({ command: program, args, env: { PATH: '/usr/bin:/bin' } })),
    );
    await proven('Agent');
    await page.getByRole('button', { name: 'Done' }).click();
  });

  test('the primary button writes the manifest of the browser that was found', async () => {
    const file = join(stage.userHome, '.config/chromium/NativeMessagingHosts/dev.pilothouse.relay.json');
    await next().getByRole('button', { name: 'Connect Chromium' }).click();
    await page.getByText('The manifest of Chromium was written.').waitFor();
    expect(existsSync(file)).toBe(true);
  });

  test('the extension waits on the ladder with its code, and Approve turns its step green', async () => {
    browser = await openBrowser(stage);
    const approve = next().getByRole('button', { name: /^Approve: Chromium, code / });
    await approve.and(page.locator('[aria-disabled=false]')).waitFor();
    expect(await look(page, 'connect-approve')).toEqual([]);
    await approve.click();
    await proven('Extension');
    await proven('Browser');
    expect(
      await step('Answer from a page')
        .getByRole('button', { name: /proven$/ })
        .count(),
    ).toBe(0);
    await page.getByRole('region', { name: 'A first task' }).waitFor();
  });

  test('a call that waits is no answer; allowed right here and answered, the ladder is green', async () => {
    const call = agent.callTool({ name: 'tabs_create', arguments: { url: `${site.origin}/orders` } });
    const card = page.getByRole('region', { name: 'Waiting for you' }).getByRole('group').first();
    await card
      .getByText(/Codex CLI wants to open/)
      .first()
      .waitFor();
    await page.getByText('4 of 5 steps are green').waitFor();
    expect(await look(page, 'connect-question')).toEqual([]);
    await card.getByRole('button', { name: 'Allow', exact: true }).click();
    expect((await call).isError).toBeFalsy();
    await proven('Answer from a page');
    await page.getByText('5 of 5 steps are green').waitFor();
    expect(await look(page, 'connect-green')).toEqual([]);
  });

  test('when the browser is closed the ladder says so and keeps the time of the last answer', async () => {
    await browser?.close();
    browser = undefined;
    await step('Browser').getByText('Chromium is closed.').waitFor();
    await step('Answer from a page')
      .getByText(/^Last one at \d\d:\d\d\. None since\.$/)
      .waitFor();
    await step('Extension')
      .getByText(/^Last heard at \d\d:\d\d\./)
      .waitFor();
    expect(await look(page, 'connect-closed')).toEqual([]);
  });

  test('nothing of it troubled the page', () => expect(panel.troubles).toEqual([]));
});

/** In the page: whether the top of that part lies within the window and within its pane. */
function isInSight(id: string): boolean {
  const part = document.getElementById(id);
  if (!part) return false;
  const box = part.getBoundingClientRect();
  const pane = (part.closest('.scrolls') ?? document.body).getBoundingClientRect();
  return box.height > 0 && box.top >= pane.top - 1 && box.top < Math.min(pane.bottom, innerHeight) - 20;
}

/** In the page: everything but panes that is scrolled. */
function scrolledFrame(): string[] {
  return [...document.querySelectorAll('*')]
    .filter(element => element.scrollTop > 0 && !element.matches('.scrolls, .bounded, .question-pane, .difference'))
    .map(element => `${element.tagName}.${element.className} ${element.scrollTop}`);
}
