// Runs a program that fetches packages: as a child that is known from before it exists, read line by line, ended as a whole tree when it is to stop.
import { hubError } from '../../../../../words/hub-error.ts';
import { cancelled } from '../../../platform/wait.ts';
import { ServerProcess } from '../../process/server-process.ts';
import { TrackedChildren } from '../../process/tracked-children.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { ChildLedger } from '../../process/child-ledger.ts';
import type { Spawn } from '../../process/server-process.ts';
import type { StartTimes } from '../../process/start-times.ts';

export interface ProgramSurroundings {
  /** The user's, with the PATH of a terminal. */
  env(): Readonly<Record<string, string | undefined>>;
  readonly os: NodeJS.Platform;
  readonly ledger: ChildLedger;
  readonly starts: StartTimes;
  readonly spawn?: Spawn;
  /** Hides secret values. */
  mask(text: string): string;
}

export interface ProgramRun {
  /** For whom it fetches. */
  readonly serverId: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** A line of what it writes, on either of its outputs. */
  onLine?(line: string): void;
}

/** Half of what was fetched is in its cache by then: there is nothing to wait for. */
const stopGraces = { inputMs: 0, termMs: 2_000 };
/** A program that is stuck says nothing for long; one that works does not run for hours. */
const mostMs = 45 * 60_000;

/** Resolves when it has ended well, with what it wrote on its stdout. Rejects with HubError, also where it was stopped. */
export async function runProgram(run: ProgramRun, surroundings: ProgramSurroundings): Promise<string[]> {
  const { signal, command, args, env, cwd, onLine } = run;
  signal.throwIfAborted();
  const { os, ledger, starts, mask, spawn } = surroundings;
  const children = new TrackedChildren({ ledger, starts, serverId: run.serverId, os, ...(spawn && { spawn }) });
  const said: string[] = [];
  const child = new ServerProcess({
    config: { kind: 'stdio', command, args: [...args], env: { ...env }, cwd },
    env: surroundings.env(),
    os,
    graces: stopGraces,
    mask,
    spawn: children.spawn,
    nonce: () => children.nonce,
    onText: line => {
      if (said.length < 20_000) said.push(line);
      onLine?.(line);
    },
    onStderr() {},
    onLog: line => onLine?.(line),
  });
  const stop = () => void child.stop(stopGraces);
  signal.addEventListener('abort', stop, { once: true });
  const tooLong = setTimeout(
    () => child.fail({ kind: 'fetch-too-long', program: command, minutes: mostMs / 60_000 }),
    mostMs,
  );
  try {
    const [{ reason }] = await Promise.all([child.ended, child.gone]);
    if (signal.aborted) throw cancelled();
    if (!endedWell(reason))
      throw hubError('ERR_SERVER_UNAVAILABLE', reason.kind === 'exited-because' ? reason.why : reason);
    return said;
  } finally {
    clearTimeout(tooLong);
    signal.removeEventListener('abort', stop);
  }
}

/** Programs that end well still warn, and what they have written then says why they might not have. */
function endedWell(reason: Reason): boolean {
  const isEnd = reason.kind === 'exited' || reason.kind === 'exited-saying' || reason.kind === 'exited-because';
  return isEnd && reason.code === 0;
}
