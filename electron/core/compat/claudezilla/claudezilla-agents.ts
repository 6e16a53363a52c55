// Agents of spec 000's socket: each is the id that it claims and the process that first did, lives on between its short connections, and ends with its process.
import { readFileSync } from 'node:fs';
import { HubError } from '../../../../contract/errors.ts';
import { shortAgentId } from '../../agent-connections/refusal-sentence.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { ProcessMark } from '../../../../native-host/endpoints/socket-peer.ts';
import type { AgentRegistry } from '../../agents/agent-registry.ts';
import type { ClientRegistry } from '../../clients/client-registry.ts';

export const claudezillaClientId = 'compat-claudezilla';

/** What the system tells of the other end of a connection, which is named by its inode. */
export interface PeerProcesses {
  holdsSocket(pid: number, inode: string): boolean;
  socketHolder(inode: string, likely: number | null): ProcessMark | null;
  processMark(pid: number): ProcessMark | null;
}

export interface ClaudezillaAgentsOptions {
  readonly agents: AgentRegistry;
  readonly clients: ClientRegistry;
  readonly now: () => number;
  readonly isAlive: (pid: number) => boolean;
  readonly peers: PeerProcesses;
}

export interface ClaudezillaAgent {
  /** The hub's own id of it. */
  readonly agentId: string;
  /** What it calls itself; null for all that give no id, which are one agent. */
  readonly claimed: string | null;
  /** From the end of its id: the real programs put their process there. */
  readonly pid: number | null;
  /** The process that first used the id: while it runs the id is its own. Null where the system does not tell. */
  bound: ProcessMark | null;
  lastSeenAt: number;
  gone: boolean;
  /** Ends a command in flight with a reply. */
  readonly inFlight: Set<(reason: Reason) => void>;
}

const maxLiving = 200;
const maxKnown = 500;
/** A dead process keeps its tabs this long, as every agent that disconnects does. */
const quietMs = 60_000;
/** The real system's own bound for an agent that says nothing and whose process is not known. */
const silentMs = 600_000;

export class ClaudezillaAgents {
  readonly #options: ClaudezillaAgentsOptions;
  readonly #known = new Map<string, ClaudezillaAgent>();

  constructor(options: ClaudezillaAgentsOptions) {
    this.#options = options;
  }

  /**
   * The agent of that id, which is here with this; `end` is the inode of the other end of its connection. Throws ERR_RATE_LIMITED when
   * too many are, and ERR_NOT_OWNER as `expectOwn` does.
   */
  arrive(claimed: string | null, end: string | null): ClaudezillaAgent {
    if (claimed !== null) this.expectOwn(claimed, end);
    const known = this.#known.get(keyOf(claimed));
    if (!known || known.gone) return this.#connect(claimed, end);
    known.lastSeenAt = this.#options.now();
    known.bound ??= this.#holder(claimed, end);
    return known;
  }

  /**
   * Who says no id: the agent that spoke last on the same connection, else the one whose process is at its other end, because the real
   * programs leave the id out of half of their commands (spec 000 "Request Format": it is injected). Where neither tells of exactly one,
   * the one agent of all that have none.
   */
  arriveUnnamed(end: string | null, before: ClaudezillaAgent | null): ClaudezillaAgent {
    const likely = before && !before.gone ? [before] : this.#atEnd(end);
    const [agent, ...others] = likely;
    return this.arrive(agent && others.length === 0 ? agent.claimed : null, end);
  }

  /**
   * Real clients open a connection for each command, so an id belongs to the process behind the first one, and is free once that has
   * ended. Throws ERR_NOT_OWNER when it runs and is not at that end.
   */
  expectOwn(claimed: string, end: string | null): void {
    const known = this.#known.get(keyOf(claimed));
    if (!known?.bound) return;
    const { pid, startedAt } = known.bound;
    const { peers } = this.#options;
    if (peers.processMark(pid)?.startedAt !== startedAt) {
      // The real programs' ids end with their process, so whoever says such a one now is somebody else.
      if (known.pid === pid) this.leave(known, { kind: 'process-ended', pid });
      known.bound = null;
    } else if (end === null || !peers.holdsSocket(pid, end))
      throw new HubError(
        'ERR_NOT_OWNER',
        `OWNERSHIP: agentId ${shortAgentId(claimed)} is that of process ${pid}, which is running; call with an agentId of your own.`,
      );
  }

  find(claimed: string): ClaudezillaAgent | null {
    return this.#known.get(keyOf(claimed)) ?? null;
  }

  agent({ agentId }: ClaudezillaAgent): Agent {
    return this.#options.agents.expect(agentId);
  }

  /** What an agent of this wire calls itself, by the hub's id of it. */
  claimedBy(agentId: string): string | null {
    return [...this.#known.values()].find(known => known.agentId === agentId)?.claimed ?? null;
  }

  leave(agent: ClaudezillaAgent, reason: Reason): void {
    this.#end(agent, reason, false);
  }

  /** Whether its tabs have nobody any more: it was seen to leave, or its process has ended, and no process of that number runs. */
  isDead(agent: ClaudezillaAgent): boolean {
    if (agent.inFlight.size > 0) return false;
    return agent.pid === null ? agent.gone : !this.#options.isAlive(agent.pid);
  }

  /** Lets go of agents whose process has ended, and of silent ones of which no process is known. */
  sweep(): void {
    const now = this.#options.now();
    for (const agent of this.#known.values()) {
      if (agent.gone || agent.inFlight.size > 0) continue;
      const quiet = now - agent.lastSeenAt;
      if (agent.pid !== null && quiet > quietMs && !this.#options.isAlive(agent.pid))
        this.leave(agent, { kind: 'process-ended', pid: agent.pid });
      else if (agent.pid === null && quiet > silentMs)
        this.leave(agent, { kind: 'silent-for', minutes: silentMs / 60_000 });
    }
  }

  /** The endpoint closes: agents may come back within a minute and find their tabs. */
  close(reason: Reason): void {
    for (const agent of this.#known.values()) {
      for (const end of [...agent.inFlight]) end(reason);
      this.#end(agent, reason, true);
    }
  }

  #atEnd(end: string | null): ClaudezillaAgent[] {
    if (end === null) return [];
    const { peers } = this.#options;
    return [...this.#known.values()].filter(
      ({ gone, pid, bound }) =>
        !gone &&
        bound !== null &&
        // What forwards for several agents is none of them.
        pid === bound.pid &&
        peers.holdsSocket(bound.pid, end) &&
        peers.processMark(bound.pid)?.startedAt === bound.startedAt,
    );
  }

  #holder(claimed: string | null, end: string | null): ProcessMark | null {
    return claimed === null || end === null ? null : this.#options.peers.socketHolder(end, pidOf(claimed));
  }

  #connect(claimed: string | null, end: string | null): ClaudezillaAgent {
    const { agents, clients, now } = this.#options;
    const client = clients.expect(claudezillaClientId);
    const living = [...this.#known.values()].filter(({ gone }) => !gone);
    if (living.length >= maxLiving && !this.#makeRoom(living))
      throw new HubError('ERR_RATE_LIMITED', `${maxLiving} agents are here already; end one and call again.`);
    const pid = pidOf(claimed);
    const bound = this.#holder(claimed, end);
    // Another process that has the number later does not return as this one.
    const start = bound !== null && bound.pid === pid ? ` started ${bound.startedAt}` : '';
    const arrived = agents.connect({
      client,
      instance: `${keyOf(claimed)}${start}`,
      transport: 'claudezilla',
      program: { path: null, pid: bound?.pid ?? pid, folder: null },
      // What forwards for several agents is none of them.
      ...(bound !== null && bound.pid === pid && { end: { kind: 'known', process: bound } as const }),
      disconnect: reason => this.#disconnected(keyOf(claimed), reason),
    });
    agents.introduce(arrived.id, claimed === null ? 'without an id' : shortAgentId(claimed), '', '');
    clients.seen(client.id);
    const inFlight = new Set<(reason: Reason) => void>();
    const agent = { agentId: arrived.id, claimed, pid, bound, lastSeenAt: now(), gone: false, inFlight };
    this.#known.delete(keyOf(claimed));
    this.#known.set(keyOf(claimed), agent);
    this.#forgetOldest();
    return agent;
  }

  /** The one that has been idle longest; it may come back within a minute. */
  #makeRoom(living: readonly ClaudezillaAgent[]): boolean {
    const [idle] = living.filter(({ inFlight }) => inFlight.size === 0).toSorted((a, b) => a.lastSeenAt - b.lastSeenAt);
    if (idle) this.#end(idle, { kind: 'made-room', most: maxLiving }, true);
    return idle !== undefined;
  }

  #disconnected(key: string, reason: Reason): void {
    const agent = this.#known.get(key);
    if (!agent) return;
    agent.gone = true;
    for (const end of [...agent.inFlight]) end(reason);
  }

  #end(agent: ClaudezillaAgent, reason: Reason, mayReturn: boolean): void {
    if (agent.gone) return;
    agent.gone = true;
    this.#options.agents.left(agent.agentId, reason, mayReturn);
  }

  #forgetOldest(): void {
    for (const [key, { gone }] of this.#known) {
      if (this.#known.size <= maxKnown) return;
      if (gone) this.#known.delete(key);
    }
  }
}

/** No id of an agent looks like this one: they have at most 200 characters and this stands for none. */
function keyOf(claimed: string | null): string {
  return claimed === null ? 'none:' : `id:${claimed}`;
}

/** `agent_<hex>_<pid>` of the real programs. */
export function pidOf(claimed: string | null): number | null {
  const digits = /_(\d{1,10})$/.exec(claimed ?? '')?.[1];
  const pid = Number(digits);
  return digits !== undefined && pid > 1 && pid < 2 ** 31 ? pid : null;
}

/** Whether a process of this machine has that number, whoever it belongs to. */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** An ended process keeps its number until its parent asks how it ended, and some never ask; only Linux tells (proc(5), `stat`). */
function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^\) [ZX] /.test(stat.slice(stat.lastIndexOf(')')));
  } catch {
    return false;
  }
}
