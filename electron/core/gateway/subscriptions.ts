// What one agent is subscribed to: under which names it asked, and what they are to the server.
import { prefixedUri } from './resource-names.ts';
import type { ServerName } from './resource-names.ts';

export const maxSubscriptions = 1_000;

export class Subscriptions {
  /** By the name that the agent used. */
  readonly #asked = new Map<string, ServerName>();

  get size(): number {
    return this.#asked.size;
  }

  get(asked: string): ServerName | null {
    return this.#asked.get(asked) ?? null;
  }

  add(asked: string, resource: ServerName): void {
    this.#asked.set(asked, resource);
  }

  remove(asked: string): void {
    this.#asked.delete(asked);
  }

  /** The server's own URIs, each once. */
  urisOf(serverId: string): string[] {
    const own = [...this.#asked.values()].filter(resource => resource.serverId === serverId);
    return [...new Set(own.map(({ name }) => name))];
  }

  /**
   * The names under which the agent hears of an update of the server's `uri`. An update may be of a part of what was subscribed
   * (MCP 2025-11-25 "Subscriptions"); it then comes in the form of the name that was used.
   */
  namesFor(serverId: string, uri: string): string[] {
    const own = [...this.#asked].filter(([, resource]) => resource.serverId === serverId);
    const exact = own.filter(([, { name }]) => name === uri).map(([asked]) => asked);
    if (exact.length > 0) return exact;
    const whole = own.filter(([, { name }]) => uri.startsWith(name));
    return [...new Set(whole.map(([asked, { name }]) => (asked === name ? uri : prefixedUri(serverId, uri))))];
  }
}
