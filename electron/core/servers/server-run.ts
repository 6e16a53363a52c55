// One run of a server: its process and our MCP client on it, which begin and end together.
import { HubError } from '../../contract/errors.ts';
import { McpClient } from './mcp-client.ts';
import { ServerProcess } from './server-process.ts';
import type { ServerConfig } from '../../contract/servers.ts';
import type { Party } from '../../contract/trace.ts';
import type { HubPlatform } from '../platform.ts';
import type { TraceTap } from '../trace/tap.ts';
import type { Handshake, McpClientTimeouts, ServerTool } from './mcp-client.ts';
import type { Spawn } from './server-process.ts';
import type { StopGraces } from './stop-ladder.ts';

export interface ServerRunOptions {
  readonly id: string;
  readonly name: string;
  readonly config: ServerConfig;
  readonly platform: Pick<HubPlatform, 'version' | 'env' | 'os'>;
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly timeouts: McpClientTimeouts;
  readonly graces: StopGraces;
  readonly spawn?: Spawn;
  onTools(tools: readonly ServerTool[]): void;
  onStderr(): void;
}

export class ServerRun {
  readonly #process: ServerProcess;
  #junkLines = 0;
  readonly client: McpClient;
  /** Process alive, handshake done, tools listed. Rejects with HubError, and then the process is ended too. */
  readonly ready: Promise<Handshake>;
  /** Resolves with one sentence on how the process ended; by then its calls have ended too. */
  readonly ended: Promise<string>;
  /** Resolves when nothing of its tree runs any more. */
  readonly gone: Promise<void>;

  constructor(options: ServerRunOptions) {
    const { id, name, config, platform, hub, tap, timeouts, graces, spawn } = options;
    this.#process = new ServerProcess({
      config,
      env: platform.env,
      os: platform.os,
      graces,
      ...(spawn ? { spawn } : {}),
      onLine: line => this.client.receive(line),
      onStderr: () => options.onStderr(),
    });
    this.client = new McpClient({
      version: platform.version,
      hub,
      server: { kind: 'server', id, label: name },
      tap,
      timeouts,
      send: text => this.#process.send(text),
      onTools: tools => options.onTools(tools),
      onJunk: line => {
        this.#junkLines += 1;
        this.#process.note(line);
      },
    });
    this.gone = this.#process.gone;
    this.ended = this.#process.ended.then(reason => {
      this.client.close(
        new HubError('ERR_SERVER_UNAVAILABLE', `The server ${JSON.stringify(name)} ended during this call. ${reason}`),
      );
      return reason;
    });
    this.ready = this.client.connect();
    this.ready.catch((error: unknown) =>
      this.#process.fail(`Its handshake failed: ${error instanceof Error ? error.message : String(error)}`),
    );
  }

  /** Null when the process could not be started. */
  get pid(): number | null {
    return this.#process.pid;
  }

  /** How many lines of its stdout were no message, and how many of its messages could not be used. */
  get junkLines(): number {
    return this.#junkLines;
  }

  get stderr(): string[] {
    return this.#process.stderr;
  }

  /** Begins the stop ladder; a second call goes one step further at once. Resolves when the whole tree is gone. */
  stop(graces: StopGraces): Promise<void> {
    return this.#process.stop(graces);
  }
}
