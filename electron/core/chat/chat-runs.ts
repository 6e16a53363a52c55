// The answers that are being written: one in a conversation at a time, each with the agent that its calls are made by.
import { isDeepStrictEqual } from 'node:util';
import { maxAnswerFileBytes } from '../../../contract/chat.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { inEnglish } from '../../../words/english.ts';
import { hubError } from '../../../words/hub-error.ts';
import { partyOf } from '../agent-connections/agent-connection.ts';
import { seen } from '../trace/excerpt.ts';
import { AnswerRun } from './answer/answer-run.ts';
import { leftOutFiles } from './answer/left-out-files.ts';
import { routeSources } from './answer/route-sources.ts';
import { modelAskerOf } from './chat-askers.ts';
import { modelName } from './chat-models.ts';
import { isLentTo, noTools } from './lent-tools.ts';
import type { ChatSource } from '../../../contract/schemas/chat.ts';
import type { KeptAnswer, KeptQuestion, KeptStep } from '../../../contract/schemas/chat-kept.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { ChatsTable, KeptFile } from '../store/chats-table.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { AnswerSink } from './answer/answer-record.ts';
import type { ChatAgent, ChatAgentCall } from './chat-agent.ts';
import type { ChatAgents } from './chat-agents.ts';
import type { ChatAsker } from './chat-askers.ts';
import type { ChatModels } from './chat-models.ts';
import type { ChatSources } from './chat-sources.ts';
import type { Conversation } from './conversation.ts';
import type { LentTools } from './lent-tools.ts';

export interface ChatRunsOptions {
  readonly agents: ChatAgents;
  readonly models: ChatModels;
  readonly sources: ChatSources;
  readonly table: Pick<ChatsTable, 'file'>;
  readonly tap: TraceTap;
  readonly hub: Party;
  readonly now: () => number;
  /** What the panels that have it open are shown while text comes in. */
  readonly text: (chatId: string, turnId: string, piece: Parameters<AnswerSink['text']>[1]) => void;
  /** An answer has begun or has ended. */
  readonly changed: (chatId: string) => void;
}

interface Begun {
  readonly conversation: Conversation;
  readonly answer: KeptAnswer;
  readonly asker: ChatAsker;
  readonly agent: ChatAgent;
  /** The trace entry of the request that asked; null where it has ended by now, as the panel's has. */
  readonly cause: number | null;
}

interface Running {
  readonly agent: ChatAgent;
  run: AnswerRun | null;
  /** It was ended before it had begun. */
  stopped: 'user' | 'hub' | null;
  readonly ended: Promise<KeptAnswer>;
}

export class ChatRuns {
  readonly #options: ChatRunsOptions;
  readonly #running = new Map<string, Running>();
  readonly #lent = new Map<string, LentTools>();

  constructor(options: ChatRunsOptions) {
    this.#options = options;
  }

  /** Null takes them back. */
  lend(chatId: string, tools: LentTools | null): void {
    if (tools) this.#lent.set(chatId, tools);
    else this.#lent.delete(chatId);
  }

  isRunning(chatId: string): boolean {
    return this.#running.has(chatId);
  }

  /** How many answers are being written. */
  get ids(): readonly string[] {
    return [...this.#running.keys()];
  }

  agentIn(chatId: string): string | null {
    return this.#running.get(chatId)?.agent.id ?? null;
  }

  /** Resolves with the answer that is being written, once it has ended; at once where none is. */
  ended(chatId: string): Promise<KeptAnswer> | null {
    return this.#running.get(chatId)?.ended ?? null;
  }

  /** Begins an answer to this question; `cause` is the trace entry that it belongs to. Throws where the asker is gone, or one is being written. */
  begin(conversation: Conversation, question: KeptQuestion, asker: ChatAsker, cause: number | null = null): KeptAnswer {
    this.expectReady(conversation.id, asker);
    const { budget } = conversation.chat.settings;
    const { agent, done } = this.#options.agents.take(conversation.id, asker);
    const now = this.#options.now();
    const answer = conversation.answer(question.id, {
      ...{ state: 'running', model: null, steps: [] },
      sources: this.#route(conversation, question, agent, asker),
      spent: {
        ...{ calls: 0, maxCalls: budget.calls, rounds: 0, maxRounds: budget.rounds, contextTokens: 0 },
        ...{ inputTokens: null, outputTokens: null, ms: 0, at: now, maxMs: budget.seconds * 1_000 },
        ...{ cost: null, maxCost: budget.cost },
      },
    });
    this.#start({ conversation, answer, asker, agent, cause }, done);
    return answer;
  }

  /** Goes on with one whose budget was used up; `answer` has the new one. */
  goOn(conversation: Conversation, answer: KeptAnswer, asker: ChatAsker): void {
    this.expectReady(conversation.id, asker);
    const { agent, done } = this.#options.agents.take(conversation.id, asker);
    const again: KeptAnswer = { ...answer, state: 'running' };
    conversation.put(again);
    this.#start({ conversation, answer: again, asker, agent, cause: null }, done);
  }

  stop(chatId: string, by: 'user' | 'hub'): void {
    const running = this.#running.get(chatId);
    if (!running) return;
    running.stopped ??= by;
    running.run?.stop(by);
  }

  /** What it is that was routed, before it is asked. */
  route(
    conversation: Conversation,
    text: string,
    hasFiles: boolean,
    agent: Parameters<ChatSources['facts']>[0],
  ): ChatSource[] {
    return routeSources(this.#options.sources.facts(agent), text, hasFiles, conversation.chat.settings);
  }

  /** Throws where an answer is being written, or the asker is gone. */
  expectReady(chatId: string, asker: ChatAsker): void {
    if (this.isRunning(chatId)) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'chat-writes' });
    this.#options.agents.expect(asker);
  }

  #route(conversation: Conversation, { text, files }: KeptQuestion, agent: ChatAgent, asker: ChatAsker): ChatSource[] {
    if (isLentTo(asker))
      return routeSources(this.#lentTo(conversation.id).facts(), text, false, { servers: 'all', chosen: [] });
    return this.route(conversation, text, files.length > 0, agent.agent);
  }

  /** As they are at each look: they may be taken back while an answer is written. */
  #lentTo(chatId: string): LentTools {
    return this.#lent.get(chatId) ?? noTools;
  }

  #start(begun: Begun, done: () => void): void {
    const { id } = begun.conversation;
    const running: Running = {
      ...{ agent: begun.agent, run: null, stopped: null },
      ended: new Promise(resolve => {
        // After this has returned, so that whoever began it sees it running.
        queueMicrotask(() => {
          const answered = this.#carryOut(begun).catch((error: unknown) => this.#broken(begun, error));
          void answered.then(resolve);
        });
      }),
    };
    this.#running.set(id, running);
    void running.ended.then(done);
    this.#options.changed(id);
  }

  /** A fault of ours costs the answer, and never the conversation. */
  #broken({ conversation, answer }: Begun, error: unknown): KeptAnswer {
    const now = conversation.path(answer.id).at(-1);
    const last: KeptStep = { kind: 'failed', round: 0, why: reasonOf(error), otherModels: [] };
    const steps = [...(now?.kind === 'answer' ? now.steps : answer.steps), last];
    const ended: KeptAnswer = { ...answer, state: 'ended', steps };
    this.#running.delete(conversation.id);
    conversation.put(ended);
    conversation.update({ failed: true });
    this.#options.changed(conversation.id);
    return ended;
  }

  async #carryOut(begun: Begun): Promise<KeptAnswer> {
    const { conversation, answer, agent } = begun;
    const { id } = conversation;
    const seq = this.#open(begun);
    const [files] = await Promise.all([this.#files(conversation, answer), agent.ready()]);
    const run = this.#make(begun, files, seq);
    const running = this.#running.get(id);
    if (running) running.run = run;
    if (running?.stopped) run.stop(running.stopped);
    const ended = await run.run();
    this.#close(seq, ended);
    this.#running.delete(id);
    const failed = ended.steps.at(-1)?.kind === 'failed';
    conversation.update({ failed, lastModel: ended.model ? modelName(ended.model) : conversation.chat.lastModel });
    this.#options.changed(id);
    return ended;
  }

  /** Its entry in the trace, under which all that it asks and calls stands. */
  #open({ conversation, answer, agent, cause }: Begun): number {
    const { tap, hub } = this.#options;
    const shown = { conversation: conversation.id, answer: answer.id, model: conversation.chat.settings.model };
    const entry = { dir: 'in', kind: 'request', method: 'chat/answer', tool: null, parent: cause } as const;
    return tap.open({ ...entry, from: partyOf(agent.agent), to: hub, message: seen(JSON.stringify(shown), shown) });
  }

  #make({ conversation, answer, asker, agent }: Begun, files: ReadonlyMap<string, KeptFile>, seq: number): AnswerRun {
    const { models, sources, now, text } = this.#options;
    const picked = new Set(answer.sources.flatMap(source => (source.picked ? [source.id] : [])));
    const { chat } = conversation;
    const isLent = isLentTo(asker);
    const caller = isLent ? { call: (call: ChatAgentCall) => this.#lentTo(chat.id).call(call) } : agent;
    return new AnswerRun({
      ...{ answer, models, files, seq, now, agent: caller, mark: chat.mark, asker: modelAskerOf(asker, agent.id) },
      sink: {
        put: next => conversation.put(next),
        text: (next, piece) => {
          conversation.show(next);
          text(conversation.id, next.id, piece);
        },
      },
      modelNow: () => conversation.chat.settings.model,
      systemNow: () => conversation.chat.settings.systemPrompt,
      path: () => conversation.path(answer.id),
      tools: () => {
        if (agent.isOver) return [];
        return isLent ? this.#lentTo(chat.id).offered(picked) : sources.tools(agent.agent, picked);
      },
      totals: () => totalsOf(conversation),
      spentMore: (calls, cost) => {
        const { totalCalls, totalCost } = conversation.chat;
        if (calls === 0 && cost === null) return;
        conversation.update({
          totalCalls: totalCalls + calls,
          totalCost: cost === null ? totalCost : (totalCost ?? 0) + cost,
        });
      },
    });
  }

  /** Those of the questions, the newest first, as many as an answer may have; what the model of now cannot read is noted at its question. */
  async #files(conversation: Conversation, answer: KeptAnswer): Promise<ReadonlyMap<string, KeptFile>> {
    const { model } = this.#options.models.meant(conversation.chat.settings.model);
    const files = new Map<string, KeptFile>();
    const tooMany = new Set<string>();
    let bytesLeft = maxAnswerFileBytes;
    for (const turn of conversation.path(answer.id).toReversed()) {
      if (turn.kind !== 'question' || turn.files.length === 0) continue;
      for (const { id, bytes } of turn.files) {
        if (bytes > bytesLeft) {
          tooMany.add(id);
          continue;
        }
        bytesLeft -= bytes;
        const file = await this.#options.table.file(conversation.id, id).catch(() => null);
        if (file) files.set(id, file);
      }
      const told = leftOutFiles(turn.files, files, model, tooMany);
      if (!isDeepStrictEqual(told, turn.files)) conversation.put({ ...turn, files: told });
    }
    return files;
  }

  #close(seq: number, { steps }: KeptAnswer): void {
    const last = steps.at(-1);
    const plain = { code: null, rule: null, waitedMs: 0, message: null, reason: null };
    if (last?.kind === 'stopped') return this.#options.tap.close(seq, { ...plain, outcome: 'cancelled' });
    if (last?.kind !== 'failed') return this.#options.tap.close(seq, { ...plain, outcome: 'ok' });
    this.#options.tap.close(seq, { ...plain, outcome: 'error', reason: inEnglish(last.why), why: last.why });
  }
}

function totalsOf({ chat }: Conversation) {
  const { totalCalls, totalCost } = chat.settings;
  return {
    calls: totalCalls === null ? null : { used: chat.totalCalls, max: totalCalls },
    cost: totalCost === null ? null : { used: chat.totalCost ?? 0, max: totalCost },
  };
}
