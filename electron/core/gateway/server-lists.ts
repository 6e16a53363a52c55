// Prompts, resources and templates of a run: read once, kept until the server says that they changed.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { wrongAnswer } from '../servers/client/handshake.ts';
import { AnsweredError } from '../wire/rpc-error.ts';
import type { HubError } from '../../../contract/errors.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { RequestOptions } from '../wire/outgoing.ts';
import type { Listed } from './resource-names.ts';

export type ListKind = 'prompts' | 'resources' | 'resourceTemplates';

export const listMethods: Readonly<Record<ListKind, string>> = {
  prompts: 'prompts/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
};
const maxItems = 10_000;
const maxPages = 500;

export class ServerLists {
  readonly #client: McpClient;
  readonly #onAgain: (kind: ListKind) => void;
  readonly #lists = new Map<ListKind, Promise<readonly Listed[]>>();

  /** `onAgain` is called when a list that could not be read can be. */
  constructor(client: McpClient, onAgain: (kind: ListKind) => void) {
    this.#client = client;
    this.#onAgain = onAgain;
  }

  /** Empty where the server did not declare them. Rejects with HubError when it does not answer; then the next one asks again. */
  read(kind: ListKind, options: RequestOptions): Promise<readonly Listed[]> {
    const declared = this.#client.handshake?.capabilities[kind === 'prompts' ? 'prompts' : 'resources'];
    if (declared === undefined) return Promise.resolve([]);
    const known = this.#lists.get(kind);
    if (known) return known;
    const list = this.#fetch(kind, options);
    this.#lists.set(kind, list);
    list.then(
      () => this.#works(kind),
      (error: unknown) => {
        // One that was forgotten meanwhile is asked for again by whoever wants it, or by nobody.
        const current = this.#lists.get(kind) ?? list;
        if (current === list) this.failed(kind, error, options.timeoutMs);
      },
    );
    return list;
  }

  /** It could not be read, by whoever asked; it is asked for again here, each time for so long. */
  failed(kind: ListKind, error: unknown, timeoutMs: number): void {
    if (isNoList(error)) return;
    this.#lists.delete(kind);
    this.#client.lists.failed(listMethods[kind], error, () => {
      this.read(kind, { parent: null, timeoutMs }).catch(() => {});
    });
  }

  #works(kind: ListKind): void {
    if (this.#client.lists.works(listMethods[kind])) this.#onAgain(kind);
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
      const result = await this.#page(kind, params, options);
      const listed: unknown = isRecord(result) ? result[kind] : null;
      if (!isRecord(result) || !Array.isArray(listed)) throw noArray(kind);
      items.push(...listed.filter(isRecord));
      cursor = result.nextCursor;
      if (typeof cursor !== 'string') break;
    }
    return items.slice(0, maxItems);
  }

  async #page(kind: ListKind, params: unknown, options: RequestOptions): Promise<unknown> {
    try {
      return await this.#client.request(listMethods[kind], params, options);
    } catch (error) {
      if (isNoList(error)) return { [kind]: [] };
      throw error;
    }
  }
}

/** Many declare what they have no list of, above all templates: they have none then, and that is no failure. */
function isNoList(error: unknown): boolean {
  return error instanceof AnsweredError && error.answer.code === rpcErrors.methodNotFound;
}

function noArray(kind: ListKind): HubError {
  return wrongAnswer(listMethods[kind], { kind: 'value-at', at: kind, why: { kind: 'value-form', expected: 'array' } });
}
