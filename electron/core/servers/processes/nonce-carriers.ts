// The processes that carry the nonce of one run: all that a server has started, also what left its process group on purpose. Linux only;
// elsewhere the environment of a process is dear or impossible to read, and nothing is found.
import { readdirSync, readFileSync } from 'node:fs';
import { childNonceVariable } from '../../../contract/names.ts';

const form = new RegExp(`(?:^|\\0)${childNonceVariable}=([0-9a-f]{32})(?:\\0|$)`);

/** The nonce that a process was started with; null when it has none, has ended, or is not ours to read. */
export function startedWithNonce(pid: number): string | null {
  try {
    return form.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Without the process that asks: a runner carries the nonce of its server. */
export function carriersOf(nonce: string): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.map(Number).filter(pid => pid !== process.pid && startedWithNonce(pid) === nonce);
}
