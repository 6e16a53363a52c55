// What the tray shows for a state of the hub: which icon, and what it says in one line. Pure.
import type { ShellState } from './shell-state.ts';
import type { ShellWords } from './shell-words.ts';

export type TrayIcon = 'running' | 'attention' | 'read-only' | 'paused';

/** A pause is shown before all else: it is what the user must never be wrong about. */
export function trayIcon(state: ShellState): TrayIcon {
  if (state.mode === 'paused' || state.mode === 'stopped') return 'paused';
  if (waitingCount(state) > 0) return 'attention';
  return state.mode;
}

export function trayTooltip(state: ShellState, words: ShellWords): string {
  return `Pilothouse: ${trayLine(state, words)}`;
}

/** The same for the head of the menu. */
export function trayLine(
  { mode, agents, prompts, siteQuestions, pendingBrowsers, confirmations }: ShellState,
  words: ShellWords,
): string {
  const questions = prompts.size + siteQuestions.size;
  const waiting = [
    ...(questions > 0 ? [words.questions(questions)] : []),
    ...(confirmations.size > 0 ? [words.changesToConfirm(confirmations.size)] : []),
    ...(pendingBrowsers.size > 0 ? [words.toApprove(pendingBrowsers.size)] : []),
  ];
  return `${words.now(mode, agents.size)}, ${waiting.join(', ') || words.nothingWaits}`;
}

/** What only a person can answer. */
export function waitingCount({ prompts, siteQuestions, pendingBrowsers, confirmations }: ShellState): number {
  return prompts.size + siteQuestions.size + pendingBrowsers.size + confirmations.size;
}
