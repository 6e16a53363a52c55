// The agents of this machine: their rows as the hub keeps them, looked at again when the screen opens or the user asks.
import { useState } from 'react';
import { chatClientId } from '../../../../contract/chat.ts';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useAnswer } from '../../../parts/use-request.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { AgentFact } from '../ladder/agent-step.ts';

export interface AgentApps {
  /** Those that are here first; null while they are looked for. */
  readonly rows: readonly AgentConfig[] | null;
  /** Clients that were made by hand and belong to no row. */
  readonly byHand: readonly Client[];
  readonly facts: readonly AgentFact[] | null;
  /** How many programs are here; null while they are looked for. */
  readonly found: number | null;
  readonly said: string | null;
  /** Whether the form for any other agent is open; by itself where no agent was found. */
  readonly isOtherOpen: boolean;
  readonly openOther: () => void;
  readonly closeOther: () => void;
}

/** `turn` rises when the user asks to look again. */
export function useAgentApps(turn: number): AgentApps {
  const { agentConfigs, clients } = useSnapshot();
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const [looked, , said] = useAnswer(`agents ${turn}`, link => link.request('agent-configs:list', {}));
  const all = Object.values(agentConfigs);
  const rows = looked === null && all.length === 0 ? null : all.toSorted((a, b) => rank(a) - rank(b));
  const found = rows === null ? null : rows.filter(({ state }) => state.kind !== 'absent').length;
  const taken = new Set(all.map(({ clientId }) => clientId));
  return {
    rows,
    byHand: Object.values(clients)
      .filter(({ id, verified }) => verified && id !== chatClientId && !taken.has(id))
      .toSorted((a, b) => a.createdAt - b.createdAt),
    facts: rows?.map(toFact) ?? null,
    found,
    said,
    isOtherOpen: isOpen ?? found === 0,
    openOther: () => setOpen(true),
    closeOther: () => setOpen(false),
  };
}

const ranks: Readonly<Record<AgentConfig['state']['kind'], number>> = {
  connected: 0,
  outdated: 0,
  gone: 0,
  'not-connected': 1,
  manual: 1,
  broken: 2,
  unreadable: 2,
  absent: 3,
};

const rank = ({ state }: AgentConfig) => ranks[state.kind];

const factStates: Readonly<Record<AgentConfig['state']['kind'], AgentFact['state']>> = {
  connected: 'on',
  outdated: 'outdated',
  gone: 'gone',
  'not-connected': 'off',
  manual: 'absent',
  broken: 'broken',
  unreadable: 'unreadable',
  absent: 'absent',
};

function toFact({ id, title, state, restart }: AgentConfig): AgentFact {
  return { id, name: title, state: factStates[state.kind], restart: restart !== null };
}
