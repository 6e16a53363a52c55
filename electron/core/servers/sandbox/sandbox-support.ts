// Whether this machine can put walls around a server, and by what; said in one sentence.
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { RunnerSandbox } from '../../../contract/runner.ts';

export interface SandboxTool {
  readonly by: RunnerSandbox['by'];
  /** Absolute. */
  readonly program: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export class SandboxSupport {
  readonly #os: NodeJS.Platform;
  readonly #env: Env;
  /** What went wrong when it was tried; null when nothing is known to. */
  #failure: string | null = null;

  constructor(os: NodeJS.Platform, env: Env) {
    this.#os = os;
    this.#env = env;
  }

  /** Looks again each time, because what is missing may have been installed since. */
  tool(): SandboxTool | null {
    if (this.#os === 'darwin') return toolAt('sandbox-exec', '/usr/bin/sandbox-exec');
    if (this.#os !== 'linux') return null;
    const folders = [...(this.#env.PATH ?? '').split(delimiter), '/usr/bin', '/bin'];
    for (const folder of folders) {
      const tool = folder.startsWith('/') ? toolAt('bubblewrap', join(folder, 'bwrap')) : null;
      if (tool) return tool;
    }
    return null;
  }

  /** Some systems carry bubblewrap but forbid what it needs, which only trying tells. Resolves when that is known. */
  async probe(): Promise<void> {
    const tool = this.tool();
    if (tool?.by !== 'bubblewrap') return;
    const args = ['--unshare-user-try', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/', '--', '/bin/true'];
    this.#failure = await new Promise(resolve => {
      execFile(tool.program, args, { timeout: 10_000 }, (error, _stdout, stderr) =>
        resolve(error ? stderr.trim().split('\n')[0] || error.message : null),
      );
    });
  }

  describe(): { available: boolean; sentence: string } {
    const tool = this.tool();
    if (!tool) return { available: false, sentence: missing(this.#os) };
    if (this.#failure !== null) {
      return {
        available: false,
        sentence: `This system does not let bubblewrap make a sandbox (${this.#failure}); allow unprivileged user namespaces.`,
      };
    }
    return { available: true, sentence: `A sandbox is made by ${tool.by} on this machine.` };
  }
}

function missing(os: NodeJS.Platform): string {
  if (os === 'linux') return 'A sandbox needs bubblewrap, which was not found; install the package "bubblewrap".';
  if (os === 'darwin') return 'A sandbox needs /usr/bin/sandbox-exec, which was not found; this macOS has none.';
  return 'There is no sandbox for servers on Windows; run this server without one, or in a container.';
}

function toolAt(by: SandboxTool['by'], program: string): SandboxTool | null {
  try {
    accessSync(program, constants.X_OK);
    return { by, program };
  } catch {
    return null;
  }
}
