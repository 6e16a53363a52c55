// How a command ends, for scripts: docs/command-line.md has the same table.

import { HubError } from '../../contract/errors.ts';
import { NoHubError } from '../../native-host/relay/home-files.ts';
import { HubRefusedError, NoAnswerError } from '../../native-host/relay/hub-connection.ts';
import { HubAnswerError, HubGoneError } from '../core/ask-hub.ts';
import { reasonOfError } from './error-text.ts';
import type { Reason } from '../../contract/reasons.ts';

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

/** The hub could do what was asked, but what was typed names nothing that there is. */
const namesNothing: ReadonlySet<Reason['kind']> = new Set<Reason['kind']>([
  'agent-no-project',
  'no-site-origin',
  'agent-not-how',
  'agent-unknown',
  'catalogue-no-entry',
  'catalogue-no-source',
  'catalogue-no-version',
  'catalogue-source-address',
  'fleet-tools-unknown',
  'fleet-use-none',
  'fleet-use-unknown',
  'no-agent',
  'no-client',
  'no-config-version',
  'no-grant',
  'no-server',
  'no-such-browser',
  'no-such-tool',
  'no-system-place',
  'project-no-folder',
  'unknown-agent',
  'unknown-client',
  'unknown-server',
]);

/** Also where a schema of the hub refused what was typed, such as a host that there is not. */
function cannotBeMeant(error: unknown): boolean {
  const reason = reasonOfError(error);
  return reason !== null && (namesNothing.has(reason.kind) || reason.kind === 'value-at');
}

export function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, code: 'USAGE' };
  if (error instanceof RefusedError) return { exitCode: exitCodes.refused, code: 'REFUSED' };
  if (error instanceof HubRefusedError) return { exitCode: exitCodes.refused, code: 'REFUSED' };
  if ([NoHubError, NoAnswerError, HubGoneError].some(none => error instanceof none))
    return { exitCode: exitCodes.noHub, code: 'NO_HUB' };
  const code = codeOf(error) ?? 'FAILED';
  if (cannotBeMeant(error)) return { exitCode: exitCodes.usage, code };
  return { exitCode: refusals.has(code) ? exitCodes.refused : exitCodes.failed, code };
}

/** The hub's own, also where this process did what a hub would do. */
function codeOf(error: unknown): string | undefined {
  return error instanceof HubAnswerError || error instanceof HubError ? error.code : undefined;
}
