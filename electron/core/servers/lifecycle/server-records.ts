// What is kept about servers beside their state, for the panel: their lifecycle, their logs, what they use.
import { inEnglish } from '../../../../words/english.ts';
import { ServerLogs } from '../logs/server-logs.ts';
import { UsageWatch } from '../process/usage-watch.ts';
import { LifecycleHistory } from './lifecycle-history.ts';
import { unknownServer } from './server-row.ts';
import type { ServerEventRow, ServerLogLine, ServerState, ServerUsage } from '../../../../contract/schemas/servers.ts';
import type { LogQuery } from '../logs/server-log.ts';
import type { ServerSupervisorOptions } from './supervisor-options.ts';

export interface ServerRecordsOptions extends Pick<ServerSupervisorOptions, 'platform' | 'logFolder' | 'ledger'> {
  /** The ids of all servers. */
  ids(): string[];
  onLogs(serverIds: string[]): void;
  /** The values that no record may show. */
  secrets(): readonly string[];
}

export class ServerRecords {
  readonly #options: ServerRecordsOptions;
  readonly #history = new LifecycleHistory();
  readonly #logs: ServerLogs;
  readonly #usage: UsageWatch;
  readonly #listeners = new Set<(id: string, line: string) => void>();

  constructor(options: ServerRecordsOptions) {
    const { platform, logFolder = null, ledger } = options;
    this.#options = options;
    this.#logs = new ServerLogs({
      folder: logFolder,
      now: () => platform.now(),
      secrets: options.secrets,
      onChanged: serverIds => options.onLogs(serverIds),
      onTrouble: (server, error) =>
        platform.log.warn({ server, reason: String(error) }, 'The log of a server cannot be written.'),
    });
    this.#usage = new UsageWatch({
      os: platform.os,
      monotonic: () => performance.now(),
      roots: () => new Map(options.ids().map(id => [id, ledger?.pidsOf(id) ?? []])),
    });
  }

  /** Lifecycle events, oldest first, at most 50. Throws HubError for an id that is not known. */
  history(id: string): readonly ServerEventRow[] {
    this.#expect(id);
    return this.#history.of(id);
  }

  /** Lines of the log, oldest first, and the seq to follow from. Throws HubError for an id that is not known. */
  log(id: string, query: LogQuery): { lines: ServerLogLine[]; newest: number } {
    this.#expect(id);
    return this.#logs.read(id, query);
  }

  /** Forgets the log, here and on disk. Rejects with HubError for an id that is not known. */
  async clearLog(id: string): Promise<void> {
    this.#expect(id);
    await this.#logs.clear(id);
  }

  /** Tells every 2 s what servers use, until the returned function is called. */
  watchUsage(tell: (usage: ServerUsage[]) => void): () => void {
    return this.#usage.watch(tell);
  }

  /** What each server that runs uses, by one look, which cannot tell how much of the processor that is. */
  usageNow(): Promise<ServerUsage[]> {
    return this.#usage.now();
  }

  /** Takes a state that a server, or the run of one agent, has come into. */
  entered(id: string, state: ServerState, agentId: string | null): void {
    const why = ('reason' in state && state.reason) || null;
    if (!this.#history.add(id, state, agentId)) return;
    const said = why === null ? '' : `: ${inEnglish(why)}`;
    this.#options.platform.log.info({ server: id, agent: agentId }, `server ${state.kind}${said}`);
    this.#logs.say(id, { kind: 'server-entered', state: state.kind, agent: agentId, why });
  }

  /** Takes a line that a server wrote, or what is said of one. */
  wrote(id: string, line: string): void {
    this.#logs.line(id, line);
    for (const listener of this.#listeners) listener(id, line);
  }

  /** Hears of each line at once, as it was written, until the returned function is called. */
  onLine(listener: (id: string, line: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hides secret values. */
  mask(text: string): string {
    return this.#logs.mask(text);
  }

  async forget(id: string): Promise<void> {
    this.#history.forget(id);
    await this.#logs.forget(id);
  }

  async stop(): Promise<void> {
    this.#usage.stop();
    await this.#logs.stop();
  }

  #expect(id: string): void {
    if (!this.#options.ids().includes(id)) throw unknownServer(id);
  }
}
