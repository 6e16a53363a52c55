// Why a call is refused: one tagged value with the facts that its asker is told. Whoever answers the asker words it.
import type { CallRule } from '../../../contract/call-rules.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { ErrorCode, ErrorValue } from '../../../contract/errors.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Tab } from '../../../contract/schemas/entities.ts';
import type { ServerState } from '../../../contract/schemas/servers.ts';
import type { LackedPermission } from '../permissions/permission-error.ts';

export type Refusal =
  | {
      readonly kind: 'mode';
      readonly mode: Exclude<RunMode, 'running'>;
      /** Whose mode it is: that of all agents, or of this one. */
      readonly of: 'all' | 'agent';
      readonly tool: string;
    }
  | { readonly kind: 'client-revoked'; readonly agent: string }
  | { readonly kind: 'client-shut-out'; readonly client: string }
  | { readonly kind: 'no-browser' }
  | { readonly kind: 'browser-away'; readonly browser: string }
  | { readonly kind: 'no-own-tab' }
  | { readonly kind: 'no-tab'; readonly tabId: number; readonly browser: string }
  /** `state` is null for a server that nobody knows. */
  | { readonly kind: 'no-server'; readonly serverId: string; readonly state: ServerState['kind'] | null }
  | { readonly kind: 'owner'; readonly tabId: number; readonly verb: string; readonly owner: Tab['owner'] }
  | { readonly kind: 'read-only-client'; readonly client: string; readonly tool: string }
  | {
      readonly kind: 'denied';
      readonly by: { readonly kind: 'grant' | 'policy'; readonly id: string };
      /** Why, in the words of the policy. */
      readonly reason: string | null;
      readonly client: string;
      /** The site of the frame that is refused, where it is not the page around it. */
      readonly frame: string | null;
      readonly lacks: LackedPermission;
    }
  | { readonly kind: 'run'; readonly run: string; readonly max: number }
  | { readonly kind: 'origin'; readonly origin: string; readonly running: number; readonly max: number }
  /** Nobody has allowed it; `hasOthers`: the asker may do as much with other tools. */
  | {
      readonly kind: 'undecided';
      readonly why: 'not-answered' | 'rules-changed' | 'no-panel' | 'not-allowed-any-more';
      readonly hasOthers: boolean;
      readonly lacks: LackedPermission;
    }
  /** The user's answer to this very call. */
  | { readonly kind: 'this-use'; readonly tool: string; readonly scope: Scope }
  /** The user was asked about `before`, and it shows `after` now: origins, or null for a page of no site. */
  | {
      readonly kind: 'tab-moved';
      readonly tabId: number | null;
      readonly before: string | null;
      readonly after: string | null;
    }
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
  'no-browser': 'ERR_BROWSER_UNAVAILABLE',
  'browser-away': 'ERR_BROWSER_UNAVAILABLE',
  'no-own-tab': 'ERR_NOT_OWNER',
  'no-tab': 'ERR_INVALID_ARGUMENTS',
  'no-server': 'ERR_SERVER_UNAVAILABLE',
  owner: 'ERR_NOT_OWNER',
  'read-only-client': 'ERR_READ_ONLY',
  denied: 'ERR_PERMISSION_DENIED',
  run: 'ERR_BUDGET_EXCEEDED',
  origin: 'ERR_RATE_LIMITED',
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
      return refusal.by;
    case 'undecided':
      return { kind: refusal.why };
    case 'browser-away':
      return { kind: 'no-browser' };
    default:
      return { kind: refusal.kind };
  }
}
