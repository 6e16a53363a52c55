// What agents want of a run that they share: the union of their subscriptions and the lowest of their log levels.
import { lowestLevel } from './log-levels.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { LogLevel } from './log-levels.ts';
import type { View } from './view.ts';

export interface SharedSubscriptionsOptions {
  /** Those of every agent that is here. */
  views(): readonly View[];
  timeoutOf(serverId: string): number;
}

export class SharedSubscriptions {
  readonly #options: SharedSubscriptionsOptions;
  /** What each run was told last. */
  readonly #levels = new WeakMap<McpClient, LogLevel>();

  constructor(options: SharedSubscriptionsOptions) {
    this.#options = options;
  }

  /** Whether an agent but this one keeps the run subscribed. */
  isWanted(serverId: string, uri: string, but: View): boolean {
    return this.#viewsOf(serverId).some(view => view !== but && view.subscribedUris(serverId).includes(uri));
  }

  levelOf(serverId: string): LogLevel | null {
    return lowestLevel(this.#viewsOf(serverId).map(view => view.levelFor(serverId)));
  }

  /** Tells the run the lowest level, unless it knows. Rejects with HubError. */
  async relevel(serverId: string, client: McpClient, parent: number | null): Promise<void> {
    const level = this.levelOf(serverId);
    if (level !== null && this.#levels.get(client) !== level) await this.#tell(serverId, client, level, parent);
  }

  /** A run is new: it hears what these agents want of it. What it refuses it would refuse later too; that stands in the trace. */
  async restore(serverId: string, client: McpClient, views: readonly View[]): Promise<void> {
    const uris = new Set(views.flatMap(view => view.subscribedUris(serverId)));
    for (const uri of uris) await this.#ask(serverId, client, 'resources/subscribe', { uri }).catch(() => {});
    const level = lowestLevel(views.map(view => view.levelFor(serverId)));
    if (level) await this.#tell(serverId, client, level, null).catch(() => {});
  }

  /** An agent has left: the run is asked no longer for what nobody else wants. */
  forget(serverId: string, client: McpClient, view: View): void {
    const uris = view.subscribedUris(serverId).filter(uri => !this.isWanted(serverId, uri, view));
    for (const uri of uris) this.#ask(serverId, client, 'resources/unsubscribe', { uri }).catch(() => {});
    if (view.levelFor(serverId)) this.relevel(serverId, client, null).catch(() => {});
  }

  #viewsOf(serverId: string): View[] {
    return this.#options.views().filter(view => view.covers(serverId));
  }

  async #tell(serverId: string, client: McpClient, level: LogLevel, parent: number | null): Promise<void> {
    if (client.handshake?.capabilities.logging === undefined) return;
    await this.#ask(serverId, client, 'logging/setLevel', { level }, parent);
    this.#levels.set(client, level);
  }

  #ask(serverId: string, client: McpClient, method: string, params: unknown, parent: number | null = null) {
    return client.request(method, params, { parent, timeoutMs: this.#options.timeoutOf(serverId) });
  }
}
