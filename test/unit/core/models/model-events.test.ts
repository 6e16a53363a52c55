// What of a streamed answer is held back until its event comes has a bound of its own.
import { expect, test } from 'vitest';
import { maxAnswerChars } from '../../../../electron/core/models/answer-tally.ts';
import { modelEvents } from '../../../../electron/core/models/sdk/model-events.ts';
import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ToolNames } from '../../../../electron/core/models/sdk/tool-names.ts';

const half = ' '.repeat(maxAnswerChars / 2 + 1);
const begun = (id: string): LanguageModelV3StreamPart => ({ type: 'tool-input-delta', id, delta: half });
const ended = (id: string): LanguageModelV3StreamPart => ({
  ...{ type: 'tool-call', toolCallId: id, toolName: 'clock' },
  input: `${half}{}`,
});
const end: LanguageModelV3StreamPart = {
  type: 'finish',
  finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
  usage: {
    inputTokens: { total: 1, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: undefined, reasoning: undefined },
  },
};

async function kindsOf(parts: readonly LanguageModelV3StreamPart[]): Promise<string[]> {
  const stream = new ReadableStream<LanguageModelV3StreamPart>({
    start: controller => {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const model = { doStream: async () => ({ stream }) } as unknown as LanguageModelV3;
  const names = { own: (name: string) => name } as unknown as ToolNames;
  const kinds: string[] = [];
  for await (const { kind } of modelEvents(model, { prompt: [] }, { provider: 'Fixture', names })) kinds.push(kind);
  return kinds;
}

test('Arguments of calls that have ended are told by their events, and count no longer among those that are held back.', async () => {
  const parts = [begun('a'), ended('a'), begun('b'), ended('b'), end];
  expect(await kindsOf(parts)).toEqual(['tool-call', 'tool-call', 'end']);
});

test('Those of calls that are written at once count together.', async () => {
  await expect(kindsOf([begun('a'), begun('b'), ended('a'), ended('b'), end])).rejects.toMatchObject({
    code: 'ERR_MODEL_FAILED',
  });
});
