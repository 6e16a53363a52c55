// How a server is reached and what was set for it: instances, isolation, time for a call; and the way to change its config.
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { mostIdleMinutes } from '../../../../contract/entities.ts';
import { defaultStartSeconds } from '../../../../contract/server-times.ts';
import { ActButton } from '../../../parts/button.tsx';
import { Segmented, Switch } from '../../../parts/choices.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { Facts, PaneHead } from '../../../parts/layout.tsx';
import { useAct, useLive } from '../../../parts/panel-context.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { SaveBar } from '../../../parts/save-bar.tsx';
import { Setting } from '../../../parts/setting.tsx';
import { Shape } from '../../../parts/shape.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { type Draft, useDraft } from '../../../parts/use-draft.ts';
import { t } from '../../../words/language.ts';
import { useDefaultTimeout } from '../now/use-default-timeout.ts';
import { configFields } from './config-fields.ts';
import { EditConfigSheet } from './edit-config-sheet.tsx';
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

/** Empty takes the time of all servers. */
const secondsOf = (ms: number | null) => (ms === null ? '' : String(ms / second));
const msOf = (seconds: string) => (seconds === '' ? null : Math.round(Number(seconds) * second));
const isTime = (seconds: string) => seconds === '' || (Number(seconds) >= 1 && Number(seconds) <= 3_600);

const formOf = ({ instances, isolation, timeoutMs, startTimeoutMs, start, idleMinutes }: ServerOptions) => ({
  instances,
  isolation,
  seconds: secondsOf(timeoutMs),
  startSeconds: secondsOf(startTimeoutMs),
  start,
  minutes: String(idleMinutes),
});

function Options({ server }: { server: Server }) {
  const act = useAct();
  const draft = useDraft(formOf(server.options));
  const { instances, isolation, seconds, startSeconds, start, minutes } = draft.value;
  const save = () => {
    const times = { timeoutMs: msOf(seconds), startTimeoutMs: msOf(startSeconds) };
    const idleMinutes = start === 'first-use' ? Number(minutes) : server.options.idleMinutes;
    const options: ServerOptions = { ...server.options, instances, isolation, ...times, start, idleMinutes };
    void act('servers:set-options', { serverId: server.id, options });
  };
  return (
    <>
      {server.wantsPerAgent !== null && server.options.instances === 'shared' ? (
        <WantsPerAgent need={server.wantsPerAgent} />
      ) : null}
      <StartRows draft={draft} />
      <RunRows draft={draft} />
      <StartTimeRow draft={draft} />
      <TimeRow draft={draft} />
      <SaveBar
        draft={draft}
        blocked={troubleOf(draft.value)}
        note={t('Its runs end, and it starts again with this when it is to run.')}
        onSave={save}
      />
    </>
  );
}

/** What keeps the form from being saved, as a sentence; null where nothing does. */
function troubleOf({ seconds, startSeconds, start, minutes }: ReturnType<typeof formOf>): string | null {
  if (!isTime(startSeconds))
    return t('“{seconds}” is not a valid start time; enter 1 to 3600 seconds.', { seconds: startSeconds });
  if (!isTime(seconds)) return t('“{seconds}” is not a valid call time; enter 1 to 3600 seconds.', { seconds });
  const isIdleTime = /^\d+$/.test(minutes) && Number(minutes) <= mostIdleMinutes;
  if (start === 'first-use' && !isIdleTime)
    return t('“{minutes}” is not a valid idle time; enter 0 to 1440 whole minutes.', { minutes });
  return null;
}

type RowProps = { readonly draft: Draft<ReturnType<typeof formOf>> };

function RunRows({ draft: { value, change } }: RowProps) {
  const live = useLive();
  return (
    <>
      <Setting
        label={t('Runs')}
        note={t('Shared: one run for all agents. One for each: an agent is heard by its own run alone, both ways.')}
      >
        <Segmented
          label={t('Runs')}
          value={value.instances}
          disabled={!live}
          onChoose={instances => change({ instances })}
          choices={[
            { value: 'shared', label: t('Shared') },
            { value: 'per-agent', label: t('One for each agent') },
          ]}
        />
      </Setting>
      <Setting
        label={t('Runner of its own')}
        note={t('A process that starts the server, watches over it, and ends it should the hub be killed.')}
      >
        <Switch
          label={t('Runner of its own')}
          on={value.isolation}
          disabled={!live}
          onSwitch={isolation => change({ isolation })}
        />
      </Setting>
    </>
  );
}

function StartTimeRow({ draft: { value, change } }: RowProps) {
  return (
    <Setting
      as="label"
      label={t('Time to start')}
      note={t(
        'After so many seconds without an answer to the handshake its start has failed. While npx, uvx or Docker fetches its package it has longer by itself.',
      )}
    >
      <Seconds
        label={t('Time to start, in seconds')}
        value={value.startSeconds}
        usual={defaultStartSeconds}
        onChange={startSeconds => change({ startSeconds })}
      />
    </Setting>
  );
}

function StartRows({ draft: { value, change } }: RowProps) {
  const live = useLive();
  return (
    <>
      <Setting
        label={t('When it starts')}
        note={t(
          'On first use: its tools are offered without it, the first call starts it, and it sleeps again when nobody uses it.',
        )}
      >
        <Segmented
          label={t('When it starts')}
          value={value.start}
          disabled={!live}
          onChoose={start => change({ start })}
          choices={[
            { value: 'always', label: t('Always') },
            { value: 'first-use', label: t('On first use') },
          ]}
        />
      </Setting>
      {value.start === 'always' ? null : <IdleRow value={value} change={change} />}
    </>
  );
}

function IdleRow({ value, change }: Pick<RowProps['draft'], 'value' | 'change'>) {
  const live = useLive();
  return (
    <Setting
      as="label"
      label={t('Sleeps after')}
      note={t('Calls, subscriptions and tasks of agents are use. 0 is at once.')}
    >
      <span className="field w-24">
        <input
          type="number"
          min={0}
          max={mostIdleMinutes}
          aria-label={t('Minutes without use')}
          className="numeric"
          value={value.minutes}
          disabled={!live}
          onChange={event => change({ minutes: event.target.value })}
        />
        <span className="subtle">{t('min')}</span>
      </span>
    </Setting>
  );
}

function TimeRow({ draft: { value, change } }: RowProps) {
  const usual = useDefaultTimeout();
  return (
    <Setting
      as="label"
      label={t('Time for a call')}
      note={t(
        'After so many seconds a call is given up and the agent hears so. Empty takes the time that Settings has for all servers.',
      )}
    >
      <Seconds
        label={t('Time for a call, in seconds')}
        value={value.seconds}
        usual={usual === null ? null : usual / second}
        onChange={seconds => change({ seconds })}
      />
    </Setting>
  );
}

interface SecondsProps {
  readonly label: string;
  readonly value: string;
  /** What stands for an empty field; null where it is not known. */
  readonly usual: number | null;
  readonly onChange: (seconds: string) => void;
}

function Seconds({ label, value, usual, onChange }: SecondsProps) {
  const live = useLive();
  return (
    <span className="field w-24">
      <input
        type="number"
        min={1}
        max={3_600}
        aria-label={label}
        className="numeric"
        value={value}
        placeholder={usual === null ? '' : String(usual)}
        disabled={!live}
        onChange={event => onChange(event.target.value)}
      />
      <span className="subtle">{t('s')}</span>
    </span>
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
