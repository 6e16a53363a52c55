// Servers that somebody carries who is connected, such as an extension those in its browser: their tools are there as long as it is. Each keeps
// its id, which nobody else's server gets, so that what the user allowed of it holds for no other; its tools are offered as they were pinned.
import { CarriedServersSchema } from '../../../contract/schemas/carried-servers.ts';
import { hubError } from '../../../words/hub-error.ts';
import { serverIdOf } from '../servers/config/read-servers.ts';
import type { CarriedServer } from '../../../contract/schemas/carried-servers.ts';
import type { ServerSeen } from '../gates/gate.ts';
import type { ServerAccess, ServerRequest } from '../router/agent-call.ts';
import type { SettingsTable } from '../store/settings-table.ts';
import type { ServerTool } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolPins } from '../tools/tool-pins.ts';

/** Carries a call out and answers with MCP's result. Rejects with HubError. */
export type CarryCall = (asked: ServerRequest) => Promise<unknown>;

export interface CarriedServersOptions {
  readonly catalogue: Pick<ToolCatalogue, 'setServerTools'>;
  readonly pins: Pick<ToolPins, 'check'>;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  /** The hub's own servers, which come first. */
  readonly servers: {
    readonly ids: () => readonly string[];
    readonly has: (id: string) => boolean;
    readonly access: ServerAccess;
  };
  readonly now: () => number;
  /** Its id may become another's: what was decided about it is to end. */
  readonly onForgotten: (id: string) => Promise<void>;
}

export interface OfferedServer {
  /** Who carries it, as its browser vouches for them. */
  readonly owner: string;
  readonly name: string;
  readonly tools: readonly ServerTool[];
  readonly carry: CarryCall;
  /** A server of the hub has taken its id: it is carried no more, and may be offered anew. */
  readonly onTaken?: () => void;
}

interface Carried extends Pick<OfferedServer, 'carry' | 'onTaken'> {
  readonly since: number;
}

const key = 'carriedServers';
const maxCarried = 200;
/** Those that are away are remembered up to so many in all. */
const maxKnown = 500;
/** Nothing of such a server is approved but its tools, as they were when the user first let them be offered. */
const approval = 'carried';

export class CarriedServers implements ServerAccess {
  readonly #options: CarriedServersOptions;
  readonly #carried = new Map<string, Carried>();
  /** By id, those that were carried last at the end. */
  readonly #known = new Map<string, CarriedServer>();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: CarriedServersOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    for (const server of (await this.#options.settings.get(key, CarriedServersSchema)) ?? [])
      this.#known.set(server.id, server);
  }

  /**
   * Offers these tools to agents, under the id that this server had before, else one that no other server has or had; it is returned. What
   * differs from how it was pinned is held back. Rejects with ERR_INVALID_ARGUMENTS when there are too many.
   */
  async offer(server: OfferedServer): Promise<string> {
    const { owner, name, tools, carry, onTaken } = server;
    const { catalogue, pins, now, servers } = this.#options;
    if (this.#carried.size >= maxCarried)
      throw hubError('ERR_INVALID_ARGUMENTS', {
        kind: 'too-many-servers',
        count: this.#carried.size,
        most: maxCarried,
      });
    const id = this.#idOf(owner, name);
    // Taken at once: while it is written down, another may come.
    const entry: Carried = { since: now(), carry, ...(onTaken && { onTaken }) };
    this.#carried.set(id, entry);
    this.#known.delete(id);
    this.#known.set(id, { id, owner, name });
    try {
      await this.#forgetOldest();
      await this.#write();
    } catch (error) {
      if (this.#carried.get(id) === entry) this.#carried.delete(id);
      throw error;
    }
    // The hub has a server of this id by now: this one gets another.
    if (this.#carried.get(id) !== entry || servers.has(id)) {
      if (this.#carried.get(id) === entry) this.#carried.delete(id);
      await this.taken(id);
      return this.offer(server);
    }
    catalogue.setServerTools(id, tools, pins.check(id, approval, tools));
    return id;
  }

  /** Takes them away. An id that is not carried means nothing. */
  withdraw(id: string): void {
    if (this.#carried.delete(id)) this.#options.catalogue.setServerTools(id, []);
  }

  /** The hub has a server of its own under this id now: what was decided about the other one does not hold for it. */
  async taken(id: string): Promise<void> {
    const carried = this.#carried.get(id);
    this.withdraw(id);
    carried?.onTaken?.();
    if (!this.#known.delete(id)) return;
    await this.#write();
    await this.#options.onForgotten(id);
  }

  seen(id: string): ServerSeen | null {
    const carried = this.#carried.get(id);
    return carried ? { id, state: { kind: 'running', since: carried.since, pid: null } } : null;
  }

  /** A server that was added meanwhile under the same id is meant before one that is carried, as the gates see it. */
  ask(agentId: string, asked: ServerRequest): Promise<unknown> {
    const carried = this.#options.servers.has(asked.serverId) ? undefined : this.#carried.get(asked.serverId);
    return carried ? carried.carry(asked) : this.#options.servers.access.ask(agentId, asked);
  }

  /** The same may be carried twice, in two browsers: then it is two servers. */
  #idOf(owner: string, name: string): string {
    const { servers } = this.#options;
    const isFree = ({ id }: CarriedServer) => !this.#carried.has(id) && !servers.has(id);
    const known = [...this.#known.values()].find(one => one.owner === owner && one.name === name && isFree(one));
    return known?.id ?? serverIdOf(name, new Set([...servers.ids(), ...this.#known.keys(), ...this.#carried.keys()]));
  }

  async #forgetOldest(): Promise<void> {
    for (const id of [...this.#known.keys()]) {
      if (this.#known.size <= maxKnown) return;
      if (this.#carried.has(id)) continue;
      this.#known.delete(id);
      await this.#options.onForgotten(id);
    }
  }

  #write(): Promise<void> {
    const written = this.#writing.then(() => this.#options.settings.set(key, [...this.#known.values()]));
    this.#writing = written.catch(() => {});
    return written;
  }
}
