// The change of a configuration that a sheet shows: which ones a row can have, and with which it opens. Pure.
import { isOn } from './agent-state.ts';
import type { ConnectHow } from '../../../../contract/agent-configs.ts';
import type { AgentConfig, ConfigPreview } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

export type Change = 'connect' | 'disconnect' | 'restore';

export interface Draft {
  readonly change: Change;
  readonly how: ConnectHow;
  /** Of an address: the file names a variable in place of the token. */
  readonly byVariable: boolean;
  /** Of a credential that is made by the change. */
  readonly start: Client['start'];
  /** Null for all projects of the user; `noFolder` while its folder is not named. */
  readonly project: string | null;
  /** Of a restore; without it the newest. */
  readonly version?: number;
}

/** One project, which nobody has named yet. */
export const noFolder = '';

/** The one that a sheet opens with; left out, the first that its row can have. */
export type FirstChange = Partial<Pick<Draft, 'change' | 'version'>>;

export function changesOf({ state, versions }: AgentConfig): Change[] {
  const restore: Change[] = versions > 0 ? ['restore'] : [];
  switch (state.kind) {
    case 'absent':
    case 'manual':
    case 'unreadable':
      return [];
    case 'broken':
      return restore;
    case 'not-connected':
      return ['connect', ...restore];
    case 'connected':
    case 'gone':
    case 'outdated':
      return ['connect', 'disconnect', ...restore];
  }
}

/** Whether there is something about its file to show. */
export const hasSheet = ({ state }: AgentConfig) => state.kind !== 'absent' && state.kind !== 'manual';

export function firstDraft(row: AgentConfig, { change, version }: FirstChange): Draft {
  const { how, prefers, byVariable, project } = row;
  const first = change ?? changesOf(row)[0] ?? 'connect';
  // To be asked at each first use is one click away; who connects an agent here wants it to work.
  const draft = { change: first, how: how ?? prefers, byVariable, start: 'own-tabs', project } as const;
  return version === undefined ? draft : { ...draft, version };
}

/** The draft where its row can still have that change, else with the first that it can; null where it can have none. */
export function possible(row: AgentConfig, draft: Draft): Draft | null {
  const changes = changesOf(row);
  if (changes.includes(draft.change)) return draft;
  return changes[0] === undefined ? null : { ...draft, change: changes[0] };
}

/** Taking out ends the credential also where the entry is gone already. */
export function hasEffect(row: AgentConfig, { change }: Draft, { backup, bytes, bytesAfter }: ConfigPreview): boolean {
  return backup !== null || (bytes === null && bytesAfter !== null) || (change === 'disconnect' && isOn(row));
}

/** Whether connecting makes a new credential: for a project that has none yet, or where the one it had was revoked. */
export function makesCredential(
  row: Pick<AgentConfig, 'clientId' | 'project'>,
  project: string | null,
  clients: Readonly<Record<string, Client>>,
): boolean {
  return project !== row.project || row.clientId === null || clients[row.clientId]?.verified !== true;
}

/** The fields by which a request names a row. */
export function targetOf(
  { agent }: Pick<AgentConfig, 'agent'>,
  { project }: Pick<AgentConfig, 'project'>,
): { agent: string; project?: string } {
  return project === null ? { agent } : { agent, project };
}
