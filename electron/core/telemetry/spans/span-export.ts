// The signal of spans: calls as they end, sampled, masked when they are sent.

import { ROOT_CONTEXT } from '@opentelemetry/api';
import { SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { spanContext, spansOf } from './call-span.ts';
import { CallSpans } from './call-spans.ts';
import type { Resource } from '@opentelemetry/resources';
import type { LiveExportOptions, SignalExport, Writing } from '../signal-export.ts';
import type { SignalSender } from '../signal-sender.ts';
import type { AuditSpans } from './audit-spans.ts';
import type { ExportedSpan } from './call-span.ts';
import type { EndedCall } from './call-spans.ts';

type Options = Pick<LiveExportOptions, 'stored' | 'trace' | 'mask' | 'randomBytes'> & {
  readonly resource: Resource;
  readonly scope: { readonly name: string; readonly version: string };
  readonly auditSpans: AuditSpans;
};

/** Of a call without its messages. */
const callBytes = 600;

export class SpanExport implements SignalExport {
  readonly #options: Options;
  readonly #sender: SignalSender<EndedCall, ExportedSpan>;
  #leave: () => void = () => {};

  constructor(
    options: Options,
    makeSender: (writing: Writing<EndedCall, ExportedSpan>) => SignalSender<EndedCall, ExportedSpan>,
  ) {
    this.#options = options;
    const { resource, scope, mask, stored } = options;
    const making = { resource, scope, mask, contents: stored.contents };
    this.#sender = makeSender({ written: call => spansOf(call, making) });
  }

  async start(): Promise<void> {
    const { stored, trace, randomBytes, auditSpans } = this.#options;
    const sampler = new TraceIdRatioBasedSampler(stored.ratio);
    const spans = new CallSpans({
      isSampled: id => sampler.shouldSample(ROOT_CONTEXT, id).decision === SamplingDecision.RECORD_AND_SAMPLED,
      contents: stored.contents,
      randomBytes,
      ended: call => this.#sender.push(call, bytesOf(call)),
      audited: (id, context) => auditSpans.set(id, spanContext(context, context.spanId)),
      lost: () => this.#sender.lost(),
    });
    this.#leave = trace.follow(spans);
  }

  async stop(): Promise<void> {
    this.#leave();
    await this.#sender.stop();
  }
}

function bytesOf({ call, close }: EndedCall): number {
  const { message, tool } = call.entry;
  const { prompt, resource } = call.subject;
  const texts = [message.payload, close.message?.payload, close.reason, tool, prompt, resource];
  return texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), callBytes);
}
