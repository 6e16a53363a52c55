// The logs of all servers: made when a first line comes, and told of to panels at most five times a second.
import { join } from 'node:path';
import { RotatingFile } from '../../hub-log/rotating-file.ts';
import { SecretMask } from '../../secrets/secret-mask.ts';
import { ServerLog } from './server-log.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { LogQuery } from './server-log.ts';

export interface ServerLogsOptions {
  /** Where their files lie; null keeps them in memory only. */
  readonly folder: string | null;
  now(): number;
  /** The values that no log may show. */
  secrets(): readonly string[];
  /** These have new lines, or fewer. */
  onChanged(serverIds: string[]): void;
  /** The file of a log could not be written. */
  onTrouble(serverId: string, error: unknown): void;
}

const tellMs = 200;
/** What we call our own lines, and what a transport puts before what stood on stdout. */
const stdoutMark = 'stdout: ';

export class ServerLogs {
  readonly #options: ServerLogsOptions;
  readonly #mask: SecretMask;
  readonly #logs = new Map<string, ServerLog>();
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ServerLogsOptions) {
    this.#options = options;
    this.#mask = new SecretMask(options.secrets);
  }

  /** Takes a line as a transport hands it over: of stderr, or of stdout with its mark. */
  line(serverId: string, text: string): void {
    if (text.startsWith(stdoutMark)) this.#log(serverId).append('stdout', text.slice(stdoutMark.length));
    else this.#log(serverId).append('stderr', text);
  }

  /** What the hub says of a server. */
  say(serverId: string, why: Reason): void {
    this.#log(serverId).say(why);
  }

  read(serverId: string, query: LogQuery): ReturnType<ServerLog['read']> {
    return this.#log(serverId).read(query);
  }

  clear(serverId: string): Promise<void> {
    return this.#log(serverId).clear();
  }

  /** With its files. */
  async forget(serverId: string): Promise<void> {
    const log = this.#log(serverId);
    this.#logs.delete(serverId);
    await log.clear();
  }

  /** Hides secret values in a text. */
  mask(text: string): string {
    return this.#mask.text(text);
  }

  /** Writes what waits. */
  async stop(): Promise<void> {
    const logs = [...this.#logs.values()];
    await Promise.all(logs.map(log => log.stop()));
    if (this.#timer) clearTimeout(this.#timer);
  }

  #log(serverId: string): ServerLog {
    const known = this.#logs.get(serverId);
    if (known) return known;
    const { folder, now } = this.#options;
    const log = new ServerLog({
      now,
      mask: text => this.mask(text),
      // Ids are `[a-z0-9-]`, so they are safe as file names.
      file: folder === null ? null : new RotatingFile(join(folder, `${serverId}.log`)),
      onLines: () => this.#tell(serverId),
      onTrouble: error => this.#options.onTrouble(serverId, error),
    });
    this.#logs.set(serverId, log);
    return log;
  }

  #tell(serverId: string): void {
    this.#changed.add(serverId);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#options.onChanged([...this.#changed]);
      this.#changed.clear();
    }, tellMs);
  }
}
