// How a llamafile is started, and how a GGUF file is: by llama-server, which the user has.
import { hubError } from '../../../../words/hub-error.ts';
import { findProgram } from '../../servers/runtimes/find-program.ts';
import { nodeLook } from '../../servers/runtimes/path-facts.ts';
import type { ProgramRecord } from '../../../../contract/schemas/model-records.ts';
import type { CommandConfig } from '../../../../contract/schemas/servers.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What a GGUF file is read with: that which the user named, or that of the PATH; null where there is none. */
export async function findEngine(named: string | null, env: Env, os: NodeJS.Platform): Promise<string | null> {
  const sign = os === 'win32' ? ';' : ':';
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = path
    .split(sign)
    .filter(Boolean)
    .map(folder => ({ folder, why: { kind: 'path-of-command' } as const }));
  const facts = { os, home: '', env, ownFolders: [], look: nodeLook };
  return (await findProgram(facts, folders, named ?? 'llama-server'))?.path ?? null;
}

/** Throws HubError for a GGUF file without a program that reads it. */
export function programCommand(
  { format, path, context }: ProgramRecord,
  { engine, port, os }: { readonly engine: string | null; readonly port: number; readonly os: NodeJS.Platform },
): Pick<CommandConfig, 'command' | 'args'> {
  const size = context === null ? [] : ['-c', String(context)];
  const place = ['--host', '127.0.0.1', '--port', String(port), ...size];
  if (format === 'gguf') {
    if (engine === null) throw hubError('ERR_MODEL_FAILED', { kind: 'model-engine-none' });
    // With it llama-server calls tools as the model's own template has it.
    return { command: engine, args: ['--model', path, '--jinja', ...place] };
  }
  const args = ['--server', '--nobrowser', ...place];
  // Its first bytes are a shell script to every system that does not know its form.
  return os === 'win32' ? { command: path, args } : { command: '/bin/sh', args: [path, ...args] };
}
