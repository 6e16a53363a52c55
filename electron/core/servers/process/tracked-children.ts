// The children of one run of a server, so that they can be found again: each carries a nonce, and the ledger knows it from before it exists to its end.
import { spawn as nodeSpawn } from 'node:child_process';
import { childNonceVariable } from '../../../../contract/names.ts';
import type { ChildLedger, ChildRecord } from './child-ledger.ts';
import type { Spawn } from './server-process.ts';
import type { StartTimes } from './start-times.ts';

export interface TrackedChildrenOptions {
  readonly ledger: ChildLedger;
  readonly serverId: string;
  readonly starts: StartTimes;
  readonly os: NodeJS.Platform;
  readonly spawn?: Spawn | undefined;
}

const pollMs = 200;
/** What outlives its leader this long is left to the next start of the hub. */
const maxPolls = 50;

export class TrackedChildren {
  readonly #options: TrackedChildrenOptions;
  #nonce: string | undefined;

  constructor(options: TrackedChildrenOptions) {
    this.#options = options;
  }

  /** Starts a child as `child_process.spawn` does. */
  readonly spawn: Spawn = (command, args, options) => {
    const { ledger, serverId, spawn = nodeSpawn } = this.#options;
    const intended = ledger.intend(serverId);
    this.#nonce = intended.nonce;
    try {
      const env = { ...options.env, [childNonceVariable]: intended.nonce };
      const child = spawn(command, args, { ...options, env });
      const { pid } = child;
      if (pid === undefined) ledger.ended(intended);
      else this.#follow(intended, pid, new Promise<void>(resolve => child.once('exit', () => resolve())));
      return child;
    } catch (error) {
      ledger.ended(intended);
      throw error;
    }
  };

  /** For a child of the child, in a process group of its own and with the nonce of its parent. */
  adopt(pid: number, ended: Promise<unknown>): void {
    const { ledger, serverId } = this.#options;
    if (this.#nonce !== undefined) this.#follow(ledger.intend(serverId, this.#nonce), pid, ended);
  }

  #follow(intended: ChildRecord, pid: number, ended: Promise<unknown>): void {
    const { ledger, starts, os } = this.#options;
    let record = ledger.learn(intended, { pid });
    let isOver = false;
    let polls = 0;
    const forget = () => {
      isOver = true;
      if (os === 'win32' || !groupExists(pid)) return ledger.ended(record);
      polls += 1;
      if (polls < maxPolls) setTimeout(forget, pollMs).unref();
    };
    void ended.then(forget);
    void starts.of(pid).then(started => {
      // Another process may have its pid by now.
      if (started !== null && !isOver) record = ledger.learn(record, { started });
    });
  }
}

function groupExists(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
