// What would be written, asked for again whenever the choice or the file changes.
import { useState } from 'react';
import { useRequest } from '../../../parts/use-request.ts';
import { noFolder, targetOf } from './draft.ts';
import type { AgentConfig, ConfigChanged, ConfigPreview } from '../../../../contract/schemas/agent-configs.ts';
import type { Link } from '../../../link/link.ts';
import type { Draft } from './draft.ts';

export interface Preview {
  readonly value: ConfigPreview | null;
  /** What is shown was asked for another choice. */
  readonly isOld: boolean;
  /** The file is another one than when it was shown first. */
  readonly isChanged: boolean;
  readonly said: string | null;
  /** Makes the difference anew. */
  readonly again: () => void;
}

/** Null asks nothing. */
export function usePreview(row: AgentConfig, draft: Draft | null): Preview {
  const [turn, setTurn] = useState(0);
  const [first, setFirst] = useState<Pick<ConfigPreview, 'file' | 'hash'> | null>(null);
  const choice = JSON.stringify(draft);
  // The row follows the file, so that a file that changes meanwhile is read again.
  const key = JSON.stringify([turn, choice, row.hash, row.state, row.versions]);
  const asked = useRequest(draft && draft.project !== noFolder ? `preview ${key}` : null, async link => {
    if (draft === null) throw new TypeError('Nothing is asked without a draft.');
    return { choice, value: await ask(link, row, draft) };
  });
  const answer = asked.kind === 'there' ? asked.value : null;
  const value = answer?.value ?? null;
  if (value !== null && first?.file !== value.file) setFirst(value);
  return {
    value,
    isOld: answer?.choice !== choice,
    isChanged: value !== null && first?.file === value.file && first.hash !== value.hash,
    said: asked.kind === 'failed' ? asked.sentence : null,
    again: () => setTurn(turn + 1),
  };
}

function ask(link: Link, row: AgentConfig, draft: Draft): Promise<ConfigPreview> {
  const of = targetOf(row, draft);
  const { change, how, byVariable, version } = draft;
  if (change === 'connect') return link.request('agent-configs:preview', { ...of, change, how, byVariable });
  return link.request('agent-configs:preview', change === 'restore' ? { ...of, change, version } : { ...of, change });
}

/** Makes the change that was shown; `hash` is of the file that it was shown for. */
export function requestFor(link: Link, row: AgentConfig, draft: Draft, hash: string | null): Promise<ConfigChanged> {
  const of = { ...targetOf(row, draft), hash };
  const { change, how, byVariable, start, version } = draft;
  if (change === 'connect') return link.request('agent-configs:connect', { ...of, how, byVariable, start });
  return change === 'restore'
    ? link.request('agent-configs:restore', { ...of, version })
    : link.request('agent-configs:disconnect', of);
}
