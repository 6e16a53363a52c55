// The running agents: who is connected, as which client, and what each has done so far. The only writer of agents.
import { hubError } from '../../../words/hub-error.ts';
import { numberInProcess, numberOf } from './agent-number.ts';
import { chosenBy, knowingMoved, movedTo } from './agent-place.ts';
import { AgentProcesses } from './agent-processes.ts';
import { arrivedAgent } from './arrived-agent.ts';
import { CallTimes } from './call-times.ts';
import { instanceDigest, keptOf, restored, returnMs } from './kept-agents.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent, AgentFigures } from '../../../contract/schemas/entities.ts';
import type { Run } from '../../../contract/schemas/limits.ts';
import type { Outcome } from '../../../contract/schemas/trace.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { KeptAgent } from '../store/kept-lives.ts';
import type { AgentModes } from './agent-modes.ts';
import type { FindProcess } from './agent-processes.ts';
import type { ConnectingAgent, Dismissal } from './arrived-agent.ts';
import type { KeptAgentsOptions } from './kept-agents.ts';

export interface AgentRegistryOptions {
  readonly state: StateWriter;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  /** The agent did not come back in time: its tabs lose their owner, its grants end. */
  readonly onLeft: (agentId: string) => void;
  /** Milliseconds on a clock that never steps, with fractions; `now` when absent. */
  readonly monotonic?: () => number;
  /** Asks the system which process an agent is; none is told of when absent. */
  readonly findProcess?: FindProcess;
  /** The user has set what an agent may do. */
  readonly onMode?: () => void;
  /** An agent's calls go to another browser from now on. */
  readonly onBrowser?: () => void;
  /** What the user lets single agents do; without it every one is as all. */
  readonly modes?: Pick<AgentModes, 'of' | 'set'>;
  /** What an earlier run left, and where to keep what this one leaves; nothing is kept when absent. */
  readonly kept?: KeptAgentsOptions;
}

interface Entry {
  agent: Agent;
  /** Of one of an earlier run, until it is back, a random word that nobody can say. */
  readonly instance: string;
  readonly digest: string;
  readonly times: CallTimes;
  disconnect: ConnectingAgent['disconnect'];
  leaving: NodeJS.Timeout | null;
}

/** Agents that left stay visible; the oldest go beyond this many. */
const maxGone = 50;

export class AgentRegistry {
  readonly #options: AgentRegistryOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #processes: AgentProcesses | null;
  readonly #presence: ((agentId: string, isHere: boolean) => void)[] = [];

  constructor(options: AgentRegistryOptions) {
    this.#options = options;
    this.#processes = options.findProcess ? new AgentProcesses(options.findProcess) : null;
  }

  get(id: string): Agent | null {
    return this.#entries.get(id)?.agent ?? null;
  }

  /** Throws ERR_INVALID_ARGUMENTS when the agent is not known. */
  expect(id: string): Agent {
    const agent = this.get(id);
    if (!agent) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-agent', agent: id });
    return agent;
  }

  /**
   * Takes those of the last run: each may come back within its minute. Whose credential is gone, or whose minute is over, has left for
   * good. To be called once, before the first connects and after `onLeft` has its listeners.
   */
  restore(isClient: (clientId: string) => boolean): void {
    for (const row of this.#options.kept?.rows ?? []) {
      if (isClient(row.agent.clientId)) this.#restore(row);
      else {
        this.#options.kept?.persist.remove(row.agent.id);
        this.#options.onLeft(row.agent.id);
      }
    }
    this.#forgetOldest();
  }

  #restore(row: KeptAgent): void {
    const { mode: _, ...known } = restored(row, this.#options.now());
    const mode = this.#options.modes?.of(row.instance) ?? 'running';
    const agent: Agent = mode === 'running' ? known : { ...known, mode };
    const instance = this.#options.randomBytes(16).toString('hex');
    const nothing = { disconnect: () => {}, times: new CallTimes(), leaving: null };
    const entry: Entry = { ...nothing, agent, instance, digest: row.instance };
    this.#entries.set(agent.id, entry);
    this.#shown(agent, row.instance);
    const until = agent.state.kind === 'gone' ? agent.state.keepsTabsUntil : undefined;
    if (until === undefined) this.#options.onLeft(agent.id);
    else this.#awaitReturn(entry, until - this.#options.now());
  }

  /** A new agent, or the one that was here with the same credential and instance within the last minute. */
  connect(connecting: ConnectingAgent): Agent {
    const digest = instanceDigest(connecting.client.id, connecting.instance);
    const known = [...this.#entries.values()].find(
      entry =>
        (entry.digest === digest || entry.instance === connecting.instance) &&
        entry.agent.clientId === connecting.client.id &&
        entry.leaving,
    );
    if (known) return this.#return(known, connecting);
    const id = `agent_${this.#options.randomBytes(16).toString('hex')}`;
    const mode = this.#options.modes?.of(digest) ?? 'running';
    const number = this.#numberOf(connecting);
    const agent = arrivedAgent(connecting, { id, number, mode, since: this.#options.now() });
    const { instance, disconnect } = connecting;
    this.#entries.set(id, { agent, instance, digest, disconnect, times: new CallTimes(), leaving: null });
    this.#shown(agent, digest);
    void this.#findProcess(id, connecting);
    this.#forgetOldest();
    this.#tell(id, true);
    return agent;
  }

  /** Takes what the agent says of itself. Its name stays the credential's: a claim decides nothing. */
  introduce(id: string, claimedName: string, version: string, protocolVersion: string | null): void {
    this.#change(id, agent => ({
      ...agent,
      claimedName: claimedName.slice(0, 80),
      version: version.slice(0, 40),
      protocolVersion,
    }));
  }

  /** Its first call went there; whoever chose before stays where that is. */
  bind(id: string, browserId: string): void {
    if (this.get(id)?.browserId === null) this.#change(id, agent => ({ ...agent, browserId }));
  }

  /** It has chosen itself, and so knows where it works. */
  choose(id: string, browserId: string): void {
    this.#change(id, agent => chosenBy(agent, browserId));
    this.#options.onBrowser?.();
  }

  /** Others have chosen for it. `tabs` are the numbers of its tabs elsewhere. */
  move(id: string, browserId: string, by: 'user' | 'away', tabs: readonly number[]): void {
    const since = this.#options.now();
    this.#change(id, agent => movedTo(agent, browserId, { by, since, tabs }));
    this.#options.onBrowser?.();
  }

  /** The user forgot that browser: whoever worked there works where a new agent would. */
  browserForgotten(browserId: string, tabsOf: (agentId: string) => readonly number[]): void {
    const since = this.#options.now();
    for (const { agent } of this.#entries.values()) {
      if (agent.browserId === browserId)
        this.#change(agent.id, known => movedTo(known, null, { by: 'user', since, tabs: tabsOf(agent.id) }));
    }
    this.#options.onBrowser?.();
  }

  toldAway(id: string, toldAway: NonNullable<Agent['toldAway']>): void {
    this.#change(id, agent => ({ ...agent, toldAway }));
  }

  /** It has called where it works now, and so knows. */
  knowsMoved(id: string): void {
    this.#change(id, knowingMoved);
  }

  /** It begins an answer, or has ended one, as it says itself. False where that was so already. */
  turn(id: string, begins: boolean): boolean {
    if ((this.get(id)?.turn !== undefined) === begins) return false;
    const since = this.#options.now();
    this.#change(id, ({ turn: _, ...agent }) => (begins ? { ...agent, turn: { since } } : agent));
    return true;
  }

  /** The user has agreed to its plan. */
  planned(id: string, plan: Pick<NonNullable<Agent['plan']>, 'domains' | 'approach'>): void {
    const since = this.#options.now();
    this.#change(id, agent => ({ ...agent, plan: { ...plan, since } }));
  }

  /** The user frees it from its plan. */
  freed(id: string): void {
    this.expect(id);
    this.#change(id, ({ plan: _, ...agent }) => agent);
  }

  /** A call of it belongs to this run. */
  inRun(id: string, run: Run): void {
    this.#change(id, agent => ({ ...agent, run }));
  }

  /** Returns the moment, for `callEnded`. */
  callStarted(id: string): number {
    this.#change(id, agent => ({
      ...agent,
      calls: agent.calls + 1,
      inFlight: agent.inFlight + 1,
      lastCallAt: this.#options.now(),
    }));
    return this.#moment();
  }

  /** What was cancelled has no time of its own; `waitedMs` is how long the user was waited for. */
  callEnded(id: string, outcome: Outcome, startedAt: number, waitedMs = 0): void {
    if (outcome !== 'cancelled') this.#entries.get(id)?.times.add(Math.max(0, this.#moment() - startedAt - waitedMs));
    this.#change(id, agent => ({
      ...agent,
      inFlight: Math.max(0, agent.inFlight - 1),
      refused: agent.refused + (outcome === 'refused' ? 1 : 0),
      failed: agent.failed + (outcome === 'error' ? 1 : 0),
    }));
  }

  /** Those of every agent that is shown. */
  figures(): AgentFigures[] {
    return [...this.#entries].map(([agentId, { times }]) => ({ agentId, ...times.figures() }));
  }

  /** The client has another name now, and so have its agents. */
  renamed(clientId: string, name: string): void {
    for (const { agent } of this.#entries.values())
      if (agent.clientId === clientId) this.#change(agent.id, known => ({ ...known, name }));
  }

  /** The connection ended. The agent keeps its tabs for a minute, unless it is not to come back. */
  left(id: string, reason: Reason, mayReturn = true): void {
    const entry = this.#entries.get(id);
    if (!entry || entry.agent.state.kind === 'gone') return;
    const since = this.#options.now();
    const state = { kind: 'gone' as const, since, reason, ...(mayReturn && { keepsTabsUntil: since + returnMs }) };
    this.#change(id, ({ turn: _, process: _process, ...agent }) => ({ ...agent, inFlight: 0, state }));
    this.#tell(id, false);
    if (!mayReturn) return this.#options.onLeft(id);
    this.#awaitReturn(entry, returnMs);
  }

  #awaitReturn(entry: Entry, ms: number): void {
    entry.leaving = setTimeout(() => {
      entry.leaving = null;
      this.#goneForGood(entry.agent.id);
    }, ms);
    entry.leaving.unref();
  }

  /** For a wire without ids: the instance of the client's one agent that may still return; null when none or several may. */
  loneOrphan(clientId: string): string | null {
    const orphans = [...this.#entries.values()].filter(({ agent, leaving }) => agent.clientId === clientId && leaving);
    return orphans.length === 1 ? (orphans[0]?.instance ?? null) : null;
  }

  connected(): Agent[] {
    return [...this.#entries.values()].map(({ agent }) => agent).filter(({ state }) => state.kind === 'connected');
  }

  /** Calls `listener` whenever an agent has come or has left. */
  onPresence(listener: (agentId: string, isHere: boolean) => void): void {
    this.#presence.push(listener);
  }

  /** What this one may do from now on, also when it comes back. `stopped` disconnects it. */
  async setMode(id: string, mode: RunMode): Promise<void> {
    this.expect(id);
    const digest = this.#entries.get(id)?.digest ?? '';
    this.#change(id, ({ mode: _, ...agent }) => (mode === 'running' ? agent : { ...agent, mode }));
    this.#options.onMode?.();
    if (mode === 'stopped' && this.expect(id).state.kind === 'connected')
      this.disconnect(id, { kind: 'user-stopped', of: 'agent' });
    await this.#options.modes?.set(digest, mode);
  }

  /** The user stopped all. */
  disconnectAll(reason: Reason): void {
    for (const { id } of this.connected()) this.disconnect(id, reason);
  }

  disconnect(id: string, reason: Reason, why: Dismissal = 'dismissed'): void {
    this.expect(id);
    const entry = this.#entries.get(id);
    entry?.disconnect(reason, why);
    this.left(id, reason, false);
    if (!entry?.leaving) return;
    clearTimeout(entry.leaving);
    entry.leaving = null;
    this.#goneForGood(id);
  }

  /** Ends every agent of a client whose credential is gone. */
  disconnectClient(clientId: string, reason: Reason): void {
    for (const { agent, leaving } of [...this.#entries.values()]) {
      if (agent.clientId === clientId && (agent.state.kind === 'connected' || leaving))
        this.disconnect(agent.id, reason, 'revoked');
    }
  }

  /** Ends every agent of a page whose origin may ask no more. */
  disconnectPages(isGone: (origin: string) => boolean, reason: Reason): void {
    for (const { id, origin } of this.connected())
      if (origin !== undefined && isGone(origin)) this.disconnect(id, reason, 'revoked');
  }

  /** Takes one that has left out of what is shown. */
  forget(id: string): void {
    if (this.#entries.get(id)?.agent.state.kind !== 'gone') return;
    this.#remove(id);
  }

  stop(): void {
    for (const entry of this.#entries.values()) if (entry.leaving) clearTimeout(entry.leaving);
  }

  #return(entry: Entry, agent: ConnectingAgent): Agent {
    if (entry.leaving) clearTimeout(entry.leaving);
    entry.leaving = null;
    entry.disconnect = agent.disconnect;
    this.#change(entry.agent.id, known => ({
      ...known,
      program: agent.program ?? known.program,
      state: { kind: 'connected', since: this.#options.now() },
    }));
    void this.#findProcess(entry.agent.id, agent);
    this.#tell(entry.agent.id, true);
    return entry.agent;
  }

  /**
   * What is found belongs to the connection that was asked about, which may have ended meanwhile. The pages of a browser come from one
   * process, and each origin is somebody else.
   */
  async #findProcess(id: string, { end, origin, disconnect }: ConnectingAgent): Promise<void> {
    const process = end && origin === undefined && this.#processes ? await this.#processes.of(end) : null;
    const entry = this.#entries.get(id);
    if (!process || entry?.disconnect !== disconnect || entry.agent.state.kind !== 'connected') return;
    const number = numberInProcess({ ...entry.agent, process }, this.connected());
    this.#change(id, ({ number: _, ...agent }) => ({ ...agent, process, ...(number > 1 && { number }) }));
  }

  #goneForGood(id: string): void {
    this.#change(id, agent => {
      if (agent.state.kind !== 'gone') return agent;
      const { keepsTabsUntil: _, ...state } = agent.state;
      return { ...agent, state };
    });
    this.#options.onLeft(id);
  }

  #numberOf({ client, program }: ConnectingAgent): number {
    const known = [...this.#entries.values()].map(({ agent, leaving }) => ({ agent, mayReturn: leaving !== null }));
    return numberOf(client.id, program, known);
  }

  #moment(): number {
    return (this.#options.monotonic ?? this.#options.now)();
  }

  #tell(id: string, isHere: boolean): void {
    for (const listener of this.#presence) listener(id, isHere);
  }

  #change(id: string, change: (agent: Agent) => Agent): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.agent = change(entry.agent);
    this.#shown(entry.agent, entry.digest);
  }

  #forgetOldest(): void {
    const gone = [...this.#entries.values()].filter(entry => entry.agent.state.kind === 'gone' && !entry.leaving);
    for (const { agent } of gone.slice(0, Math.max(0, gone.length - maxGone))) this.#remove(agent.id);
  }

  #remove(id: string): void {
    this.#entries.delete(id);
    this.#options.state.remove('agents', id);
    this.#options.kept?.persist.remove(id);
  }

  /** Shows the agent, and keeps it for the next run. */
  #shown(agent: Agent, digest: string): void {
    this.#options.state.set('agents', agent.id, agent);
    this.#options.kept?.persist.put(agent.id, keptOf(agent, digest, this.#options.kept.mask));
  }
}
