// How a command ends, for scripts: docs/command-line.md has the same table.

import { HubError } from '../../contract/errors.ts';
import { NoHubError } from '../../native-host/relay/home-files.ts';
import { HubRefusedError, NoAnswerError } from '../../native-host/relay/hub-connection.ts';
import { HubAnswerError, HubGoneError } from '../core/ask-hub.ts';

export const exitCodes = { ok: 0, failed: 1, usage: 2, refused: 3, noHub: 4 } as const;

/** What was typed cannot be meant; its sentence says what to type. */
export class UsageError extends Error {}

/** What was asked for was done, and came out refused: a call of a tool that a gate did not let through. */
export class RefusedError extends Error {}

interface Failure {
  readonly exitCode: number;
  /** As programs read it: the hub's own code, or one of these three. */
  readonly code: string;
}

const refusals = new Set([
  'ERR_PERMISSION_DENIED',
  'ERR_SCOPE_REQUIRED',
  'ERR_NOT_OWNER',
  'ERR_READ_ONLY',
  'ERR_PAUSED',
]);

export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, code: 'USAGE' };
  if (error instanceof RefusedError) return { exitCode: exitCodes.refused, code: 'REFUSED' };
  if (error instanceof HubRefusedError) return { exitCode: exitCodes.refused, code: 'REFUSED' };
  if ([NoHubError, NoAnswerError, HubGoneError].some(none => error instanceof none))
    return { exitCode: exitCodes.noHub, code: 'NO_HUB' };
  if (!(error instanceof HubAnswerError || error instanceof HubError))
    return { exitCode: exitCodes.failed, code: 'FAILED' };
  const { code = 'FAILED' } = error;
  return { exitCode: refusals.has(code) ? exitCodes.refused : exitCodes.failed, code };
}
