// The runtimes of this machine as the wire shows them: node, python, docker, ollama. Looked for where servers are, with nothing started but
// programs that tell their version.
import { execFile } from 'node:child_process';
import { childEnv } from '../../servers/process/child-env.ts';
import { findProgram } from '../../servers/runtimes/find-program.ts';
import { nodeLook } from '../../servers/runtimes/path-facts.ts';
import { askVersion, versionIn } from '../../servers/runtimes/program-version.ts';
import type { Answer } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

type Machine = Pick<HarborAServices, 'runtimes' | 'platform'>;

interface RuntimeRow {
  readonly type: 'node' | 'python' | 'docker' | 'ollama';
  readonly programs: readonly string[];
  /** What starts its packages, the best first. */
  readonly runners: readonly string[];
  readonly hint: string;
}

const versionMs = 5_000;

const rows: readonly RuntimeRow[] = [
  { type: 'node', programs: ['node'], runners: ['npx', 'node'], hint: 'Install Node.js: https://nodejs.org/' },
  {
    type: 'python',
    programs: ['python3', 'python'],
    runners: ['uvx', 'pipx'],
    hint: 'Install uv: https://docs.astral.sh/uv/',
  },
  {
    type: 'docker',
    programs: ['docker'],
    runners: ['docker'],
    hint: 'Install Docker: https://docs.docker.com/get-docker/',
  },
  { type: 'ollama', programs: ['ollama'], runners: ['ollama'], hint: 'Install Ollama: https://ollama.com/' },
];

export async function checkRuntimes(machine: Machine): Promise<Answer> {
  const runtimes = await Promise.all(rows.map(row => runtimeOf(machine, row)));
  const isThere = (type: RuntimeRow['type']) => runtimes.some(runtime => runtime.type === type && runtime.available);
  return { runtimes, canInstall: { npm: isThere('node'), pypi: isThere('python'), oci: isThere('docker') } };
}

async function runtimeOf(machine: Machine, { type, programs, runners, hint }: RuntimeRow) {
  const path = await firstOf(machine, programs);
  const runner = await firstNamed(machine, runners);
  const ask = type === 'docker' ? dockerVersion : versionOf;
  const version = path === null || type === 'ollama' ? null : await ask(machine, path);
  const available = path !== null && (type === 'ollama' || version !== null);
  return { type, available, version, path, runnerCmd: runner, installHint: available ? null : hint };
}

/** Where it is; null where it is not. */
export async function programPath({ runtimes, platform }: Machine, command: string): Promise<string | null> {
  const { os, env, machine } = platform;
  const facts = { os, home: machine.homeDir, env, ownFolders: [], look: nodeLook };
  return (await findProgram(facts, runtimes.folders, command))?.path ?? null;
}

/** The version of the daemon, which alone starts images; null while it does not answer. */
export function dockerVersion({ runtimes, platform }: Machine, path: string): Promise<string | null> {
  const env = { ...childEnv(runtimes.env, {}, platform.os) };
  const options = { env, timeout: versionMs, killSignal: 'SIGKILL', windowsHide: true, shell: false } as const;
  return new Promise(resolve => {
    execFile(path, ['version', '--format', '{{.Server.Version}}'], options, (error, stdout) =>
      resolve(error ? null : versionIn(stdout)),
    );
  });
}

export function versionOf({ runtimes, platform }: Machine, path: string): Promise<string | null> {
  const env = childEnv(runtimes.env, {}, platform.os);
  return askVersion(path, { env, cwd: platform.machine.homeDir, timeoutMs: versionMs });
}

async function firstOf(machine: Machine, programs: readonly string[]): Promise<string | null> {
  for (const program of programs) {
    const path = await programPath(machine, program);
    if (path !== null) return path;
  }
  return null;
}

async function firstNamed(machine: Machine, programs: readonly string[]): Promise<string | null> {
  for (const program of programs) if ((await programPath(machine, program)) !== null) return program;
  return null;
}
