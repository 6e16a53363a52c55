// What the extension reads of a running server: its lists, its resources and prompts, what it said of itself.
import { isRecord } from '../../../../contract/json.ts';
import { extensionPolicy, resultOf } from './asked.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';
import type { ListKind } from '../../gateway/server-lists.ts';
import type { Answer, Asked } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

export class ServerReads {
  readonly #services: Pick<HarborAServices, 'agentServices' | 'servers'>;

  constructor(services: Pick<HarborAServices, 'agentServices' | 'servers'>) {
    this.#services = services;
  }

  /** Those that the extension is offered: what the user switched off or holds back is not among them. */
  tools(asked: Asked, { id }: Server): Answer[] {
    return this.#services.agentServices.catalogue.listOf(id, asked.agent().clientId).map(tool => ({ ...tool }));
  }

  /** A list that the server has not is empty. */
  async list({ id }: Server, kind: ListKind): Promise<readonly unknown[]> {
    return await this.#services.agentServices.gateway.listShared(id, kind).catch(() => []);
  }

  async read(asked: Asked, { id: serverId }: Server, method: string, params: unknown): Promise<unknown> {
    const { router, gateway } = this.#services.agentServices;
    const { agent, request } = asked;
    const ask = { serverId, method, params, request, policy: extensionPolicy };
    const answer = await router.read(agent, ask, expectAllowed =>
      gateway.requests.ask(agent().id, { ...ask, expectAllowed }),
    );
    return resultOf(asked, answer);
  }

  /** `{name, version, protocolVersion}` as it said in its handshake. */
  async serverInfo(server: Server): Promise<Answer> {
    const { serverName, serverVersion, protocolVersion } = await this.connectionInfo(server);
    return { name: serverName, version: serverVersion, protocolVersion };
  }

  async connectionInfo({ id, name, serverInfo }: Server): Promise<Answer> {
    const kept = this.#services.agentServices.gateway.keptFor(id, null);
    const { handshake } = kept ?? (await this.#services.servers.clientFor(id, null));
    const declared = handshake?.capabilities ?? {};
    const has = (what: string) => isRecord(declared[what]);
    return {
      serverName: handshake?.serverInfo.name ?? serverInfo?.name ?? name,
      serverVersion: handshake?.serverInfo.version ?? serverInfo?.version ?? '',
      protocolVersion: handshake?.protocolVersion ?? '',
      capabilities: { tools: has('tools'), resources: has('resources'), prompts: has('prompts') },
    };
  }
}
