// Which tools the user has switched off, for everybody or for one client.
import { pluginToolId, toolId } from './tool-names.ts';
import type { ToolSwitch, ToolSwitchesTable } from '../store/tool-switches-table.ts';

export interface ToolSwitchesOptions {
  readonly rows: readonly ToolSwitch[];
  readonly persist: Pick<ToolSwitchesTable, 'put' | 'remove' | 'removeClient' | 'removeFrom'>;
}

export class ToolSwitches {
  readonly #persist: ToolSwitchesOptions['persist'];
  /** By tool id: the clients for which it is off; null among them is everybody. */
  readonly #off = new Map<string, Set<string | null>>();

  constructor({ rows, persist }: ToolSwitchesOptions) {
    this.#persist = persist;
    for (const { toolId, clientId } of rows) this.#offOf(toolId).add(clientId);
  }

  isOff(toolId: string, clientId: string | null): boolean {
    const off = this.#off.get(toolId);
    return off !== undefined && (off.has(null) || (clientId !== null && off.has(clientId)));
  }

  all(): ToolSwitch[] {
    return [...this.#off].flatMap(([toolId, off]) => [...off].map(clientId => ({ toolId, clientId })));
  }

  /** Whether it is off for everybody, and the clients for which it is off besides. */
  of(toolId: string): { on: boolean; offFor: string[] } {
    const off = [...(this.#off.get(toolId) ?? [])];
    return { on: !off.includes(null), offFor: off.filter(clientId => clientId !== null) };
  }

  /** `clientId` null is everybody. Takes effect once it is stored. */
  async set(toolId: string, clientId: string | null, on: boolean): Promise<void> {
    if (on) await this.#persist.remove(toolId, clientId);
    else await this.#persist.put({ toolId, clientId });
    if (!on) this.#offOf(toolId).add(clientId);
    else if (this.#off.get(toolId)?.delete(clientId) && this.#off.get(toolId)?.size === 0) this.#off.delete(toolId);
  }

  /** The tools that were switched off for this client. */
  async removeClient(clientId: string): Promise<string[]> {
    await this.#persist.removeClient(clientId);
    const touched = [...this.#off].filter(([, off]) => off.delete(clientId));
    return touched.map(([toolId]) => toolId);
  }

  async removeServer(serverId: string): Promise<void> {
    await this.#removeFrom(toolId(serverId, ''));
  }

  async removePlugin(pluginId: string): Promise<void> {
    await this.#removeFrom(pluginToolId(pluginId, ''));
  }

  async #removeFrom(prefix: string): Promise<void> {
    await this.#persist.removeFrom(prefix);
    for (const id of [...this.#off.keys()]) if (id.startsWith(prefix)) this.#off.delete(id);
  }

  #offOf(toolId: string): Set<string | null> {
    const known = this.#off.get(toolId);
    if (known) return known;
    const made = new Set<string | null>();
    this.#off.set(toolId, made);
    return made;
  }
}
