// The third link: a browser that has started our relay.
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { isTaken } from '../browsers/browser-state.ts';
import { failed, type Judgement, proven, type Remedy, untried } from './judgement.ts';
import type { BrowserTruth, MachineBrowser } from '../../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';

/** What keeps a browser that was switched on from starting our relay. */
const broken: ReadonlySet<BrowserTruth['kind']> = new Set(['other-program', 'broken', 'forbidden']);
/** It runs and takes our manifest, and only its extension starts what that names. */
const ready: ReadonlySet<BrowserTruth['kind']> = new Set(['no-extension', 'denied', 'away']);

/** `rows` is null while they are looked for; `here` are those whose extension is at the hub now, approved or not. */
export function browserStep(rows: readonly MachineBrowser[] | null, here: readonly Browser[]): Judgement {
  const bad = rows?.find(({ isOn, truth }) => isOn && broken.has(truth.kind));
  if (bad)
    return failed(brokenText(bad), remedy(bad.truth.kind === 'forbidden' ? 'pair-browser' : 'repair-browser', bad));
  if (here.length > 0) return proven(hereText(here));
  if (rows === null) return untried(t('Looking for browsers.'));
  const runs = readyBrowser(rows);
  if (runs) return untried(t('{name} runs. Its extension has not started our relay yet.', { name: runs.name }));
  const closed = rows.find(({ isOn, truth }) => isOn && truth.kind === 'closed');
  if (closed)
    return untried(
      t('{name} is closed.', { name: closed.name }),
      closed.canStart ? remedy('start-browser', closed) : null,
    );
  const first = firstToConnect(rows);
  if (first && isTaken(first)) return untried(reasonWords(first.truth.reason), remedy('repair-browser', first));
  if (first)
    return untried(
      t('Switch on {name}, or another one below.', { name: first.name }),
      remedy('connect-browser', first),
    );
  const barred = rows.find(({ truth }) => truth.kind === 'needs-websocket' || truth.kind === 'forbidden');
  if (barred) return untried(reasonWords(barred.truth.reason), remedy('pair-browser', barred));
  return untried(t('No known browser was found on this machine.'), { kind: 'add-folder' });
}

/** One to which nothing but its extension is missing. */
export function readyBrowser(rows: readonly MachineBrowser[] | null): MachineBrowser | undefined {
  return rows?.find(({ isOn, truth }) => isOn && ready.has(truth.kind));
}

/** One whose place is free, then one that runs, before one that would have to be started. */
export function firstToConnect(rows: readonly MachineBrowser[]): MachineBrowser | undefined {
  const all = rows.filter(({ truth, way }) => truth.kind === 'off' && way === 'manifest');
  const free = all.filter(browser => !isTaken(browser));
  const off = free.length > 0 ? free : all;
  return off.find(({ running }) => running.kind === 'yes') ?? off[0];
}

function hereText(here: readonly Browser[]): string {
  const isOverSocket = ({ state }: Browser) => state.kind === 'connected' && state.relayPid === null;
  const names = (those: readonly Browser[]) => [...new Set(those.map(({ name }) => name))].join(', ');
  const [socket, relay] = [here.filter(isOverSocket), here.filter(browser => !isOverSocket(browser))];
  return [
    relay.length > 0 ? t('{names} started our relay.', { names: names(relay) }) : '',
    socket.length > 0 ? t('{names} came over a WebSocket.', { names: names(socket) }) : '',
  ]
    .join(' ')
    .trim();
}

function brokenText({ name, truth }: MachineBrowser): string {
  if (truth.kind === 'other-program' && truth.program !== null)
    return t('{name} starts {program}, not Pilothouse.', { name, program: truth.program });
  return reasonWords(truth.reason);
}

function remedy(
  kind: 'connect-browser' | 'repair-browser' | 'start-browser' | 'pair-browser',
  { browserId, name }: MachineBrowser,
): Remedy {
  return { kind, id: browserId, name };
}
