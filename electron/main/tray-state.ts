// What the tray shows for a state of the hub: which icon, and what it says in one line. Pure.
import type { ShellState } from './shell-state.ts';

export type TrayIcon = 'running' | 'attention' | 'read-only' | 'paused';

/** A pause is shown before all else: it is what the user must never be wrong about. */
export function trayIcon(state: ShellState): TrayIcon {
  if (state.mode === 'paused' || state.mode === 'stopped') return 'paused';
  if (waitingCount(state) > 0) return 'attention';
  return state.mode;
}

export function trayTooltip(state: ShellState): string {
  const { mode, agents, prompts, newcomers } = state;
  const waiting = [
    ...(prompts.size > 0 ? [`${count(prompts.size, 'question')} for you`] : []),
    ...(newcomers.size > 0 ? [`${count(newcomers.size, 'browser')} to approve`] : []),
  ];
  const rest = waiting.join(', ') || 'nothing waits';
  if (mode === 'paused') return `Pilothouse: paused, ${rest}`;
  if (mode === 'stopped') return `Pilothouse: stopped, agents are disconnected, ${rest}`;
  if (mode === 'read-only') return `Pilothouse: read-only, acting tools are refused, ${rest}`;
  return `Pilothouse: ${count(agents.size, 'agent')}, ${rest}`;
}

/** What only a person can answer. */
export function waitingCount({ prompts, newcomers }: ShellState): number {
  return prompts.size + newcomers.size;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
