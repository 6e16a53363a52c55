// The hub's servers as the wire reaches them: found by either of their ids, looked at, and changed through the same gates as a call.

import { ownArgumentsAt } from '../../servers/config/package-in-command.ts';
import { serverIdOf } from '../../servers/config/read-servers.ts';
import { extensionPolicy, Fault, resultOf } from './asked.ts';
import { placesOf } from './placeholders.ts';
import { installedRow, isConnected, needsApproval, processOf } from './server-words.ts';
import type { HarborServerFact } from '../../../../contract/schemas/harbor-a.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { NewServer } from '../../servers/lifecycle/server-row.ts';
import type { Answer, Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

export type ManagedChange = 'start' | 'stop' | 'remove' | 'configure' | 'secrets' | 'clear-log';

/** What the extension shows when a server waits for its user. */
export const approvalText =
  'This server waits for your approval in Pilothouse. Open Pilothouse, look at what it would run under Servers, and approve it there; then start it here again.';

export class HubServers {
  readonly #services: HarborAServices;

  constructor(services: HarborAServices) {
    this.#services = services;
  }

  find(wireId: string): Server | null {
    const { servers, facts } = this.#services;
    return servers.get(facts.serverId(wireId)) ?? servers.get(wireId);
  }

  /** Throws the wire's `not_found`. */
  expect(wireId: string, message = `Server not installed: ${wireId}`): Server {
    const server = this.find(wireId);
    if (server) return server;
    throw new Fault('not_found', message);
  }

  /** Throws the wire's `not_connected`. */
  expectConnected(wireId: string): Server {
    const server = this.find(wireId);
    if (server && isConnected(server.state)) return server;
    throw new Fault('not_connected', `Not connected to server: ${wireId}`);
  }

  list(): Server[] {
    return this.#services.servers.list();
  }

  wireId({ id }: Pick<Server, 'id'>): string {
    return this.#services.facts.wireId(id);
  }

  fact({ id }: Pick<Server, 'id'>): HarborServerFact | null {
    return this.#services.facts.of(id);
  }

  /** Names of the values that it lacks. */
  missing({ id }: Pick<Server, 'id'>): string[] {
    return placesOf(this.#services.servers, id).map(({ asks }) => asks);
  }

  /** As an installed one, without what runs of it. */
  installed(server: Server): Answer {
    const { config } = this.#services.servers.configs.of(server.id);
    const own = config.kind === 'stdio' ? ownArgumentsAt(config) : 0;
    const args = 'args' in config ? config.args.slice(own) : [];
    return installedRow(server, this.wireId(server), this.fact(server), args);
  }

  status(server: Server): Answer {
    const missingSecrets = this.missing(server);
    return {
      installed: true,
      server: this.installed(server),
      process: processOf(server),
      missingSecrets,
      canStart: missingSecrets.length === 0,
      runningInDocker: server.package?.runner === 'docker' && isConnected(server.state),
      ...(needsApproval(server.state) && { needs_security_approval: true, security_instructions: approvalText }),
    };
  }

  /** Adds one that waits for approval, and what the wire knows of it. */
  async add(server: NewServer, fact: HarborServerFact): Promise<Server> {
    const { servers, facts, platform } = this.#services;
    const name = this.#freeName(server.name);
    const marked = fact.ofPage ? await this.#mark(name) : null;
    try {
      const [id = ''] = await servers.changes.addAll([{ ...server, name }]);
      const wireId = fact.wireId !== undefined && fact.wireId !== id && this.find(fact.wireId) === null;
      const whole = { ofPage: undefined, adding: undefined, ...fact, wireId: wireId ? fact.wireId : undefined };
      try {
        await facts.set(id, { ...whole, addedAt: platform.now() });
      } catch (error) {
        // Nothing would be known of it, such as that it goes with its page.
        await servers.changes.remove(id);
        throw error;
      }
      return this.expect(id);
    } finally {
      if (marked !== null && facts.of(marked)?.adding === name) await facts.forget(marked);
    }
  }

  /** That a page's server comes is written before it does, so that none stays for ever. Returns the id that it will have unless it is taken meanwhile. */
  async #mark(name: string): Promise<string> {
    const { servers, facts } = this.#services;
    const id = serverIdOf(name, new Set(servers.list().map(server => server.id)));
    await facts.set(id, { ofPage: true, adding: name }).catch(async (error: unknown) => {
      // Nor may it be written later: its user may have a server of that name then.
      await facts.forget(id).catch(() => {});
      throw error;
    });
    return id;
  }

  /** Has the gates decide, then changes it; what waits for the user is decided again before it is done. `about` is shown to them too. */
  async manage<T>(
    asked: Asked,
    server: Server,
    change: ManagedChange,
    act: () => Promise<T>,
    about: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const { router } = this.#services.agentServices;
    const { id: serverId } = server;
    const params = { server: server.name, ...about };
    const managed = { serverId, method: `server/${change}`, params, request: asked.request, policy: extensionPolicy };
    const answer = await router.manage(asked.agent, managed, async expectAllowed => {
      expectAllowed();
      return act();
    });
    return resultOf(asked, answer);
  }

  /** What it wrote last, for whoever may read from it. */
  async logs(asked: Asked, { id: serverId }: Server): Promise<readonly string[]> {
    const { agentServices, servers } = this.#services;
    const look = { serverId, method: 'server/log', params: {}, request: asked.request, policy: extensionPolicy };
    const answer = await agentServices.router.inspect(asked.agent, look, async expectAllowed => {
      expectAllowed();
      return servers.get(serverId)?.stderr ?? [];
    });
    return resultOf(asked, answer);
  }

  /** Names are for people; the wire may bring the same one twice. */
  #freeName(wanted: string): string {
    const name = wanted.trim().slice(0, maxNameChars) || 'Server';
    const taken = new Set(this.list().map(server => server.name.toLowerCase()));
    for (let number = 1; ; number += 1) {
      const tail = number === 1 ? '' : ` ${number}`;
      const free = name.slice(0, maxNameChars - tail.length) + tail;
      if (!taken.has(free.toLowerCase())) return free;
    }
  }
}

const maxNameChars = 60;
