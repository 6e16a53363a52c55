// A child and everything that it started, as one thing to signal: its process group on POSIX, and on Linux also what has left that group
// and carries the nonce of the child; taskkill /T on Windows.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { carriersOf, startedWithNonce } from './processes/nonce-carriers.ts';

const pollMs = 20;
/** Nothing survives SIGKILL, but a zombie that nobody reaps still counts as a member of its group: it is not waited for. */
const maxPollsAfterKill = 1;
/** What is outside of the group may start others while it is killed; it is killed again this often. */
const maxKills = 50;

export class ProcessTree {
  readonly #pid: number;
  readonly #windows: boolean;
  readonly #systemRoot: string;
  #killed = false;
  readonly #nonce: string | null;
  /** What was last found outside of the group. */
  #outside: readonly number[] = [];
  /** Resolves when the child has ended and nothing that it started is left. */
  readonly gone: Promise<void>;

  /** `exited` resolves when the child itself has ended. */
  constructor(
    exited: Promise<void>,
    pid: number,
    os: NodeJS.Platform,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.#pid = pid;
    this.#windows = os === 'win32';
    this.#systemRoot = env.SystemRoot ?? 'C:\\Windows';
    this.#nonce = os === 'linux' ? startedWithNonce(pid) : null;
    this.gone = exited.then(() => new Promise(resolve => this.#watch(resolve, 0)));
  }

  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (name === 'SIGKILL') this.#killed = true;
    if (this.#windows) return this.#taskkill(name === 'SIGKILL');
    this.#send(-this.#pid, name);
    for (const pid of this.#lookOutside()) this.#send(pid, name);
  }

  /** Whether anything of it exists. On Windows nothing can be known once the child itself is gone. */
  isAlive(): boolean {
    if (this.#windows) return false;
    return this.#send(-this.#pid, 0) || this.#isOutside();
  }

  /** All processes are only looked through when none of those is left that are known. */
  #isOutside(): boolean {
    const isKnown = this.#outside.some(pid => startedWithNonce(pid) === this.#nonce);
    return isKnown || this.#lookOutside().length > 0;
  }

  #lookOutside(): readonly number[] {
    this.#outside = this.#nonce === null ? [] : carriersOf(this.#nonce);
    return this.#outside;
  }

  #watch(resolve: () => void, pollsAfterKill: number): void {
    if (!this.isAlive()) return resolve();
    const outside = this.#killed ? this.#lookOutside() : [];
    if (pollsAfterKill >= (outside.length > 0 ? maxKills : maxPollsAfterKill)) return resolve();
    for (const pid of outside) this.#send(pid, 'SIGKILL');
    const polls = this.#killed ? pollsAfterKill + 1 : 0;
    setTimeout(() => this.#watch(resolve, polls), pollMs);
  }

  /** To a process, or to a group by its negative number. */
  #send(pid: number, signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(pid, signal);
    } catch {
      // ESRCH: the group is empty. EPERM (macOS) means that only zombies are left in it.
      return false;
    }
  }

  #taskkill(force: boolean): void {
    const args = ['/pid', String(this.#pid), '/T', ...(force ? ['/F'] : [])];
    const options = { shell: false, stdio: 'ignore', windowsHide: true } as const;
    spawn(join(this.#systemRoot, 'System32', 'taskkill.exe'), args, options).on('error', () => {});
  }
}
