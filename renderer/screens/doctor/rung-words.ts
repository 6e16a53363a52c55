// What the doctor asks at each rung, and how a rung, a ladder and a run came out, in words.
import { formatWhen } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { countRungs } from './doctor-runs.ts';
import type { RepairId, RungId } from '../../../contract/doctor.ts';
import type { Ladder, Rung, RungState } from '../../../contract/schemas/doctor.ts';
import type { Tone } from '../../words/tone.ts';

export const rungWords: Readonly<Record<RungId, string>> = {
  home: t('The data home can be written'),
  lock: t('One hub holds the lock'),
  endpoints: t('The endpoints listen'),
  browser: t('The browser is found and running'),
  extension: t('The extension is present'),
  version: t('The extension fits the hub'),
  manifest: t('The manifest that the browser takes'),
  launcher: t('The launcher starts'),
  ping: t('A framed ping is answered'),
  proof: t('The relay proves itself'),
  hello: t('The extension says hello'),
  shim: t('An agent’s shim connects'),
  tools: t('The tool list arrives'),
  page: t('One round trip through a page'),
};

/** On the button of a repair. */
export const repairWords: Readonly<Record<RepairId, string>> = {
  'set-modes': t('Repair'),
  'set-aside-record': t('Repair'),
  'remove-socket': t('Repair'),
  'publish-record': t('Repair'),
  'leave-endpoint-off': t('Leave it off'),
  'take-free-port': t('Use a free port'),
  'write-manifest': t('Repair'),
  'write-launcher': t('Repair'),
  'approve-browser': t('Approve'),
  'start-browser': t('Start it'),
};

export const rungTones: Readonly<Record<RungState['kind'], Tone>> = {
  green: 'running',
  amber: 'attention',
  red: 'crashed',
  waits: 'waiting',
  untried: 'orphaned',
  running: 'waiting',
  queued: 'stopped',
};

/** How a rung stands, for those who do not see its shape. */
export function stateWords(state: RungState): string {
  switch (state.kind) {
    case 'green':
      return t('fine');
    case 'amber':
      return t('to look at');
    case 'red':
      return t('broken');
    case 'running':
      return t('being tried');
    case 'queued':
      return t('has its turn later');
    default:
      return t('not tried');
  }
}

/** Why a rung has no evidence of this run; null where it has some. `numbers` are the rungs' own, from 1. */
export function untriedWords({ state }: Rung, numberOf: (id: RungId) => number, now: number): string | null {
  if (state.kind !== 'waits' && state.kind !== 'untried') return null;
  const why =
    state.kind === 'waits' ? t('Not tried: needs step {number}.', { number: numberOf(state.for) }) : t('Not tried.');
  return state.provenAt === null ? why : `${why} ${provenWords(state.provenAt, now)}`;
}

/** When a rung was proven last. */
export function provenWords(at: number, now: number): string {
  return t('Last one that worked: {time}.', { time: formatWhen(at, now) });
}

/** “9 fine, 2 to look at, 1 broken, 2 not tried”; what there is none of is left out. */
export function countWords(ladder: Ladder): string {
  const { fine, look, broken, rest, running } = countRungs(ladder);
  const parts = [
    fine > 0 ? t('{count} fine', { count: fine }) : '',
    look > 0 ? t('{count} to look at', { count: look }) : '',
    broken > 0 ? t('{count} broken', { count: broken }) : '',
    rest > 0 ? t('{count} not tried', { count: rest }) : '',
    running > 0 ? t('{count} to come', { count: running }) : '',
  ];
  return parts.filter(Boolean).join(', ');
}

export function ladderName({ browser, profile }: Ladder): string {
  if (browser === null) return t('No browser');
  return profile === null ? browser : `${browser}, ${profile}`;
}

/** The gravest of its rungs. */
export function ladderTone(ladder: Ladder): Tone {
  const { broken, look, running } = countRungs(ladder);
  if (running > 0) return 'waiting';
  if (!ladder.inUse) return 'stopped';
  if (broken > 0) return 'crashed';
  return look > 0 ? 'attention' : 'running';
}
