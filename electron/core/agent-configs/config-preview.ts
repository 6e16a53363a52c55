// A planned change as the user is shown it: the lines, the copy, what the program does afterwards. Tokens are masked.
import { shownPath } from '../../../native-host/manifests/context.ts';
import { hashOf } from './config-file.ts';
import { changesFile, narrowsMode } from './config-plan.ts';
import { lineDiff } from './line-diff.ts';
import { withoutTokens } from './own-entry.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { ConfigPreview } from '../../../contract/schemas/agent-configs.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { ConfigBackups } from './backups.ts';
import type { FilePlan } from './config-plan.ts';
import type { AgentMachine } from './places.ts';
import type { RunningProgram } from './running-programs.ts';

export interface PreviewFacts {
  readonly machine: AgentMachine;
  readonly backups: ConfigBackups;
  readonly notes: readonly Reason[];
  readonly running: RunningProgram | null;
  /** Hides what else is secret. */
  readonly mask: (text: string) => string;
}

export async function previewOf(target: AgentTarget, plan: FilePlan, facts: PreviewFacts): Promise<ConfigPreview> {
  const { machine, backups, notes, running, mask } = facts;
  const { file, after } = plan;
  const { app } = target;
  const before = file.kind === 'file' ? file.bytes : null;
  const shown = (line: string) => mask(withoutTokens(line));
  const isKept = before !== null && changesFile(plan);
  return {
    file: file.path,
    shownFile: shownPath(machine, file.path),
    target: file.target === file.path ? null : shownPath(machine, file.target),
    hash: hashOf(file),
    bytes: before?.length ?? null,
    bytesAfter: after?.length ?? null,
    ...lineDiff(before?.toString() ?? '', after?.toString() ?? '', shown),
    backup: isKept ? shownPath(machine, await backups.nextPath(app.id, file.path)) : null,
    notes: [...notes, ...fileNotes(plan, machine)],
    after: app.after,
    running: running && { pid: running.pid, startedAt: running.startedAt },
    versions: await backups.versions(app.id, file.path),
  };
}

/** What a write changes of the file beside its content. */
function fileNotes(plan: FilePlan, machine: AgentMachine): Reason[] {
  const { file, after } = plan;
  if (file.kind === 'none' || after === null) return [];
  const shown = shownPath(machine, file.path);
  const isNarrowed = narrowsMode(plan, machine);
  const narrowed: Reason[] = isNarrowed ? [{ kind: 'file-made-private', file: shown }] : [];
  const isWritten = isNarrowed || changesFile(plan);
  return isWritten && file.otherNames > 0 ? [...narrowed, { kind: 'file-other-names', file: shown }] : narrowed;
}
