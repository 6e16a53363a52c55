// How a signal stands that exports nothing. Small, because it is always loaded.
import type { SignalHealth } from '../../../contract/schemas/telemetry.ts';

export const offHealth: SignalHealth = {
  ...{ on: false, endpoint: null, state: 'off', lastSentAt: null, sent: 0, dropped: 0, queued: 0, reason: null },
  failedAt: null,
} as const;
