// What became of a call that had been allowed and that its target did not answer: whether it can have done anything, and why it ended.
import { HubError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { Refused, refusalRule } from '../gates/refusal.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import { tabMoved } from './moved-page.ts';
import type { CallRule, PlainRule } from '../../../contract/call-rules.ts';
import type { ErrorCode } from '../../../contract/errors.ts';

export interface CallEnd {
  /** `dropped` did nothing, and nothing of it reached its asker; `stopped` may have been carried out in part. */
  readonly outcome: 'dropped' | 'stopped';
  readonly rule: CallRule;
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
  const rule: CallRule | null = cancelled ? { kind: 'cancelled' } : ruleOf(error);
  if (!sent || !hasBegun(last)) return { outcome: 'dropped', rule: rule ?? { kind: 'not-begun' } };
  return rule === null ? null : { outcome: 'stopped', rule };
}

/** Errors of a target that has not done what it was asked to. */
const rules: Partial<Record<ErrorCode, PlainRule>> = {
  ERR_PERMISSION_DENIED: 'refused-in-browser',
  ERR_TOOL_TIMEOUT: 'no-answer-in-time',
  TIMEOUT: 'no-answer-in-time',
  ERR_BROWSER_UNAVAILABLE: 'no-browser',
  ERR_SERVER_UNAVAILABLE: 'no-server',
};

function ruleOf(error: unknown): CallRule | null {
  if (error instanceof Refused) return refusalRule(error.refusal);
  // A server's own words for why it failed: it has carried the call out.
  if (!(error instanceof HubError) || error instanceof AnsweredError) return null;
  const moved = tabMoved(error);
  if (moved) return { kind: moved.inFrame ? 'other-frame' : 'tab-moved' };
  if (detailsOf(error).elementChanged === true) return { kind: 'element-changed' };
  const kind = rules[error.code];
  return kind ? { kind } : null;
}

/** As the target says; where it does not, all but a refusal may have begun. */
function hasBegun(last: unknown): boolean {
  // What a server says of itself is its own word.
  if (!(last instanceof HubError) || last instanceof AnsweredError) return true;
  const { begun } = detailsOf(last);
  return typeof begun === 'boolean' ? begun : last.code !== 'ERR_PERMISSION_DENIED';
}

function detailsOf({ data }: HubError): Record<string, unknown> {
  const details = data?.['details'];
  return isRecord(details) ? details : {};
}
