// What an AI SDK model streams, as events in one form for every provider. An answer without its end is an error, not an answer.

import { HubError } from '../../../../contract/errors.ts';
import { isRecord, jsonIn } from '../../../../contract/json.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { answerTooLong, maxAnswerChars } from '../answer-tally.ts';
import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { FinishReason, ModelEvent, ModelUsage } from '../model-answer.ts';
import type { ToolNames } from './tool-names.ts';

type AnswerEvent = Exclude<ModelEvent, { kind: 'started' }>;

/** Throws HubError, and what `options.abortSignal` was aborted with. Whoever stops reading ends the request. */
export async function* modelEvents(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  { provider, names }: { readonly provider: string; readonly names: ToolNames },
): AsyncGenerator<AnswerEvent> {
  const { abortSignal } = options;
  let reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart> | null = null;
  const open = new OpenCalls();
  try {
    const { stream } = await model.doStream(options);
    reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw hubError('ERR_MODEL_FAILED', { kind: 'model-cut-off', provider });
      if (value.type === 'error') throw value.error;
      open.saw(value);
      if (open.chars > maxAnswerChars) throw answerTooLong(provider);
      const event = eventOf(value, provider, names);
      if (event) yield event;
      if (event?.kind === 'end') return;
    }
  } catch (error) {
    if (abortSignal?.aborted) throw abortSignal.reason;
    throw asHubError(error, provider);
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

/** Arguments of calls whose end has not come yet: until then no event tells of them. */
class OpenCalls {
  readonly #byId = new Map<string, number>();
  chars = 0;

  saw(part: LanguageModelV3StreamPart): void {
    if (part.type === 'tool-input-delta' && part.delta !== '') {
      this.chars += part.delta.length;
      this.#byId.set(part.id, (this.#byId.get(part.id) ?? 0) + part.delta.length);
    } else if (part.type === 'tool-call') {
      this.chars -= this.#byId.get(part.toolCallId) ?? 0;
      this.#byId.delete(part.toolCallId);
    }
  }
}

function eventOf(part: LanguageModelV3StreamPart, provider: string, names: ToolNames): AnswerEvent | null {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? null : { kind: 'text', text: part.delta };
    case 'reasoning-delta':
      return part.delta === '' ? null : { kind: 'reasoning', text: part.delta };
    case 'tool-call': {
      const { toolCallId: id, toolName, input } = part;
      return { kind: 'tool-call', call: { id, name: names.own(toolName), arguments: argumentsOf(input) } };
    }
    case 'finish': {
      // Without the provider's own word for it the stream ended before its end.
      if (part.finishReason.raw === undefined) throw hubError('ERR_MODEL_FAILED', { kind: 'model-cut-off', provider });
      const usage = { input: part.usage.inputTokens.total ?? null, output: part.usage.outputTokens.total ?? null };
      return { kind: 'end', finish: finishOf(part.finishReason.unified), usage: usage satisfies ModelUsage };
    }
    default:
      return null;
  }
}

/** A text that is no JSON stays a text. */
function argumentsOf(input: string): unknown {
  if (input.trim() === '') return {};
  return jsonIn(input) ?? input;
}

function finishOf(unified: string): FinishReason {
  const known = ['stop', 'length', 'tool-calls', 'content-filter'] as const;
  return known.find(reason => reason === unified) ?? 'other';
}

/** What the packages throw of themselves is their reading of what came; what a provider said in its stream is its own text. */
function asHubError(error: unknown, provider: string): HubError {
  const inner = innermost(error);
  if (inner instanceof HubError) return inner;
  const said = saidBy(unread(error));
  if (said !== null) return hubError('ERR_MODEL_FAILED', { kind: 'model-said', provider, said });
  if (isNamed(inner, 'AI_InvalidResponseDataError') && /without a finish reason/.test(inner.message))
    return hubError('ERR_MODEL_FAILED', { kind: 'model-cut-off', provider });
  if (isNamed(inner, 'AI_UnsupportedFunctionalityError'))
    return hubError('ERR_MODEL_FAILED', { kind: 'model-said', provider, said: inner.message });
  return hubError('ERR_MODEL_FAILED', { kind: 'model-unreadable', provider });
}

/** What did not have the form of an answer may be an error of the provider's own, which says more. */
function unread(error: unknown): unknown {
  const value = isNamed(error, 'AI_TypeValidationError') && 'value' in error ? error.value : error;
  return isRecord(value) && isRecord(value['error']) ? value['error'] : value;
}

function innermost(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < 5 && inner instanceof Error && inner.cause !== undefined; depth += 1) {
    if (inner instanceof HubError) return inner;
    inner = inner.cause;
  }
  return inner instanceof Error ? inner : error;
}

function saidBy(error: unknown): string | null {
  if (typeof error === 'string') return error.slice(0, 2_000);
  const isPlain = typeof error === 'object' && error !== null && !(error instanceof Error);
  if (!isPlain || !('message' in error) || typeof error.message !== 'string') return null;
  return error.message.slice(0, 2_000);
}

function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}
