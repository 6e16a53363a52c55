// Traces in a real browser, in front of a real hub with two agents and a server.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { echo } from '../integration/hub/scenes.ts';
import { describeWith } from '../support/provided.ts';
import { openPermissionScene, type PermissionScene } from './permission-scene.ts';
import type { Locator } from 'playwright';
import type { Agent } from '../support/hub-process.ts';

let scene: PermissionScene;
let codex: Agent;

const sum = 'everything__get-sum';

/** The rows of entries that are in the page. */
const rows = (): Locator =>
  scene.page.getByRole('table', { name: 'Trace', exact: true }).locator('tbody tr.selectable');
const filter = (): Locator => scene.page.getByRole('combobox', { name: 'Filter entries' });
const entry = (): Locator => scene.page.getByRole('region', { name: 'Entry', exact: true });
const button = (name: string | RegExp): Locator => scene.page.getByRole('button', { name });

async function filterBy(text: string): Promise<void> {
  await filter().fill(text);
  // The first one may only take the suggestions away.
  await filter().press('Escape');
  if (await filter().evaluate(field => field === document.activeElement)) await filter().press('Escape');
}

/** Filters, and waits until the rows are those of the filter. */
async function filterTo(text: string, count: number): Promise<void> {
  // The filter before may let through as many: it is told apart by one that lets nothing through.
  await filterBy('latency>10min');
  await expect.poll(() => scene.page.getByRole('search').textContent()).toMatch(/(^|[^\d,])0 of /);
  await filterBy(text);
  await expect.poll(async () => (await matched())[0]).toBe(count);
  await expect.poll(() => rows().count()).toBe(count);
}

/** How many entries the filter lets through, and of how many. */
async function matched(): Promise<readonly number[]> {
  const text = (await scene.page.getByRole('search').textContent()) ?? '';
  const [, some = '', all = ''] = /([\d,]+) of ([\d,]+)/.exec(text) ?? [];
  return [some, all].map(count => Number(count.replaceAll(',', '')));
}

describeWith(['chromium'], 'the screen of traces', () => {
  beforeAll(async () => {
    scene = await openPermissionScene();
    const { hub, place, claude } = scene;
    codex = await place.httpAgent(await hub.request('clients:create', { name: 'Codex CLI two', start: 'ask' }));
    await claude.call(echo, { message: 'first' });
    await claude.call(sum, { a: 1, b: 2 });
    await codex.call(echo, { message: 'from the other' });
    await codex.call('everything__no-such-tool', {});
    await scene.panel.go('Traces');
  });

  afterAll(() => scene?.close());

  test('a call stands in one row with its answer, and the newest comes into sight while following', async () => {
    const { page, claude } = scene;
    await page.getByRole('button', { name: 'Follow', pressed: true }).waitFor();
    await claude.call(echo, { message: 'newest' });
    const row = rows().filter({ hasText: 'Claude Code' }).filter({ hasText: 'echo' }).last();
    await row.getByText(/ms$/).waitFor();
    await row.locator('td.waterfall i').first().waitFor();
    await scene.looksWell('traces-follow');
  });

  test('fields and values are suggested while one types, and the terms are combined', async () => {
    const { page } = scene;
    await page.keyboard.press('/');
    await page.keyboard.type('ag');
    await page.getByRole('option', { name: /agent:/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('option', { name: /Claude Code\s*\d/ }).waitFor();
    await page.keyboard.type('clau');
    await expect.poll(() => page.getByRole('option').count()).toBe(1);
    await scene.looksWell('traces-suggestions');
    await filter().focus();
    await filter().press('Enter');
    await expect.poll(() => filter().inputValue()).toBe('agent:"Claude Code" ');
    await page.keyboard.type('tool:echo');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows().filter({ hasText: 'Claude Code' }).count()).toBe(2);
    await expect.poll(() => rows().filter({ hasNotText: 'Claude Code' }).count()).toBe(0);
  });

  test.each([
    ['agent:"Codex CLI two" tool:echo', 1],
    ['dir:in tool:echo or dir:in tool:get-sum', 4],
    ['dir:in tool:echo not agent:claude', 1],
    ['tool:echo (agent:claude or agent:codex)', 3],
    ['status:pending', 0],
    ['latency>10min', 0],
    ['server:everything tool:get-sum', 1],
  ])('%s lets through what it says', async (text, count) => {
    await filterBy(text);
    await expect.poll(async () => (await matched())[0]).toBe(count);
  });

  test('what cannot be read is underlined with a sentence, and the filter before it goes on', async () => {
    const { page } = scene;
    await filterBy('tool:echo');
    await expect.poll(async () => (await matched())[0]).toBe(6);
    await filterBy('tool:echo latency>fast');
    await page.getByText('latency> needs a time such as 200 ms or 2 s; “fast” is none.').waitFor();
    await expect.poll(() => filter().getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.locator('.query-paint .invalid').textContent()).toBe('latency>fast');
    expect((await matched())[0]).toBe(6);
    await scene.looksWell('traces-bad-filter');
  });

  test('a filter is saved under a name, and is there after a reload', async () => {
    const { page } = scene;
    await filterBy('tool:get-sum');
    await button('Saved filters').click();
    await page.getByRole('textbox', { name: 'Name for this filter' }).fill('Sums');
    await button(/^Save$/).click();
    await page.getByRole('listitem').filter({ hasText: 'Sums' }).waitFor();
    await scene.looksWell('traces-saved');
    await page.reload();
    await page.getByRole('heading', { name: 'Traces' }).waitFor();
    await button('Saved filters').click();
    await button(/^Sums/).click();
    await expect.poll(() => filter().inputValue()).toBe('tool:get-sum');
    await button('Clear filter').click();
  });

  test('columns come, move and grow, and stay so over a reload', async () => {
    const { page } = scene;
    const heads = () =>
      page.getByRole('table', { name: 'Trace', exact: true }).getByRole('columnheader').allTextContents();
    await button('Choose columns').click();
    await page.getByRole('checkbox', { name: 'Number' }).check();
    await page.getByRole('checkbox', { name: 'Dir' }).uncheck();
    await button('To to the left').click();
    await scene.looksWell('traces-columns');
    await page.keyboard.press('Escape');
    const edge = page.getByRole('separator', { name: 'Width of Time', exact: true });
    await edge.focus();
    await edge.press('ArrowRight');
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('112');
    await page.reload();
    await page.getByRole('heading', { name: 'Traces' }).waitFor();
    await expect.poll(async () => (await heads()).slice(0, 3)).toEqual(['Time', 'To', 'From']);
    await expect.poll(heads).toContain('Number');
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('112');
    await button('Choose columns').click();
    await button('As they were first').click();
    await page.keyboard.press('Escape');
  });

  test('a paused view stays as it is, and shows what passed meanwhile when it goes on', async () => {
    const { page, claude } = scene;
    await filterBy('tool:echo dir:in');
    await expect.poll(async () => (await matched())[0]).toBe(3);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause', pressed: true }).waitFor();
    const before = await matched();
    await claude.call(echo, { message: 'unseen' });
    await filterBy('dir:in tool:echo');
    await expect.poll(matched).toEqual(before);
    await button('Pause').click();
    await expect.poll(async () => (await matched())[0]).toBe((before[0] ?? 0) + 1);
    await button('Clear filter').click();
  });

  test('keys move through the entries, go into the detail and come back', async () => {
    const { page } = scene;
    await expect.poll(async () => new Set(await matched()).size).toBe(1);
    await page.keyboard.press('Home');
    await entry().waitFor();
    const first = page.url();
    await page.keyboard.press('j');
    await expect.poll(() => page.url()).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => page.url()).toBe(first);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.trace-detail') instanceof Element))
      .toBe(true);
    await page.keyboard.press('Escape');
    await entry().waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Trace entries');
  });

  test('the detail has the payloads as trees and as text, what stands around them, the rule, the time and the way', async () => {
    const { page } = scene;
    await filterTo('agent:"Claude Code" tool:get-sum', 1);
    await rows().first().click();
    await entry().getByRole('tree', { name: 'Request payload' }).getByText('get-sum').waitFor();
    await scene.looksWell('traces-payload');
    const tab = (name: RegExp) => entry().getByRole('tab', { name }).click();
    await tab(/^Raw/);
    await entry()
      .getByRole('group', { name: 'Response as text' })
      .getByText(/"jsonrpc"|"content"/)
      .waitFor();
    await tab(/^Headers/);
    await entry().getByRole('region', { name: 'Way' }).getByText('Claude Code').waitFor();
    await scene.looksWell('traces-headers');
    await tab(/^Rule/);
    await entry().getByRole('region', { name: 'Rule', exact: true }).getByText('Decided by').waitFor();
    await scene.looksWell('traces-rule');
    await tab(/^Timing/);
    await entry().getByRole('region', { name: 'Timing' }).getByText('everything').waitFor();
    await tab(/^Related/);
    const related = entry().getByRole('region', { name: 'Related' }).getByRole('button');
    await expect.poll(() => related.count()).toBeGreaterThan(1);
    await scene.looksWell('traces-related');
    await related.last().click();
    await expect
      .poll(() =>
        entry()
          .getByRole('button', { name: /everything/ })
          .count(),
      )
      .toBeGreaterThan(0);
    await tab(/^Payload/);
    await button('Close detail').click();
    await page.keyboard.press('Escape');
  });

  test('a pinned entry stands on top, also when the filter hides it and after a reload', async () => {
    const { page } = scene;
    await filterTo('tool:get-sum dir:in', 1);
    await rows().first().click();
    await entry().waitFor();
    await page.keyboard.press('x');
    const pinned = page.getByRole('region', { name: 'Pinned entries' }).getByRole('row', { name: /get-sum/ });
    await pinned.waitFor();
    await button('Close detail').click();
    await filterBy('tool:echo');
    await scene.looksWell('traces-pinned');
    await page.reload();
    await pinned.click();
    await entry().getByRole('tree', { name: 'Request payload' }).waitFor();
    await button('Unpin this entry').click();
    await pinned.waitFor({ state: 'detached' });
    await button('Close detail').click();
  });

  test('two entries are compared side by side', async () => {
    const { page } = scene;
    await filterTo('tool:echo dir:in', 4);
    await rows().nth(0).click();
    await entry().waitFor();
    await page.keyboard.press('c');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText(/^Choose the entry to compare/).waitFor();
    await page.keyboard.press('j');
    const request = comparison.getByRole('table', { name: 'Request, left and right' });
    await request.getByText(/"first"/).waitFor();
    await request.getByText(/"from the other"/).waitFor();
    await scene.looksWell('traces-compare');
    await page.keyboard.press('Escape');
    await comparison.waitFor({ state: 'detached' });
    await button('Close detail').click();
    await page.keyboard.press('Escape');
  });

  test('lanes show who spoke when, and a mark opens its entry', async () => {
    const { page, claude } = scene;
    await button('Follow').click();
    await page.getByRole('radio', { name: 'Lanes' }).click();
    await claude.call(sum, { a: 3, b: 4 });
    await page.getByRole('listitem', { name: /^Claude Code: \d+ messages?/ }).waitFor();
    const lane = page.getByRole('listitem', { name: /^everything: \d+ messages?/ });
    await lane.waitFor();
    await lane.locator('[data-seq]').last().click();
    await entry().waitFor();
    await scene.looksWell('traces-lanes-entry');
    await button('Close detail').click();
    await scene.looksWell('traces-lanes');
    await page.getByRole('radio', { name: 'Table' }).click();
  });

  test('nothing in the page complained', () => {
    expect(scene.panel.troubles).toEqual([]);
  });
});
