// How many tokens something has, roughly: for what no provider has counted.
import type { ModelMessage, ModelPart, ModelTool } from './model-answer.ts';

/** Characters of a token, on average. */
const charsPerToken = 4;
/** A picture or a document, whatever its size. */
const fileTokens = 1_000;

export function tokensOfChars(chars: number): number {
  return Math.ceil(chars / charsPerToken);
}

export function tokensIn(text: string): number {
  return tokensOfChars(text.length);
}

export function tokensOfMessage(message: ModelMessage): number {
  if (message.role === 'tool') return tokensIn(message.text);
  if (message.role === 'assistant') {
    const calls = message.toolCalls.length === 0 ? 0 : tokensIn(JSON.stringify(message.toolCalls));
    return tokensIn(message.text) + calls;
  }
  return message.parts.reduce((all, part) => all + tokensOfPart(part), 0);
}

/** Of all that a model reads of a request. */
export function tokensOfRequest(request: {
  readonly system?: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
}): number {
  const { system = '', messages, tools = [] } = request;
  const offered = tools.length === 0 ? 0 : tokensIn(JSON.stringify(tools));
  return tokensIn(system) + offered + messages.reduce((all, message) => all + tokensOfMessage(message), 0);
}

function tokensOfPart(part: ModelPart): number {
  return part.kind === 'text' ? tokensIn(part.text) : fileTokens;
}
