// The two ends of every Unix socket of this machine, as `ss` lists them. A shell that stays starts it: a copy of the whole hub for
// each list, as the system makes one of whoever starts a program, would cost more than the list.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';

/** `ss` and the shell, absolute. */
export interface ListPrograms {
  readonly ss: string;
  readonly sh: string;
}

type Shell = ChildProcessByStdio<Writable, Readable, null>;

const patienceMs = 5_000;
const idleMs = 10_000;
/** The inode of no socket. */
const none = '0';
const maxListBytes = 64 * 1024 * 1024;
/** One list for each line that it is sent, and that line behind it: names of sockets hold whatever an account of this machine wrote into them. */
const script = 'while read -r mark; do "$1" -x -H -n; echo "$mark"; done';

/** Asked for one list after the other. */
export class SocketEnds {
  readonly #programs: ListPrograms;
  #shell: Shell | null = null;
  #idle: NodeJS.Timeout | null = null;

  constructor(programs: ListPrograms) {
    this.#programs = programs;
  }

  /** By the inode of one end that of the other. Empty where the system does not tell; never rejects. */
  async list(): Promise<ReadonlyMap<string, string>> {
    if (this.#idle) clearTimeout(this.#idle);
    const shell = (this.#shell ??= this.#start());
    const text = await answerOf(shell);
    if (text === null) this.#drop(shell);
    else this.#idle = setTimeout(() => this.#drop(shell), idleMs).unref();
    return endsIn(text ?? '');
  }

  /** Nothing of it keeps the hub from ending, and without the hub it has nothing to read and ends too. */
  #start(): Shell {
    const { ss, sh } = this.#programs;
    const shell = spawn(sh, ['-c', script, 'sh', ss], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
    shell.unref();
    for (const stream of [shell.stdin, shell.stdout]) {
      stream.on('error', () => {});
      if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
    }
    shell.on('error', () => {});
    return shell;
  }

  #drop(shell: Shell): void {
    if (this.#shell === shell) this.#shell = null;
    shell.stdin.end();
    // One that was never started has no number, and a signal to none goes to this process and all of its group.
    if (shell.pid !== undefined) shell.kill();
  }
}

/** Each line ends with the path and inode of this end, then those of the other. Of which there are two different ones, nothing is known. */
function endsIn(text: string): Map<string, string> {
  const ends = new Map<string, string>();
  for (const [, own = '', other = ''] of text.matchAll(/ (\d+) +\S+ (\d+) *$/gm))
    ends.set(own, (ends.get(own) ?? other) === other ? other : none);
  return ends;
}

/** Null when it ends, says too much or nothing in time. */
function answerOf(shell: Shell): Promise<string | null> {
  const { stdin, stdout } = shell;
  const mark = `${randomBytes(16).toString('hex')}\n`;
  return new Promise(resolve => {
    let said = '';
    const finish = (text: string | null) => {
      clearTimeout(late);
      stdout.off('data', take);
      for (const event of ['exit', 'error']) shell.off(event, fail);
      resolve(text);
    };
    const fail = () => finish(null);
    const take = (chunk: Buffer) => {
      said += chunk.toString('latin1');
      if (said.endsWith(mark)) finish(said);
      else if (said.length > maxListBytes) fail();
    };
    const late = setTimeout(fail, patienceMs);
    stdout.on('data', take);
    for (const event of ['exit', 'error']) shell.once(event, fail);
    if (shell.exitCode !== null || shell.signalCode !== null || shell.pid === undefined) return fail();
    stdin.write(mark);
  });
}
