// What became of a call that had been allowed and that its target did not answer: whether it can have done anything, and why it ended.
import { HubError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { Withdrawn } from './calls-under-way.ts';
import { tabMoved } from './moved-page.ts';
import type { ErrorCode } from '../../../contract/errors.ts';

export interface CallEnd {
  /** `dropped` did nothing, and nothing of it reached its asker; `stopped` may have been carried out in part. */
  readonly outcome: 'dropped' | 'stopped';
  readonly rule: string;
}

export interface Ended {
  /** What its asker was told. */
  readonly error: unknown;
  /** What its target said of it in the end, which may be later. */
  readonly last: unknown;
  /** Whether it has left the hub. */
  readonly sent: boolean;
  /** Whether its asker has cancelled it or left. */
  readonly cancelled: boolean;
}

/** Null for a call that was carried out as far as it went. */
export function callEnd({ error, last, sent, cancelled }: Ended): CallEnd | null {
  const rule = cancelled ? 'cancelled' : ruleOf(error);
  if (!sent || !hasBegun(last)) return { outcome: 'dropped', rule: rule ?? 'not begun' };
  return rule === null ? null : { outcome: 'stopped', rule };
}

/** Errors of a target that has not done what it was asked to. */
const rules: Partial<Record<ErrorCode, string>> = {
  ERR_PERMISSION_DENIED: 'refused in the browser',
  ERR_TOOL_TIMEOUT: 'no answer in time',
  ERR_BROWSER_UNAVAILABLE: 'target',
  ERR_SERVER_UNAVAILABLE: 'target',
};

function ruleOf(error: unknown): string | null {
  if (error instanceof Withdrawn) return error.refusal.rule;
  // A server's own words for why it failed: it has carried the call out.
  if (!(error instanceof HubError) || error instanceof AnsweredError) return null;
  const moved = tabMoved(error);
  if (moved) return moved.inFrame ? 'frame of another site' : 'tab moved';
  return rules[error.code] ?? null;
}

/** As the target says; where it does not, all but a refusal may have begun. */
function hasBegun(last: unknown): boolean {
  // What a server says of itself is its own word.
  if (!(last instanceof HubError) || last instanceof Withdrawn || last instanceof AnsweredError) return true;
  const details = last.data?.['details'];
  const begun = isRecord(details) ? details.begun : undefined;
  return typeof begun === 'boolean' ? begun : last.code !== 'ERR_PERMISSION_DENIED';
}
