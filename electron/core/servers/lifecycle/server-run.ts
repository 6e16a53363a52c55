// One run of a server: its process and our MCP client on it, which begin and end together. Its children are noted while they live.
import { mapTexts } from '../../../../contract/reason.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { McpClient } from '../client/mcp-client.ts';
import { packageIn } from '../config/package-in-command.ts';
import { childEnv } from '../process/child-env.ts';
import { withheldFrom, withoutGroups } from '../process/environment-groups.ts';
import { TrackedChildren } from '../process/tracked-children.ts';
import { FetchWatch } from './fetch-watch.ts';
import { openTransport } from './open-transport.ts';
import { whyNoHandshake } from './why-no-handshake.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { ServerState } from '../../../../contract/schemas/servers.ts';
import type { NetworkWatch } from '../../outbound/network-watch.ts';
import type { CallClock } from '../../wire/call-clock.ts';
import type { Handshake } from '../client/handshake.ts';
import type { McpClientOptions } from '../client/mcp-client.ts';
import type { ServerEra } from '../client/server-era.ts';
import type { ServerTool } from '../client/server-tool.ts';
import type { StartTimes } from '../process/start-times.ts';
import type { StopGraces } from '../process/stop-ladder.ts';
import type { SandboxSupport } from '../sandbox/sandbox-support.ts';
import type { Asker, Everybody } from './asker.ts';
import type { AwakeClock } from './awake-clock.ts';
import type { ServerRow } from './server-row.ts';
import type { RunEnd, ServerTransport } from './server-transport.ts';
import type { StartQueue } from './start-queue.ts';
import type { ServerSupervisorOptions } from './supervisor-options.ts';
import type { SupervisorTimes } from './times.ts';

/** What all runs of all servers share. */
export interface RunSurroundings
  extends Pick<
    ServerSupervisorOptions,
    | 'platform'
    | 'tap'
    | 'hub'
    | 'hubId'
    | 'ownHub'
    | 'forbids'
    | 'sharedServers'
    | 'ledger'
    | 'secrets'
    | 'signIns'
    | 'tokens'
    | 'workFolders'
    | 'spawn'
    | 'causeOf'
    | 'installs'
  > {
  readonly everybody: () => Everybody;
  readonly sandbox: SandboxSupport;
  readonly starts: StartTimes;
  readonly clock: AwakeClock;
  readonly network: Pick<NetworkWatch, 'onChange'>;
  readonly queue: StartQueue;
  readonly times: SupervisorTimes;
  /** In [0, 1). */
  random(): number;
  /** Hides secret values. */
  mask(text: string): string;
}

export interface RunRequest {
  readonly surroundings: RunSurroundings;
  readonly row: ServerRow;
  /** Whose run it is; null is the one that all agents share. */
  readonly asker: Asker | null;
  readonly era: ServerEra;
  onTools(tools: readonly ServerTool[]): void;
  /** Lists of it cannot be read, or all can again. */
  onFailingLists(reason: Reason | null): void;
  onStderr(): void;
  onLog(line: string): void;
  /** What it is doing before it is ready; null where that is over. */
  onProgress(reason: Reason | null): void;
  /** Called when `pid` becomes known after the start. */
  onPid(pid: number): void;
}

/** Who hears what becomes of the runs of one server. `asker` is null for the run that all agents share. */
export interface RunEvents {
  /** Something of what is shown has changed. */
  onChange(): void;
  /** The state has changed, in the order in which it did. */
  onState(state: ServerState, asker: Asker | null): void;
  /** A run has begun. */
  onRun(run: KeptRun): void;
  /** A run is ready, and nobody else could ask it for something yet. */
  onReady(client: McpClient, asker: Asker | null): void;
  onTools(tools: readonly ServerTool[], asker: Asker | null): void;
  onLog(line: string): void;
}

/** What its keeper needs of a run. */
export type KeptRun = Pick<ServerRun, 'client' | 'ready' | 'ended' | 'gone' | 'pid' | 'stderr' | 'stop' | 'fail'>;

export class ServerRun {
  readonly #transport: ServerTransport;
  readonly #fetch: FetchWatch | null;
  #clock: Pick<CallClock, 'restart'> | null = null;
  readonly client: McpClient;
  /** Process alive, handshake done, and its tools were asked for, which may have failed. Rejects with HubError, and then the process is ended too. */
  readonly ready: Promise<Handshake>;
  /** Resolves with how it ended; by then its calls have ended too. */
  readonly ended: Promise<RunEnd>;
  /** Resolves when nothing of its tree runs any more. */
  readonly gone: Promise<void>;

  constructor(request: RunRequest) {
    this.client = createClient(request, clock => (this.#clock = clock));
    this.#fetch = this.#watchFetch(request);
    this.#transport = this.#openTransport(request);
    this.gone = this.#transport.gone;
    const { row, surroundings } = request;
    this.ended = this.#transport.ended.then(end => {
      this.client.close(
        hubError('ERR_SERVER_UNAVAILABLE', {
          kind: 'ended-during-call',
          server: row.name,
          why: mapTexts(end.reason, surroundings.mask),
        }),
      );
      return end;
    });
    const startedAt = performance.now();
    this.ready = this.client.connect(this.#transport).finally(() => this.#fetch?.stop());
    this.ready.catch((error: unknown) => {
      const wrote = this.#transport.stderr.map(surroundings.mask);
      this.#transport.fail(whyNoHandshake(error, wrote, performance.now() - startedAt));
    });
  }

  /** Null when the process could not be started, and before `onPid`. */
  get pid(): number | null {
    return this.#transport.pid;
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

  /** Null for what is no launcher of packages. */
  #watchFetch({ row, surroundings, onProgress }: RunRequest): FetchWatch | null {
    const found = packageIn(row.config);
    if (found === null || row.config.kind !== 'stdio') return null;
    const { times, mask } = surroundings;
    const { env, os } = surroundings.platform;
    return new FetchWatch({
      package: found,
      env: childEnv(withoutGroups(env, withheldFrom(row.options), os), row.config.env, os),
      os,
      ...times.fetch,
      mask,
      onMoves: () => this.#clock?.restart(),
      onProgress,
    });
  }

  #openTransport({ surroundings, row, ...events }: RunRequest): ServerTransport {
    const { platform, ledger, starts, times, spawn } = surroundings;
    const children = ledger && new TrackedChildren({ ledger, starts, serverId: row.id, os: platform.os, spawn });
    const spawnChild = children?.spawn ?? spawn;
    return openTransport(
      {
        ...surroundings,
        ...row,
        graces: times.sweep,
        ...(spawnChild && { spawn: spawnChild }),
        nonce: () => children?.nonce ?? null,
      },
      {
        onText: this.client.receive,
        onHeld: (id, isHeld) => this.client.hold(id, isHeld),
        onStderr: () => events.onStderr(),
        onLog: line => {
          this.#fetch?.wrote(line);
          events.onLog(line);
        },
        onPid: pid => {
          children?.adopt(pid, this.gone);
          events.onPid(pid);
        },
      },
    );
  }
}

function createClient(
  { surroundings, row, asker, era, onTools, onFailingLists }: RunRequest,
  onHandshakeClock: McpClientOptions['onHandshakeClock'],
): McpClient {
  const { platform, hub, hubId, tap, times, everybody } = surroundings;
  return new McpClient({
    hubId,
    version: platform.version,
    asker,
    era,
    mayKnowNoHandshake: row.config.kind === 'javascript' || row.config.kind === 'wasm',
    hub,
    server: { kind: 'server', id: row.id, label: row.name },
    carrier: row.config.kind,
    tap,
    ...passedOn(row, surroundings, asker),
    timeouts: { ...times.client, handshakeMs: row.options.startTimeoutMs ?? times.client.handshakeMs },
    ...(onHandshakeClock && { onHandshakeClock }),
    causeOf: () => surroundings.causeOf?.(row.id) ?? null,
    askedIn: params => asker?.causeOf?.(params) ?? null,
    onTools,
    onFailingLists,
    onRequest: request => (asker ? asker.onRequest(request) : everybody().onRequest(row.id, request)),
    onNotification: (method, params, seq) => {
      if (asker) asker.onNotification(method, params, seq);
      else everybody().onNotification(row.id, method, params, seq);
    },
  });
}

/** What goes to another hub says for whom. */
function passedOn(
  { config }: ServerRow,
  { sharedServers }: RunSurroundings,
  asker: Asker | null,
): Pick<McpClientOptions, 'passed'> {
  if (config.kind !== 'fleet' || !sharedServers) return {};
  return { passed: (params, parent) => sharedServers.passed(params, parent, asker?.agentId ?? null) };
}
