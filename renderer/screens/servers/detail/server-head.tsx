// The head of a server's detail: its name, what it is, and what can be done in the state that it is in.
import { Play, RotateCw, Square, Trash2 } from 'lucide-react';
import { goTo } from '../../../frame/route.ts';
import { ActButton } from '../../../parts/button.tsx';
import { ConfirmButton } from '../../../parts/confirm.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { useAct, useSnapshot } from '../../../parts/panel-context.tsx';
import { ShareButton } from '../../../parts/share/share-button.tsx';
import { t } from '../../../words/language.ts';
import { serverActions } from '../../../words/server-actions.ts';
import { kindWords } from '../../../words/server-words.ts';
import { ExportBundleButton } from './export-bundle-button.tsx';
import { SignIn } from './sign-in.tsx';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function ServerHead({ server }: { server: Server }) {
  const act = useAct();
  const serverId = server.id;
  const { start, stop, restart, signIn } = serverActions(server);
  return (
    <>
      <h2 className="ellipsis">
        <Foreign text={server.name} />
      </h2>
      <span className="tag">{kindWords(server.kind)}</span>
      <span className="fill" />
      {signIn ? <SignIn server={server} /> : null}
      {start === null ? null : (
        <ActButton icon={Play} onClick={() => void act('servers:start', { serverId })}>
          {start}
        </ActButton>
      )}
      {restart ? (
        <ActButton icon={RotateCw} onClick={() => void act('servers:restart', { serverId })}>
          {t('Restart')}
        </ActButton>
      ) : null}
      {stop === null ? null : (
        <ActButton icon={Square} onClick={() => void act('servers:stop', { serverId })}>
          {stop}
        </ActButton>
      )}
      <ShareButton serverId={serverId} />
      <ExportBundleButton server={server} />
      <RemoveButton server={server} />
    </>
  );
}

/** What was installed goes with what was fetched for it alone. */
function RemoveButton({ server: { id: serverId, name } }: { server: Server }) {
  const act = useAct();
  const isInstalled = useSnapshot().installs[serverId] !== undefined;
  return (
    <ConfirmButton
      icon={Trash2}
      label={t('Remove')}
      title={t('Remove {name}', { name })}
      text={
        isInstalled
          ? t(
              'It is stopped, and its command, its approval, its log, its grants and what was installed for it alone go. Secrets stay.',
            )
          : t('It is stopped, and its command, its approval, its log and its grants are forgotten. Secrets stay.')
      }
      onConfirm={() => {
        goTo('servers');
        const request = isInstalled ? 'installs:remove' : 'servers:remove';
        void act(request, { serverId }, t('{name} was removed.', { name }));
      }}
    />
  );
}
