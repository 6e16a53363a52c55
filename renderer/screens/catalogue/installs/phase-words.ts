// How far an install is, as shape, word and figures; and the steps that lead to its approval.

import { shareOf } from '../../../store/installs.ts';
import { formatBytes, formatCount } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { Install, InstallPhase } from '../../../../contract/schemas/installs.ts';
import type { Tone } from '../../../words/tone.ts';

export interface PhaseWords {
  readonly tone: Tone;
  readonly word: string;
  /** A second, quieter text; empty where there is nothing to add. */
  readonly more: string;
}

export function phaseWords(phase: InstallPhase): PhaseWords {
  switch (phase.kind) {
    case 'waiting':
      return { tone: 'waiting', word: t('waits for its turn'), more: '' };
    case 'fetching':
      return { tone: 'waiting', word: installingWord(phase), more: figures(phase) };
    case 'unpacking':
      return { tone: 'waiting', word: t('unpacking'), more: figures({ ...phase, unit: 'files' }) };
    case 'building':
      return { tone: 'waiting', word: t('building'), more: '' };
    case 'trying':
      return { tone: 'waiting', word: t('trial start'), more: t('between walls') };
    case 'stopped':
      return { tone: 'paused', word: t('stopped by you'), more: t('goes on where it was') };
    case 'failed':
      return { tone: 'crashed', word: t('failed'), more: '' };
    case 'ready':
      return { tone: 'attention', word: t('waits for approval'), more: '' };
  }
}

function installingWord(phase: InstallPhase): string {
  const share = shareOf(phase);
  return share === null ? t('installing') : t('installing, {percent} %', { percent: String(Math.floor(share * 100)) });
}

interface Counted {
  readonly unit: 'bytes' | 'packages' | 'files';
  readonly done: number;
  readonly total: number | null;
}

export function figures({ unit, done, total }: Counted): string {
  if (done === 0 && total === null) return '';
  if (unit === 'bytes')
    return total === null
      ? formatBytes(done)
      : t('{done} of {total}', { done: formatBytes(done), total: formatBytes(total) });
  if (unit === 'packages')
    return total === null
      ? t('{done, plural, one {# package} other {# packages}}', { done })
      : t('{done} of {total, plural, one {# package} other {# packages}}', { done: formatCount(done), total });
  return total === null
    ? t('{done, plural, one {# file} other {# files}}', { done })
    : t('{done} of {total, plural, one {# file} other {# files}}', { done: formatCount(done), total });
}

export interface InstallStep {
  readonly name: string;
  readonly text: string;
  readonly state: 'done' | 'now' | 'later';
}

const order = ['fetching', 'unpacking', 'building', 'trying'] as const;

/** The steps up to the approval. Of one that was stopped or has failed nobody knows which of them are done. */
export function installSteps({
  phase,
  kind,
  tools,
  noTrial,
}: Pick<Install, 'phase' | 'kind' | 'tools' | 'noTrial'>): InstallStep[] {
  const isRemote = kind === 'remote';
  const at = phase.kind === 'ready' ? order.length : order.findIndex(each => each === phase.kind);
  const stateOf = (place: number) => (place < at ? 'done' : place === at ? 'now' : 'later');
  const trial: InstallStep = {
    name: t('Trial start'),
    text: tools
      ? t('{count, plural, one {# tool} other {# tools}} listed', { count: tools.length })
      : noTrial
        ? t('not made')
        : t('lists its tools, then stops; you see them first'),
    state: tools ? 'done' : stateOf(3),
  };
  if (isRemote) return [trial];
  const fetched = phase.kind === 'fetching' ? figures(phase) : '';
  return [
    {
      name: t('Download'),
      text: fetched === '' ? t('checked against what its source says of it') : fetched,
      state: stateOf(0),
    },
    {
      name: t('Unpack'),
      text: phase.kind === 'unpacking' ? figures({ ...phase, unit: 'files' }) : t('once, into the data home'),
      state: stateOf(1),
    },
    trial,
  ];
}
