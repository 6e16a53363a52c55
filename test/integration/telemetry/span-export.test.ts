// Spans from the trace's seam to a receiver, without a hub around them.
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { StoredTelemetrySchema } from '../../../contract/schemas/telemetry.ts';
import { SecretMask } from '../../../electron/core/secrets/secret-mask.ts';
import { LiveExport } from '../../../electron/core/telemetry/live-export.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';
import type { SignalHealth } from '../../../contract/schemas/telemetry.ts';
import type { TraceFollower, TraceOpen } from '../../../electron/core/trace/tap.ts';

const message = { bytes: 2, payload: '{}', cut: false };
const hub = { kind: 'hub', id: 'hub', label: 'Hub' } as const;
const agent = { kind: 'agent', id: 'a1', label: 'hunter22' } as const;
const files = { kind: 'server', id: 'files', label: 'files' } as const;
const at = (ms: number) => ({ wall: 1_000 + ms, monotonic: ms });
const asked: TraceOpen = {
  ...{ dir: 'in', from: agent, to: hub, kind: 'request', method: 'tools/call', tool: 'read', parent: null, message },
} as const;

test.for(['http/protobuf', 'http/json'] as const)(
  'A call that waited is one masked trace of three spans, by %s, sent at the stop.',
  async protocol => {
    const receiver = await startOtlpReceiver();
    onTestFinished(() => receiver.close());
    const followers = new Set<TraceFollower>();
    const health: SignalHealth[] = [];
    const live = new LiveExport({
      stored: StoredTelemetrySchema.parse({ endpoint: receiver.url, spans: { on: true, protocol } }),
      header: () => undefined,
      trace: { follow: each => (followers.add(each), () => followers.delete(each)) },
      audit: { following: async () => [], lastId: 0 },
      servers: { onLine: () => () => {} },
      metrics: { want: async () => {}, collect: () => Promise.reject(new Error('They are off.')) },
      mask: new SecretMask(() => ['hunter22']),
      version: '1.0.0',
      instanceId: 'run',
      now: () => Date.now(),
      randomBytes,
      onHealth: (_signal, each) => health.push(each),
    });
    await live.start();
    const [follower] = followers;
    const meta = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    follower?.opened(1, at(0), { ...asked, meta });
    follower?.waiting?.(1, at(10));
    const sent = follower?.handOn?.(1, {}) as { _meta: { traceparent: string } };
    follower?.opened(2, at(60), { ...asked, dir: 'out', from: hub, to: files, parent: 1 });
    const close = { outcome: 'ok', code: null, reason: null, rule: 'grant 1', waitedMs: 0, message } as const;
    follower?.closed(2, at(70), close);
    follower?.closed(1, at(80), { ...close, waitedMs: 50 });
    await live.stop();
    expect(followers.size).toBe(0);
    const [client, server, wait] = receiver.spans;
    expect(receiver.spans.length).toBe(3);
    expect(server).toMatchObject({
      traceId: 'a'.repeat(32),
      parentSpanId: 'b'.repeat(16),
      kind: 2,
      name: 'tools/call read',
    });
    expect(client).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: server?.spanId, kind: 3 });
    expect(wait).toMatchObject({
      name: 'pilothouse.wait',
      parentSpanId: server?.spanId,
      start: 1_010_000_000n,
      end: 1_060_000_000n,
    });
    expect(sent._meta.traceparent).toBe(`00-${'a'.repeat(32)}-${client?.spanId}-01`);
    expect(server?.attributes).toMatchObject({
      'pilothouse.agent': '••••',
      'pilothouse.server': 'files',
      'pilothouse.rule': 'grant 1',
    });
  },
);
