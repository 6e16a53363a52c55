// A conversation in the words of a model: questions with their files, calls with their results, each marked as what it is.
import { tokensIn, tokensOfMessage } from '../../models/token-estimate.ts';
import { asData } from './clean-text.ts';
import type { KeptAnswer, KeptCall, KeptQuestion, KeptTurn } from '../../../../contract/schemas/chat-kept.ts';
import type { ModelMessage, ModelPart, ModelToolCall } from '../../models/model-answer.ts';
import type { KeptFile } from '../../store/chats-table.ts';

export interface MessageFacts {
  readonly mark: string;
  /** False: calls and results are text. */
  readonly callsTools: boolean;
  readonly readsPictures: boolean;
  /** The files of the questions, by their ids; those that are not there are left out. */
  readonly files: ReadonlyMap<string, KeptFile>;
  /** How many tokens may be used; null where nobody knows. */
  readonly contextTokens: number | null;
}

/** Of the context, so much is left for the answer. */
const usedShare = 0.75;

/** The oldest turns are left out where the model could not take them all; the newest question and its answer never are. */
export function modelMessages(path: readonly KeptTurn[], system: string, facts: MessageFacts): ModelMessage[] {
  const turns = path.map(turn => messagesOf(turn, facts));
  const most = facts.contextTokens === null ? Number.POSITIVE_INFINITY : facts.contextTokens * usedShare;
  const newest = path.findLastIndex(({ kind }) => kind === 'question');
  let used = tokensIn(system) + sum(turns.slice(newest));
  let from = newest;
  while (from > 0) {
    used += sum(turns.slice(from - 1, from));
    if (used > most) break;
    from -= 1;
  }
  // A conversation begins with a question.
  while (from < newest && path[from]?.kind !== 'question') from += 1;
  return turns.slice(from).flat();
}

function sum(turns: readonly ModelMessage[][]): number {
  return turns.flat().reduce((all, message) => all + tokensOfMessage(message), 0);
}

function messagesOf(turn: KeptTurn, facts: MessageFacts): ModelMessage[] {
  return turn.kind === 'question' ? [questionMessage(turn, facts)] : answerMessages(turn, facts);
}

function questionMessage({ text, files }: KeptQuestion, facts: MessageFacts): ModelMessage {
  const parts = files.flatMap(({ id, leftOut }) => {
    const file = leftOut ? undefined : facts.files.get(id);
    return file ? filePart(file, facts) : [];
  });
  return { role: 'user', parts: [{ kind: 'text', text }, ...parts] };
}

function filePart({ name, mediaType, data }: KeptFile, { mark, readsPictures }: MessageFacts): ModelPart[] {
  if (isPicture(mediaType)) return readsPictures ? [{ kind: 'file', mediaType, data, name }] : [];
  const text = textOfFile(data);
  return text === null ? [] : [{ kind: 'text', text: asData(`the attached file ${name}`, text, mark) }];
}

export function isPicture(mediaType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(mediaType);
}

/** Null for bytes that are no text. */
export function textOfFile(data: string): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'));
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function answerMessages({ steps }: KeptAnswer, facts: MessageFacts): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let said = '';
  const flush = () => {
    if (said !== '') messages.push({ role: 'assistant', text: said, toolCalls: [] });
    said = '';
  };
  for (const step of steps) {
    if (step.kind === 'text') said = joined(said, step.text);
    if (step.kind === 'urged') {
      flush();
      messages.push(userText(urging(step.tool)));
    }
    if (step.kind !== 'calls') continue;
    messages.push(...callMessages(step.calls, said, facts));
    said = '';
  }
  flush();
  return messages;
}

export function urging(tool: string): string {
  return `Do it now: do not describe how ${tool} is used, call it and answer from its result.`;
}

function callMessages(calls: readonly KeptCall[], said: string, { callsTools, mark }: MessageFacts): ModelMessage[] {
  if (!callsTools) {
    const written = calls.map(({ name, arguments: parameters }) => JSON.stringify({ name, parameters })).join('\n');
    const results = calls.map(call => asData(call.name, resultOf(call), mark)).join('\n\n');
    return [{ role: 'assistant', text: joined(said, written), toolCalls: [] }, userText(results)];
  }
  const toolCalls = calls.map<ModelToolCall>(({ id, name, arguments: args }) => ({ id, name, arguments: args }));
  const results = calls.map<ModelMessage>(call => ({
    role: 'tool',
    callId: call.id,
    name: call.name,
    text: asData(call.name, resultOf(call), mark),
    isError: call.state.kind !== 'done' || call.state.isError,
  }));
  return [{ role: 'assistant', text: said, toolCalls }, ...results];
}

function resultOf({ resultText, state }: KeptCall): string {
  return resultText ?? (state.kind === 'stopped' ? 'The user stopped this call.' : 'There is no result.');
}

function joined(before: string, more: string): string {
  return [before, more].filter(text => text !== '').join('\n\n');
}

function userText(text: string): ModelMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}
