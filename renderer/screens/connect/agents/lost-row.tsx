// What something else took out of an agent's file, below its row, with the two ways to have it back or leave it so.
import { ActButton } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';
import { Lost } from './trouble.tsx';
import { useAgentSwitch } from './use-agent-switch.ts';
import type { AgentRowProps } from './agent-row.tsx';

export function LostRow({ row, onSwitch, onShow }: Pick<AgentRowProps, 'row' | 'onSwitch' | 'onShow'>) {
  const { connect } = useAgentSwitch();
  const { state, title: name } = row;
  const loss = state.kind === 'gone' ? state : state.kind === 'connected' ? state.emptied : null;
  if (loss === null) return null;
  const { version } = loss;
  return (
    <div className="connect-lost">
      <Lost
        row={row}
        end={
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
            {state.kind === 'gone' ? (
              <ActButton
                size="small"
                data-remedy=""
                aria-label={t('Write it again for {name}', { name })}
                onClick={() => onSwitch(true)}
              >
                {t('Write it again')}
              </ActButton>
            ) : (
              // Our entry is there, so that nothing is written and the others are no longer missed.
              <ActButton
                size="small"
                aria-label={t('Leave it so for {name}', { name })}
                onClick={() => void connect(row)}
              >
                {t('Leave it so')}
              </ActButton>
            )}
          </span>
        }
      />
    </div>
  );
}
