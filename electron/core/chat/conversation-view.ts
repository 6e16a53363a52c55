// Conversations as panels show them: long texts cut, secrets masked, questions by the ids of their prompts.
import { shownChars } from '../../../contract/chat.ts';
import { tokensIn } from '../models/token-estimate.ts';
import { argumentSummary } from './answer/result-text.ts';
import type {
  ChatCall,
  ChatCallState,
  ChatHead,
  ChatRow,
  ChatRule,
  ChatSource,
  ChatTurn,
} from '../../../contract/schemas/chat.ts';
import type { KeptCall, KeptChat, KeptTurn } from '../../../contract/schemas/chat-kept.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { SecretMask } from '../secrets/secret-mask.ts';
import type { ChatModels } from './chat-models.ts';
import type { Conversation } from './conversation.ts';

export interface ViewOptions {
  readonly mask: Pick<SecretMask, 'value' | 'message'>;
  readonly models: Pick<ChatModels, 'meant' | 'ready'>;
  /** Those at which calls of this agent wait. */
  readonly promptsOf: (agentId: string) => readonly Prompt[];
  /** The agent of the answer that is being written there; null while none is. */
  readonly runningAgent: (chatId: string) => string | null;
  /** For a conversation in which nothing was asked yet. */
  readonly sourcesOf: (conversation: Conversation) => readonly ChatSource[];
  /** When this hub started: entries of the trace are those of its own run. */
  readonly startedAt: number;
}

export class ConversationViews {
  readonly #options: ViewOptions;

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  turn(conversation: Conversation, turn: KeptTurn): ChatTurn {
    const ids = conversation.versions(turn).map(({ id }) => id);
    const version = { number: ids.indexOf(turn.id) + 1, ids };
    const { id, at } = turn;
    // Text that comes in is counted in characters, so it is masked once it is whole.
    const masked = turn.kind === 'answer' && turn.state === 'running' ? turn : this.#options.mask.value(turn);
    if (masked.kind === 'question')
      return { kind: 'question', id, at, text: masked.text, files: masked.files, version };
    const { state, model, steps, sources, spent } = masked;
    const isNow = at >= this.#options.startedAt;
    const prompts = this.#prompts(conversation.id);
    const shown = steps.map(step =>
      step.kind === 'calls' ? { ...step, calls: step.calls.map(call => this.#call(call, isNow, prompts)) } : step,
    );
    return { kind: 'answer', id, at, state, model, steps: shown, sources, spent, version };
  }

  row(
    { id, title, isBranch, from, settings, lastModel, questions, createdAt, updatedAt, failed }: KeptChat,
    path?: readonly KeptTurn[],
  ): ChatRow {
    const withoutTools = settings.servers === 'chosen' && settings.chosen.length === 0;
    return {
      ...{ id, title, isBranch, from, questions, createdAt, updatedAt, withoutTools },
      state: this.#state(id, failed, path),
      model: lastModel ?? settings.model,
      found: null,
    };
  }

  head(conversation: Conversation): ChatHead {
    const { chat } = conversation;
    const { settings, queued, totalCalls, totalCost } = chat;
    const path = conversation.path();
    const { model, trouble } = this.#options.models.meant(settings.model);
    const newest = path.findLast(turn => turn.kind === 'answer');
    return {
      ...{ row: this.row(chat, path), settings, queued, totalCalls, totalCost, model },
      modelTrouble: trouble && { why: trouble, otherModels: [...this.#options.models.ready()] },
      sources: newest ? newest.sources : [...this.#options.sourcesOf(conversation)],
      rules: rulesOf(path),
      agentId: this.#options.runningAgent(chat.id),
    };
  }

  /** Whether a call of it waits for the user. */
  isWaiting(chatId: string, path: readonly KeptTurn[]): boolean {
    const last = path.at(-1);
    if (last?.kind !== 'answer' || last.state !== 'running' || this.#options.runningAgent(chatId) === null)
      return false;
    return last.steps.some(step => step.kind === 'calls' && step.calls.some(({ state }) => state.kind === 'waiting'));
  }

  #state(id: string, failed: boolean, path: readonly KeptTurn[] | undefined): ChatRow['state'] {
    if (this.#options.runningAgent(id) === null) return failed ? 'failed' : 'idle';
    return path && this.isWaiting(id, path) ? 'waiting' : 'writing';
  }

  #prompts(chatId: string): readonly Prompt[] {
    const agentId = this.#options.runningAgent(chatId);
    return agentId === null ? [] : this.#options.promptsOf(agentId);
  }

  #call(
    { name: _, arguments: args, resultText, ...call }: KeptCall,
    isNow: boolean,
    prompts: readonly Prompt[],
  ): ChatCall {
    const text = this.#options.mask.message(JSON.stringify(args));
    const result = call.state.kind === 'done' && resultText !== null ? this.#options.mask.value(resultText) : null;
    return {
      ...call,
      seq: isNow ? call.seq : null,
      state: withPrompt(call.state, call.toolId, text, prompts),
      summary: argumentSummary(args),
      argumentsText: text.slice(0, shownChars),
      argumentsChars: text.length,
      result: result === null ? null : shownResult(result),
    };
  }
}

function shownResult(text: string): NonNullable<ChatCall['result']> {
  return {
    text: text.slice(0, shownChars),
    chars: text.length,
    bytes: Buffer.byteLength(text),
    tokens: tokensIn(text),
  };
}

/** Alike calls wait at one prompt; one that shows other arguments of the same tool is not theirs. */
function withPrompt(state: ChatCallState, toolId: string, args: string, prompts: readonly Prompt[]): ChatCallState {
  if (state.kind !== 'waiting') return state;
  const asks = prompts.flatMap(prompt => prompt.asks.map(ask => ({ ...ask, promptId: prompt.id })));
  const own = asks.filter(ask => ask.tool === toolId);
  const same = own.find(ask => args.startsWith(ask.argumentsText) && ask.argumentsChars === args.length);
  return { ...state, promptId: same?.promptId ?? null };
}

function rulesOf(path: readonly KeptTurn[]): ChatRule[] {
  const rules = new Map<string, ChatRule>();
  const steps = path.flatMap(turn => (turn.kind === 'answer' ? turn.steps : []));
  for (const call of steps.flatMap(step => (step.kind === 'calls' ? step.calls : []))) {
    const { rule, sourceId, state } = call;
    if (rule === null) continue;
    const effect = state.kind === 'refused' ? 'refused' : 'allowed';
    const key = `${rule} ${sourceId ?? ''} ${effect}`;
    rules.set(key, { rule, sourceId, effect, times: (rules.get(key)?.times ?? 0) + 1 });
  }
  return [...rules.values()];
}
