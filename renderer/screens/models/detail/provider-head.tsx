// The head of a provider's detail: its name, what it is, and what can be done in the state that it is in.
import { Download, Play, Power, PowerOff, RefreshCw, RotateCw, Square, Trash2 } from 'lucide-react';
import { providerFacts } from '../../../../contract/models.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct } from '../../../parts/panel-context.tsx';
import { t } from '../../../words/language.ts';
import { formatWord } from '../../../words/model-words.ts';
import { programActions } from './program-actions.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

interface HeadProps {
  readonly provider: ModelProvider;
  readonly removing: boolean;
  readonly onRemoving: (removing: boolean) => void;
}

export function ProviderHead({ provider, removing, onRemoving }: HeadProps) {
  const act = useAct();
  const { id: providerId, name, type, program } = provider;
  const remove = () => {
    goTo('models');
    void act('models:remove', { providerId }, t('{name} was removed.', { name }));
  };
  return (
    <>
      <h2 className="ellipsis">
        <Foreign text={name} />
      </h2>
      <span className="tag">{program === null ? providerFacts[type].name : formatWord(program.format)}</span>
      <span className="fill" />
      {program === null ? <RemoteButtons provider={provider} /> : <ProgramButtons provider={provider} />}
      <OnOff provider={provider} />
      {type === 'chrome' ? null : (
        <ConfirmButton
          icon={Trash2}
          label={t('Remove')}
          title={t('Remove {name}', { name })}
          text={t('Its key, its prices and the choices of its models are forgotten. What it was used for stays.')}
          onConfirm={remove}
          open={removing}
          onOpen={onRemoving}
        />
      )}
    </>
  );
}

function RemoteButtons({ provider: { id: providerId, state } }: { provider: ModelProvider }) {
  const act = useAct();
  if (state.kind === 'off') return null;
  if (state.kind === 'not-downloaded')
    return (
      <ActButton icon={Download} onClick={() => void act('models:download', { providerId })}>
        {t('Download')}
      </ActButton>
    );
  return (
    <ActButton icon={RefreshCw} onClick={() => void act('models:check', { providerId })}>
      {t('Check again')}
    </ActButton>
  );
}

function ProgramButtons({ provider: { id: providerId, state } }: { provider: ModelProvider }) {
  const act = useAct();
  const { start, stop, restart } = programActions(state);
  return (
    <>
      {start ? (
        <ActButton icon={Play} onClick={() => void act('models:start', { providerId })}>
          {t('Start')}
        </ActButton>
      ) : null}
      {restart ? (
        <ActButton icon={RotateCw} onClick={() => void act('models:restart', { providerId })}>
          {t('Restart')}
        </ActButton>
      ) : null}
      {stop ? (
        <ActButton icon={Square} onClick={() => void act('models:stop', { providerId })}>
          {t('Stop')}
        </ActButton>
      ) : null}
    </>
  );
}

function OnOff({ provider: { id: providerId, state } }: { provider: ModelProvider }) {
  const act = useAct();
  const isOff = state.kind === 'off';
  return (
    <ActButton icon={isOff ? Power : PowerOff} onClick={() => void act('models:set', { providerId, isOn: isOff })}>
      {isOff ? t('Switch on') : t('Switch off')}
    </ActButton>
  );
}
