// What would be written, asked for again whenever the choice or the file changes.
import { useState } from 'react';
import { useAnswer } from '../../../parts/use-request.ts';
import type { ConnectHow } from '../../../../contract/agent-configs.ts';
import type { AgentConfig, ConfigChanged, ConfigPreview } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { Link } from '../../../link/link.ts';

export interface Draft {
  readonly change: 'connect' | 'disconnect' | 'restore';
  readonly how: ConnectHow;
  /** Of an address: the file names a variable in place of the token. */
  readonly byVariable: boolean;
  /** Of a credential that is made by the change. */
  readonly start: Client['start'];
  /** Null for all projects of the user. */
  readonly project: string | null;
  /** Of a restore. */
  readonly version?: number;
}

export interface Preview {
  readonly value: ConfigPreview | null;
  /** What is shown was asked for another choice. */
  readonly isOld: boolean;
  readonly said: string | null;
  /** Makes the difference anew. */
  readonly again: () => void;
}

export function usePreview(row: AgentConfig, draft: Draft): Preview {
  const [turn, setTurn] = useState(0);
  // The row follows the file, so that a file that changes meanwhile is read again. How far the agent may go stands in no file.
  const key = JSON.stringify([turn, { ...draft, start: null }, row.state, row.versions]);
  const [answer, , said] = useAnswer(`preview ${key}`, async link => ({ key, value: await ask(link, row, draft) }));
  return {
    value: answer?.value ?? null,
    isOld: answer?.key !== key,
    said,
    again: () => setTurn(turn + 1),
  };
}

function ask(link: Link, row: AgentConfig, draft: Draft): Promise<ConfigPreview> {
  const of = target(row, draft);
  const { change, how, byVariable, version } = draft;
  if (change === 'connect') return link.request('agent-configs:preview', { ...of, change, how, byVariable });
  return link.request('agent-configs:preview', change === 'restore' ? { ...of, change, version } : { ...of, change });
}

/** Makes the change that was shown; `hash` is of the file that it was shown for. */
export function requestFor(link: Link, row: AgentConfig, draft: Draft, hash: string | null): Promise<ConfigChanged> {
  const of = { ...target(row, draft), hash };
  const { change, how, byVariable, start, version } = draft;
  if (change === 'connect') return link.request('agent-configs:connect', { ...of, how, byVariable, start });
  return change === 'restore'
    ? link.request('agent-configs:restore', { ...of, version })
    : link.request('agent-configs:disconnect', of);
}

function target({ agent }: AgentConfig, { project }: Draft) {
  return project === null ? { agent } : { agent, project };
}
