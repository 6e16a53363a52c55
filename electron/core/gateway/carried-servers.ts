// Servers that somebody carries who is connected, such as an extension those in its browser: their tools are there as long as it is.
import { hubError } from '../../../words/hub-error.ts';
import { serverIdOf } from '../servers/config/read-servers.ts';
import type { ServerSeen } from '../gates/gate.ts';
import type { ServerAccess, ServerRequest } from '../router/agent-call.ts';
import type { ServerTool } from '../tools/callable.ts';
import type { ToolCatalogue } from '../tools/tool-catalogue.ts';

/** Carries a call out and answers with MCP's result. Rejects with HubError. */
export type CarryCall = (asked: ServerRequest) => Promise<unknown>;

export interface CarriedServersOptions {
  readonly catalogue: Pick<ToolCatalogue, 'setServerTools'>;
  /** The hub's own servers, which come first. */
  readonly servers: {
    readonly ids: () => readonly string[];
    readonly has: (id: string) => boolean;
    readonly access: ServerAccess;
  };
  readonly now: () => number;
}

interface Carried {
  readonly since: number;
  readonly carry: CarryCall;
}

const maxCarried = 200;

export class CarriedServers implements ServerAccess {
  readonly #options: CarriedServersOptions;
  readonly #carried = new Map<string, Carried>();

  constructor(options: CarriedServersOptions) {
    this.#options = options;
  }

  /** Offers these tools to agents, under an id that no server has; it is returned. Throws ERR_INVALID_ARGUMENTS when there are too many. */
  offer(name: string, tools: readonly ServerTool[], carry: CarryCall): string {
    if (this.#carried.size >= maxCarried)
      throw hubError('ERR_INVALID_ARGUMENTS', {
        kind: 'too-many-servers',
        count: this.#carried.size,
        most: maxCarried,
      });
    const id = serverIdOf(name, new Set([...this.#options.servers.ids(), ...this.#carried.keys()]));
    this.#carried.set(id, { since: this.#options.now(), carry });
    this.#options.catalogue.setServerTools(id, tools);
    return id;
  }

  /** Takes them away. An id that is not carried means nothing. */
  withdraw(id: string): void {
    if (!this.#carried.delete(id) || this.#options.servers.has(id)) return;
    this.#options.catalogue.setServerTools(id, []);
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
}
