// Whose resource a URI is, where several servers stand behind one name space.
import { HubError } from '../../../contract/errors.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { readPrefixedUri } from './resource-names.ts';
import { templateMatcher } from './uri-template.ts';
import type { Listed, ServerName } from './resource-names.ts';
import type { ListKind } from './server-lists.ts';

export interface ResourceFinderOptions {
  /** Those that have resources, in the order of the list. */
  servers(): readonly { readonly id: string }[];
  list(serverId: string, kind: ListKind, parent: number): Promise<readonly Listed[]>;
}

/** MCP 2025-11-25 "Resources", Error Handling. */
const resourceNotFound = -32002;
const maxLinks = 1_000;

export class ResourceFinder {
  readonly #options: ResourceFinderOptions;
  /** Where links came from that no list names; the oldest go first. */
  readonly #links = new Map<string, string>();
  readonly #matchers = new Map<string, (uri: string) => boolean>();

  constructor(options: ResourceFinderOptions) {
    this.#options = options;
  }

  /** A tool of this server handed out the URI. */
  learn(uri: string, serverId: string): void {
    this.#links.delete(uri);
    this.#links.set(uri, serverId);
    const [oldest] = this.#links.keys();
    if (this.#links.size > maxLinks && oldest !== undefined) this.#links.delete(oldest);
  }

  /**
   * In this order: the server that the URI names itself, the first that lists it, the one whose tool handed it out, the first with a
   * template that fits, the only one that there is. Rejects with "resource not found": no server is asked about what is not its own.
   */
  async find(uri: string, parent: number): Promise<ServerName> {
    const named = this.#named(uri);
    if (named) return named;
    const listed = await this.#first('resources', parent, item => item.uri === uri);
    const found = listed ?? this.#linked(uri) ?? (await this.#first('resourceTemplates', parent, this.#fits(uri)));
    if (found) return { serverId: found, name: uri };
    return this.#only(uri);
  }

  /** The same for the URI template of a completion, which is a template itself or a URI of one. */
  async findTemplate(template: string, parent: number): Promise<ServerName> {
    const named = this.#named(template);
    if (named) return named;
    const found = await this.#first('resourceTemplates', parent, item => item.uriTemplate === template);
    return found ? { serverId: found, name: template } : this.find(template, parent);
  }

  #named(uri: string): ServerName | null {
    const named = readPrefixedUri(uri);
    if (!named) return null;
    if (this.#options.servers().some(({ id }) => id === named.serverId)) return named;
    throw new HubError(
      'ERR_SERVER_UNAVAILABLE',
      `${JSON.stringify(uri.slice(0, 200))} is of the server ${named.serverId}, which does not run or has no resources.`,
    );
  }

  #linked(uri: string): string | null {
    const serverId = this.#links.get(uri);
    return serverId !== undefined && this.#options.servers().some(({ id }) => id === serverId) ? serverId : null;
  }

  #only(uri: string): ServerName {
    const [only, ...others] = this.#options.servers();
    if (only && others.length === 0) return { serverId: only.id, name: uri };
    throw new RpcError(
      resourceNotFound,
      `No server lists ${JSON.stringify(uri.slice(0, 200))}; read pilothouse+{server}:{uri} to say whose it is.`,
      { uri },
    );
  }

  async #first(kind: ListKind, parent: number, fits: (item: Listed) => boolean): Promise<string | null> {
    const lists = await Promise.all(
      this.#options.servers().map(async ({ id }) => ({
        id,
        items: await this.#options.list(id, kind, parent).catch((): Listed[] => []),
      })),
    );
    return lists.find(({ items }) => items.some(fits))?.id ?? null;
  }

  #fits(uri: string): (item: Listed) => boolean {
    return ({ uriTemplate }) => {
      if (typeof uriTemplate !== 'string') return false;
      const known = this.#matchers.get(uriTemplate) ?? templateMatcher(uriTemplate);
      if (this.#matchers.size < maxLinks) this.#matchers.set(uriTemplate, known);
      return known(uri);
    };
  }
}
