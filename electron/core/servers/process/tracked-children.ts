// The children of one run of a server, so that they can be found again: each carries a nonce, and the ledger knows it from before it exists to its end.
import { spawn as nodeSpawn } from 'node:child_process';
import { childNonceVariable } from '../../../../contract/names.ts';
import { machineCgroups } from './own-cgroup.ts';
import { Strays } from './strays.ts';
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
  #nonce: string | null = null;

  constructor(options: TrackedChildrenOptions) {
    this.#options = options;
  }

  /** The mark of the child that was started last. */
  get nonce(): string | null {
    return this.#nonce;
  }

  /** Starts a child as `child_process.spawn` does. */
  readonly spawn: Spawn = (command, args, options) => {
    const { ledger, serverId, spawn = nodeSpawn } = this.#options;
    const intended = ledger.intend(serverId, undefined, this.#cgroup());
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
    if (this.#nonce !== null) this.#follow(ledger.intend(serverId, this.#nonce, this.#cgroup()), pid, ended);
  }

  #follow(intended: ChildRecord, pid: number, ended: Promise<unknown>): void {
    const { ledger, starts } = this.#options;
    let record = ledger.learn(intended, { pid });
    let isOver = false;
    let polls = 0;
    const forget = async (): Promise<void> => {
      isOver = true;
      if (!(await this.#isLeft(pid, intended.nonce))) return ledger.ended(record);
      polls += 1;
      if (polls < maxPolls) setTimeout(() => void forget(), pollMs).unref();
    };
    void ended.then(forget);
    void starts.of(pid).then(started => {
      // Another process may have its pid by now.
      if (started !== null && !isOver) record = ledger.learn(record, { started });
    });
  }

  #cgroup(): string | null {
    return this.#options.os === 'linux' ? machineCgroups.home() : null;
  }

  /** Whether something of it runs that a next hub would have to end. */
  async #isLeft(pid: number, nonce: string): Promise<boolean> {
    const { os } = this.#options;
    if (os === 'win32') return false;
    if (groupExists(pid)) return true;
    return (await new Strays({ nonce, os }).find(pid)).length > 0;
  }
}

function groupExists(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}
