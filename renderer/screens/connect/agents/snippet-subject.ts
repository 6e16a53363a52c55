// Whose snippet is shown: a row of the table, or a client that was made by hand.
import { targetOf } from './draft.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

export interface SnippetSubject {
  readonly id: string;
  readonly name: string;
  readonly row: AgentConfig | null;
  readonly ask: { readonly agent: string; readonly project?: string } | { readonly clientId: string };
}

/** The first that is here where none was chosen. */
export function chosenSubject(
  rows: readonly AgentConfig[] | null,
  byHand: readonly Client[],
  id: string | null,
): SnippetSubject | null {
  const client = byHand.find(candidate => id === `client:${candidate.id}`);
  if (client) return { id: `client:${client.id}`, name: client.name, row: null, ask: { clientId: client.id } };
  const here = rows?.filter(({ state }) => state.kind !== 'absent') ?? [];
  const row = rows?.find(candidate => candidate.id === id) ?? here[0];
  return row ? { id: row.id, name: row.title, row, ask: targetOf(row, row) } : null;
}
