// A child and everything that it started, as one thing to signal: a process group on POSIX, taskkill /T on Windows, and on both what has left that.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGroupAlive, signalGroup } from './process-group.ts';
import type { Strays } from './strays.ts';

/** Between two looks: each reads what is known of every process, so what takes longer is looked at less often. */
const pollMs = { first: 20, most: 200 };
/** Nothing survives SIGKILL, but a zombie that nobody reaps still counts as a member of its group: it is not waited for. */
const maxPollsAfterKill = 1;
/** What has left the group can be seen to be a zombie: what still runs then sits in the kernel, or forks faster than it is killed. */
const maxStrayPollsAfterKill = 10;

export interface TreeOptions {
  readonly pid: number;
  readonly os: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly strays: Strays;
  /** Called once where something is left when the child itself has ended. */
  onLeft?(): void;
}

export class ProcessTree {
  readonly #options: TreeOptions;
  readonly #windows: boolean;
  #signalled: 'SIGTERM' | 'SIGKILL' | null = null;
  #toldLeft = false;
  #pollMs = pollMs.first;
  /** Resolves when the child has ended and nothing of it is left. */
  readonly gone: Promise<void>;

  /** `exited` resolves when the child itself has ended. */
  constructor(exited: Promise<void>, options: TreeOptions) {
    this.#options = options;
    this.#windows = options.os === 'win32';
    this.gone = exited.then(() => this.#untilGone());
  }

  signal(name: 'SIGTERM' | 'SIGKILL'): void {
    const { pid, os, strays } = this.#options;
    this.#signalled = name;
    this.#pollMs = pollMs.first;
    if (this.#windows) this.#taskkill(name === 'SIGKILL');
    else signalGroup(pid, name, os);
    void strays.signal(name, pid);
  }

  /** Whether any process of the group exists. On Windows nothing can be known once the child itself is gone. */
  #isGroupAlive(): boolean {
    return !this.#windows && isGroupAlive(this.#options.pid, this.#options.os);
  }

  async #untilGone(): Promise<void> {
    const { strays } = this.#options;
    strays.childEnded();
    await this.#untilGroupIsGone();
    await this.#untilStraysAreGone();
    strays.over();
  }

  async #untilGroupIsGone(): Promise<void> {
    for (let afterKill = 0; this.#isGroupAlive() && afterKill < maxPollsAfterKill; ) {
      this.#left();
      if (this.#signalled === 'SIGKILL') afterKill += 1;
      await this.#pause();
    }
  }

  /** Nobody, and nobody again: on POSIX a process that was just replacing its program shows no environment at that moment. */
  async #untilStraysAreGone(): Promise<void> {
    const enough = this.#windows ? 1 : 2;
    let nobody = 0;
    for (let afterKill = 0; nobody < enough && afterKill < maxStrayPollsAfterKill; ) {
      if ((await this.#strays()) === 0) nobody += 1;
      else {
        nobody = 0;
        this.#left();
        if (this.#signalled === 'SIGKILL') afterKill += 1;
      }
      if (nobody < enough) await this.#pause();
    }
  }

  /** How many there are. Those that came after the last signal get it too. */
  async #strays(): Promise<number> {
    const { strays, pid } = this.#options;
    return this.#signalled ? strays.signal(this.#signalled, pid) : (await strays.find(pid)).length;
  }

  async #pause(): Promise<void> {
    await sleep(this.#pollMs);
    this.#pollMs = Math.min(pollMs.most, this.#pollMs * 1.5);
  }

  #left(): void {
    if (this.#toldLeft) return;
    this.#toldLeft = true;
    this.#options.onLeft?.();
  }

  #taskkill(force: boolean): void {
    const args = ['/pid', String(this.#options.pid), '/T', ...(force ? ['/F'] : [])];
    const options = { shell: false, stdio: 'ignore', windowsHide: true } as const;
    const root = this.#options.env.SystemRoot ?? 'C:\\Windows';
    spawn(join(root, 'System32', 'taskkill.exe'), args, options).on('error', () => {});
  }
}
