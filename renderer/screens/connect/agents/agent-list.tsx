// The agents of this machine as a list that keys move through; those that are not here come when asked for.
import { useState } from 'react';
import { useKeys } from '../../../frame/keys.ts';
import { PaneHead } from '../../../parts/layout.tsx';
import { Status } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { AgentRow, ClientRow } from './agent-row.tsx';
import { canSwitch, isOn } from './agent-state.ts';
import { type FirstChange, hasSheet } from './draft.ts';
import { SwitchAll } from './switch-all.tsx';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { AgentApps } from './use-agent-apps.ts';

interface AgentListProps {
  readonly agents: AgentApps;
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  /** Chooses it and brings its snippet into sight. */
  readonly onSnippet: (id: string) => void;
  readonly onSwitch: (row: AgentConfig, on: boolean) => void;
  readonly onShow: (row: AgentConfig, first?: FirstChange) => void;
}

export function AgentList(props: AgentListProps) {
  const { agents } = props;
  const { rows, found, said } = agents;
  const [all, setAll] = useState(false);
  const shown = rows?.filter(({ state }) => all || state.kind !== 'absent') ?? [];
  useListKeys(shown, props);
  return (
    <section id="agents" aria-label={t('Agents')}>
      <PaneHead
        title={t('Agents on this machine')}
        note={
          found === null
            ? t('Looking for agents.')
            : t('{found} found; a switch shows the change before it writes', { found })
        }
      >
        <SwitchAll rows={rows ?? []} />
      </PaneHead>
      {said === null ? null : (
        <div className="section">
          <Said sentence={said} />
        </div>
      )}
      <Rows shown={shown} {...props} />
      <Foot agents={agents} all={all} onAll={setAll} />
    </section>
  );
}

interface RowsProps extends AgentListProps {
  readonly shown: readonly AgentConfig[];
}

function Rows({ shown, agents, chosenId, onChoose, onSnippet, onSwitch, onShow }: RowsProps) {
  return (
    <ul className="connect-rows" aria-label={t('Agents on this machine')}>
      {shown.map(row => (
        <AgentRow
          key={row.id}
          row={row}
          isChosen={row.id === chosenId}
          onChoose={() => onChoose(row.id)}
          onSnippet={() => onSnippet(row.id)}
          onSwitch={on => onSwitch(row, on)}
          onShow={first => {
            onChoose(row.id);
            onShow(row, first);
          }}
        />
      ))}
      {agents.byHand.map(client => (
        <ClientRow
          key={client.id}
          client={client}
          isChosen={chosenId === `client:${client.id}`}
          onChoose={() => onChoose(`client:${client.id}`)}
          onSnippet={() => onSnippet(`client:${client.id}`)}
        />
      ))}
    </ul>
  );
}

interface FootProps {
  readonly agents: AgentApps;
  readonly all: boolean;
  readonly onAll: (all: boolean) => void;
}

function Foot({ agents: { rows, found, isOtherOpen, openOther, closeOther }, all, onAll }: FootProps) {
  const missing = (rows?.length ?? 0) - (found ?? 0);
  return (
    <div className="connect-foot">
      <span className="fill">
        {missing > 0 ? (
          <Status tone="stopped">
            {t('{count, plural, one {# more known agent is} other {# more known agents are}} not on this machine', {
              count: missing,
            })}
          </Status>
        ) : null}
      </span>
      {missing > 0 ? (
        <button type="button" className="link" aria-expanded={all} onClick={() => onAll(!all)}>
          {all ? t('Show fewer') : t('Show all')}
        </button>
      ) : null}
      <button type="button" className="link" aria-expanded={isOtherOpen} onClick={isOtherOpen ? closeOther : openOther}>
        {t('Any other agent')}
      </button>
    </div>
  );
}

/** J and K move the choice, Space switches it, Enter opens its change. What has focus keeps its own keys. */
function useListKeys(rows: readonly AgentConfig[], { chosenId, onChoose, onSwitch, onShow }: AgentListProps): void {
  const at = rows.findIndex(({ id }) => id === chosenId);
  const row = rows[at];
  const move = (by: 1 | -1) => () => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    return next ? onChoose(next.id) : false;
  };
  const onRow =
    (can: (chosen: AgentConfig) => boolean, act: (chosen: AgentConfig) => void) => (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('button, a, summary')) return false;
      return row && can(row) ? act(row) : false;
    };
  useKeys({
    j: move(1),
    ArrowDown: move(1),
    k: move(-1),
    ArrowUp: move(-1),
    ' ': onRow(canSwitch, chosen => onSwitch(chosen, !isOn(chosen))),
    Enter: onRow(hasSheet, chosen => onShow(chosen)),
  });
}
