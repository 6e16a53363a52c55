// The head of a plugin's detail: its name, its id, and what can be done with it.
import { Activity, Ban, ListRestart, Play, Trash2 } from 'lucide-react';
import { visibleText } from '../../../../contract/visible-text.ts';
import { pluginPath } from '../../../frame/plugin-paths.ts';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, usePanelParts } from '../../../parts/panel-context.tsx';
import { addNotice } from '../../../store/panel-store.ts';
import { formatDuration } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { Plugin } from '../../../../contract/schemas/plugins.ts';

interface HeadProps {
  readonly plugin: Plugin;
  readonly forgetting: boolean;
  readonly onForgetting: (forgetting: boolean) => void;
}

export function PluginHead({ plugin, forgetting, onForgetting }: HeadProps) {
  const act = useAct();
  const { id: pluginId, name, state, browsers } = plugin;
  const isHere = browsers.some(({ here }) => here) && (state.kind === 'active' || state.kind === 'unreachable');
  const isOff = state.kind === 'disabled';
  // Its own word: nothing in it may turn the words around it.
  const shown = visibleText(name);
  const forget = () => {
    goTo('servers', pluginPath());
    void act('plugins:forget', { pluginId }, t('{name} was forgotten.', { name: shown }));
  };
  return (
    <>
      <h2 className="ellipsis">
        <Foreign text={name} />
      </h2>
      <span className="tag">{t('plugin')}</span>
      <Foreign text={pluginId} className="plugin-id mono subtle text-2xs ellipsis only-when-wide" />
      <span className="fill" />
      {isHere ? <AskButtons plugin={plugin} /> : null}
      <ActButton icon={isOff ? Play : Ban} onClick={() => void act('plugins:set-enabled', { pluginId, on: isOff })}>
        {isOff ? t('Enable') : t('Disable')}
      </ActButton>
      <ConfirmButton
        icon={Trash2}
        label={t('Forget')}
        title={t('Forget {name}', { name: shown })}
        text={t(
          'Its grants and what you approved of its tools go too. It may register again as long as it is installed.',
        )}
        onConfirm={forget}
        open={forgetting}
        onOpen={onForgetting}
      />
    </>
  );
}

function AskButtons({ plugin }: { plugin: Plugin }) {
  const act = useAct();
  const ping = usePing(plugin);
  const { id: pluginId, name } = plugin;
  const list = () =>
    void act('plugins:list-tools', { pluginId }, t('{name} was asked for its tools.', { name: visibleText(name) }));
  const label = t('Ask for its tools anew');
  return (
    <>
      <ActButton icon={Activity} onClick={ping}>
        {t('Ping now')}
      </ActButton>
      <ActButton icon={ListRestart} aria-label={label} title={label} onClick={list} />
    </>
  );
}

/** Pings it and says how that went. */
function usePing({ id: pluginId, name: claimed }: Plugin): () => void {
  const name = visibleText(claimed);
  const act = useAct();
  const { store } = usePanelParts();
  const ping = async () => {
    const answer = await act('plugins:ping', { pluginId });
    if (!answer) return;
    if (answer.ms === null) addNotice(store, 'error', t('{name} did not answer the ping.', { name }));
    else addNotice(store, 'done', t('{name} answered in {time}.', { name, time: formatDuration(answer.ms) }));
  };
  return () => void ping();
}
