// What carries the messages of one run of a server: a child behind its runner, a child of the hub, or an address.
import type { Reason } from '../../../../contract/reasons.ts';
import type { FleetConfig } from '../../../../contract/schemas/servers.ts';
import type { StopGraces } from '../process/stop-ladder.ts';

export interface ServerTransport {
  /** Of the server's own process. Null where there is none on this machine, where it could not be started, and before `onPid`. */
  readonly pid: number | null;
  /** Resolves once how it ended is known and all that it sent was delivered. */
  readonly ended: Promise<RunEnd>;
  /** Resolves when nothing of its tree runs any more. */
  readonly gone: Promise<void>;
  /** The newest lines of its stderr, at most 20, oldest first. */
  readonly stderr: string[];
  /** Sends one message, which is text without a line break. Never throws: what fails ends the run. */
  send(text: string): void;
  /** Keeps a line among those of stderr: what a server prints on stdout although only messages belong there. */
  note(line: string): void;
  /** Ends it for a reason that is not the user's wish. */
  fail(reason: Reason): void;
  /** Begins the stop ladder; a second call goes one step further at once. Resolves when all of it is gone. */
  stop(graces: StopGraces): Promise<void>;
}

export interface RunEnd {
  readonly reason: Reason;
  /** `unauthorized`: it asks for a sign-in, so that starting it again would change nothing. */
  readonly cause: RunEndCause;
}

/**
 * `away`: it runs elsewhere and cannot be reached, or the connection broke off, which is no crash. `secret`, `runtime` and `value`: what it
 * needs to start is missing; `loop`: it leads back to this hub; `policy`: a rule forbids it. None of these is a crash either.
 */
export type RunEndCause = 'ended' | 'away' | 'unauthorized' | 'secret' | 'runtime' | 'value' | 'loop' | 'policy';

export interface TransportEvents {
  /** The server's own process is known only now: `pid` was null so far. */
  onPid?(pid: number): void;
  /** One message of the server, or a line that is none. */
  onText(text: string): void;
  /** The request with this id begins to wait for a person, or for what it was sent to, or has ended to: nothing of its time passes meanwhile. */
  onHeld?(id: string | number, isHeld: boolean): void;
  /** The kept lines of stderr have changed. Called at most every 50 ms, so that a flood of them stays cheap. */
  onStderr(): void;
  /** Each line of stderr and each noted one, for the log: raw, but cut at 8 KiB. */
  onLog?(line: string): void;
}

/** What carries servers that other hubs share. */
export interface SharedServers {
  /** Opens the transport to one; null while this hub is in no fleet. */
  open(config: FleetConfig, events: TransportEvents): ServerTransport | null;
  /** The params of a request as they go there. `parent` is the trace entry that causes it, `owner` the agent whose run it is. */
  passed(params: unknown, parent: number | null, owner: string | null): unknown;
}
