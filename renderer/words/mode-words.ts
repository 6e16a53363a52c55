// The words of the run mode: its switch, its banner, what each mode does.
import type { HubInfo, RunMode } from '../../electron/contract/entities.ts';
import type { Tone } from './tone.ts';
import { formatClock, formatCountdown, formatCounted } from './format.ts';

export const runModeWords: Readonly<Record<RunMode, string>> = {
  running: 'Running',
  'read-only': 'Read-only',
  paused: 'Paused',
  stopped: 'Stopped',
};

/** From the freest to the strictest. */
export const runModeOrder: readonly RunMode[] = ['running', 'read-only', 'paused', 'stopped'];

export const runModeTones: Readonly<Record<RunMode, Tone>> = {
  running: 'running',
  'read-only': 'attention',
  paused: 'paused',
  stopped: 'stopped',
};

/** What a mode does to one agent. */
export const agentModeWords: Readonly<Record<RunMode, string>> = {
  running: 'It works within its grants.',
  'read-only': 'Its reading tools work; its acting tools are refused.',
  paused: 'Its calls wait as long as it is patient, and are then refused.',
  stopped: 'It is disconnected, and refused when it comes back, until you choose another mode.',
};

/** The banner of a mode other than running: what is so in bold, then what follows from it. `held` is how many calls wait. */
export function modeBanner(hub: HubInfo, held: number): { strong: string; text: string } | null {
  if (hub.mode === 'running') return null;
  if (hub.mode === 'read-only') {
    return {
      strong: `Read-only since ${formatClock(hub.modeSince)}.`,
      text: 'Reading tools work; acting tools are refused.',
    };
  }
  if (hub.mode === 'stopped') {
    return {
      strong: `All agents are stopped since ${formatClock(hub.modeSince)}.`,
      text: 'They were disconnected, and every call is refused.',
    };
  }
  const wait = held === 0 ? 'No call waits.' : held === 1 ? '1 call waits.' : `${held} calls wait.`;
  return {
    strong: `All agents are paused since ${formatClock(hub.modeSince)}.`,
    text: `${wait} Servers and browsers keep running.`,
  };
}

/** The banner of the learning mode; null when it is off or has just run out. */
export function learningBanner({ learning }: Pick<HubInfo, 'learning'>, now: number) {
  if (learning === null || learning.until <= now) return null;
  const uses = formatCounted(learning.calls, 'use');
  return {
    strong: 'Learning:',
    text: `what you would be asked about is allowed for ${formatCountdown(learning.until - now)}. ${uses} so far.`,
  };
}

/** What choosing "Stopped" does, before it is done. */
export function stopWords(agents: number, inFlight: number): string {
  const who = agents === 1 ? '1 agent is' : `${agents} agents are`;
  const calls =
    inFlight === 0 ? '' : ` ${formatCounted(inFlight, 'call')} under way ${inFlight === 1 ? 'ends' : 'end'}.`;
  return `${who} disconnected, and every call is refused until you choose another mode.${calls} Servers and browsers keep running.`;
}
