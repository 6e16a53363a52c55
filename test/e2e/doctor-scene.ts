// What tests of the doctor beside a real browser share: a hub, its panel in a page, a site, the doctor of the command line, and how
// Connect's ladder stands beside it.
import { createServer, type Server } from 'node:http';
import { expect } from 'vitest';
import { rungIds } from '../../contract/doctor.ts';
import { type HubPlace, type HubProcess, openPlace } from '../support/hub-process.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { Panel } from '../support/panel-page.ts';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import type { RungId } from '../../contract/doctor.ts';
import type { DoctorRun, Ladder, Rung } from '../../contract/schemas/doctor.ts';

export interface ConnectStep {
  readonly state: 'proven' | 'broken' | 'waits' | 'not tried';
  readonly text: string;
}
type StepName = 'Browser' | 'Extension' | 'Answer from a page';

/** What the steps say beside; a string stands for the whole text. */
type Said = Partial<Readonly<Record<StepName, readonly [ConnectStep['state'], string | RegExp]>>>;

export interface DoctorScene {
  readonly place: HubPlace;
  readonly page: Page;
  readonly panel: Panel;
  /** A page of the site. */
  readonly url: string;
  /** `pilothouse doctor --json`: the ladder of that browser, the whole run and the exit code. */
  doctor(browserId: string, args?: readonly string[]): Promise<{ ladder: Ladder; run: DoctorRun; code: number | null }>;
  /** Waits until Connect's ladder agrees with that of the doctor and says this. */
  connectAgreesWith(ladder: Ladder, said?: Said): Promise<void>;
  /** Ends the hub, starts another one on the same home and opens its panel. */
  restartHub(): Promise<void>;
  end(): Promise<void>;
}

export async function openDoctorScene(): Promise<DoctorScene> {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Orders</title><h1>Order 4711 waits for Ana</h1>');
  });
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
  const place = openPlace();
  let hub = await place.serve();
  const viewer = await launchPanelBrowser();
  const page = await viewer.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const panel = new Panel(page);
  await panel.open(hub.url);
  return {
    place,
    page,
    panel,
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/orders`,
    doctor: (browserId, args = []) => doctorOf(place, browserId, args),
    connectAgreesWith: (ladder, said = {}) => connectAgreesWith(page, panel, ladder, said),
    restartHub: async () => {
      hub = await restarted(place, hub);
      await page.goto('about:blank');
      await panel.open(hub.url);
    },
    end: () => endAll(viewer, place, site),
  };
}

async function restarted(place: HubPlace, hub: HubProcess): Promise<HubProcess> {
  await hub.kill('SIGTERM');
  return place.serve();
}

async function endAll(viewer: Browser, place: HubPlace, site: Server): Promise<void> {
  await viewer.close();
  await place.end();
  site.closeAllConnections();
  await new Promise(resolve => site.close(resolve));
}

async function doctorOf(place: HubPlace, browserId: string, args: readonly string[]) {
  const { stdout, stderr, code } = await place.run(['doctor', '--json', ...args]);
  if (stdout === '') throw new Error(`The doctor said nothing: ${stderr}`);
  const run = JSON.parse(stdout) as DoctorRun;
  const ladder = run.ladders.find(one => one.browserId === browserId);
  if (!ladder) throw new Error(`The doctor has no ladder of ${browserId}.`);
  return { ladder, run, code };
}

export function rungIn(ladder: Ladder, id: RungId): Rung {
  return ladder.rungs[rungIds.indexOf(id)]!;
}

/** The rungs that are not green, each with its state and what was seen first. */
export function notGreen(ladder: Ladder): string[] {
  return ladder.rungs
    .filter(({ state }) => state.kind !== 'green')
    .map(({ id, state, evidence }) =>
      [id, state.kind, state.kind === 'waits' ? state.for : (evidence[0]?.kind ?? '-')].join(' '),
    );
}

/** When the rung worked last; null where it says none. */
export function provenAt(ladder: Ladder, id: RungId): number | null {
  const { state } = rungIn(ladder, id);
  return state.kind === 'waits' || state.kind === 'untried' ? state.provenAt : null;
}

/** Both judge by the same: a step is green where, and only where, the rungs below it are fine. */
async function connectAgreesWith(page: Page, panel: Panel, ladder: Ladder, said: Said): Promise<void> {
  const kind = (id: RungId) => rungIn(ladder, id).state.kind;
  const isFine = (...ids: RungId[]) => ids.every(id => ['green', 'amber'].includes(kind(id)));
  const greens: Readonly<Record<StepName, boolean>> = {
    Browser: isFine('browser', 'manifest', 'launcher', 'ping', 'hello'),
    Extension: kind('hello') === 'green',
    'Answer from a page': kind('page') === 'green',
  };
  const wanted = Object.entries(greens).map(([name, isGreen]) => {
    const [state, text] = said[name as StepName] ?? [];
    return [name, { isGreen, ...(state && { state }), ...(text && { text: expect.stringMatching(patternOf(text)) }) }];
  });
  await panel.go('Connect');
  await expect.poll(() => readSteps(page)).toMatchObject(Object.fromEntries(wanted));
}

function patternOf(text: string | RegExp): RegExp {
  return typeof text === 'string' ? new RegExp(`^${text.replace(/[.?()]/g, '\\$&')}$`) : text;
}

async function readSteps(page: Page): Promise<Record<string, ConnectStep & { isGreen: boolean }>> {
  const items = page.getByRole('list', { name: 'From the hub to an answer' }).getByRole('listitem');
  const read = await items.evaluateAll(all =>
    all.map(item => {
      const [title = '', state = ''] = [...item.querySelectorAll('button[data-step] > span')].map(
        part => part.textContent ?? '',
      );
      return [title, state, item.querySelector('p')?.textContent ?? ''] as const;
    }),
  );
  return Object.fromEntries(
    read.map(([title, state, text]) => [
      title,
      { state: state as ConnectStep['state'], text, isGreen: state === 'proven' },
    ]),
  );
}
