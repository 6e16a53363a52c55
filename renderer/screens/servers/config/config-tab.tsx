// How a server is reached and what was set for it: instances, isolation, time for a call; and the way to change its config.
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented, Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts, PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { useDefaultTimeout } from '../now/use-default-timeout.ts';
import { configFields } from './config-fields.ts';
import { EditConfigSheet } from './edit-config-sheet.tsx';
import { SaveBar } from './save-bar.tsx';
import { useDraft } from './use-draft.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Server, ServerOptions } from '../../../../contract/schemas/servers.ts';
import type { ConfigAnswer } from '../detail/use-config.ts';

export function ConfigTab({ server, config }: { server: Server; config: ConfigAnswer }) {
  const [editing, setEditing] = useState(false);
  const shape = config.kind === 'there' ? config.value.config : null;
  return (
    <div className="scrolls" tabIndex={-1}>
      <Options server={server} />
      <PaneHead title={t('How it is reached')} note={t('a change asks for your approval again')}>
        <ActButton size="small" icon={Pencil} disabled={shape === null} onClick={() => setEditing(true)}>
          {t('Edit')}
        </ActButton>
      </PaneHead>
      <div className="section">
        {config.kind === 'failed' ? <Said sentence={config.sentence} /> : null}
        {config.kind === 'loading' ? <span className="ghost-bar" /> : null}
        {shape ? (
          <Facts
            facts={configFields(shape).map(({ label, value }) => [
              label,
              <Foreign key={label} className="mono" text={value} />,
            ])}
          />
        ) : null}
      </div>
      {shape && editing ? <EditConfigSheet server={server} shape={shape} onClose={() => setEditing(false)} /> : null}
    </div>
  );
}

const second = 1_000;

function Options({ server }: { server: Server }) {
  const act = useAct();
  const live = useLive();
  const { instances, isolation, timeoutMs } = server.options;
  const draft = useDraft({ instances, isolation, seconds: timeoutMs === null ? '' : String(timeoutMs / second) });
  const usual = useDefaultTimeout();
  const { value, change } = draft;
  const seconds = Number(value.seconds);
  const trouble =
    value.seconds === '' || (seconds >= 1 && seconds <= 3_600)
      ? null
      : t('“{seconds}” is no time for a call; give 1 to 3600 seconds.', { seconds: value.seconds });
  const save = () => {
    const options: ServerOptions = {
      ...server.options,
      instances: value.instances,
      isolation: value.isolation,
      timeoutMs: value.seconds === '' ? null : Math.round(seconds * second),
    };
    void act('servers:set-options', { serverId: server.id, options });
  };
  return (
    <>
      {server.wantsPerAgent !== null && instances === 'shared' ? <WantsPerAgent need={server.wantsPerAgent} /> : null}
      <div className="setting">
        <span>
          <b>{t('Runs')}</b>
          <small>
            {t('Shared: one run for all agents. One for each: an agent is heard by its own run alone, both ways.')}
          </small>
        </span>
        <Segmented
          label={t('Runs')}
          value={value.instances}
          disabled={!live}
          onChoose={next => change({ instances: next })}
          choices={[
            { value: 'shared', label: t('Shared') },
            { value: 'per-agent', label: t('One for each agent') },
          ]}
        />
      </div>
      <div className="setting">
        <span>
          <b>{t('Runner of its own')}</b>
          <small>
            {t('A process between the hub and the server, so that what one does cannot hold up the other.')}
          </small>
        </span>
        <Switch
          label={t('Runner of its own')}
          on={value.isolation}
          disabled={!live}
          onSwitch={isolation => change({ isolation })}
        />
      </div>
      <label className="setting">
        <span>
          <b>{t('Time for a call')}</b>
          <small>
            {t(
              'After so many seconds a call is given up and the agent hears so. Empty takes the time that Settings has for all servers.',
            )}
          </small>
        </span>
        <span className="field w-24">
          <input
            type="number"
            min={1}
            max={3_600}
            aria-label={t('Time for a call, in seconds')}
            className="numeric"
            value={value.seconds}
            placeholder={usual === null ? '' : String(usual / second)}
            disabled={!live}
            onChange={event => change({ seconds: event.target.value })}
          />
          <span className="subtle">{t('s')}</span>
        </span>
      </label>
      {trouble === null ? null : (
        <div className="px-4 py-2">
          <Said sentence={trouble} />
        </div>
      )}
      <SaveBar draft={draft} blocked={trouble} onSave={save} />
    </>
  );
}

function WantsPerAgent({ need }: { need: Reason }) {
  return (
    <div className="state attention mt-3" role="group" aria-label={t('Advice')}>
      <Shape tone="attention" />
      <b>{t('It needs a run for each agent')}</b>
      <span />
      <p>
        <ReasonText reason={need} />
      </p>
    </div>
  );
}
