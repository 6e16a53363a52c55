// `llm.chat` and `llm.chat_stream`: a model is asked for the extension, once its user has let it.

import { HubError } from '../../../../contract/errors.ts';
import { ChatSchema } from '../../../../contract/schemas/harbor-b.ts';
import { useModel } from '../../agent-connections/use-model.ts';
import { RpcError } from '../../wire/rpc-error.ts';
import { extensionPolicy, paramsOf, replyOf } from './answers.ts';
import { modelId } from './llm-names.ts';
import { askedModel } from './llm-request.ts';
import type { FinishReason, ModelEvent, ModelToolCall, ModelUsage } from '../../models/model-answer.ts';
import type { CallAnswer } from '../../router/agent-call.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { HarborBMethod, HarborBSession } from './harbor-b-session.ts';

const providerFailed = -32_001;

interface Told {
  readonly model: string;
  readonly provider: string;
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finish: FinishReason;
  readonly usage: ModelUsage;
}

/** Handed each piece of text as it comes, with the model that writes it. */
type OnText = (text: string, model: string) => void;

const chat: HarborBMethod = async (session, request) => {
  const answer = await ask(session, request, () => {});
  return replyOf(answer, told => completionOf(told, session.services.platform.now()), failure('LLM error'));
};

/** The last event tells how it ended; the dialect makes it of this answer, or of the error. */
const stream: HarborBMethod = async (session, request) => {
  const { id } = request;
  const answer = await ask(session, request, (token, model) =>
    session.tell('stream', { id, event: { id, type: 'token', token, model } }, request.seq),
  );
  return replyOf(
    answer,
    ({ finish, model, toolCalls, usage }) => ({
      // In this case on this wire, as it always was.
      finish_reason: capitalised(finishWords[finish]),
      model,
      ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(callOf) }),
      ...usageOf(usage),
    }),
    failure('Stream error'),
  );
};

function ask(session: HarborBSession, request: IncomingRequest, onText: OnText): Promise<CallAnswer<Told>> {
  const { services, agent } = session;
  const wanted = askedModel(paramsOf(ChatSchema, request.params));
  const use = { agent, request, params: request.params, policy: extensionPolicy };
  return useModel(services, use, wanted, (events, expectAllowed) => read(session, events, onText, expectAllowed));
}

/** Whether it may still be told is asked for each piece: a model writes for long. */
async function read(
  { services: { models } }: HarborBSession,
  events: AsyncIterable<ModelEvent>,
  onText: OnText,
  expectAllowed: () => void,
): Promise<Told> {
  let [model, provider] = ['', ''];
  let text = '';
  const toolCalls: ModelToolCall[] = [];
  for await (const event of events) {
    expectAllowed();
    if (event.kind === 'started') {
      model = modelId(models, event);
      provider = models.parts.registry.find(event.providerId)?.type ?? event.providerId;
    } else if (event.kind === 'text') {
      text += event.text;
      onText(event.text, model);
    } else if (event.kind === 'tool-call') toolCalls.push(event.call);
    else if (event.kind === 'end')
      return { model, provider, text, toolCalls, finish: event.finish, usage: event.usage };
  }
  throw new RpcError(providerFailed, 'LLM error: The model ended its answer without saying so.');
}

function completionOf({ model, provider, text, toolCalls, finish, usage }: Told, now: number): Record<string, unknown> {
  const message = {
    role: 'assistant',
    content: text === '' && toolCalls.length > 0 ? null : text,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls.map(callOf) }),
  };
  return {
    id: `chatcmpl-${now}`,
    object: 'chat.completion',
    created: Math.floor(now / 1_000),
    model,
    provider,
    choices: [{ index: 0, message, finish_reason: finishWords[finish] }],
    // Where the extension's own pages look for the text, which the real bridge leaves them without.
    content: text,
    response: { role: 'assistant', content: text },
    ...usageOf(usage),
  };
}

function callOf({ id, name, arguments: args }: ModelToolCall): Record<string, unknown> {
  return {
    id,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  };
}

function usageOf({ input, output }: ModelUsage): { usage?: Record<string, number> } {
  if (input === null || output === null) return {};
  return { usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output } };
}

const finishWords: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
  other: 'stop',
};

/** `tool_calls` is `ToolCalls`. */
function capitalised(word: string): string {
  return word.replace(/(^|_)([a-z])/g, (_all, _sign, letter: string) => letter.toUpperCase());
}

/** What a provider failed with has a code of its own; what the user refused stays what it is. */
function failure(said: string): (error: unknown) => Error {
  return error => {
    if (!(error instanceof HubError) || error.code !== 'ERR_MODEL_FAILED') return error as Error;
    return new RpcError(providerFailed, `${said}: ${error.message}`);
  };
}

export const llmChatMethods = { 'llm.chat': chat, 'llm.chat_stream': stream } satisfies Record<string, HarborBMethod>;
