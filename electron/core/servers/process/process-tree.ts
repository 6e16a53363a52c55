// A child and everything that it started, as one thing to signal: a process group on POSIX, taskkill /T on Windows.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const pollMs = 20;
/** Nothing survives SIGKILL, but a zombie that nobody reaps still counts as a member of its group: it is not waited for. */
const maxPollsAfterKill = 1;

export class ProcessTree {
  readonly #pid: number;
  readonly #windows: boolean;
  readonly #systemRoot: string;
  #killed = false;
  /** Resolves when the child has ended and nothing of its group is left. */
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
    this.gone = exited.then(() => new Promise(resolve => this.#watch(resolve, 0)));
  }

  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    if (name === 'SIGKILL') this.#killed = true;
    if (this.#windows) this.#taskkill(name === 'SIGKILL');
    else this.#send(name);
  }

  /** Whether any process of the group exists. On Windows nothing can be known once the child itself is gone. */
  isAlive(): boolean {
    return !this.#windows && this.#send(0);
  }

  #watch(resolve: () => void, pollsAfterKill: number): void {
    if (!this.isAlive() || pollsAfterKill >= maxPollsAfterKill) return resolve();
    const polls = this.#killed ? pollsAfterKill + 1 : 0;
    setTimeout(() => this.#watch(resolve, polls), pollMs);
  }

  #send(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-this.#pid, signal);
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
