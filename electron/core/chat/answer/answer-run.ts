// An answer from its question to its end: rounds of a model and of the calls that it wants, within budgets. Every failure is a step of it.
import { reasonOf } from '../../../../contract/reason.ts';
import { AnswerTally } from '../../models/answer-tally.ts';
import { tokensIn, tokensOfRequest } from '../../models/token-estimate.ts';
import { modelName } from '../chat-models.ts';
import { AnswerRecord } from './answer-record.ts';
import { callsLeft, overBeforeRound, overCalls } from './budgets.ts';
import { withoutTemplateTokens } from './clean-text.ts';
import { modelMessages } from './model-messages.ts';
import { readRound } from './model-round.ts';
import { carryOutCalls, overBudget, plannedCalls } from './round-calls.ts';
import { RunClock } from './run-clock.ts';
import { systemPrompt } from './system-prompt.ts';
import { explainedTool, readTextCall } from './text-calls.ts';
import type { ChatModel } from '../../../../contract/schemas/chat.ts';
import type { KeptAnswer, KeptStep, KeptTurn } from '../../../../contract/schemas/chat-kept.ts';
import type { ModelAsker, ModelRequest, ModelToolCall, ModelUsage } from '../../models/model-answer.ts';
import type { KeptFile } from '../../store/chats-table.ts';
import type { ChatAgent } from '../chat-agent.ts';
import type { ChatModels } from '../chat-models.ts';
import type { AnswerSink } from './answer-record.ts';
import type { Over, Totals } from './budgets.ts';
import type { RoundEnd } from './model-round.ts';
import type { RoundCallsOptions } from './round-calls.ts';
import type { OfferedTool } from './tool-offer.ts';

export interface AnswerRunOptions {
  readonly answer: KeptAnswer;
  readonly sink: AnswerSink;
  readonly models: ChatModels;
  /** Whose default model is meant; the chat's when absent. */
  readonly use?: ModelRequest['use'];
  /** As `ModelRequest.model`, as it is now: the user may choose another one between two rounds. */
  readonly modelNow: () => string | null;
  readonly systemNow: () => string;
  /** The turns up to this answer; it is the last of them. */
  readonly path: () => readonly KeptTurn[];
  readonly files: ReadonlyMap<string, KeptFile>;
  readonly mark: string;
  readonly agent: Pick<ChatAgent, 'call'>;
  /** The tools of the picked sources as they are now. */
  readonly tools: () => readonly OfferedTool[];
  readonly asker: Omit<ModelAsker, 'parent'>;
  /** The trace entry of the whole answer. */
  readonly seq: number;
  /** What the whole conversation may still take; null is no bound. */
  readonly totals: () => Totals;
  readonly spentMore: (calls: number, cost: number | null) => void;
  readonly now: () => number;
}

/** A model that explains instead of calling is told so often. */
const maxUrgings = 2;
/** Why the run ends from outside. */
type StopReason = 'user' | 'hub' | 'time';

export class AnswerRun {
  readonly #options: AnswerRunOptions;
  readonly #record: AnswerRecord;
  readonly #clock: RunClock;
  readonly #stopped = new AbortController();
  #why: StopReason | null = null;
  /** Tokens that it wrote, where models say; else an estimate is told. */
  #output: number | null;
  #urgings = 0;
  /** Where the tools of this round are traced. */
  #parent: number;

  constructor(options: AnswerRunOptions) {
    const { answer, sink, now, seq } = options;
    this.#options = options;
    this.#record = new AnswerRecord(answer, sink);
    this.#output = answer.spent.outputTokens;
    this.#parent = seq;
    const { maxMs, ms } = answer.spent;
    this.#clock = new RunClock({ now, maxMs, usedMs: ms, onOver: () => this.#stop('time') });
  }

  get answer(): KeptAnswer {
    return this.#record.answer;
  }

  /** Ends the model's request and the calls under way; what was written stays. */
  stop(by: 'user' | 'hub'): void {
    this.#stop(by);
  }

  /** Resolves when it has ended. Never rejects. */
  async run(): Promise<KeptAnswer> {
    let last: KeptStep | null;
    try {
      last = await this.#rounds();
    } catch (error) {
      last = this.#why ? null : this.#failure(error);
    }
    this.#note();
    this.#clock.stop();
    this.#record.end(this.#stopStep() ?? last);
    return this.#record.answer;
  }

  #stop(why: StopReason): void {
    this.#why ??= why;
    this.#stopped.abort();
  }

  /** The step with which it ends; null where the model has simply answered. */
  async #rounds(): Promise<KeptStep | null> {
    const held = this.#record.calls.filter(({ state }) => state.kind === 'failed' && state.code === overBudget);
    if (held.length > 0) {
      await carryOutCalls(held, this.#callsLeft(), this.#callOptions(this.#options.tools()));
      if (this.#hasHeld()) return this.#usedUp();
    }
    while (!this.#why) {
      const over = overBeforeRound(this.#record.answer.spent, this.#options.totals());
      if (over) return this.#budgetStep(over);
      const last = await this.#round();
      this.#note();
      if (last !== undefined) return last;
    }
    return null;
  }

  /** Undefined where another round follows. */
  async #round(): Promise<KeptStep | null | undefined> {
    const { models, modelNow } = this.#options;
    const { model, trouble } = models.meant(modelNow());
    this.#record.spent({ rounds: this.#record.round + 1 });
    if (!model) return this.#failed(trouble ?? { kind: 'chat-no-model' }, null);
    this.#record.model(model);
    const tools = this.#options.tools();
    const end = await this.#ask(model, tools);
    if (this.#why) return null;
    const calls = this.#callsOf(end, model, tools);
    if (calls.length === 0) return this.#said(model, tools, end);
    const callOptions = this.#callOptions(tools);
    const planned = plannedCalls(calls, callOptions);
    this.#record.add({ kind: 'calls', round: this.#record.round, calls: planned });
    await carryOutCalls(planned, this.#callsLeft(), callOptions);
    return this.#hasHeld() ? this.#usedUp() : undefined;
  }

  async #ask(model: ChatModel, tools: readonly OfferedTool[]): Promise<RoundEnd> {
    const { models, asker, seq, mark, files, path, systemNow } = this.#options;
    const { callsTools, readsPictures, contextTokens } = model;
    const hasBrowser = tools.some(({ sourceId }) => sourceId === 'browser');
    const system = systemPrompt({ own: systemNow(), tools, callsTools, hasBrowser, mark });
    const messages = modelMessages(path(), system, { mark, callsTools, readsPictures, files, contextTokens });
    this.#record.spent({ contextTokens: tokensOfRequest({ system, messages }) });
    const request: ModelRequest = {
      model: modelName(model),
      use: this.#options.use ?? 'chat',
      system,
      messages,
      ...(callsTools && tools.length > 0 && { tools: tools.map(({ definition }) => definition) }),
      asker: { ...asker, parent: seq },
      signal: this.#stopped.signal,
    };
    const tally = new AnswerTally(model.provider, request);
    let isAsked = false;
    let end: RoundEnd | null = null;
    try {
      end = await readRound(models.stream(request), { record: this.#record, tally }, started => {
        isAsked = true;
        this.#parent = started.seq ?? seq;
        if (started.model !== model.model) this.#record.model({ ...model, model: started.model });
      });
      return end;
    } finally {
      if (end && end.finish !== null) this.#used(model, end.usage);
      // What was read and written until it was ended is paid for as well, as the records of its model have it.
      else if (tally.hasBegun || (isAsked && this.#stopped.signal.aborted)) this.#paid(model, tally.used());
    }
  }

  #used(model: ChatModel, usage: ModelUsage): void {
    const { spent } = this.#record.answer;
    const { input, output } = usage;
    this.#output = output === null ? this.#output : (this.#output ?? 0) + output;
    this.#record.spent({
      ...(input !== null && { contextTokens: input + (output ?? 0), inputTokens: (spent.inputTokens ?? 0) + input }),
      outputTokens: this.#output,
    });
    this.#paid(model, usage);
  }

  #paid(model: ChatModel, usage: ModelUsage): void {
    const cost = this.#options.models.costOf(model, usage);
    if (cost !== null) this.#record.spent({ cost: (this.#record.answer.spent.cost ?? 0) + cost });
    this.#options.spentMore(0, cost);
  }

  /** Its own, or the one that it wrote as text where it has no others. */
  #callsOf(end: RoundEnd, { callsTools }: ChatModel, tools: readonly OfferedTool[]): readonly ModelToolCall[] {
    const { written } = this.#record;
    if (callsTools || tools.length === 0) return end.calls;
    const names = tools.map(({ name }) => name);
    const found = readTextCall(written, names);
    if (!found) return [];
    this.#record.rewrite(found.before);
    const id = `text_call_${this.#record.round}`;
    return [{ id, name: found.name, arguments: found.arguments }];
  }

  /** It wants no tool: that is the answer, unless it only explained one. */
  #said(model: ChatModel, tools: readonly OfferedTool[], end: RoundEnd): KeptStep | null | undefined {
    const { round, written } = this.#record;
    const names = tools.map(({ name }) => name);
    if (!model.callsTools) this.#record.rewrite(withoutTemplateTokens(written));
    const tool = model.callsTools || this.#urgings >= maxUrgings ? null : explainedTool(written, names);
    if (tool !== null && round < this.#record.answer.spent.maxRounds) {
      this.#urgings += 1;
      this.#record.add({ kind: 'urged', round, tool });
      return undefined;
    }
    if (end.finish === 'length') return this.#failed({ kind: 'chat-cut-short', model: model.model }, null);
    return written.trim() === '' ? this.#failed({ kind: 'chat-said-nothing', model: model.model }, model) : null;
  }

  #callOptions(tools: readonly OfferedTool[]): RoundCallsOptions {
    const { agent, now, spentMore } = this.#options;
    return {
      record: this.#record,
      agent,
      tools,
      clock: this.#clock,
      parent: this.#parent,
      signal: this.#stopped.signal,
      now,
      onMade: () => {
        this.#record.spent({ calls: this.#record.answer.spent.calls + 1 });
        spentMore(1, null);
      },
    };
  }

  #callsLeft(): number {
    return callsLeft(this.#record.answer.spent, this.#options.totals());
  }

  #hasHeld(): boolean {
    return this.#record.calls.some(({ state }) => state.kind === 'failed' && state.code === overBudget);
  }

  #usedUp(): KeptStep {
    return this.#budgetStep(overCalls(this.#record.answer.spent, this.#options.totals()));
  }

  #budgetStep(over: Over): KeptStep {
    return { kind: 'budget', round: this.#record.round, ...over };
  }

  #failure(error: unknown): KeptStep {
    return this.#failed(reasonOf(error), this.#record.answer.model);
  }

  /** Names ready models in place of the one that is the trouble. */
  #failed(why: Extract<KeptStep, { kind: 'failed' }>['why'], model: ChatModel | null): KeptStep {
    const own = model && modelName(model);
    const otherModels = this.#options.models.ready().filter(name => name !== own);
    return { kind: 'failed', round: this.#record.round, why, otherModels };
  }

  #stopStep(): KeptStep | null {
    const { round, answer } = this.#record;
    if (this.#why === null) return null;
    if (this.#why === 'time') return this.#budgetStep({ of: 'time', used: this.#clock.ms, max: answer.spent.maxMs });
    return { kind: 'stopped', round, by: this.#why, tokens: this.#output ?? writtenTokens(answer) };
  }

  /** How long it has taken so far. */
  #note(): void {
    this.#record.spent({ ms: this.#clock.ms, at: this.#options.now() });
  }
}

function writtenTokens({ steps }: KeptAnswer): number {
  return steps.reduce((all, step) => (step.kind === 'text' ? all + tokensIn(step.text + step.reasoning) : all), 0);
}
