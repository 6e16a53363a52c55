// Which run of a server speaks for whom: the one for all, or the asker's own, which is started where there is none.
import { unavailable, unknownServer } from './server-entry.ts';
import type { ToolCallParams } from '../../../../contract/schemas/messages.ts';
import type { RequestOptions } from '../../wire/outgoing.ts';
import type { McpClient } from '../client/mcp-client.ts';
import type { Asker, Patience } from './lease.ts';
import type { ServerBook } from './server-book.ts';

export interface LeasesOptions {
  readonly book: Pick<ServerBook, 'find'>;
  /** How long a run that is starting is waited for where the caller does not say. */
  readonly leaseMs: number;
  /** Whether the hub ends, so that nothing begins any more. */
  isClosing(): boolean;
}

export class Leases {
  readonly #options: LeasesOptions;

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /** `tools/call` on the run for all, within the call's time. Rejects with HubError; the result is the server's own. */
  async call(id: string, params: ToolCallParams, options: RequestOptions): Promise<Record<string, unknown>> {
    const now = this.#options.book.find(id)?.runs.shared.clientNow();
    if (now) return now.callTool(params, options);
    const begun = performance.now();
    const { timeoutMs, signal } = options;
    const client = await this.of(id, null, { timeoutMs, ...(signal ? { signal } : {}) });
    return client.callTool(params, { ...options, timeoutMs: Math.max(1, timeoutMs - (performance.now() - begun)) });
  }

  /**
   * The client of the run that speaks for this asker: of its own when the server is one for each agent and there is an
   * asker; else of the run for all. Waits for a start under way. Rejects with HubError ERR_SERVER_UNAVAILABLE.
   */
  async of(
    id: string,
    asker: Asker | null,
    patience: Patience = { timeoutMs: this.#options.leaseMs },
  ): Promise<McpClient> {
    const entry = this.#options.book.find(id);
    if (!entry) throw unknownServer(id);
    const { row, runs } = entry;
    if (!asker || row.options.instances === 'shared') return runs.shared.client(patience);
    const isApproved = row.approvedHash === entry.hash;
    if (this.#options.isClosing() || row.wanted !== 'running' || !isApproved) throw unavailable(row, runs.state);
    return runs.clientOf(asker, patience);
  }
}
