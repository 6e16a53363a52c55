// How a task has gone so far, and how it ended, as the one row of its call in the trace says it.
import { inEnglish } from '../../../words/english.ts';
import { hasEnded } from './task-words.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { KeptTask } from '../store/kept-lives.ts';
import type { Verdict } from '../trace/tap.ts';

/** Beside the statuses of MCP: its server is gone or knows it no more, its time is over, or what allowed it has ended. */
export type TaskEnd = 'cancelled' | 'lost' | 'expired' | 'withdrawn';

const maxSteps = 50;
const unfetchedMs = 3_600_000;

/** With the next step; the same where there is none. */
export function lived(task: KeptTask, status: string, now: number): KeptTask {
  if (task.status === status) return task;
  const step = { status, afterMs: Math.max(0, now - task.createdAt) };
  // The first ones and the newest say most.
  const life = task.life.length < maxSteps ? [...task.life, step] : [...task.life.slice(0, -1), step];
  return { ...task, status, life };
}

export function isOver({ status }: Pick<KeptTask, 'status'>): boolean {
  return hasEnded(status) || status === 'lost' || status === 'expired' || status === 'withdrawn';
}

/** Whether it has done something that is still to be handed out; a server that does not say how long it keeps it does so for a while. */
export function isUnfetched({ status, fetched, life, createdAt, endsAt }: KeptTask, now: number): boolean {
  if (fetched || (status !== 'completed' && status !== 'failed')) return false;
  const endedAt = createdAt + (life.at(-1)?.afterMs ?? 0);
  return now < (endsAt ?? endedAt + unfetchedMs);
}

/** How the row of its call ends, which the call let pass by `rule`. */
export function lifeVerdict(task: KeptTask, { rule, waitedMs }: Pick<Verdict, 'rule' | 'waitedMs'>): Verdict {
  const why: Reason = { kind: 'task-life', life: lifeText(task) };
  return { ...endOf(task.status), reason: inEnglish(why), why, rule, waitedMs };
}

/** `created → working 0.0 s → input_required 2.1 s → completed 6.4 s`. */
function lifeText({ life }: KeptTask): string {
  const steps = life.map(({ status, afterMs }) => `${status} ${(afterMs / 1_000).toFixed(1)} s`);
  return ['created', ...steps].join(' → ');
}

function endOf(status: string): { outcome: Verdict['outcome']; code: ErrorCode | null } {
  switch (status) {
    case 'completed':
      return { outcome: 'ok', code: null };
    case 'cancelled':
      return { outcome: 'cancelled', code: 'ERR_CANCELLED' };
    case 'withdrawn':
      return { outcome: 'refused', code: 'ERR_PERMISSION_DENIED' };
    case 'lost':
      return { outcome: 'error', code: 'ERR_SERVER_UNAVAILABLE' };
    case 'expired':
      return { outcome: 'error', code: 'ERR_TOOL_TIMEOUT' };
    default:
      return { outcome: 'error', code: 'ERR_TOOL_FAILED' };
  }
}
