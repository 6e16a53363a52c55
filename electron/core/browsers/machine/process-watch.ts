// Tells while a panel is open that a browser was started or closed, which no event of the system tells a program of its user.
import { browserProcesses } from '../../../../native-host/manifests/running.ts';
import type { ListProcesses, RunningProcess } from '../../../../native-host/manifests/processes.ts';

export interface ProcessWatchOptions {
  readonly listProcesses: ListProcesses;
  /** Whether anybody looks. */
  readonly isWanted: () => boolean;
  /** A list takes PowerShell a second on Windows, and next to nothing elsewhere. */
  readonly everyMs: number;
  readonly isBrowser: (process: RunningProcess) => boolean;
  readonly onChange: () => void;
}

/** Returns the function that ends it. */
export function watchProcesses({
  listProcesses,
  isWanted,
  everyMs,
  isBrowser,
  onChange,
}: ProcessWatchOptions): () => void {
  let known: string | null = null;
  let isLooking = false;
  const look = async () => {
    const all = await listProcesses();
    if (all === null) return;
    const browsers = browserProcesses(all).filter(isBrowser);
    const now = browsers.map(({ pid }) => pid).join(' ');
    if (known !== null && now !== known) onChange();
    known = now;
  };
  const timer = setInterval(() => {
    if (isLooking || !isWanted()) return;
    isLooking = true;
    void look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
