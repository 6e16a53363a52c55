// How long a grant made by hand holds; until the screen locks only where that is reported.
import { agentName } from '../../../../contract/agent-name.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { connectedAgents } from '../../../store/connected-agents.ts';
import { t } from '../../../words/language.ts';
import type { Agent } from '../../../../contract/schemas/entities.ts';
import type { GrantDraft } from '../explain/permission-ask.ts';

interface LifetimeFieldProps {
  readonly draft: GrantDraft;
  readonly onChange: (draft: GrantDraft) => void;
}

export function LifetimeField({ draft, onChange }: LifetimeFieldProps) {
  const snapshot = useSnapshot();
  const agents = connectedAgents(snapshot).filter(({ clientId }) => clientId === draft.subject.id);
  const choose = (lifetime: GrantDraft['lifetime']) =>
    onChange({ ...draft, lifetime, agentId: lifetime === 'agent' ? (agents[0]?.id ?? null) : null });
  return (
    <div className="ask-fields">
      <label>
        <span>{t('How long')}</span>
        <select
          className="field"
          value={draft.lifetime}
          onChange={event => choose(event.target.value as GrantDraft['lifetime'])}
        >
          <option value="once">{t('10 minutes')}</option>
          <option value="agent" disabled={agents.length === 0}>
            {t('until its agent leaves')}
          </option>
          {snapshot.hub.locks ? <option value="lock">{t('until the screen locks')}</option> : null}
          <option value="always">{t('until you revoke it')}</option>
        </select>
      </label>
      {draft.lifetime === 'agent' ? <AgentField draft={draft} onChange={onChange} agents={agents} /> : null}
    </div>
  );
}

/** The agent with which it ends. */
function AgentField({ draft, onChange, agents }: LifetimeFieldProps & { readonly agents: readonly Agent[] }) {
  return (
    <label>
      <span>{t('Ends with')}</span>
      <select
        className="field"
        value={draft.agentId ?? ''}
        onChange={event => onChange({ ...draft, agentId: event.target.value })}
      >
        {agents.map(({ id, program, ...agent }) => (
          <option key={id} value={id}>
            {program?.pid == null
              ? visibleText(agentName(agent))
              : t('{name}, pid {pid}', { name: visibleText(agentName(agent)), pid: String(program.pid) })}
          </option>
        ))}
      </select>
    </label>
  );
}
