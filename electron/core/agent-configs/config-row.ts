// What was seen of a program and its file, as the panel's row.
import { shownPath } from '../../../native-host/manifests/context.ts';
import { hashOf } from './config-file.ts';
import { oldestOf } from './running-programs.ts';
import type { AgentConfig } from '../../../contract/schemas/agent-configs.ts';
import type { Look } from './config-looks.ts';
import type { ConfigRecord } from './config-records.ts';
import type { AgentMachine } from './places.ts';
import type { RunningProgram } from './running-programs.ts';

export interface RowFacts {
  readonly machine: AgentMachine;
  readonly record: ConfigRecord | null;
  readonly running: readonly RunningProgram[];
  readonly isConnected: (clientId: string) => boolean;
  readonly versions: number;
}

export function configRow(look: Look, facts: RowFacts): AgentConfig {
  const { target, path, state, entry, others } = look;
  const { app, config, project } = target;
  return {
    id: target.id,
    agent: app.id,
    title: app.title,
    project,
    file: path,
    shownFile: path === null ? null : shownPath(facts.machine, path),
    hash: look.file && hashOf(look.file),
    state,
    hows: (['stdio', 'http'] as const).filter(how => config?.[how]),
    prefers: config?.prefers ?? 'stdio',
    takesVariable: config?.takesVariable ?? false,
    hasProjects: app.project !== undefined,
    after: app.after,
    how: entry?.how ?? facts.record?.how ?? null,
    byVariable: facts.record?.byVariable ?? false,
    clientId: entry?.clientId ?? facts.record?.clientId ?? null,
    otherServers: others?.length ?? null,
    restart: restartOf(look, facts),
    versions: facts.versions,
  };
}

/** The oldest process that has not read the entry; none once an agent of its credential is connected. */
function restartOf({ target, state, entry }: Look, { record, running, isConnected }: RowFacts): AgentConfig['restart'] {
  const { app } = target;
  if (app.after === 'reads-itself' || state.kind !== 'connected' || !record) return null;
  if (entry?.clientId !== null && entry && isConnected(entry.clientId)) return null;
  const oldest = oldestOf(app.processes, running);
  return oldest && oldest.startedAt < record.writtenAt ? { pid: oldest.pid, startedAt: oldest.startedAt } : null;
}
