// The words of the run mode: its switch and its banner.
import type { HubInfo, RunMode } from '../../electron/contract/entities.ts';
import { formatClock } from './format.ts';

export const runModeWords: Readonly<Record<RunMode, string>> = {
  running: 'Running',
  'read-only': 'Read-only',
  paused: 'Paused',
  stopped: 'Stopped',
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
