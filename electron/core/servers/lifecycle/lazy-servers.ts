// Servers that start on first use: what they offer is learnt once and kept, and they sleep until somebody uses them.
import { setTimeout as sleep } from 'node:timers/promises';
import { changedLists } from './kept-definitions.ts';
import { isLazy } from './server-row.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { KeptDefinitions, KeptLists } from './kept-definitions.ts';
import type { RegisteredServer } from './registered-server.ts';
import type { LazyRun } from './run-keeper.ts';
import type { ServerRegistry } from './server-registry.ts';
import type { ServerRow } from './server-row.ts';
import type { SupervisorEvents } from './supervisor-options.ts';
import type { SupervisorTimes } from './times.ts';

export interface LazyServersOptions {
  readonly registry: () => ServerRegistry;
  readonly events: () => SupervisorEvents;
  readonly times: Pick<SupervisorTimes, 'idleMinuteMs' | 'client'>;
  /** What a server lists could not be read or stored. */
  onTrouble(serverId: string, error: unknown): void;
}

interface Learning {
  /** The run whose lists are read next. */
  client: McpClient;
  /** They have changed since they were asked for. */
  again: boolean;
  /** It stays awake for that; for changes that it announces without end it does not. */
  isFirst: boolean;
}

export class LazyServers {
  readonly #options: LazyServersOptions;
  /** Those whose lists are being read. */
  readonly #learning = new Map<RegisteredServer, Learning>();

  constructor(options: LazyServersOptions) {
    this.#options = options;
  }

  /** What the runs of this server need to know for their sleep; null where it does not sleep. */
  runOf(row: ServerRow, current: () => RegisteredServer): LazyRun | null {
    if (!isLazy(row)) return null;
    return {
      idleMs: row.options.idleMinutes * this.#options.times.idleMinuteMs,
      inUse: asker =>
        (asker === null && this.#learning.get(current())?.isFirst === true) ||
        this.#options.events().inUse(row.id, asker),
    };
  }

  /** Lets it sleep where what it offers is known. Returns whether it does. */
  putToBed({ row, kept, runs }: RegisteredServer): boolean {
    if (!isLazy(row) || !kept) return false;
    runs.shared.apply({ kind: 'sleep' });
    return runs.shared.state.kind === 'asleep';
  }

  /** What it offers while the run that would serve this agent is not up; null where that run has to be asked. */
  keptFor({ row, kept, runs }: RegisteredServer, agentId: string | null): KeptDefinitions | null {
    const isAsked = row.options.instances === 'shared' ? null : agentId;
    return isLazy(row) && kept && runs.sleepsFor(isAsked) ? kept : null;
  }

  /** Its run for all is ready, or a list of it has changed: what it lists is read, kept, and announced where it is another than before. */
  async learn(entry: RegisteredServer, client: McpClient): Promise<void> {
    if (!isLazy(entry.row)) return;
    const underWay = this.#learning.get(entry);
    if (underWay) {
      underWay.client = client;
      underWay.again = true;
      return;
    }
    const turn: Learning = { client, again: false, isFirst: true };
    this.#learning.set(entry, turn);
    try {
      await this.#learnOnce(entry, client);
      turn.isFirst = false;
      while (turn.again) {
        // Several changes often come at once.
        await sleep(this.#options.times.client.debounceMs, undefined, { ref: false });
        turn.again = false;
        await this.#learnOnce(entry, turn.client);
      }
    } catch (error) {
      this.#options.onTrouble(entry.row.id, error);
    } finally {
      this.#learning.delete(entry);
    }
  }

  async #learnOnce(entry: RegisteredServer, client: McpClient): Promise<void> {
    const { registry, events } = this.#options;
    const { id } = entry.row;
    const read = await events().readLists(id, client);
    const { handshake } = client;
    const before = entry.kept;
    if (!handshake || registry().find(id) !== entry) return;
    const lists: KeptLists = {
      prompts: read.prompts ?? before?.prompts ?? [],
      resources: read.resources ?? before?.resources ?? [],
      resourceTemplates: read.resourceTemplates ?? before?.resourceTemplates ?? [],
    };
    const { startMs } = entry.runs.shared;
    const stored = registry().learn(entry, { handshake, ...lists, startMs });
    if (before) for (const what of changedLists(before, lists)) events().onListChanged(id, what);
    await stored;
  }
}
