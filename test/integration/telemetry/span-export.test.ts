// Spans from the trace's seam to a receiver, without a hub around them.
import { expect, onTestFinished, test } from 'vitest';
import { asked, at, ended, passedOn, startLiveSpans } from '../../support/live-spans.ts';
import { startOtlpReceiver } from '../../support/otlp-receiver.ts';

test.for(['http/protobuf', 'http/json'] as const)(
  'A call that waited is one masked trace of three spans, by %s, sent at the stop.',
  async protocol => {
    const receiver = await startOtlpReceiver();
    onTestFinished(() => receiver.close());
    const live = await startLiveSpans(receiver.url, { protocol });
    const { followers } = live;
    const [follower] = followers;
    const meta = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    follower?.opened(1, at(0), { ...asked, meta });
    follower?.waiting?.(1, at(10));
    const sent = follower?.handOn?.(1, {}, false) as { _meta: { traceparent: string } };
    // One that is never sent.
    follower?.handOn?.(1, {}, false);
    follower?.opened(2, at(60), { ...passedOn, meta: sent._meta });
    follower?.closed(2, at(70), ended);
    follower?.closed(1, at(80), { ...ended, waitedMs: 50 });
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
