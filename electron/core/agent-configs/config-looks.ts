// Looks at one program and its file: is it here, what stands in the file, is our entry right. Changes nothing.

import { tokenVariable } from '../../../contract/agent-configs.ts';
import { HubError } from '../../../contract/errors.ts';
import { reasonOf } from '../../../contract/reason.ts';
import { shownPath } from '../../../native-host/manifests/context.ts';
import { readConfigFile, textOf } from './config-file.ts';
import { readEntry } from './edit/edit-entry.ts';
import { openPlace } from './edit/open-place.ts';
import { judgeEntry } from './own-entry.ts';
import { anyExists, chosenPlace, inPath, placesOf } from './places.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AgentConfigState } from '../../../contract/schemas/agent-configs.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { ConfigFile } from './config-file.ts';
import type { ConfigRecord } from './config-records.ts';
import type { OwnEntry, OwnEntryFacts } from './own-entry.ts';
import type { AgentMachine } from './places.ts';

/** What was seen. */
export interface Look {
  readonly target: AgentTarget;
  readonly state: AgentConfigState;
  /** Absolute; null where there is no place to write. */
  readonly path: string | null;
  /** Null where it cannot be read, or there is no place. */
  readonly file: ConfigFile | null;
  readonly entry: OwnEntry | null;
  /** Names of the other servers; null where they cannot be told. */
  readonly others: readonly string[] | null;
}

export interface LookOptions {
  readonly machine: AgentMachine;
  readonly facts: Omit<OwnEntryFacts, 'byVariable'>;
  readonly now: () => number;
}

type Seen = Omit<Look, 'target' | 'path'>;

export async function lookAt(target: AgentTarget, record: ConfigRecord | null, options: LookOptions): Promise<Look> {
  const { app, config, project } = target;
  const { machine } = options;
  if (!config) {
    const menu = app.manual?.menu ?? '';
    const state: AgentConfigState = (await isHere(target, machine)) ? { kind: 'manual', menu } : { kind: 'absent' };
    return { target, state, path: null, file: null, entry: null, others: null };
  }
  const path = record?.path ?? (await chosenPlace(placesOf(config.places, machine, project)));
  if (path === null) return { target, state: { kind: 'absent' }, path, file: null, entry: null, others: null };
  const seen = await seenIn(target, path, record, options);
  const isBare = seen.state.kind === 'not-connected' && seen.file?.kind === 'none' && project === null;
  const state = isBare && !(await isHere(target, machine)) ? ({ kind: 'absent' } as const) : seen.state;
  return { target, path, ...seen, state };
}

async function seenIn(
  target: AgentTarget,
  path: string,
  record: ConfigRecord | null,
  options: LookOptions,
): Promise<Seen> {
  let file: ConfigFile | null = null;
  try {
    file = await readConfigFile(path, options.machine);
    return { ...(await contentOf(target, file, record, options)), file };
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    return { state: faultState(reasonOf(error)), file, entry: null, others: null };
  }
}

function faultState(reason: Reason): AgentConfigState {
  if (reason.kind !== 'config-broken') return { kind: 'unreadable', why: reason };
  const { line, column, why } = reason;
  return { kind: 'broken', line, column, why };
}

async function contentOf(
  target: AgentTarget,
  file: ConfigFile,
  record: ConfigRecord | null,
  { machine, facts, now }: LookOptions,
): Promise<Omit<Seen, 'file'>> {
  const gone: AgentConfigState = record
    ? { kind: 'gone', ...(record.gone ?? { since: now(), lost: [], version: null }) }
    : { kind: 'not-connected' };
  if (file.kind === 'none' || !target.config) return { state: gone, entry: null, others: [] };
  const { text } = textOf(file.bytes, shownPath(machine, file.path));
  const { entry, others } = readEntry(text, await openPlace(target.config));
  if (entry === undefined) return { state: gone, entry: null, others };
  const byVariable = record?.byVariable ? { clientId: record.clientId, name: tokenVariable } : null;
  const own = judgeEntry(entry, target.config, { ...facts, byVariable });
  const since = record?.writtenAt ?? file.changedAt;
  const emptied = others.length === 0 ? (record?.emptied ?? null) : null;
  const state: AgentConfigState =
    own.kind === 'right' ? { kind: 'connected', since, emptied } : { kind: 'outdated', why: own.why };
  return { state, entry: own, others };
}

/** A folder of its own, or its program in the PATH. */
async function isHere({ app, project }: AgentTarget, machine: AgentMachine): Promise<boolean> {
  const { places, programs } = app.traces;
  return (await anyExists(placesOf(places, machine, project))) || inPath(programs, machine);
}
