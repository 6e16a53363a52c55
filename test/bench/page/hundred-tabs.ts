// A hundred tabs that have the API open: what the hub holds for them, garbage aside, while they ask and after they are closed.
import { boundRow } from '../measure.ts';
import type { BrowserContext, Page } from 'playwright';
import type { BenchRow } from '../row.ts';
import type { PageHouse } from './page-house.ts';

const tabs = 100;
const asksOfEach = 20;
const goals = { kilobytesOfEach: 30, growthKilobytes: 1_024 };

export async function hundredTabsRows(house: PageHouse): Promise<BenchRow[]> {
  const { context, memory } = house;
  const opener = await house.open('/opener');
  await use(opener);
  // Parts that are used for the first time take memory that stays.
  for (let round = 0; round < 3; round += 1) await closeAll(house, await openTabs(context, opener, 20));
  const heap = async () => (await memory.read()).heap / 1024;
  const before = await heap();
  const opened = await openTabs(context, opener, tabs);
  const open = await heap();
  for (let round = 0; round < asksOfEach; round += 1) for (const tab of opened) await ask(tab);
  const asked = await heap();
  await closeAll(house, opened);
  const closed = await heap();
  await opener.close();
  const notes = [
    `the hub's objects took ${before.toFixed(0)} KB before, ${open.toFixed(0)} KB with ${tabs} tabs, ${closed.toFixed(0)} KB after them`,
  ];
  const growth = { atMost: goals.growthKilobytes };
  return [
    {
      ...boundRow(
        `the hub's memory for each of ${tabs} tabs with a session`,
        { value: (open - before) / tabs, unit: 'KB' },
        { atMost: goals.kilobytesOfEach },
      ),
      notes,
    },
    boundRow(
      `what that grows by while they ask ${tabs * asksOfEach} times`,
      { value: asked - open, unit: 'KB' },
      growth,
    ),
    boundRow('what is left of them when they are closed', { value: closed - before, unit: 'KB' }, growth),
  ];
}

/** Each a real tab with a document of its own; those that one page has opened share its process. */
async function openTabs(context: BrowserContext, opener: Page, count: number): Promise<Page[]> {
  const opened: Page[] = [];
  for (let number = 0; number < count; number += 1) {
    const coming = context.waitForEvent('page');
    await opener.evaluate(at => void window.open(`/tab/${at}`, '_blank'), number);
    const tab = await coming;
    await tab.waitForLoadState();
    await use(tab);
    opened.push(tab);
  }
  return opened;
}

interface Api {
  readonly ai: { createTextSession(): Promise<unknown> };
  readonly agent: { readonly permissions: { list(): Promise<unknown> }; readonly tools: { list(): Promise<unknown> } };
}

/** As a page that begins: what may I do, with which tools, and a session to talk in. */
function use(tab: Page): Promise<void> {
  return tab.evaluate(async () => {
    const { ai, agent } = window as unknown as Api;
    await agent.permissions.list();
    await agent.tools.list();
    await ai.createTextSession();
  });
}

function ask(tab: Page): Promise<void> {
  return tab.evaluate(async () => void (await (window as unknown as Api).agent.permissions.list()));
}

async function closeAll({ panel, offered }: PageHouse, opened: readonly Page[]): Promise<void> {
  for (const tab of opened) await tab.close();
  await panel.waitFor(({ sites }) => (sites[offered]?.pages.length ?? 0) <= 1, 'the hub has none of them');
}
