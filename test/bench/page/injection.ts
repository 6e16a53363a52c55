// What a page pays for the Web Agent API that it never uses: the same page of a site that is offered it and of one that is blocked, loaded in turns.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { companionWorker } from '../../support/chromium.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { boundRow, median } from '../measure.ts';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import type { BenchRow } from '../row.ts';
import type { PageHouse } from './page-house.ts';

const loads = 120;
const warmUp = 10;
const goals = { ms: 1, kilobytes: 30 };

interface Loaded {
  /** Time of the processor that the page's main thread took, in ms: what else runs on the machine is not in it. */
  readonly thread: number;
  /** What of it ran scripts, and compiled them. */
  readonly script: number;
  /** By the clock, until the end of its load event. */
  readonly load: number;
}

export async function injectionRows(house: PageHouse): Promise<BenchRow[]> {
  const { context, offered, blocked } = house;
  const sites = [await siteOf(context, offered), await siteOf(context, blocked)] as const;
  await expectThat(sites[0].page, true);
  await expectThat(sites[1].page, false);
  const taken: [Loaded[], Loaded[]] = [[], []];
  for (let round = 0; round < loads + warmUp; round += 1) {
    // Who comes first changes, because the second finds the machine warm.
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const loaded = await sites[at].load();
      if (round >= warmUp) taken[at].push(loaded);
    }
  }
  for (const { page } of sites) await page.close();
  const [kilobytes, files] = await injectedBytes(context);
  return [
    timeRow(...taken),
    { ...boundRow('script in each page', kilobytes, { atMost: goals.kilobytes }), notes: files },
  ];
}

function timeRow(offered: readonly Loaded[], blocked: readonly Loaded[]): BenchRow {
  const of = (field: keyof Loaded) =>
    [offered, blocked].map(loads => median(loads.map(load => load[field]))) as [number, number];
  const more = (field: keyof Loaded) =>
    median(offered.map((load, at) => load[field] - (blocked[at]?.[field] ?? Number.NaN)));
  const row = boundRow(
    'a page load with the API, over one without',
    { value: more('thread'), unit: 'ms' },
    { atMost: goals.ms },
  );
  const [, thread] = of('thread');
  const told = (name: string, field: keyof Loaded) => {
    const [withIt, without] = of(field);
    return `${name}: ${withIt.toFixed(2)} ms, without it ${without.toFixed(2)} ms, the middle difference ${more(field).toFixed(2)} ms`;
  };
  return {
    ...row,
    baseline: Number(thread.toPrecision(3)),
    ratio: Number((of('thread')[0] / thread).toPrecision(3)),
    notes: [
      told(`processor time of the main thread, ${loads} loads of each in turns`, 'thread'),
      told('scripts of it', 'script'),
      told('by the clock until the load event has ended', 'load'),
    ],
  };
}

async function siteOf(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, load: () => loadOnce(page, cdp) };
}

async function loadOnce(page: Page, cdp: CDPSession): Promise<Loaded> {
  const before = await spent(cdp);
  await page.reload();
  const after = await spent(cdp);
  const load = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry?.loadEventEnd ?? Number.NaN;
  });
  return { thread: after.thread - before.thread, script: after.script - before.script, load };
}

async function spent(cdp: CDPSession): Promise<Pick<Loaded, 'thread' | 'script'>> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string) => 1_000 * (metrics.find(metric => metric.name === name)?.value ?? Number.NaN);
  return { thread: ms('ThreadTime'), script: ms('ScriptDuration') + ms('V8CompileDuration') };
}

async function expectThat(page: Page, isOffered: boolean): Promise<void> {
  const found = await page.evaluate(() => 'agent' in window);
  if (found !== isOffered) throw new Error(`${page.url()} ${found ? 'has' : 'lacks'} the API.`);
}

/** All files that are put into a page at its start, in either world; and what each of them takes. */
async function injectedBytes(context: BrowserContext) {
  const worker = await companionWorker(context);
  const scripts = await worker.evaluate(async () =>
    (await chrome.scripting.getRegisteredContentScripts()).map(({ id, matches, js }) => ({ id, matches, js })),
  );
  // Those of single origins list what the others do, but for flags of their own.
  const files = [
    ...new Set(
      scripts
        .filter(({ matches }) => matches?.some(match => /^(\*|http):\/\/\*\/|^<all_urls>/.test(match)))
        .flatMap(({ js }) => js ?? []),
    ),
  ];
  const sizes = files.map(file => statSync(join(repositoryRoot, 'dist/extension/chromium', file)).size);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  if (kilobytes === 0) throw new Error(`No script is registered for pages: ${JSON.stringify(scripts)}`);
  return [{ value: kilobytes, unit: 'KB' }, files.map((file, at) => `${file}: ${sizes[at]} bytes`)] as const;
}
