// The lists of all servers put together, in the order of the servers, under names that say whose each item is.
import { hubResources } from './hub-resources.ts';
import { pageOf } from './pages.ts';
import { prefixedPrompt, withOwnUris } from './resource-names.ts';
import { readableServers } from './view-options.ts';
import type { Listed } from './resource-names.ts';
import type { ListKind } from './server-lists.ts';
import type { ViewOptions } from './view-options.ts';

export class AggregatedLists {
  readonly #options: ViewOptions;

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  async tools(params: unknown): Promise<unknown> {
    const { listings, session, reader, toolsReady } = this.#options;
    await toolsReady;
    const listed = listings.list(session.agent(), reader);
    return pageOf(
      'tools',
      listed.filter(({ name }) => this.#isSeen(name)),
      params,
    );
  }

  /** Where clients are told of some servers alone, nothing but tools of servers is there. */
  #isSeen(name: unknown): boolean {
    const { sees, catalogue, session } = this.#options;
    if (!sees) return true;
    const callable = typeof name === 'string' ? catalogue.lookUp(name) : null;
    if (callable?.kind !== 'server') return false;
    const { serverId, tool, readOnly } = callable;
    return sees(session.agent().clientId, serverId, { name: tool.name, readOnly });
  }

  async prompts(parent: number): Promise<Listed[]> {
    const lists = await this.#eachList('prompts', 'prompts', parent);
    return lists.flatMap(({ serverId, items }) =>
      items.flatMap(prompt =>
        typeof prompt.name === 'string' ? [{ ...prompt, name: prefixedPrompt(serverId, prompt.name) }] : [],
      ),
    );
  }

  async resources(kind: ListKind, key: 'uri' | 'uriTemplate', parent: number): Promise<Listed[]> {
    const ofServers = await this.#eachList('resources', kind, parent);
    const { listings, session } = this.#options;
    const isTold = kind === 'resources' && listings.offerOf(session.agent().clientId).seesHub === true;
    // The hub's own keep their names, whatever a server lists.
    return withOwnUris(isTold ? [{ serverId: '', items: hubResources }, ...ofServers] : ofServers, key);
  }

  /** A server that does not answer costs its own part of the list. */
  async #eachList(capability: string, kind: ListKind, parent: number) {
    const { gateway, session, toolsReady } = this.#options;
    await toolsReady;
    const servers = readableServers(this.#options).filter(({ id }) => gateway.declared(id)?.[capability] !== undefined);
    return Promise.all(
      servers.map(async ({ id }) => ({
        serverId: id,
        items: await gateway.list(id, session.agentId, kind, parent).catch((): Listed[] => []),
      })),
    );
  }
}
