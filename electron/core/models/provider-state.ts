// What an answer or a failure says of the state of its provider. Pure.
import type { Reason } from '../../../contract/reasons.ts';
import type { ProviderState } from '../../../contract/schemas/models.ts';

/** Null where it says nothing: the request itself was at fault, or another model would have answered. */
export function stateAfter(
  reason: Reason | undefined,
  { now, lastSeenAt }: { readonly now: number; readonly lastSeenAt: number | null },
): ProviderState | null {
  const since = now;
  switch (reason?.kind) {
    case 'model-key-refused':
      return { kind: 'key-refused', since, status: reason.status };
    case 'model-key-missing':
      return { kind: 'key-missing', since };
    case 'model-rate-limited':
      return { kind: 'rate-limited', since, until: now + reason.seconds * 1_000 };
    case 'model-timed-out':
      return { kind: 'timed-out', since };
    case 'model-not-running':
    case 'model-browser-away':
      return { kind: 'not-running', since, lastSeenAt };
    case 'model-unreachable':
    case 'model-unreadable':
      return { kind: 'failed', since, why: reason };
    case 'model-refused':
      return reason.status >= 500 ? { kind: 'failed', since, why: reason } : null;
    default:
      return null;
  }
}
