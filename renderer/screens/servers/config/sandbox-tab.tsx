// The walls around a server: whether this machine can make them, the network and the folders that it is granted.
import { Switch } from '../../../parts/choices.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { Setting } from '../../../parts/setting.tsx';
import { Status } from '../../../parts/shape.tsx';
import { type Draft, useDraft } from '../../../parts/use-draft.ts';
import { WallsGrants } from '../../../parts/walls-fields.tsx';
import { type WallsForm, wallsForm, wallsOf, wallsTrouble } from '../../../parts/walls-form.ts';
import { t } from '../../../words/language.ts';
import { sandboxOf } from '../../../words/sandbox-words.ts';
import type { Server } from '../../../../contract/schemas/servers.ts';

export function SandboxTab({ server }: { server: Server }) {
  const act = useAct();
  const live = useLive();
  const { id: serverId, options } = server;
  const draft = useDraft(wallsForm(options.sandbox));
  const save = () =>
    void act('servers:set-options', { serverId, options: { ...options, sandbox: wallsOf(draft.value) } });
  return (
    <div className="scrolls" tabIndex={-1}>
      <SandboxRow server={server} draft={draft} />
      {draft.value.on ? (
        <fieldset disabled={!live}>
          <WallsGrants form={draft.value} onChange={draft.change} />
        </fieldset>
      ) : null}
      <SaveBar
        draft={draft}
        blocked={wallsTrouble(draft.value)}
        note={t('Its runs end, and it starts again with this when it is to run.')}
        onSave={save}
      />
    </div>
  );
}

function SandboxRow({ server, draft: { value, change } }: { server: Server; draft: Draft<WallsForm> }) {
  const live = useLive();
  const { available, sentence } = sandboxOf(server);
  return (
    <Setting
      label={t('Sandbox')}
      note={
        <>
          <Status tone={available ? 'running' : 'attention'}>
            {available ? t('can be made here') : t('cannot be made here')}
          </Status>
          <span className="block">{sentence}</span>
        </>
      }
    >
      <Switch
        label={t('Sandbox')}
        on={value.on}
        disabled={!live || (!available && !value.on)}
        title={available ? undefined : sentence}
        onSwitch={on => change({ on })}
      />
    </Setting>
  );
}
