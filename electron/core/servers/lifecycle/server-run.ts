// One run of a server: its process and our MCP client on it, which begin and end together.
import { mapTexts, reasonOf } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { McpClient } from '../client/mcp-client.ts';
import { openTransport } from './open-transport.ts';
import type { Reason } from '../../../../contract/reason.ts';
import type { Party } from '../../../../contract/schemas/trace.ts';
import type { TraceTap } from '../../trace/tap.ts';
import type { Handshake } from '../client/handshake.ts';
import type { McpClientTimeouts } from '../client/mcp-client.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { Asker, Everybody } from './lease.ts';
import type { TransportRequest } from './open-transport.ts';
import type { RunEnd, ServerTransport } from './server-transport.ts';

export interface ServerRunOptions extends TransportRequest {
  readonly hub: Party;
  readonly tap: TraceTap;
  readonly timeouts: McpClientTimeouts;
  /** Whose run this is; null is the one that all agents share. */
  readonly asker: Asker | null;
  readonly everybody: Everybody;
  /** Hides secret values. */
  mask(text: string): string;
  onTools(tools: readonly ServerTool[]): void;
  onStderr(): void;
  onLog(line: string): void;
  /** Called when `pid` becomes known after the start. */
  onPid(pid: number): void;
}

export class ServerRun {
  readonly #transport: ServerTransport;
  #junkLines = 0;
  readonly client: McpClient;
  /** Process alive, handshake done, tools listed. Rejects with HubError, and then the process is ended too. */
  readonly ready: Promise<Handshake>;
  /** Resolves with how it ended; by then its calls have ended too. */
  readonly ended: Promise<RunEnd>;
  /** Resolves when nothing of its tree runs any more. */
  readonly gone: Promise<void>;

  constructor(options: ServerRunOptions) {
    const { id, name, platform, hub, tap, timeouts, asker, everybody } = options;
    this.#transport = openTransport(options, {
      onText: text => this.client.receive(text),
      onStderr: () => options.onStderr(),
      onLog: line => options.onLog(line),
      onPid: pid => options.onPid(pid),
    });
    this.client = new McpClient({
      version: platform.version,
      asker,
      hub,
      server: { kind: 'server', id, label: name },
      tap,
      timeouts,
      send: text => this.#transport.send(text),
      onTools: tools => options.onTools(tools),
      onRequest: request => (asker ? asker.onRequest(request) : everybody.onRequest(id, request)),
      onNotification: (method, params, seq) => {
        if (asker) asker.onNotification(method, params, seq);
        else everybody.onNotification(id, method, params, seq);
      },
      onJunk: line => {
        this.#junkLines += 1;
        this.#transport.note(line);
      },
    });
    this.gone = this.#transport.gone;
    this.ended = this.#transport.ended.then(end => {
      this.client.close(
        hubError('ERR_SERVER_UNAVAILABLE', {
          kind: 'ended-during-call',
          server: name,
          why: mapTexts(end.reason, text => options.mask(text)),
        }),
      );
      return end;
    });
    this.ready = this.client.connect();
    this.ready.catch((error: unknown) => this.#transport.fail({ kind: 'handshake-failed', why: reasonOf(error) }));
  }

  /** Null when the process could not be started, and before `onPid`. */
  get pid(): number | null {
    return this.#transport.pid;
  }

  /** How many lines of its stdout were no message, and how many of its messages could not be used. */
  get junkLines(): number {
    return this.#junkLines;
  }

  get stderr(): string[] {
    return this.#transport.stderr;
  }

  /** Ends it for a reason that is not the user's wish. */
  fail(reason: Reason): void {
    this.#transport.fail(reason);
  }

  /** Begins the stop ladder; a second call goes one step further at once. Resolves when the whole tree is gone. */
  stop(graces: StopGraces): Promise<void> {
    return this.#transport.stop(graces);
  }
}
