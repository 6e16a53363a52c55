// Connects all agents that were found and are not connected, once their files were read over.
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { Sheet } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { useAgentSwitch } from './use-agent-switch.ts';
import type { AgentConfig, ConfigChanged } from '../../../../contract/schemas/agent-configs.ts';

export function SwitchAll({ rows }: { rows: readonly AgentConfig[] }) {
  const [isOpen, setOpen] = useState(false);
  const { connect, told } = useAgentSwitch();
  const off = rows.filter(({ state }) => state.kind === 'not-connected');
  const all = async () => {
    setOpen(false);
    const changes: ConfigChanged[] = [];
    for (const row of off) {
      const changed = await connect(row);
      if (changed) changes.push(changed);
    }
    if (changes.length > 0)
      told(t('{names} were connected.', { names: changes.map(({ row }) => row.title).join(', ') }), changes);
  };
  if (off.length < 2 && !isOpen) return null;
  return (
    <>
      <ActButton size="small" look="ghost" onClick={() => setOpen(true)}>
        {t('Switch on all')}
      </ActButton>
      <Sheet
        title={t('Connect {count} agents', { count: off.length })}
        text={t(
          'Our entry is written into each of these files. A copy of each is kept first, and Undo puts all of them back.',
        )}
        open={isOpen}
        onClose={() => setOpen(false)}
        action={
          <ActButton look="primary" onClick={() => void all()}>
            {t('Write all')}
          </ActButton>
        }
      >
        <ul className="plain-list">
          {off.map(({ id, title, shownFile }) => (
            <li key={id}>
              <b className="strong">{title}</b> <Foreign className="mono subtle" text={shownFile ?? ''} />
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
