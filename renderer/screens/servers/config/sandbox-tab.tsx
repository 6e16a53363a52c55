// The walls around a server: whether this machine can make them, the network and the folders that it is granted.
import { Segmented, Switch } from '../../../parts/choices.tsx';
import { FolderRows } from '../../../parts/folder-rows.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { Setting } from '../../../parts/setting.tsx';
import { Status } from '../../../parts/shape.tsx';
import { type Draft, useDraft } from '../../../parts/use-draft.ts';
import { t } from '../../../words/language.ts';
import { foldersTrouble, hostsTrouble, networkChoices, sandboxOf } from '../../../words/sandbox-words.ts';
import { linesOfTexts, textsOfLines } from './config-fields.ts';
import type { Server, ServerOptions } from '../../../../contract/schemas/servers.ts';

type Sandbox = NonNullable<ServerOptions['sandbox']>;
interface Form {
  readonly on: boolean;
  readonly network: Sandbox['network'];
  /** One on each line. */
  readonly hosts: string;
  readonly folders: Sandbox['folders'];
}

const closed: Sandbox = { network: 'none', hosts: [], folders: [] };

function formOf({ sandbox }: ServerOptions): Form {
  const { network, hosts, folders } = sandbox ?? closed;
  return { on: sandbox !== null, network, hosts: linesOfTexts(hosts), folders };
}

export function SandboxTab({ server }: { server: Server }) {
  const act = useAct();
  const live = useLive();
  const draft = useDraft(formOf(server.options));
  const { on, network, hosts, folders } = draft.value;
  const named = textsOfLines(hosts).map(host => host.trim());
  const kept = folders.map(folder => ({ ...folder, path: folder.path.trim() })).filter(({ path }) => path !== '');
  const trouble = (network === 'hosts' ? hostsTrouble(named) : null) ?? foldersTrouble(kept.map(({ path }) => path));
  const save = () => {
    const sandbox = on ? { network, hosts: network === 'hosts' ? named : [], folders: kept } : null;
    void act('servers:set-options', { serverId: server.id, options: { ...server.options, sandbox } });
  };
  return (
    <div className="scrolls" tabIndex={-1}>
      <SandboxRow server={server} draft={draft} />
      {on ? (
        <fieldset disabled={!live}>
          <NetworkRow draft={draft} />
          <FolderRows folders={folders} onChange={next => draft.change({ folders: next })} />
        </fieldset>
      ) : null}
      <SaveBar
        draft={draft}
        blocked={trouble}
        note={t('Its runs end, and it starts again with this when it is to run.')}
        onSave={save}
      />
    </div>
  );
}

function SandboxRow({ server, draft: { value, change } }: { server: Server; draft: Draft<Form> }) {
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

function NetworkRow({ draft: { value, change } }: { draft: Draft<Form> }) {
  return (
    <>
      <Setting label={t('Network')} note={t('What it may reach. Its pipes to Pilothouse are always there.')}>
        <Segmented
          label={t('Network')}
          value={value.network}
          onChoose={network => change({ network })}
          choices={networkChoices}
        />
      </Setting>
      {value.network === 'hosts' ? (
        <label className="form-row tall text-xs">
          <span>
            {t('Hosts')}
            <small className="subtle block">{t('one on each line')}</small>
          </span>
          <textarea
            className="well"
            rows={3}
            spellCheck={false}
            value={value.hosts}
            placeholder={'api.example.com\n*.example.com\nlocalhost:8080'}
            onChange={event => change({ hosts: event.target.value })}
          />
        </label>
      ) : null}
    </>
  );
}
