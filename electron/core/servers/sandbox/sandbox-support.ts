// Whether this machine can put walls around a server, and by what; said in one sentence.
import { execFile } from 'node:child_process';
import { systemProgram } from '../../../../native-host/endpoints/system-program.ts';
import type { RunnerSandbox } from '../../../../contract/schemas/runner.ts';

export interface SandboxTool {
  readonly by: RunnerSandbox['by'];
  /** Absolute. */
  readonly program: string;
  /** Whether this version knows `--bind-fd`. Not known before it was tried. */
  readonly bindsDescriptors: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

export class SandboxSupport {
  readonly #os: NodeJS.Platform;
  readonly #env: Env;
  readonly #onChange: () => void;
  readonly #systemFolders: readonly string[] | undefined;
  #tool: SandboxTool | null = null;
  /** The try under way, which a second caller joins. */
  #checking: Promise<SandboxTool> | null = null;
  /** What went wrong when it was tried; null when nothing is known to. */
  #failure: string | null = null;

  /** Tries at once; `onChange` is called when the answer is another than before. `systemFolders` are looked in before the PATH. */
  constructor(os: NodeJS.Platform, env: Env, onChange: () => void = () => {}, systemFolders?: readonly string[]) {
    this.#os = os;
    this.#env = env;
    this.#onChange = onChange;
    this.#systemFolders = systemFolders;
    this.#tool = this.#find();
    this.check().catch(() => {});
  }

  /** Looks and tries again, because what is missing may have been installed since. Rejects with an Error that says why there is none. */
  check(): Promise<SandboxTool> {
    this.#checking ??= this.#try().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }

  describe(): { available: boolean; sentence: string } {
    if (!this.#tool) return { available: false, sentence: missing(this.#os) };
    if (this.#failure === null) {
      return { available: true, sentence: `A sandbox is made by ${this.#tool.by} on this machine.` };
    }
    const reason = this.#failure.replace(/\.$/, '');
    return {
      available: false,
      sentence: `This system does not let bubblewrap make a sandbox (${reason}); allow unprivileged user namespaces.`,
    };
  }

  async #try(): Promise<SandboxTool> {
    const before = this.describe().sentence;
    this.#tool = this.#find();
    if (this.#tool?.by === 'bubblewrap') {
      const { program } = this.#tool;
      const [failure, help] = await Promise.all([failureOf(program), helpOf(program)]);
      this.#failure = failure;
      this.#tool = { ...this.#tool, bindsDescriptors: help.includes('--ro-bind-fd FD') };
    } else this.#failure = null;
    const { available, sentence } = this.describe();
    if (sentence !== before) this.#onChange();
    if (!available || !this.#tool) throw new Error(sentence);
    return this.#tool;
  }

  #find(): SandboxTool | null {
    const [os, env] = [this.#os, this.#env];
    if (os === 'darwin') return toolAt('sandbox-exec', systemProgram('sandbox-exec', { os, env: {} }));
    if (os !== 'linux') return null;
    // The hub runs it before anything was approved, so what a folder has put on the PATH comes last.
    return toolAt('bubblewrap', systemProgram('bwrap', { os, env, folders: this.#systemFolders }));
  }
}

/** Some systems carry bubblewrap but forbid what it needs, which only trying tells. Null when it works. */
function failureOf(program: string): Promise<string | null> {
  const args = ['--unshare-user-try', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--', '/bin/true'];
  return new Promise(resolve => {
    execFile(program, args, { timeout: 10_000 }, (error, _stdout, stderr) =>
      resolve(error ? stderr.trim().split('\n')[0] || error.message : null),
    );
  });
}

function helpOf(program: string): Promise<string> {
  return new Promise(resolve => {
    execFile(program, ['--help'], { timeout: 10_000 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

function missing(os: NodeJS.Platform): string {
  if (os === 'linux') return 'A sandbox needs bubblewrap, which was not found; install the package "bubblewrap".';
  if (os === 'darwin') return 'A sandbox needs /usr/bin/sandbox-exec, which was not found; this macOS has none.';
  return 'There is no sandbox for servers on Windows; run this server without one, or in a container.';
}

function toolAt(by: SandboxTool['by'], program: string | null): SandboxTool | null {
  return program === null ? null : { by, program, bindsDescriptors: false };
}
