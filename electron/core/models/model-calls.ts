// Every question to a model: what may hold it up or refuse it, asked again after each wait; its row in the trace; what it used.
import { HubError } from '../../../contract/errors.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { hubError } from '../../../words/hub-error.ts';
import { loadPart } from '../platform/load-part.ts';
import { Spread } from '../platform/spread.ts';
import { cancelled } from '../platform/wait.ts';
import { AnswerTally } from './answer-tally.ts';
import { CallTrace } from './call-trace.ts';
import { CallTurns } from './call-turns.ts';
import { stateAfter } from './provider-state.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ProviderRecord } from '../../../contract/schemas/model-records.ts';
import type { ModelRef } from '../../../contract/schemas/models.ts';
import type { Party } from '../../../contract/schemas/trace.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { TracedModel } from './call-trace.ts';
import type { ModelAccesses } from './model-accesses.ts';
import type { ModelAnswers, ModelAsker, ModelEvent, ModelRequest } from './model-answer.ts';
import type { ModelChoices } from './model-choices.ts';
import type { ModelRegistry } from './model-registry.ts';
import type { UsageRecords } from './model-usage.ts';
import type { ModelPrograms } from './programs/model-programs.ts';
import type { AskedOfModel } from './sdk/ask-model.ts';

export interface ModelCallsOptions {
  readonly registry: ModelRegistry;
  readonly choices: ModelChoices;
  readonly accesses: ModelAccesses;
  readonly programs: ModelPrograms;
  readonly usage: UsageRecords;
  readonly tap: TraceTap;
  /** What holds for this asker: the stricter of the hub's mode and its own. */
  modeOf(asker: ModelAsker): RunMode;
  partyOf(asker: ModelAsker): Party;
  /** Carries questions to models that live in a browser. */
  readonly browsers?: BrowserModels | undefined;
  now(): number;
}

/** Models that answer in the browser that has them. */
export interface BrowserModels {
  ask(
    record: ProviderRecord,
    model: string,
    asked: AskedOfModel,
  ): AsyncIterable<Exclude<ModelEvent, { kind: 'started' }>>;
}

interface Running {
  readonly asker: ModelAsker;
  readonly providerId: string;
  readonly ending: AbortController;
}

interface Target {
  readonly record: ProviderRecord;
  readonly ref: ModelRef;
  /** Gives its turn back. */
  readonly leave: () => void;
}

export class ModelCalls implements ModelAnswers {
  readonly #options: ModelCallsOptions;
  readonly #turns: CallTurns;
  /** To open a question takes longer than to pass a token on: many at once would hold up the answers that are under way. */
  readonly #openings = new Spread();
  readonly #running = new Set<Running>();
  /** What ends each question, also one that waits. */
  readonly #open = new Set<AbortController>();

  constructor(options: ModelCallsOptions) {
    this.#options = options;
    this.#turns = new CallTurns(id => options.registry.find(id)?.limits.atOnce ?? 1);
    options.registry.onChanged(id => this.#providerChanged(id));
  }

  async *stream(request: ModelRequest): AsyncIterable<ModelEvent> {
    const { asker } = request;
    const trace = new CallTrace(this.#options.tap, this.#options.partyOf(asker), request, this.#asked(request));
    const ending = new AbortController();
    const leave = () => ending.abort(cancelled());
    this.#open.add(ending);
    if (request.signal.aborted) leave();
    request.signal.addEventListener('abort', leave, { once: true });
    let target: Target | null = null;
    try {
      await this.#openings.turn();
      target = await this.#target(request, ending.signal, trace);
      yield* this.#answer({ ...request, signal: ending.signal }, target, ending, trace);
    } catch (error) {
      const failure = ending.signal.aborted ? (ending.signal.reason as unknown) : error;
      this.#failed(failure, target, trace);
      throw failure;
    } finally {
      request.signal.removeEventListener('abort', leave);
      this.#open.delete(ending);
      ending.abort(cancelled());
      target?.leave();
      trace.left();
    }
  }

  /** The hub's mode, or that of an agent, is another: what waits looks again, and what may not go on ends. */
  modeChanged(): void {
    for (const { asker, ending } of this.#running) {
      if (this.#options.modeOf(asker) === 'stopped') ending.abort(stopped());
    }
    this.#turns.recheck();
  }

  /** Ends all of them, as the hub does. */
  stop(): void {
    for (const ending of this.#open) ending.abort(cancelled());
  }

  /** Resolves with where to ask, once nothing holds it up. Whatever was waited for, all is asked again after it. */
  async #target(request: ModelRequest, signal: AbortSignal, trace: CallTrace): Promise<Target> {
    const { choices, programs, modeOf, partyOf } = this.#options;
    for (;;) {
      const mode = modeOf(request.asker);
      if (mode === 'stopped') throw stopped();
      if (mode === 'paused') {
        trace.waiting();
        await this.#turns.changed(signal);
        continue;
      }
      const ref = choices.resolve(request.model, request.use);
      const record = this.#expectAble(ref.providerId);
      const turn = this.#turns.take(record.id);
      if (!turn) {
        await this.#turns.changed(signal);
        continue;
      }
      if (!record.program || programs.answers(record.id)) return { record, ref, leave: turn };
      try {
        await programs.ensure(record.id, partyOf(request.asker).label, signal);
      } finally {
        turn();
      }
    }
  }

  /** Throws HubError where it would not answer, or may not be asked, now. */
  #expectAble(id: string): ProviderRecord {
    const { registry, usage, now } = this.#options;
    const record = registry.get(id);
    const { name: provider, limits } = record;
    if (!record.isOn) throw hubError('ERR_MODEL_FAILED', { kind: 'model-provider-off', provider });
    const state = registry.state(id);
    if (state.kind === 'rate-limited' && state.until > now()) {
      const seconds = Math.ceil((state.until - now()) / 1_000);
      throw hubError('ERR_MODEL_FAILED', { kind: 'model-rate-limited', provider, seconds });
    }
    const { input, output } = usage.today(id);
    const { tokensPerDay: tokens } = limits;
    if (tokens !== null && input + output >= tokens)
      throw hubError('ERR_BUDGET_EXCEEDED', { kind: 'model-tokens-used-up', provider, tokens });
    return record;
  }

  async *#answer(
    request: ModelRequest,
    { record, ref }: Target,
    ending: AbortController,
    trace: CallTrace,
  ): AsyncGenerator<ModelEvent> {
    const { usage, programs } = this.#options;
    const running: Running = { asker: request.asker, providerId: record.id, ending };
    const used = record.program ? programs.use(record.id) : () => {};
    const tally = new AnswerTally(record.name, request);
    let wasSent = false;
    let isCounted = false;
    const count = () => {
      isCounted = true;
      return usage.record(request.asker, ref, tally.used());
    };
    this.#running.add(running);
    try {
      yield { kind: 'started', providerId: record.id, model: ref.model, seq: trace.seq };
      const events = await this.#events(record, ref.model, request);
      ending.signal.throwIfAborted();
      wasSent = true;
      for await (const event of events) {
        trace.saw(event);
        tally.saw(event);
        if (event.kind === 'end') {
          trace.ended(ref, event, count());
          this.#answered(record.id);
        }
        yield event;
      }
    } finally {
      // What was read and written until it was ended is used as well. Who refused the question has done nothing for it.
      if (!isCounted && (tally.hasBegun || (wasSent && ending.signal.aborted))) count();
      this.#running.delete(running);
      used();
    }
  }

  async #events(record: ProviderRecord, model: string, request: ModelRequest) {
    const { registry, accesses, browsers } = this.#options;
    const { name: provider, limits } = record;
    if (record.type === 'chrome') {
      if (!browsers) throw hubError('ERR_MODEL_FAILED', { kind: 'model-browser-away', provider });
      return browsers.ask(record, model, request);
    }
    const { askModel, expectKey } = await loadPart(() => import('./sdk/ask-model.ts'));
    const key = registry.key(record.id);
    expectKey(record, key);
    return askModel(accesses.open(record, key, limits.timeoutSeconds * 1_000), model, request);
  }

  #answered(id: string): void {
    const { registry, now } = this.#options;
    const record = registry.find(id);
    if (!record || record.program || registry.state(id).kind === 'ready') return;
    registry.setState(id, { kind: 'ready', since: now(), answersInMs: null });
  }

  #failed(error: unknown, target: Target | null, trace: CallTrace): void {
    const { registry, now } = this.#options;
    trace.failed(error);
    if (!target || !(error instanceof HubError) || error.code !== 'ERR_MODEL_FAILED') return;
    const record = registry.find(target.record.id);
    const state = record && stateAfter(error.reason, { now: now(), lastSeenAt: record.lastSeenAt });
    // What a program of ours does is seen by whoever runs it.
    if (state && !record.program) registry.setState(record.id, state);
  }

  #providerChanged(id: string): void {
    const record = this.#options.registry.find(id);
    const why: Reason | null = !record
      ? { kind: 'model-provider-gone', provider: id }
      : record.isOn
        ? null
        : { kind: 'model-provider-off', provider: record.name };
    if (why !== null)
      for (const { providerId, ending } of this.#running)
        if (providerId === id) ending.abort(hubError('ERR_MODEL_FAILED', why));
    this.#turns.recheck();
  }

  /** How the model is called in the trace, as far as that is known before anything was waited for. */
  #asked({ model, use }: ModelRequest): TracedModel {
    const { choices, registry } = this.#options;
    try {
      const ref = choices.resolve(model, use);
      const { name, type: provider } = registry.get(ref.providerId);
      const party = { kind: 'model', id: ref.providerId, label: `${name}, ${ref.model}` } as const;
      return { party, model: { provider, name: ref.model } };
    } catch (error) {
      const party = { kind: 'model', id: '', label: model ?? reasonOf(error).kind } as const;
      return { party, model: { provider: null, name: model ?? '' } };
    }
  }
}

function stopped(): HubError {
  return hubError('ERR_PAUSED', { kind: 'mode', mode: 'stopped', of: 'all', tool: '' });
}
