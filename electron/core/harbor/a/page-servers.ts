// The servers that pages have brought by one connection of the extension: no more than fit, each gone with its page, all of them with the connection.
import { Fault } from './asked.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { ServerSupervisor } from '../../servers/lifecycle/server-supervisor.ts';

interface Supervisor extends Pick<ServerSupervisor, 'get'> {
  readonly changes: Pick<ServerSupervisor['changes'], 'remove'>;
}

export interface WantedServer {
  /** That of the registration, which the extension gave. */
  readonly id: string;
  readonly address: string;
  readonly add: () => Promise<Server>;
}

/** Of one connection. */
const maxPages = 50;

export class PageServers {
  readonly #servers: Supervisor;
  /** By the extension's own id of the registration: the hub's server. */
  readonly #registered = new Map<string, string>();
  #isOver = false;
  /** One change after the other: what is being added is neither added twice nor forgotten. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(servers: Supervisor) {
    this.#servers = servers;
  }

  /** The server of a registration; one at another address comes in the place of the one before. Rejects with a Fault where no more fit. */
  put({ id, address, add }: WantedServer): Promise<Server> {
    return this.#inTurn(async () => {
      if (this.#isOver) throw new Fault('add_error', 'The connection has ended.');
      const before = this.#serverOf(id);
      if (before?.commandLine === address) return before;
      if (!this.#registered.has(id) && this.#registered.size >= maxPages)
        throw new Fault('add_error', `At most ${maxPages} pages have servers at a time; close some.`);
      await this.#remove(id);
      const server = await add();
      this.#registered.set(id, server.id);
      return server;
    });
  }

  /** The page is gone. A registration that is not known means nothing. */
  remove(id: string): Promise<void> {
    return this.#inTurn(() => this.#remove(id));
  }

  /** The connection is gone, and with it every page. Never rejects. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#inTurn(async () => {
      // Those that cannot be removed now go at the next start of the hub.
      for (const id of [...this.#registered.keys()]) await this.#remove(id).catch(() => {});
    });
  }

  async #remove(id: string): Promise<void> {
    const server = this.#serverOf(id);
    if (server) await this.#servers.changes.remove(server.id);
    // Where it cannot be removed it is tried again, with the connection at the latest.
    this.#registered.delete(id);
  }

  #serverOf(id: string): Server | null {
    const serverId = this.#registered.get(id);
    return serverId === undefined ? null : this.#servers.get(serverId);
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(act);
    this.#turn = done.catch(() => {});
    return done;
  }
}
