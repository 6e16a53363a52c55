// Why a call is refused: one tagged value with the facts that its asker is told. Whoever answers the asker words it.
import { foreign } from '../../../contract/reason.ts';
import type { CallRule } from '../../../contract/call-rules.ts';
import type { ErrorCode, ErrorValue } from '../../../contract/errors.ts';
import type { FleetAuthority } from '../../../contract/fleet-policy-reasons.ts';
import type { Reason, ReasonOf } from '../../../contract/reasons.ts';
import type { RefusalReasons } from '../../../contract/refusals.ts';

export type Refusal =
  | ReasonOf<keyof RefusalReasons>
  /** What it would do cannot be said any more. */
  | { readonly kind: 'no-target'; readonly error: ErrorValue };

/** A refusal on its way back to whoever answers the asker. */
export class Refused extends Error {
  readonly refusal: Refusal;
  /** How long the call had waited for the user, in milliseconds. */
  readonly waitedMs: number;

  constructor(refusal: Refusal, waitedMs = 0) {
    super(`The call was refused: ${refusal.kind}.`);
    this.name = 'Refused';
    this.refusal = refusal;
    this.waitedMs = waitedMs;
  }
}

const codes = {
  'client-revoked': 'ERR_PERMISSION_DENIED',
  'client-shut-out': 'ERR_PERMISSION_DENIED',
  'no-browser-connected': 'ERR_BROWSER_UNAVAILABLE',
  'browser-not-connected': 'ERR_BROWSER_UNAVAILABLE',
  'browser-changed': 'ERR_TAB_MOVED',
  'no-own-tab': 'ERR_NOT_OWNER',
  'tab-elsewhere': 'ERR_INVALID_ARGUMENTS',
  'no-tab': 'ERR_INVALID_ARGUMENTS',
  'server-down': 'ERR_SERVER_UNAVAILABLE',
  'plugin-down': 'ERR_SERVER_UNAVAILABLE',
  owner: 'ERR_NOT_OWNER',
  'read-only-client': 'ERR_READ_ONLY',
  denied: 'ERR_PERMISSION_DENIED',
  run: 'ERR_BUDGET_EXCEEDED',
  origin: 'ERR_RATE_LIMITED',
  'off-plan': 'ERR_PERMISSION_DENIED',
  'for-another': 'ERR_PERMISSION_DENIED',
  'this-use': 'ERR_PERMISSION_DENIED',
  'tab-moved': 'ERR_TAB_MOVED',
} as const satisfies Partial<Record<Refusal['kind'], ErrorCode>>;

export function refusalCode(refusal: Refusal): ErrorCode {
  switch (refusal.kind) {
    case 'mode':
      return refusal.mode === 'read-only' ? 'ERR_READ_ONLY' : 'ERR_PAUSED';
    case 'undecided':
      return refusal.hasOthers ? 'ERR_TOOL_NOT_ALLOWED' : 'ERR_SCOPE_REQUIRED';
    case 'no-target':
      return refusal.error.code;
    case 'fleet-holds':
      return refusal.so === 'paused' ? 'ERR_PAUSED' : 'ERR_PERMISSION_DENIED';
    default:
      return codes[refusal.kind];
  }
}

/** What decided, for the trace and the audit. */
export function refusalRule(refusal: Refusal): CallRule {
  switch (refusal.kind) {
    case 'mode':
    case 'owner':
    case 'run':
    case 'origin':
      return refusal;
    case 'denied':
      return deniedRule(refusal);
    case 'fleet-holds':
      return fleetRule(refusal.so === 'paused' ? 'pause-all' : 'stopped-agent', refusal);
    case 'undecided':
      return { kind: refusal.since };
    case 'no-browser-connected':
    case 'browser-not-connected':
      return { kind: 'no-browser' };
    case 'server-down':
      return { kind: 'no-server' };
    case 'plugin-down':
      return { kind: 'no-plugin' };
    default:
      return { kind: refusal.kind };
  }
}

function deniedRule({ by, id, fleet }: Extract<Refusal, { kind: 'denied' }>): CallRule {
  if (by === 'fleet') return fleetRule(id, fleet ?? { version: 1, signer: '' });
  return { kind: by, id };
}

function fleetRule(id: string, { version, signer }: FleetAuthority): CallRule {
  return { kind: 'fleet', id, version, signer };
}

/** The same as the trace, the audit and the panel have it. */
export function refusalReason(refusal: Refusal): Reason {
  if (refusal.kind !== 'no-target') return refusal;
  return refusal.error.reason ?? foreign(refusal.error.message);
}
