// What each run of a server lists beside its tools, read once and forgotten when the server says that it changed.
import { ServerLists } from './server-lists.ts';
import type { McpClient } from '../servers/client/mcp-client.ts';
import type { ListKind } from './server-lists.ts';

interface Run {
  readonly client: McpClient;
  readonly lists: ServerLists;
}

export class RunLists {
  readonly #runs = new Map<string, Run>();
  readonly #onAgain: (run: string, kind: ListKind) => void;

  /** `onAgain` is called when a list of a run can be read that could not be. */
  constructor(onAgain: (run: string, kind: ListKind) => void) {
    this.#onAgain = onAgain;
  }

  /** The client of a run that has begun, or null. */
  clientOf(run: string): McpClient | null {
    return this.#runs.get(run)?.client ?? null;
  }

  /** A run is ready: what an earlier one listed counts no more. */
  began(run: string, client: McpClient): ServerLists {
    const lists = new ServerLists(client, kind => this.#onAgain(run, kind));
    this.#runs.set(run, { client, lists });
    return lists;
  }

  /** The lists of a run as long as this client speaks with it. */
  of(run: string, client: McpClient): ServerLists {
    const known = this.#runs.get(run);
    return known?.client === client ? known.lists : this.began(run, client);
  }

  /** The agent does not come back: its own runs have ended. */
  forgetAgent(agentId: string): void {
    for (const run of [...this.#runs.keys()]) if (run.endsWith(` ${agentId}`)) this.#runs.delete(run);
  }

  /** Takes what a run tells. */
  notified(run: string, method: string): void {
    const lists = this.#runs.get(run)?.lists;
    if (method === 'notifications/prompts/list_changed') lists?.forget('prompts');
    if (method === 'notifications/resources/list_changed') lists?.forget('resources');
  }
}
