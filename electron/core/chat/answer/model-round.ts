// One request to the model in an answer: its text as it comes, the calls that it wants, and what it used.

import type { AnswerTally } from '../../models/answer-tally.ts';
import type { FinishReason, ModelEvent, ModelToolCall, ModelUsage } from '../../models/model-answer.ts';
import type { AnswerRecord } from './answer-record.ts';

export interface RoundEnd {
  readonly calls: readonly ModelToolCall[];
  /** Null where the stream ended before it said so. */
  readonly finish: FinishReason | null;
  readonly usage: ModelUsage;
}

/** Of a model that loops; more than any budget has. */
const maxCallsOfRound = 200;

/** Rejects with what the model's answer failed with; an abort ends it with what came until then. */
export async function readRound(
  events: AsyncIterable<ModelEvent>,
  { record, tally }: { readonly record: AnswerRecord; readonly tally: AnswerTally },
  started: (event: Extract<ModelEvent, { kind: 'started' }>) => void,
): Promise<RoundEnd> {
  const calls: ModelToolCall[] = [];
  let finish: FinishReason | null = null;
  let usage: ModelUsage = { input: null, output: null };
  for await (const event of events) {
    tally.saw(event);
    switch (event.kind) {
      case 'started':
        started(event);
        break;
      case 'text':
      case 'reasoning':
        record.write(event.kind, event.text);
        break;
      case 'tool-call':
        if (calls.length < maxCallsOfRound) calls.push(event.call);
        break;
      case 'end':
        finish = event.finish;
        usage = event.usage;
        break;
    }
  }
  return { calls, finish, usage };
}
