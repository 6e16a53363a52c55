// Live export without a hub around it: calls are told to it as the trace tells them, on the clock of the test.
import { randomBytes } from 'node:crypto';
import { StoredTelemetrySchema } from '../../contract/schemas/telemetry.ts';
import { SecretMask } from '../../electron/core/secrets/secret-mask.ts';
import { LiveExport } from '../../electron/core/telemetry/live-export.ts';
import type { z } from 'zod';
import type { SignalHealth } from '../../contract/schemas/telemetry.ts';
import type { TraceClose, TraceFollower, TraceOpen } from '../../electron/core/trace/tap.ts';

const message = { bytes: 2, payload: '{}', cut: false };
const hub = { kind: 'hub', id: 'hub', label: 'Hub' } as const;
const agent = { kind: 'agent', id: 'a1', label: 'hunter22' } as const;
const server = { kind: 'server', id: 'files', label: 'files' } as const;

export const at = (ms: number) => ({ wall: 1_000 + ms, monotonic: ms });
export const ended: TraceClose = { outcome: 'ok', code: null, reason: null, rule: 'grant 1', waitedMs: 0, message };
export const asked: TraceOpen = {
  ...{ dir: 'in', from: agent, to: hub, kind: 'request', method: 'tools/call', tool: 'read', parent: null, message },
};
export const passedOn: TraceOpen = { ...asked, dir: 'out', from: hub, to: server, parent: 1 };

export interface LiveSpans {
  readonly followers: ReadonlySet<TraceFollower>;
  /** The newest. */
  health(): SignalHealth | null;
  /** One that ends at once, `waitedMs` of it waiting. */
  call(waitedMs?: number): void;
  stop(): Promise<void>;
}

export async function startLiveSpans(
  endpoint: string,
  spans: z.input<typeof StoredTelemetrySchema>['spans'] = {},
  shared: Pick<z.input<typeof StoredTelemetrySchema>, 'ratio' | 'contents'> = {},
): Promise<LiveSpans> {
  const followers = new Set<TraceFollower>();
  let health: SignalHealth | null = null;
  let seq = 0;
  const live = new LiveExport({
    stored: StoredTelemetrySchema.parse({ endpoint, ...shared, spans: { on: true, ...spans } }),
    header: () => 'hunter22-of-the-header',
    trace: { follow: each => (followers.add(each), () => followers.delete(each)) },
    audit: { following: async () => [], lastId: 0 },
    servers: { onLine: () => () => {} },
    metrics: { want: async () => {}, collect: () => Promise.reject(new Error('They are off.')) },
    mask: new SecretMask(() => ['hunter22']),
    version: '1.0.0',
    instanceId: 'run',
    now: () => Date.now(),
    randomBytes,
    onHealth: (_signal, each) => (health = each),
  });
  await live.start();
  return {
    followers,
    health: () => health,
    call: (waitedMs = 0) => {
      seq += 1;
      for (const follower of followers) {
        follower.opened(seq, at(seq), asked);
        if (waitedMs > 0) follower.waiting?.(seq, at(seq));
        follower.closed(seq, at(seq + waitedMs), { ...ended, waitedMs });
      }
    },
    stop: () => live.stop(),
  };
}
