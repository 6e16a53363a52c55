// The words of the run mode: its switch, its banner, what each mode does.
import { formatClock, formatCountdown } from './format.ts';
import { t } from './language.ts';
import type { RunMode } from '../../contract/entities.ts';
import type { HubInfo } from '../../contract/schemas/entities.ts';
import type { Tone } from './tone.ts';

export const runModeWords: Readonly<Record<RunMode, string>> = {
  running: t('Running'),
  'read-only': t('Read-only'),
  paused: t('Paused'),
  stopped: t('Stopped'),
};

export const runModeTones: Readonly<Record<RunMode, Tone>> = {
  running: 'running',
  'read-only': 'attention',
  paused: 'paused',
  stopped: 'stopped',
};

/** Who holds all agents, where that is not the user; null where the user decides alone. */
export function heldWords({ modeHeld }: Pick<HubInfo, 'modeHeld'>): string | null {
  if (!modeHeld) return null;
  const { version, signer } = modeHeld;
  return t('The fleet pauses all agents: policy {version}, signed by {signer}.', { version: String(version), signer });
}

/** Why a mode cannot be chosen now. */
export function modeFault(hub: Pick<HubInfo, 'modeHeld'>, mode: RunMode): string | null {
  const held = heldWords(hub);
  if (held === null || mode === 'paused' || mode === 'stopped') return null;
  return `${held} ${t('They go on once the fleet lets them, or when this hub leaves it.')}`;
}

/** What a mode does to one agent. */
export const agentModeWords: Readonly<Record<RunMode, string>> = {
  running: t('It works within its grants.'),
  'read-only': t('Its reading tools work; its acting tools are refused.'),
  paused: t('Its calls wait as long as it is patient, and are then refused.'),
  stopped: t('It is disconnected, and refused when it comes back, until you choose another mode.'),
};

/** The banner of a mode other than running: what is so in bold, then what follows from it. `held` is how many calls wait. */
export function modeBanner(hub: HubInfo, held: number): { strong: string; text: string } | null {
  if (hub.mode === 'running') return null;
  const time = formatClock(hub.modeSince);
  if (hub.mode === 'read-only') {
    return {
      strong: t('Read-only since {time}.', { time }),
      text: t('Reading tools work; acting tools are refused.'),
    };
  }
  if (hub.mode === 'stopped') {
    return {
      strong: t('All agents are stopped since {time}.', { time }),
      text: t('They were disconnected, and every call is refused.'),
    };
  }
  return {
    strong: heldWords(hub) ?? t('All agents are paused since {time}.', { time }),
    text: t(
      '{held, plural, =0 {No call waits.} one {# call waits.} other {# calls wait.}} Servers and browsers keep running.',
      { held },
    ),
  };
}

/** The banner of the learning mode; null when it is off or has just run out. */
export function learningBanner({ learning }: Pick<HubInfo, 'learning'>, now: number) {
  if (learning === null || learning.until <= now) return null;
  return {
    strong: t('Learning:'),
    text: t(
      'what you would be asked about is allowed for {time}. {uses, plural, =0 {no uses} one {# use} other {# uses}} so far.',
      { time: formatCountdown(learning.until - now), uses: learning.calls },
    ),
  };
}

/** What choosing "Stopped" does, before it is done. */
export function stopWords(agents: number, inFlight: number): string {
  return [
    t(
      '{agents, plural, one {# agent is} other {# agents are}} disconnected, and every call is refused until you choose another mode.',
      { agents },
    ),
    ...(inFlight === 0
      ? []
      : [t('{inFlight, plural, one {# call under way ends.} other {# calls under way end.}}', { inFlight })]),
    t('Servers and browsers keep running.'),
  ].join(' ');
}
