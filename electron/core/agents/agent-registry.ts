// The running agents: who is connected, as which client, and under what name, mode and plan. With its parts (browsers, calls, returning) the only writer of agents.
import { hubError } from '../../../words/hub-error.ts';
import { AgentBrowsers } from './agent-browsers.ts';
import { AgentCalls } from './agent-calls.ts';
import { numberInProcess, numberOf } from './agent-number.ts';
import { AgentProcesses } from './agent-processes.ts';
import { AgentRecords } from './agent-records.ts';
import { arrivedAgent } from './arrived-agent.ts';
import { CallTimes } from './call-times.ts';
import { instanceDigest, returnMs } from './kept-agents.ts';
import { ReturningAgents } from './returning-agents.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { Run } from '../../../contract/schemas/limits.ts';
import type { StoppableAgent } from '../permissions/policy/fleet-hold.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { AgentModes } from './agent-modes.ts';
import type { FindProcess } from './agent-processes.ts';
import type { AgentRecord } from './agent-records.ts';
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
  /** Why this one may not be here; null where it may. Nobody is refused when absent. */
  readonly refuses?: (agent: StoppableAgent) => Reason | null;
  /** One that came was not let in. */
  readonly onRefused?: (client: Client, reason: Reason) => void;
  /** The user has set what an agent may do. */
  readonly onMode?: () => void;
  /** An agent's calls go to another browser from now on. */
  readonly onBrowser?: () => void;
  /** What the user lets single agents do; without it every one is as all. */
  readonly modes?: Pick<AgentModes, 'of' | 'set'>;
  /** What an earlier run left, and where to keep what this one leaves; nothing is kept when absent. */
  readonly kept?: KeptAgentsOptions;
}

export class AgentRegistry {
  readonly #options: AgentRegistryOptions;
  readonly #records: AgentRecords;
  readonly #processes: AgentProcesses | null;
  /** In which browser each works. */
  readonly browsers: AgentBrowsers;
  readonly calls: AgentCalls;
  /** Those that have left and may come back. */
  readonly returning: ReturningAgents;
  readonly #presence: ((agentId: string, isHere: boolean) => void)[] = [];

  constructor(options: AgentRegistryOptions) {
    this.#options = options;
    const records = new AgentRecords(options);
    this.#records = records;
    this.browsers = new AgentBrowsers({ ...options, records });
    this.calls = new AgentCalls({ ...options, records });
    this.returning = new ReturningAgents({ ...options, records });
    this.#processes = options.findProcess ? new AgentProcesses(options.findProcess) : null;
  }

  get(id: string): Agent | null {
    return this.#records.get(id)?.agent ?? null;
  }

  /** Throws ERR_INVALID_ARGUMENTS when the agent is not known. */
  expect(id: string): Agent {
    const agent = this.get(id);
    if (!agent) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-agent', agent: id });
    return agent;
  }

  /**
   * A new agent, or the one that was here with the same credential and instance within the last minute. Throws ERR_PERMISSION_DENIED for
   * one that may not be here.
   */
  connect(connecting: ConnectingAgent): Agent {
    const refusal = this.refusalOf(connecting);
    if (refusal) throw hubError('ERR_PERMISSION_DENIED', refusal);
    const digest = instanceDigest(connecting.client.id, connecting.instance);
    const known = this.returning.find(connecting.client.id, connecting.instance, digest);
    if (known) return this.#return(known, connecting);
    const id = `agent_${this.#options.randomBytes(16).toString('hex')}`;
    const mode = this.#options.modes?.of(digest) ?? 'running';
    const number = this.#numberOf(connecting);
    const agent = arrivedAgent(connecting, { id, number, mode, since: this.#options.now() });
    const { instance, disconnect } = connecting;
    this.#records.add({ agent, instance, digest, disconnect, times: new CallTimes(), leaving: null });
    void this.#findProcess(id, connecting);
    this.#records.forgetOldest();
    this.#tell(id, true);
    return agent;
  }

  /** Why one that has come is not let in; null where it is. */
  refusalOf({
    client,
    name = client.name,
    program,
  }: Pick<ConnectingAgent, 'client' | 'name' | 'program'>): Reason | null {
    const refusal = this.#options.refuses?.({ clientId: client.id, name, claimedName: '', program }) ?? null;
    if (refusal) this.#options.onRefused?.(client, refusal);
    return refusal;
  }

  /** Ends those that may not be here any more. */
  expelRefused(): void {
    for (const agent of this.connected()) {
      const refusal = this.#options.refuses?.(agent);
      if (refusal) this.disconnect(agent.id, refusal);
    }
  }

  /** Takes what the agent says of itself. Its name stays the credential's: a claim decides nothing. */
  introduce(id: string, claimedName: string, version: string, protocolVersion: string | null): void {
    this.#records.change(id, agent => ({
      ...agent,
      claimedName: claimedName.slice(0, 80),
      version: version.slice(0, 40),
      protocolVersion,
    }));
  }

  /** It begins an answer, or has ended one, as it says itself. False where that was so already. */
  turn(id: string, begins: boolean): boolean {
    if ((this.get(id)?.turn !== undefined) === begins) return false;
    const since = this.#options.now();
    this.#records.change(id, ({ turn: _, ...agent }) => (begins ? { ...agent, turn: { since } } : agent));
    return true;
  }

  /** The user has agreed to its plan. */
  planned(id: string, plan: Pick<NonNullable<Agent['plan']>, 'domains' | 'approach'>): void {
    const since = this.#options.now();
    this.#records.change(id, agent => ({ ...agent, plan: { ...plan, since } }));
  }

  /** The user frees it from its plan. */
  freed(id: string): void {
    this.expect(id);
    this.#records.change(id, ({ plan: _, ...agent }) => agent);
  }

  /** A call of it belongs to this run. */
  inRun(id: string, run: Run): void {
    this.#records.change(id, agent => ({ ...agent, run }));
  }

  /** The client has another name now, and so have its agents. */
  renamed(clientId: string, name: string): void {
    for (const { agent } of this.#records.all())
      if (agent.clientId === clientId) this.#records.change(agent.id, known => ({ ...known, name }));
  }

  /** The connection ended. The agent keeps its tabs for a minute, unless it is not to come back. */
  left(id: string, reason: Reason, mayReturn = true): void {
    const record = this.#records.get(id);
    if (!record || record.agent.state.kind === 'gone') return;
    const since = this.#options.now();
    const state = { kind: 'gone' as const, since, reason, ...(mayReturn && { keepsTabsUntil: since + returnMs }) };
    this.#records.change(id, ({ turn: _, process: _process, ...agent }) => ({ ...agent, inFlight: 0, state }));
    this.#tell(id, false);
    if (!mayReturn) return this.#options.onLeft(id);
    this.returning.expect(record, returnMs);
  }

  connected(): Agent[] {
    return this.#records.all().flatMap(({ agent }) => (agent.state.kind === 'connected' ? [agent] : []));
  }

  /** Calls `listener` whenever an agent has come or has left. */
  onPresence(listener: (agentId: string, isHere: boolean) => void): void {
    this.#presence.push(listener);
  }

  /** What this one may do from now on, also when it comes back. `stopped` disconnects it. */
  async setMode(id: string, mode: RunMode): Promise<void> {
    this.expect(id);
    const digest = this.#records.get(id)?.digest ?? '';
    this.#records.change(id, ({ mode: _, ...agent }) => (mode === 'running' ? agent : { ...agent, mode }));
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
    const record = this.#records.get(id);
    record?.disconnect(reason, why);
    this.left(id, reason, false);
    if (record) this.returning.giveUp(record);
  }

  /** Ends every agent of a client whose credential is gone. */
  disconnectClient(clientId: string, reason: Reason): void {
    for (const { agent, leaving } of this.#records.all()) {
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
    if (this.get(id)?.state.kind === 'gone') this.#records.remove(id);
  }

  #return(record: AgentRecord, agent: ConnectingAgent): Agent {
    this.returning.stopTimer(record);
    record.disconnect = agent.disconnect;
    this.#records.change(record.agent.id, known => ({
      ...known,
      program: agent.program ?? known.program,
      state: { kind: 'connected', since: this.#options.now() },
    }));
    void this.#findProcess(record.agent.id, agent);
    this.#tell(record.agent.id, true);
    return record.agent;
  }

  /**
   * What is found belongs to the connection that was asked about, which may have ended meanwhile. The pages of a browser come from one
   * process, and each origin is somebody else.
   */
  async #findProcess(id: string, { end, origin, disconnect }: ConnectingAgent): Promise<void> {
    const process = end && origin === undefined && this.#processes ? await this.#processes.of(end) : null;
    const record = this.#records.get(id);
    if (!process || record?.disconnect !== disconnect || record.agent.state.kind !== 'connected') return;
    const number = numberInProcess({ ...record.agent, process }, this.connected());
    this.#records.change(id, ({ number: _, ...agent }) => ({ ...agent, process, ...(number > 1 && { number }) }));
  }

  #numberOf({ client, program, name }: ConnectingAgent): number {
    if (name !== undefined) return 1;
    const known = this.#records.all().map(({ agent, leaving }) => ({ agent, mayReturn: leaving !== null }));
    return numberOf(client.id, program, known);
  }

  #tell(id: string, isHere: boolean): void {
    for (const listener of this.#presence) listener(id, isHere);
  }
}
