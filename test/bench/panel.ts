// The panel as a person meets it: from the start of the hub to what can be used, from a change to its sight, and what is loaded first.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient } from '../support/panel-client.ts';
import { repositoryRoot } from '../support/provided.ts';
import { openStage } from '../support/stage.ts';
import { boundRow, median } from './measure.ts';
import type { Page } from 'playwright';
import type { BenchRow } from './row.ts';

const starts = 7;
const changes = 200;
const goals = { paintMs: 1_200, changeMs: 80, bundleKb: 400 };

export async function benchPanel(): Promise<BenchRow[]> {
  return [await coldStart(), await changeToSight(), await firstLoad()];
}

/** A browser that is open already, as a user's is; hub and page begin from nothing. */
async function coldStart(): Promise<BenchRow> {
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    times.push(
      await withBrowser(async page => {
        const began = performance.now();
        const stage = await openStage();
        try {
          await page.goto(stage.url, { waitUntil: 'commit' });
          await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
          return performance.now() - began;
        } finally {
          await stage.close();
        }
      }),
    );
  }
  return atMost(
    `from the first start of the hub to Connect, the middle of ${starts} starts`,
    median(times),
    'ms',
    goals.paintMs,
  );
}

/** Every change is one of the run mode, asked for by another panel; seen is the frame that draws its banner. */
async function changeToSight(): Promise<BenchRow> {
  const stage = await openStage();
  const asking = await PanelClient.open(stage.url);
  try {
    const times = await withBrowser(async page => {
      await page.goto(await stage.freshUrl(asking));
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.evaluate(noteSights);
      const took: number[] = [];
      for (let change = 0; change < changes; change += 1) {
        const asked = Date.now();
        await asking.request('hub:set-mode', { mode: change % 2 === 0 ? 'read-only' : 'running' });
        const seen = await page.waitForFunction(index => (globalThis as Noting).sights[index], change);
        took.push(((await seen.jsonValue()) ?? Number.NaN) - asked);
      }
      return took;
    });
    const [slow = Number.NaN] = times.toSorted((a, b) => a - b).slice(Math.floor(changes * 0.95));
    return atMost(`from a change to its sight, for 95 of 100 of ${changes}`, slow, 'ms', goals.changeMs);
  } finally {
    await asking.close();
    await stage.close();
  }
}

type Noting = typeof globalThis & { sights: number[] };

/** Runs in the page, whose clock is this machine's: notes when each coming or going of the banner is drawn. A notice beside it is none. */
function noteSights(): void {
  const sights: number[] = [];
  (globalThis as Noting).sights = sights;
  const isBanner = (node: Node): boolean => node instanceof Element && node.matches('.banner');
  const watcher = new MutationObserver(records => {
    if (!records.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(isBanner))) return;
    requestAnimationFrame(() => sights.push(performance.timeOrigin + performance.now()));
  });
  const frame = document.querySelector('.app-frame');
  if (frame) watcher.observe(frame, { childList: true });
}

/** The script and styles that the page asks for by itself; the rest comes when it is drawn. */
async function firstLoad(): Promise<BenchRow> {
  const folder = join(repositoryRoot, 'dist/renderer');
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');
  const sizes = await Promise.all(files.map(async file => gzipSync(await readFile(join(folder, file))).length));
  const kb = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  return atMost('the scripts and styles of the first load, with gzip', kb, 'KB', goals.bundleKb);
}

async function withBrowser<T>(act: (page: Page) => Promise<T>): Promise<T> {
  const browser = await launchPanelBrowser();
  try {
    return await act(await browser.newPage());
  } finally {
    await browser.close();
  }
}

function atMost(name: string, value: number, unit: string, bound: number): BenchRow {
  return boundRow(name, { value, unit }, { atMost: bound });
}
