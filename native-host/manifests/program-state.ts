// Whether a program that a manifest names could be started: it is there, may be run, and what its first line asks for is there too.
import { dirname, join } from 'node:path';
import { nodeFiles } from './files.ts';
import type { ManifestClaim } from '../../contract/schemas/browsers.ts';
import type { ManifestContext } from './context.ts';
import type { RunningProcess } from './processes.ts';

export type ProgramState = ManifestClaim['programState'];

/** `processes` tell whether it runs now; null where nobody looked. Never rejects. */
export async function programStateOf(
  context: Pick<ManifestContext, 'platform' | 'files'>,
  program: string | null,
  processes: readonly RunningProcess[] | null,
): Promise<ProgramState> {
  if (program === null) return { kind: 'none' };
  const files = context.files ?? nodeFiles;
  try {
    if (!(await files.exists(program))) return { kind: 'missing' };
    if (context.platform !== 'win32' && !(await files.isExecutable(program))) return { kind: 'not-executable' };
    const interpreter = await missingInterpreter(context, program);
    if (interpreter !== null) return { kind: 'no-interpreter', interpreter };
  } catch {
    return { kind: 'unknown' };
  }
  const pids = (processes ?? []).filter(process => isOf(program, process)).map(({ pid }) => pid);
  return pids.length > 0 ? { kind: 'runs', pids } : { kind: 'ready' };
}

/** Our launcher gives its place to Node, which runs the relay that lies beside it. */
function isOf(program: string, { program: running, args }: RunningProcess): boolean {
  const relay = join(dirname(program), 'relay.cjs');
  return running === program || args.some(arg => arg === program || arg === relay);
}

const firstLineBytes = 256;

/** What the first line of a script asks for, where that does not exist. */
async function missingInterpreter(
  context: Pick<ManifestContext, 'platform' | 'files'>,
  program: string,
): Promise<string | null> {
  if (context.platform === 'win32') return null;
  const files = context.files ?? nodeFiles;
  const line = await files.readStart(program, firstLineBytes);
  const interpreter = /^#!\s*(\S+)/.exec(line.toString('latin1'))?.[1];
  return interpreter === undefined || (await files.exists(interpreter)) ? null : interpreter;
}
