// Which file a command is, among the folders of a plan.
import { pathsOf, variableOf } from './path-facts.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { PathFacts, PathFolder } from './path-facts.ts';

export interface FoundProgram {
  readonly path: string;
  readonly why: Reason;
}

/** The first program of that name. A command that names a folder is looked for there alone. Null when there is none. */
export async function findProgram(
  facts: PathFacts,
  folders: readonly PathFolder[],
  command: string,
): Promise<FoundProgram | null> {
  const { join, isAbsolute } = pathsOf(facts.os);
  const names = namesOf(facts, command);
  if (/[\\/]/.test(command)) {
    if (!isAbsolute(command)) return null;
    const path = await first(facts, names);
    return path === null ? null : { path, why: { kind: 'path-of-command' } };
  }
  for (const { folder, why } of folders) {
    const path = await first(
      facts,
      names.map(name => join(folder, name)),
    );
    if (path !== null) return { path, why };
  }
  return null;
}

/** On Windows a name without an ending stands for those of PATHEXT. */
function namesOf(facts: PathFacts, command: string): string[] {
  if (facts.os !== 'win32') return [command];
  const endings = (variableOf(facts, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const hasEnding = endings.some(ending => command.toLowerCase().endsWith(ending.toLowerCase()));
  return hasEnding ? [command] : endings.map(ending => command + ending.toLowerCase());
}

async function first({ look }: PathFacts, paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await look.isProgram(path)) return path;
  return null;
}
