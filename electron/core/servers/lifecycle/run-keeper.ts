// Keeps one run of a server in the state that is wanted: starts it in its turn, watches it, starts it again after a crash, ends it.
import { foreign, mapTexts, reasonOf } from '../../../../contract/reason.ts';
import { Heartbeat } from '../client/heartbeat.ts';
import { Comeback } from './comeback.ts';
import { maxRestarts } from './restart-policy.ts';
import { canCall, canStart, isComing, isLive, transition } from './server-state.ts';
import { waitFor } from './wait-for.ts';
import type { Reason } from '../../../../contract/reason.ts';
import type { Server, ServerState } from '../../../../contract/schemas/servers.ts';
import type { Handshake } from '../client/handshake.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { Patience } from './lease.ts';
import type { KeptRun, RunKeeperOptions } from './run-keeper-options.ts';
import type { ServerEvent } from './server-state.ts';
import type { RunEnd } from './server-transport.ts';

export class RunKeeper {
  readonly #options: RunKeeperOptions;
  readonly #comeback: Comeback;
  readonly #waiting = new Set<() => void>();
  #state: ServerState;
  #run: KeptRun | null = null;
  /** The start under way, which a second caller joins. */
  #starting: Promise<void> | null = null;
  #aborted = new AbortController();
  #heartbeat: Heartbeat | null = null;
  #readyAt: number | null = null;
  #handshake: Handshake | null = null;
  #starts = 0;
  #crashes = 0;
  #stderr: string[] = [];

  constructor(options: RunKeeperOptions, state: ServerState) {
    this.#options = options;
    this.#state = state;
    this.#comeback = new Comeback({
      clock: options.clock,
      crashShownMs: options.times.crashShownMs,
      random: () => options.random(),
      onWaiting: leftMs => this.apply({ kind: 'retry', until: options.now() + leftMs }),
      onAgain: attempt => void this.#again(attempt),
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

  get starts(): number {
    return this.#starts;
  }

  get crashes(): number {
    return this.#crashes;
  }

  /** Null while it is not coming back from a crash. */
  get restarts(): Server['restarts'] {
    const isBack = isComing(this.#state) && this.#comeback.used > 0;
    return isBack ? { used: this.#comeback.used, of: maxRestarts } : null;
  }

  /** Kept after the end of a run, because they tell why it ended. */
  get stderr(): string[] {
    return this.#stderr;
  }

  apply(event: ServerEvent): void {
    const state = transition(this.#state, event, this.#options.now());
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
    this.#options.onChange();
    for (const look of [...this.#waiting]) look();
  }

  /** Resolves when it runs; a second caller joins. Rejects with HubError ERR_SERVER_UNAVAILABLE when it cannot or ends before. */
  start(reason?: Reason): Promise<void> {
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
    this.#aborted.abort();
    this.#comeback.cancel();
    this.#heartbeat?.stop();
    const run = this.#run;
    this.apply({ kind: 'stop' });
    if (run) await Promise.all([run.stop(graces), run.ended]);
    else this.apply({ kind: 'ended', reason: { kind: 'was-stopped' } });
  }

  /** Its client while it runs. */
  clientNow(): McpClient | null {
    return this.#run && canCall(this.#state) ? this.#run.client : null;
  }

  /** Its client once it runs: waits for a start under way, or for the next one after a crash. Rejects with HubError. */
  client(patience: Patience): Promise<McpClient> {
    const before = this.#crashes;
    const unavailable = () => this.#options.unavailable(this.#state);
    const look = () => {
      const client = this.clientNow();
      if (!client && (!isComing(this.#state) || this.#crashes > before)) throw unavailable();
      return client;
    };
    const onChange = (again: () => void) => {
      this.#waiting.add(again);
      return () => this.#waiting.delete(again);
    };
    return waitFor({ look, onChange, tooLate: unavailable }, patience);
  }

  async #start(reason?: Reason): Promise<void> {
    if (canCall(this.#state)) return;
    this.#comeback.cancel();
    this.#aborted = new AbortController();
    const { signal } = this.#aborted;
    while (this.#run && this.#state.kind === 'stopping') await this.#run.ended;
    // Awaiting gave others their turn: a stop since then is the newer wish.
    if (signal.aborted || !canStart(this.#state)) throw this.#options.unavailable(this.#state);
    const { queue } = this.#options;
    this.#begin(queue.isFull ? { kind: 'waits-for-turn', atOnce: queue.atOnce } : reason);
    const giveBack = await queue.take(signal);
    if (!giveBack) throw this.#options.unavailable(this.#state);
    try {
      this.#begin(reason);
      const run = this.#open();
      if (!run) throw this.#options.unavailable(this.#state);
      await run.ready.catch(() => run.ended);
      if (this.#run !== run || !canCall(this.#state)) throw this.#options.unavailable(this.#state);
    } finally {
      giveBack();
    }
  }

  #begin(reason: Reason | undefined): void {
    this.apply({ kind: 'start', ...(reason === undefined ? {} : { reason }) });
  }

  /** Null when it cannot even be tried. */
  #open(): KeptRun | null {
    try {
      return this.#openNow();
    } catch (error) {
      this.apply({ kind: 'ended', cause: 'runtime', reason: reasonOf(error) });
      return null;
    }
  }

  #openNow(): KeptRun {
    this.#starts += 1;
    this.#stderr = [];
    this.#readyAt = null;
    // Events of a run that was replaced are none of this server's any more.
    const ifCurrent = (act: () => void) => {
      if (this.#run === run) act();
    };
    const run: KeptRun = this.#options.open({
      onTools: tools => ifCurrent(() => this.#options.onTools(tools)),
      onStderr: () =>
        ifCurrent(() => {
          this.#stderr = run.stderr;
          this.#options.onChange();
        }),
      onPid: pid => ifCurrent(() => this.apply({ kind: 'spawned', pid })),
    });
    this.#run = run;
    if (run.pid !== null) this.apply({ kind: 'spawned', pid: run.pid });
    run.ready.then(
      handshake => ifCurrent(() => this.#ready(run, handshake)),
      () => {},
    );
    void run.ended.then(end => ifCurrent(() => this.#ended(run, end)));
    return run;
  }

  #ready(run: KeptRun, handshake: Handshake): void {
    const { clock, times } = this.#options;
    this.#handshake = handshake;
    this.#stderr = run.stderr;
    this.#readyAt = clock.now();
    this.#options.onReady(run.client);
    this.apply({ kind: 'ready', pid: run.pid });
    if (!canCall(this.#state)) return;
    this.#heartbeat = new Heartbeat({
      clock,
      times: times.heartbeat,
      isBusy: () => run.client.isBusy,
      ping: timeoutMs => run.client.ping(timeoutMs),
      onSilent: reason => this.apply({ kind: 'silent', reason }),
      onAnswer: () => this.apply({ kind: 'answered' }),
      onWedged: reason => run.fail(reason),
    });
  }

  async #again(attempt: number): Promise<void> {
    await this.start({ kind: 'automatic-start', attempt, of: maxRestarts, why: this.#why() }).catch(() => {});
  }

  /** Why it crashed. */
  #why(): Reason {
    return ('reason' in this.#state ? this.#state.reason : undefined) ?? foreign('');
  }

  #ended(run: KeptRun, end: RunEnd): void {
    const { clock } = this.#options;
    const ranMs = this.#readyAt === null ? 0 : clock.now() - this.#readyAt;
    this.#run = null;
    this.#heartbeat?.stop();
    this.#stderr = run.stderr;
    const wasLive = isLive(this.#state) && this.#state.kind !== 'stopping';
    if (wasLive && end.cause === 'ended') this.#crashes += 1;
    this.apply({ kind: 'ended', cause: end.cause, reason: mapTexts(end.reason, text => this.#options.mask(text)) });
    if (this.#state.kind !== 'crashed') return;
    this.#comeback.crashed({ at: clock.now(), ranMs });
    this.#options.onChange();
  }
}
