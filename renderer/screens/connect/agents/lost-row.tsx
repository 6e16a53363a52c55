// What something else took out of an agent's file, below its row, with the two ways to have it back or leave it so.
import { ActButton } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';
import { Lost } from './trouble.tsx';
import { useAgentSwitch } from './use-agent-switch.ts';
import type { AgentConfig } from '../../../../contract/schemas/agent-configs.ts';
import type { FirstChange } from './draft.ts';

interface LostRowProps {
  readonly row: AgentConfig;
  readonly onSwitch: (on: boolean) => void;
  /** Opens the change. */
  readonly onShow: (first?: FirstChange) => void;
}

export function LostRow({ row, onSwitch, onShow }: LostRowProps) {
  const { state, title: name } = row;
  const loss = state.kind === 'gone' ? state : state.kind === 'connected' ? state.emptied : null;
  if (loss === null) return null;
  const { version } = loss;
  const acts = (
    <span className="line flex-wrap">
      {version === null ? null : (
        <ActButton
          size="small"
          data-remedy=""
          aria-label={t('Restore the version before of {name}', { name })}
          onClick={() => onShow({ change: 'restore', version })}
        >
          {t('Restore the version before')}
        </ActButton>
      )}
      {state.kind === 'gone' ? <WriteAgain name={name} onSwitch={onSwitch} /> : <LeaveIt row={row} />}
    </span>
  );
  return (
    <div className="connect-lost">
      <Lost row={row} end={acts} />
    </div>
  );
}

function WriteAgain({ name, onSwitch }: Pick<LostRowProps, 'onSwitch'> & { readonly name: string }) {
  const label = t('Write it again for {name}', { name });
  return (
    <ActButton size="small" data-remedy="" aria-label={label} onClick={() => onSwitch(true)}>
      {t('Write it again')}
    </ActButton>
  );
}

/** Our entry is there, so that nothing is written and the others are no longer missed. */
function LeaveIt({ row }: Pick<LostRowProps, 'row'>) {
  const { connect } = useAgentSwitch();
  const label = t('Leave it so for {name}', { name: row.title });
  return (
    <ActButton size="small" aria-label={label} onClick={() => void connect(row)}>
      {t('Leave it so')}
    </ActButton>
  );
}
