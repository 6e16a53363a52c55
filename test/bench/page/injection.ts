// What a page pays for the Web Agent API that it never uses: the same page of a site that is offered it and of one that is blocked, loaded in turns by a
// Chromium that nothing is attached to. What each load took the page tells its server, which tells it where to go next. Like the scripts of nearly all pages, its own looks at
// `navigator` and at an element: what the browser makes for whoever names such a thing first would count as ours otherwise.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { companionWorker, installRelay } from '../../support/chromium.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { serveSite } from '../../support/site.ts';
import { launchUnattachedChromium } from '../../support/unattached-chromium.ts';
import { boundRow, median, middleMean } from '../measure.ts';
import { approveNext } from './page-house.ts';
import type { IncomingMessage } from 'node:http';
import type { BrowserContext } from 'playwright';
import type { BenchRow } from '../row.ts';
import type { PageHouse } from './page-house.ts';

const loads = 900;
const warmUp = 20;
const goals = { ms: 1, kilobytes: 30 };

/** Of one load, in ms by the page's clock. */
interface Loaded {
  readonly origin: string;
  readonly api: boolean;
  /** From the document's beginning to the page's first script: what is put in comes between them. */
  readonly script: number;
  /** From the same to the end of the load event. */
  readonly load: number;
}

const page = `<!doctype html><html><head><script>
  const first = performance.now();
  document.documentElement.setAttribute('class', navigator.maxTouchPoints > 0 ? 'touch' : 'no-touch');
  addEventListener('load', () => setTimeout(async () => {
    // In whole ms, which many loads make up for: what the browser does before, in other processes, would only be noise.
    const { domLoading, navigationStart } = performance.timing;
    const begun = domLoading - navigationStart;
    const [{ loadEventEnd }] = performance.getEntriesByType('navigation');
    const told = { origin: location.origin, api: 'agent' in window, script: first - begun, load: loadEventEnd - begun };
    const next = await (await fetch('/loaded', { method: 'POST', body: JSON.stringify(told) })).text();
    if (next !== '') location.replace(next);
  }, 20));
</script><title>A page</title></head><body><h1>A page</h1><p>Nothing but a few words.</p></body></html>`;

export async function injectionRows(house: PageHouse): Promise<BenchRow[]> {
  const [offered, blocked] = await loadInTurns(house);
  const [kilobytes, files] = await injectedBytes(house.context);
  return [
    timeRow(offered, blocked),
    { ...boundRow('script in each page', kilobytes, { atMost: goals.kilobytes }), notes: files },
  ];
}

function timeRow(offered: readonly Loaded[], blocked: readonly Loaded[]): BenchRow {
  const of = (loaded: readonly Loaded[], field: 'script' | 'load') => median(loaded.map(load => load[field]));
  const told = (name: string, field: 'script' | 'load') =>
    `${name}: ${of(offered, field).toFixed(2)} ms, without it ${of(blocked, field).toFixed(2)} ms`;
  // Loads that came one after the other found the machine in nearly the same state.
  const more = middleMean(offered.map(({ load }, at) => load - blocked[at]!.load));
  return {
    ...boundRow('a page load with the API, over one without', { value: more, unit: 'ms' }, { atMost: goals.ms }),
    notes: [
      told('from its beginning to the end of the load event', 'load'),
      told("from its beginning to the page's first script", 'script'),
      `the differences of ${offered.length} pairs of loads in turns, the mean of their middle half`,
      'the content script, with the world that the browser makes for it, comes after such a load; a longer one it finds waiting for the network',
    ],
  };
}

/** Of the site that is offered it, and of the other. */
async function loadInTurns({ panel, stage }: PageHouse): Promise<[Loaded[], Loaded[]]> {
  const taken: Loaded[] = [];
  const origins: string[] = [];
  let done = () => {};
  const over = new Promise<void>(resolve => (done = resolve));
  const next = (): string => {
    // Each comes first as often as the other: the second finds the machine warm.
    const turn = taken.length;
    if (turn < 2 * (loads + warmUp)) return `${origins[(turn + (turn >> 1)) % 2]}/?${turn}`;
    done();
    return '';
  };
  const site = () =>
    serveSite(async (request, response) => {
      response.setHeader('cache-control', 'no-store').setHeader('content-type', 'text/html; charset=utf-8');
      if (request.method !== 'POST') return response.end(page);
      taken.push(JSON.parse(await textOf(request)) as Loaded);
      response.end(next());
    });
  const sites = [await site(), await site()];
  origins.push(...sites.map(({ origin }) => origin));
  await panel.request('sites:set', { origin: origins[1] ?? '', blocked: true });
  const userDataDir = join(stage.userHome, 'unattached');
  await installRelay(userDataDir, join(repositoryRoot, 'dist/relay/relay.cjs'), stage.home);
  const extensionDir = join(repositoryRoot, 'dist/extension/chromium');
  const browser = await launchUnattachedChromium({ extensionDir, userDataDir, url: 'about:blank' });
  try {
    await approveNext(panel);
    await browser.ask('Target.createTarget', { url: `${origins[0]}/` });
    await over;
  } finally {
    await browser.close();
    for (const each of sites) await each.close();
  }
  const counted = taken.slice(2 * warmUp);
  const of = (at: number) => counted.filter(({ origin }) => origin === origins[at]);
  return [of(0), of(1)];
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += String(piece);
  return text;
}

/** All files that are put into a page that asks for nothing, in either world; and what each of them takes. */
async function injectedBytes(context: BrowserContext) {
  const worker = await companionWorker(context);
  const scripts = await worker.evaluate(async () =>
    (await chrome.scripting.getRegisteredContentScripts()).map(({ matches, js }) => ({ matches, js })),
  );
  // Those of single origins list what the others do, but for flags of their own.
  const everywhere = scripts.filter(({ matches }) => matches?.some(match => /^(\*|http):\/\/\*\//.test(match)));
  const files = [...new Set(everywhere.flatMap(({ js }) => js ?? [])), 'web-agent/content.js'];
  const sizes = files.map(file => statSync(join(repositoryRoot, 'dist/extension/chromium', file)).size);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1024;
  if (kilobytes === 0) throw new Error(`No script is registered for pages: ${JSON.stringify(scripts)}`);
  return [{ value: kilobytes, unit: 'KB' }, files.map((file, at) => `${file}: ${sizes[at]} bytes`)] as const;
}
