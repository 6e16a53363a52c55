// A conversation as this wire writes it, in the one form in which models are asked. Pure.
import { parseJson } from '../../../../contract/json.ts';
import type { HarborChat, HarborChatMessage } from '../../../../contract/schemas/harbor-b.ts';
import type { WantedOfModel } from '../../agent-connections/use-model.ts';
import type { ModelMessage, ModelTool, ModelToolCall } from '../../models/model-answer.ts';

export function askedModel(chat: HarborChat): WantedOfModel {
  const { model, messages, temperature, max_tokens, tools } = chat;
  const system = [chat.system_prompt ?? chat.system, ...messages.filter(isSystem).map(({ content }) => content)];
  const text = system.filter(Boolean).join('\n\n');
  return {
    model: model ?? null,
    ...(text !== '' && { system: text }),
    messages: history(messages.filter(message => !isSystem(message))),
    ...(tools && tools.length > 0 && { tools: tools.map(toolOf) }),
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof max_tokens === 'number' && { maxTokens: max_tokens }),
  };
}

function isSystem({ role }: HarborChatMessage): boolean {
  return role === 'system';
}

/** A result of a tool goes with its call. Programs that write calls as text send results alone, which no provider takes: those are text too. */
function history(messages: readonly HarborChatMessage[]): ModelMessage[] {
  const called = new Map<string, string>();
  return messages.map((message): ModelMessage => {
    const text = message.content ?? '';
    if (message.role === 'assistant') {
      const toolCalls = (message.tool_calls ?? []).map(callOf);
      for (const { id, name } of toolCalls) called.set(id, name);
      return { role: 'assistant', text, toolCalls };
    }
    const callId = message.tool_call_id ?? '';
    const name = called.get(callId);
    if (message.role === 'tool' && name !== undefined) return { role: 'tool', callId, name, text, isError: false };
    const said = message.role === 'tool' ? `Result of ${message.name ?? 'the tool'}: ${text}` : text;
    return { role: 'user', parts: [{ kind: 'text', text: said }] };
  });
}

function callOf(
  { id, function: { name, arguments: args } }: NonNullable<HarborChatMessage['tool_calls']>[number],
  at: number,
): ModelToolCall {
  return { id: id ?? `call_${at + 1}`, name, arguments: typeof args === 'string' ? parsed(args) : args };
}

/** What is no JSON stays the text that it is. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function toolOf({ name, description, input_schema, inputSchema }: NonNullable<HarborChat['tools']>[number]): ModelTool {
  return {
    name,
    ...(typeof description === 'string' && { description }),
    inputSchema: input_schema ?? inputSchema ?? { type: 'object', properties: {} },
  };
}
