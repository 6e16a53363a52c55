// Keeps one run of a server in the state that is wanted: starts it in its turn, watches it, starts it again after a crash, ends it.
import { foreign, mapTexts, reasonOf } from '../../../../contract/reason.ts';
import { cancelled, fail, wait } from '../../platform/wait.ts';
import { Heartbeat } from '../client/heartbeat.ts';
import { isHopeless } from '../failures/hopeless.ts';
import { IdleWatch } from './idle-watch.ts';
import { maxRestarts } from './restart-policy.ts';
import { RestartTimer } from './restart-timer.ts';
import { RunCounter } from './run-counts.ts';
import { RunHealth } from './run-health.ts';
import { unavailable } from './server-row.ts';
import { canCall, canStart, isComing, isLive, sleeps, transition } from './server-state.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Server, ServerState } from '../../../../contract/schemas/servers.ts';
import type { Patience } from '../../platform/wait.ts';
import type { Handshake } from '../client/handshake.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { ServerEra } from '../client/server-era.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { Asker } from './asker.ts';
import type { RunCounts } from './run-counts.ts';
import type { ServerRow } from './server-row.ts';
import type { KeptRun, RunEvents, RunRequest, RunSurroundings } from './server-run.ts';
import type { LifecycleEvent } from './server-state.ts';
import type { RunEnd, RunEndCause } from './server-transport.ts';

/** How a run sleeps that nobody uses. */
export interface LazyRun {
  readonly idleMs: number;
  /** Whether something that is open needs the run of this agent, or the one for all. */
  inUse(asker: Asker | null): boolean;
}

export interface RunKeeperOptions {
  /** The server as it was when its runs were made for it: what it is changed to may not be approved yet. */
  readonly row: ServerRow;
  readonly surroundings: RunSurroundings;
  readonly events: RunEvents;
  /** What its runs were found to speak. */
  readonly era: ServerEra;
  /** For whom it runs now; null is for all agents. */
  asker(): Asker | null;
  /** Null where it does not sleep. */
  readonly lazy: LazyRun | null;
  /** Begins a run. */
  open(request: RunRequest): KeptRun;
}

export class RunKeeper {
  readonly #options: RunKeeperOptions;
  readonly #restartTimer: RestartTimer;
  readonly #waiting = new Set<() => unknown>();
  #state: ServerState;
  #run: KeptRun | null = null;
  /** The start under way, which a second caller joins. */
  #starting: Promise<void> | null = null;
  /** The first run of a start ended by a question in an era that it does not know, and the start goes on with another. */
  #isMetAgain = false;
  #aborted = new AbortController();
  #heartbeat: Heartbeat | null = null;
  #idleWatch: IdleWatch | null = null;
  #forNobody = false;
  #openedAt = 0;
  #readyAt: number | null = null;
  #startMs: number | null = null;
  #handshake: Handshake | null = null;
  readonly #counter = new RunCounter();
  /** Runs that ended by themselves, whether that was a crash or not. */
  #ends = 0;
  #stderr: string[] = [];

  constructor(options: RunKeeperOptions, state: ServerState) {
    this.#options = options;
    this.#state = state;
    const { clock, network, times, random, platform } = options.surroundings;
    this.#restartTimer = new RestartTimer({
      clock,
      network,
      crashShownMs: times.crashShownMs,
      random,
      onWaiting: leftMs => this.apply({ kind: 'retry', until: platform.now() + leftMs }),
      onAgain: attempt => this.#again({ kind: 'automatic-start', attempt, of: maxRestarts, why: this.#why() }),
      onTry: attempt => this.#again({ kind: 'try-again', attempt, why: this.#why() }),
      onGiveUp: () =>
        this.apply({
          kind: 'gaveUp',
          reason: { kind: 'gave-up', starts: maxRestarts, why: this.#why() },
        }),
    });
  }

  get state(): ServerState {
    return this.#state;
  }

  get handshake(): Handshake | null {
    return this.#handshake;
  }

  get counts(): RunCounts {
    return this.#counter.counts;
  }

  /** How long its last start took until it could be called; null while there was none. */
  get startMs(): number | null {
    return this.#startMs;
  }

  /** Null while it is not coming back from a crash. */
  get restarts(): Server['restarts'] {
    const { used } = this.#restartTimer;
    return isComing(this.#state) && used > 0 ? { used, of: maxRestarts } : null;
  }

  /** Kept after the end of a run, because they tell why it ended. */
  get stderr(): string[] {
    return this.#stderr;
  }

  apply(event: LifecycleEvent): void {
    const { surroundings, events, asker } = this.#options;
    const state = transition(this.#state, event, surroundings.platform.now());
    if (state === this.#state) return;
    this.#state = state;
    events.onState(state, asker());
    events.onChange();
    for (const look of [...this.#waiting]) look();
  }

  /**
   * Resolves when it runs; a second caller joins. Rejects with HubError ERR_SERVER_UNAVAILABLE when it cannot or ends before. One that is
   * started for nobody, so that it says what it offers, sleeps again as soon as it has.
   */
  start(reason?: Reason, { forNobody = false } = {}): Promise<void> {
    this.#forNobody = forNobody && (this.#starting === null || this.#forNobody);
    if (!forNobody) this.#idleWatch?.wanted();
    if (this.#starting) return this.#starting;
    const starting = this.#start(reason).finally(() => {
      if (this.#starting === starting) this.#starting = null;
    });
    this.#starting = starting;
    return starting;
  }

  /** Resolves when nothing of it runs any more. A second call while it stops is less patient. */
  async stop(graces: StopGraces): Promise<void> {
    this.#starting = null;
    this.#counter.stopped();
    this.#aborted.abort();
    this.#restartTimer.cancel();
    this.#endWatches();
    const run = this.#run;
    this.apply({ kind: 'stop' });
    if (run) await Promise.all([run.stop(graces), run.ended]);
    else this.apply({ kind: 'ended', reason: { kind: 'was-stopped' } });
  }

  /** As `stop`, with a next start that is a restart. */
  async stopToRestart(graces: StopGraces): Promise<void> {
    const hasRun = this.counts.starts > 0 && this.#state.kind !== 'stopped';
    await this.stop(graces);
    this.#counter.stopped(hasRun);
  }

  /** The policy forbids it: what runs of it ends, and what would start again does not. A start under way finds out by itself. */
  forbid(reason: Reason): void {
    if (this.#run) return this.#run.fail(reason);
    if (isLive(this.#state)) return;
    this.#restartTimer.cancel();
    this.apply({ kind: 'blocked', by: 'policy', reason });
  }

  /** The policy forbids it no longer. */
  permit(): void {
    if (this.#state.kind === 'blocked' && this.#state.by === 'policy') this.apply({ kind: 'unblocked' });
  }

  /**
   * Its client once it runs: waits for a start under way, or for the next one, which an outage waits for no longer; one that sleeps is
   * woken. Rejects with HubError.
   */
  async client(patience: Patience): Promise<McpClient> {
    this.#restartTimer.hurry();
    if (sleeps(this.#state)) this.start().catch(() => {});
    const before = this.#ends;
    const isWaking = () => sleeps(this.#state) && this.#starting !== null;
    const isWaiting = () => (isComing(this.#state) || isWaking()) && this.#ends === before;
    const found = () => (canCall(this.#state) && this.#run ? this.#run.client : fail(this.#unavailable()));
    if (!isWaiting()) return found();
    return wait<McpClient>({
      ...patience,
      begin: settle => {
        const look = () => isWaiting() || settle(found);
        this.#waiting.add(look);
        return () => this.#waiting.delete(look);
      },
      onTimeout: () => fail(this.#unavailable()),
      onAbort: () => fail(cancelled()),
    });
  }

  async #start(reason?: Reason): Promise<void> {
    if (canCall(this.#state)) return;
    this.#restartTimer.cancel();
    this.#aborted = new AbortController();
    const { signal } = this.#aborted;
    while (this.#run && this.#state.kind === 'stopping') await this.#run.ended;
    // Awaiting gave others their turn: a stop since then is newer.
    if (signal.aborted || !canStart(this.#state)) throw this.#unavailable();
    const { queue } = this.#options.surroundings;
    this.#begin(queue.isFull ? { kind: 'waits-for-turn', atOnce: queue.atOnce } : reason);
    const giveBack = await queue.take(signal);
    if (!giveBack) throw this.#unavailable();
    try {
      this.#begin(reason);
      this.#isMetAgain = false;
      const isMet = (await this.#meet()) || (this.#isMetAgain && !signal.aborted && (await this.#meet()));
      if (!isMet) throw this.#unavailable();
    } finally {
      giveBack();
    }
  }

  /** Whether a run has become ready. */
  async #meet(): Promise<boolean> {
    const run = this.#open();
    await run.ready.catch(() => run.ended);
    return this.#run === run && canCall(this.#state);
  }

  #begin(reason: Reason | undefined): void {
    this.apply({ kind: 'start', ...(reason === undefined ? {} : { reason }) });
  }

  #open(): KeptRun {
    try {
      return this.#openNow();
    } catch (error) {
      this.apply({ kind: 'ended', cause: 'runtime', reason: reasonOf(error) });
      throw this.#unavailable();
    }
  }

  #openNow(): KeptRun {
    this.#counter.started();
    this.#stderr = [];
    this.#openedAt = this.#options.surroundings.clock.now();
    this.#readyAt = null;
    // Events of a run that was replaced are none of this server's any more.
    const ifCurrent = (act: () => void) => {
      if (this.#run === run) act();
    };
    const { row, surroundings, events, asker, era, open } = this.#options;
    const health = new RunHealth(event => ifCurrent(() => this.apply(event)));
    const run: KeptRun = open({
      surroundings,
      row,
      asker: asker(),
      era,
      onTools: tools => ifCurrent(() => events.onTools(tools, asker())),
      onFailingLists: reason => health.lists(reason && mapTexts(reason, surroundings.mask)),
      onStderr: () =>
        ifCurrent(() => {
          this.#stderr = run.stderr;
          events.onChange();
        }),
      onLog: line => events.onLog(line),
      onProgress: reason => ifCurrent(() => this.apply({ kind: 'progress', reason })),
      onPid: pid => ifCurrent(() => this.apply({ kind: 'spawned', pid })),
    });
    this.#run = run;
    events.onRun(run);
    if (run.pid !== null) this.apply({ kind: 'spawned', pid: run.pid });
    run.ready.then(
      handshake => ifCurrent(() => this.#ready(run, handshake, health)),
      () => {},
    );
    void run.ended.then(end => ifCurrent(() => this.#ended(run, end)));
    return run;
  }

  #ready(run: KeptRun, handshake: Handshake, health: RunHealth): void {
    const { events, asker, surroundings } = this.#options;
    this.#handshake = handshake;
    this.#stderr = run.stderr;
    this.#readyAt = surroundings.clock.now();
    this.#startMs = Math.round(this.#readyAt - this.#openedAt);
    events.onReady(run.client, asker());
    this.apply({ kind: 'ready', pid: run.pid });
    if (!canCall(this.#state)) return;
    health.ready();
    this.#heartbeat = new Heartbeat({
      clock: surroundings.clock,
      times: surroundings.times.heartbeat,
      isBusy: () => run.client.isBusy,
      ping: timeoutMs => run.client.ping(timeoutMs),
      onSilent: reason => health.silent(reason),
      onAnswer: () => health.silent(null),
      onWedged: reason => run.fail(reason),
    });
    this.#watchIdle(run);
  }

  #watchIdle(run: KeptRun): void {
    const { lazy, asker, surroundings } = this.#options;
    if (!lazy) return;
    this.#idleWatch = new IdleWatch({
      clock: surroundings.clock,
      idleMs: lazy.idleMs,
      forNobody: this.#forNobody,
      inUse: () => run.client.isBusy || lazy.inUse(asker()),
      uses: () => run.client.uses,
      onIdle: () => this.#sleep(run),
    });
  }

  /** What calls meanwhile wakes it again once nothing of it runs any more. */
  #sleep(run: KeptRun): void {
    if (this.#run !== run || !canCall(this.#state)) return;
    this.#counter.stopped();
    this.#endWatches();
    this.apply({ kind: 'sleep' });
    void run.stop(this.#options.surroundings.times.stop);
  }

  #endWatches(): void {
    this.#heartbeat?.stop();
    this.#idleWatch?.stop();
    this.#idleWatch = null;
  }

  #again(reason: Reason): void {
    this.start(reason).catch(() => {});
  }

  /** Why it crashed or is away. */
  #why(): Reason {
    return ('reason' in this.#state ? this.#state.reason : undefined) ?? foreign('');
  }

  #ended(run: KeptRun, end: RunEnd): void {
    const { events, era, surroundings } = this.#options;
    const { clock, mask } = surroundings;
    const ranMs = this.#readyAt === null ? 0 : clock.now() - this.#readyAt;
    this.#run = null;
    this.#endWatches();
    this.#stderr = run.stderr;
    // It was asked in an era that it does not know: the start under way goes on with a handshake.
    if (end.cause === 'ended' && run.client.isAskingEra && this.#state.kind === 'starting' && !this.#isMetAgain) {
      era.isOlder = true;
      this.#isMetAgain = true;
      this.#counter.stopped();
      return;
    }
    const cause = causeOf(end);
    const wasLive = isLive(this.#state) && this.#state.kind !== 'stopping';
    if (wasLive) this.#ends += 1;
    if (wasLive && cause === 'ended') this.#counter.crashed();
    this.apply({ kind: 'ended', cause, reason: mapTexts(end.reason, mask) });
    if (this.#state.kind === 'waiting') return this.#restartTimer.away({ at: clock.now(), ranMs });
    if (this.#state.kind !== 'crashed') return;
    if (this.#readyAt === null && isHopeless(end.reason))
      return this.apply({ kind: 'gaveUp', reason: { kind: 'waits-for-you', why: this.#why() } });
    this.#restartTimer.crashed({ at: clock.now(), ranMs });
    events.onChange();
  }

  #unavailable(): HubError {
    return unavailable(this.#options.row, this.#state);
  }
}

/** What leads back here, or is forbidden, would be so at each try. */
function causeOf({ reason, cause }: RunEnd): RunEndCause {
  if (reason.kind === 'own-hub-behind') return 'loop';
  return reason.kind === 'catalogue-forbidden' || reason.kind === 'catalogue-not-allowed' ? 'policy' : cause;
}
