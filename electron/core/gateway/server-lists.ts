// Prompts, resources and templates of a run: read once, kept until the server says that they changed.
import { isRecord } from '../../../contract/json.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { RequestOptions } from '../wire/outgoing.ts';
import type { Listed } from './resource-names.ts';

export type ListKind = 'prompts' | 'resources' | 'resourceTemplates';

const methods: Readonly<Record<ListKind, string>> = {
  prompts: 'prompts/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
};
const maxItems = 10_000;
const maxPages = 500;

export class ServerLists {
  readonly #client: McpClient;
  readonly #lists = new Map<ListKind, Promise<readonly Listed[]>>();

  constructor(client: McpClient) {
    this.#client = client;
  }

  /** Empty where the server did not declare them. Rejects with HubError when it does not answer; then the next one asks again. */
  read(kind: ListKind, options: RequestOptions): Promise<readonly Listed[]> {
    const declared = this.#client.handshake?.capabilities[kind === 'prompts' ? 'prompts' : 'resources'];
    if (declared === undefined) return Promise.resolve([]);
    const known = this.#lists.get(kind);
    if (known) return known;
    const list = this.#fetch(kind, options);
    this.#lists.set(kind, list);
    list.catch(() => {
      if (this.#lists.get(kind) === list) this.#lists.delete(kind);
    });
    return list;
  }

  /** The server announced that a list changed. */
  forget(what: 'prompts' | 'resources'): void {
    if (what === 'prompts') this.#lists.delete('prompts');
    else {
      this.#lists.delete('resources');
      this.#lists.delete('resourceTemplates');
    }
  }

  async #fetch(kind: ListKind, options: RequestOptions): Promise<readonly Listed[]> {
    const items: Listed[] = [];
    let cursor: unknown;
    for (let page = 0; page < maxPages && items.length < maxItems; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.#client.request(methods[kind], params, options);
      if (!isRecord(result)) break;
      const listed: unknown = result[kind];
      if (Array.isArray(listed)) items.push(...listed.filter(isRecord));
      cursor = result.nextCursor;
      if (typeof cursor !== 'string') break;
    }
    return items.slice(0, maxItems);
  }
}
