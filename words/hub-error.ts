// An error of ours that a panel, a shell or an agent is told of: its code, and what it says as a value and in English.
import { HubError } from '../contract/errors.ts';
import { inEnglish } from './english.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { Reason } from '../contract/reasons.ts';

/** Agents, logs and programs read its English `message`; a panel words `reason` itself. */
export function hubError(code: ErrorCode, reason: Reason, data?: Record<string, unknown>): HubError {
  return new HubError(code, inEnglish(reason), data, reason);
}
