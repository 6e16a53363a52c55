// For whom a tool is on: everybody, or everybody but some clients.
import { visibleText } from '../../../contract/visible-text.ts';
import { AgentMark } from '../../parts/agent-mark.tsx';
import { Switch } from '../../parts/choices.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { useAct, useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { ToolSwitch } from '../../parts/tool-switch.tsx';
import { clientIdentity } from '../../words/identity.ts';
import { t } from '../../words/language.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';

export function ToolClients({ tool }: { tool: Tool }) {
  const snapshot = useSnapshot();
  const act = useAct();
  const live = useLive();
  const clients = Object.values(snapshot.clients).sort((a, b) => a.createdAt - b.createdAt);
  return (
    <section className="section" aria-label={t('Who gets it')}>
      <h3>{t('Who gets it')}</h3>
      <ul className="grid gap-1 text-xs">
        <li className="line">
          <ToolSwitch tool={tool} />
          <span className="strong">{t('All agents')}</span>
        </li>
        {clients.map(client => (
          <li key={client.id} className="line">
            <Switch
              label={t('Offer it to {name}', { name: visibleText(client.name) })}
              on={tool.on && !tool.offFor.includes(client.id)}
              disabled={!live || !tool.on}
              title={tool.on ? undefined : t('It is off for all agents')}
              onSwitch={on => void act('tools:set', { toolId: tool.id, clientId: client.id, on })}
            />
            <AgentMark who={clientIdentity(snapshot, client.id)} size="small" />
            <Foreign text={client.name} className="ellipsis" />
          </li>
        ))}
      </ul>
    </section>
  );
}
