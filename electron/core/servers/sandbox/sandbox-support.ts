// Whether this machine can put walls around a server, and by what or why not.
import { execFile } from 'node:child_process';
import { isSameReason } from '../../../../contract/reason.ts';
import { systemProgram } from '../../../../native-host/endpoints/system-program.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { Reason } from '../../../../contract/reasons.ts';
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

  describe(): { available: boolean; reason: Reason } {
    if (!this.#tool) return { available: false, reason: missing(this.#os) };
    if (this.#failure === null) {
      return { available: true, reason: { kind: 'sandbox-by', program: this.#tool.by } };
    }
    return { available: false, reason: { kind: 'sandbox-forbidden', why: this.#failure.replace(/\.$/, '') } };
  }

  async #try(): Promise<SandboxTool> {
    const before = this.describe().reason;
    this.#tool = this.#find();
    if (this.#tool?.by === 'bubblewrap') {
      const { program } = this.#tool;
      const [failure, help] = await Promise.all([failureOf(program), helpOf(program)]);
      this.#failure = failure;
      this.#tool = { ...this.#tool, bindsDescriptors: help.includes('--ro-bind-fd FD') };
    } else this.#failure = null;
    const { available, reason } = this.describe();
    if (!isSameReason(reason, before)) this.#onChange();
    if (!available || !this.#tool) throw hubError('ERR_SERVER_UNAVAILABLE', reason);
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

function missing(os: NodeJS.Platform): Reason {
  if (os === 'linux') return { kind: 'no-bubblewrap' };
  if (os === 'darwin') return { kind: 'no-sandbox-exec' };
  return { kind: 'no-sandbox-on-windows' };
}

function toolAt(by: SandboxTool['by'], program: string | null): SandboxTool | null {
  return program === null ? null : { by, program, bindsDescriptors: false };
}
