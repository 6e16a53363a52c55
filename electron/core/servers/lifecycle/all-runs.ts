// All runs of one server: the one that lists its tools and serves everybody, and where each agent has its own, those.
import { hubError } from '../../../../words/hub-error.ts';
import { noCounts, sumOf } from './run-counts.ts';
import { RunKeeper } from './run-keeper.ts';
import { canCall, isComing, sleeps } from './server-state.ts';
import type { HubError } from '../../../../contract/errors.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Server, ServerState } from '../../../../contract/schemas/servers.ts';
import type { Patience } from '../../platform/wait.ts';
import type { Handshake } from '../client/handshake.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { Asker } from './asker.ts';
import type { RunCounts } from './run-counts.ts';
import type { RunKeeperOptions } from './run-keeper.ts';

/** The run of one agent. Its asker is exchanged when the agent comes back on another connection. */
interface AgentRun {
  asker: Asker;
  readonly keeper: RunKeeper;
}

const maxAgents = 64;

export class AllRuns {
  readonly #options: Omit<RunKeeperOptions, 'asker'>;
  readonly #shared: RunKeeper;
  readonly #agents = new Map<string, AgentRun>();
  /** Of agents that are gone. */
  #past = noCounts;

  constructor(options: Omit<RunKeeperOptions, 'asker' | 'era'>, state: ServerState) {
    this.#options = { ...options, era: { isOlder: false } };
    this.#shared = new RunKeeper({ ...this.#options, asker: () => null }, state);
  }

  /** The run for all. */
  get shared(): RunKeeper {
    return this.#shared;
  }

  /** It runs when any of its runs does, and what is wrong with one of them is wrong with it. */
  get state(): ServerState {
    // Asked with every call, of servers whose agents mostly share one run.
    if (this.#agents.size === 0) return this.#shared.state;
    const states = this.#keepers().map(({ state }) => state);
    return states.find(({ kind }) => kind === 'degraded') ?? states.find(canCall) ?? this.#shared.state;
  }

  get handshake(): Handshake | null {
    return this.#shared.handshake ?? this.#keepers().find(({ handshake }) => handshake)?.handshake ?? null;
  }

  get counts(): RunCounts {
    return this.#keepers().reduce((sum, { counts }) => sumOf(sum, counts), this.#past);
  }

  /** Of the run for all, or of any that an agent has. */
  get startMs(): number | null {
    return this.#shared.startMs ?? this.#keepers().find(({ startMs }) => startMs !== null)?.startMs ?? null;
  }

  /** Whether a call of this agent at its own run, or with null at the one for all, would wake or begin it. */
  sleepsFor(agentId: string | null): boolean {
    const keeper = agentId === null ? this.#shared : this.#agents.get(agentId)?.keeper;
    if (keeper) return sleeps(keeper.state);
    return sleeps(this.#shared.state) || canCall(this.#shared.state);
  }

  /** Of the run for all, while none other is up. */
  get restarts(): Server['restarts'] {
    return this.state === this.#shared.state ? this.#shared.restarts : null;
  }

  /** How many are up. */
  get up(): number {
    return this.#keepers().filter(({ state }) => canCall(state)).length;
  }

  /** Ends all of them. A second call while they stop is less patient. */
  async stop(graces: StopGraces): Promise<void> {
    const agents = [...this.#agents.keys()];
    await Promise.all([this.#shared.stop(graces), ...agents.map(agentId => this.agentLeft(agentId, graces))]);
  }

  /** The policy forbids each of them. */
  forbid(reason: Reason): void {
    for (const keeper of this.#keepers()) keeper.forbid(reason);
  }

  /** The policy forbids none of them any longer. */
  permit(): void {
    for (const keeper of this.#keepers()) keeper.permit();
  }

  /** As `stop`, with a next start of the run for all that is a restart. */
  async stopToRestart(graces: StopGraces): Promise<void> {
    const agents = [...this.#agents.keys()];
    await Promise.all([this.#shared.stopToRestart(graces), ...agents.map(agentId => this.agentLeft(agentId, graces))]);
  }

  /** The client of the agent's own run, which is started where there is none. Rejects with HubError. */
  clientOf(asker: Asker, patience: Patience): Promise<McpClient> {
    const { keeper } = this.#agentRun(asker);
    if (!canCall(keeper.state) && !isComing(keeper.state) && keeper.state.kind !== 'failed') {
      keeper.start().catch(() => {});
    }
    return keeper.client(patience);
  }

  /** Ends what one agent has; nothing when it has nothing. */
  async agentLeft(agentId: string, graces: StopGraces): Promise<void> {
    const run = this.#agents.get(agentId);
    if (!run) return;
    await run.keeper.stop(graces);
    if (this.#agents.get(agentId) !== run) return;
    this.#agents.delete(agentId);
    this.#past = sumOf(this.#past, run.keeper.counts);
    this.#options.events.onChange();
  }

  #agentRun(asker: Asker): AgentRun {
    const { agentId } = asker;
    const known = this.#agents.get(agentId);
    if (known && declaresSame(known.asker, asker)) {
      known.asker = asker;
      return known;
    }
    // It was introduced as somebody with other abilities: that run cannot be told of the new ones.
    if (known) void known.keeper.stop({ inputMs: 0, termMs: 0 });
    else if (this.#agents.size >= maxAgents) throw tooMany();
    // What is asked goes to the connection that the agent has now, not to the one it came with.
    const current = () => standIn(() => run.asker);
    const stopped: ServerState = { kind: 'stopped', since: this.#options.surroundings.platform.now() };
    const run: AgentRun = { asker, keeper: new RunKeeper({ ...this.#options, asker: current }, stopped) };
    this.#agents.set(agentId, run);
    return run;
  }

  #keepers(): RunKeeper[] {
    return [this.#shared, ...[...this.#agents.values()].map(({ keeper }) => keeper)];
  }
}

function standIn(current: () => Asker): Asker {
  return {
    ...current(),
    onRequest: request => current().onRequest(request),
    onNotification: (method, params, seq) => current().onNotification(method, params, seq),
  };
}

function declaresSame(one: Asker, other: Asker): boolean {
  const said = ({ protocolVersion, declares, clientInfo }: Asker) =>
    JSON.stringify([protocolVersion, declares, clientInfo]);
  return said(one) === said(other);
}

function tooMany(): HubError {
  return hubError('ERR_SERVER_UNAVAILABLE', { kind: 'too-many-runs', most: maxAgents });
}
