// Connects all agents that were found and are not connected, once their files were read over.
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { HowFar } from './how-far.tsx';
import { lastStart, useAgentSwitch } from './use-agent-switch.ts';
import type { AgentConfig, ConfigChanged } from '../../../../contract/schemas/agent-configs.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';

export function SwitchAll({ rows }: { rows: readonly AgentConfig[] }) {
  const [isOpen, setOpen] = useState(false);
  const off = rows.filter(({ state }) => state.kind === 'not-connected');
  if (off.length < 2 && !isOpen) return null;
  return (
    <>
      <ActButton size="small" look="ghost" onClick={() => setOpen(true)}>
        {t('Switch on all')}
      </ActButton>
      {isOpen ? <AllSheet rows={off} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AllSheet({ rows, onClose }: { rows: readonly AgentConfig[]; onClose: () => void }) {
  const [start, setStart] = useState(lastStart);
  const connectAll = useConnectAll();
  const all = () => {
    onClose();
    void connectAll(rows, start);
  };
  return (
    <Sheet
      title={t('Connect {count} agents', { count: rows.length })}
      text={t(
        'Our entry is written into each of these files. A copy of each is kept first, and Undo puts all of them back.',
      )}
      open
      onClose={onClose}
      action={
        <ActButton look="primary" onClick={all}>
          {t('Write all')}
        </ActButton>
      }
    >
      <div className="grid gap-1">
        <HowFar label={t('Each may')} start={start} onStart={setStart} />
      </div>
      <ul className="grid gap-1 mt-2 text-xs">
        {rows.map(({ id, title, shownFile }) => (
          <li key={id}>
            <b className="strong">{title}</b> <Foreign className="mono subtle" text={shownFile ?? ''} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** One after the other; what could not be connected says why by itself. */
function useConnectAll() {
  const { connect, told } = useAgentSwitch();
  return async (rows: readonly AgentConfig[], start: Client['start']) => {
    const changes: ConfigChanged[] = [];
    for (const row of rows) {
      const changed = await connect(row, start);
      if (changed) changes.push(changed);
    }
    if (changes.length > 0)
      told(t('{names} were connected.', { names: changes.map(({ row }) => row.title).join(', ') }), changes);
  };
}
