// One signal of the live export: its switch, how its export goes, whether an empty request is taken, and what is set of it alone.
import { useState } from 'react';
import { ActButton, Button } from '../../parts/button.tsx';
import { Segmented, Switch } from '../../parts/choices.tsx';
import { useAct } from '../../parts/panel-context.tsx';
import { ReasonText } from '../../parts/reason-text.tsx';
import { Status } from '../../parts/shape.tsx';
import { formatCount, formatMoment } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { LiveExportHeaders } from './live-export-headers.tsx';
import { SettingRow, TextField } from './setting-row.tsx';
import type { Reason } from '../../../contract/reasons.ts';
import type { SignalHealth, TelemetrySignal } from '../../../contract/schemas/telemetry.ts';
import type { Tone } from '../../words/tone.ts';
import type { SignalPart } from './live-export-part.ts';

const names = { spans: t('Spans'), metrics: t('Metrics'), logs: t('Logs') } as const;

const whats = {
  spans: t('One for each call, with where it went, and one for the time spent waiting for a person'),
  metrics: t('The figures of /metrics, every 15 seconds'),
  logs: t('The decisions of the audit, and what servers write'),
} as const;

const states: Readonly<Record<SignalHealth['state'], readonly [Tone, string]>> = {
  ok: ['running', t('on')],
  failing: ['attention', t('failing')],
  off: ['stopped', t('off')],
};

export function LiveExportSignal({ health, ...part }: SignalPart & { health: SignalHealth | null }) {
  const { signal, settings, live, set } = part;
  const [isOpen, setOpen] = useState(false);
  const name = names[signal];
  return (
    <>
      <SettingRow
        label={name}
        note={
          <>
            {whats[signal]}
            {health?.on ? <Health health={health} /> : null}
          </>
        }
      >
        <span className="line">
          <Button
            size="small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={t('Details of {name}', { name })}
          >
            {t('Details')}
          </Button>
          <Switch
            label={t('Send {name}', { name })}
            on={settings[signal].on}
            disabled={!live}
            onSwitch={on => void set({ [signal]: { on } })}
          />
        </span>
      </SettingRow>
      {isOpen ? <Details name={name} {...part} /> : null}
    </>
  );
}

function Health({ health }: { health: SignalHealth }) {
  const [tone, word] = states[health.state];
  const { sent, queued, dropped, lastSentAt, reason, failedAt } = health;
  const counts = { sent: formatCount(sent), queued: formatCount(queued), dropped: formatCount(dropped) };
  return (
    <span className="grid gap-0.5 pt-1">
      <span className="line flex-wrap gap-y-0">
        <Status tone={tone}>{word}</Status>
        {t('{sent} sent, {queued} waiting, {dropped} dropped', counts)}
        {lastSentAt === null ? null : `; ${t('last sent {moment}', { moment: formatMoment(lastSentAt) })}`}
      </span>
      {reason === null || failedAt === null ? null : (
        <span>
          {t('Last failure, {moment}:', { moment: formatMoment(failedAt) })} <ReasonText reason={reason} />
        </span>
      )}
    </span>
  );
}

function Details({ name, ...part }: SignalPart & { name: string }) {
  const { signal, settings, live, set } = part;
  const { endpoint, protocol } = settings[signal];
  return (
    <div role="group" aria-label={t('Details of {name}', { name })} className="pl-6">
      <SettingRow
        label={t('Address')}
        note={t('With its whole path; left empty, the address of the collector is used')}
      >
        <TextField
          label={t('Address of {name}', { name })}
          value={endpoint ?? ''}
          placeholder={t('that of the collector')}
          most={2_000}
          live={live}
          onChange={text => {
            const next = text.trim() === '' ? null : text.trim();
            if (next !== endpoint) void set({ [signal]: { endpoint: next } });
          }}
        />
      </SettingRow>
      <SettingRow label={t('Format')} note={t('Most collectors take both')}>
        <Segmented
          label={t('Format of {name}', { name })}
          value={protocol}
          disabled={!live}
          choices={[
            { value: 'http/protobuf', label: t('Protobuf') },
            { value: 'http/json', label: 'JSON' },
          ]}
          onChoose={value => void set({ [signal]: { protocol: value } })}
        />
      </SettingRow>
      <LiveExportHeaders name={name} {...part} />
      <Try signal={signal} name={name} />
    </div>
  );
}

function Try({ signal, name }: { signal: TelemetrySignal; name: string }) {
  const act = useAct();
  const [tried, setTried] = useState<{ readonly reason: Reason | null } | null>(null);
  const ask = async () => {
    setTried(null);
    setTried((await act('telemetry:try', { signal })) ?? null);
  };
  return (
    <SettingRow
      label={t('Try it')}
      note={
        <span role="status">
          {tried === null ? t('Sends an empty request with these settings') : <TriedText reason={tried.reason} />}
        </span>
      }
    >
      <ActButton size="small" onClick={() => void ask()} aria-label={t('Try {name}', { name })}>
        {t('Try')}
      </ActButton>
    </SettingRow>
  );
}

function TriedText({ reason }: { reason: Reason | null }) {
  if (reason === null) return <Status tone="running">{t('It was taken.')}</Status>;
  return (
    <span className="text-attention">
      <ReasonText reason={reason} />
    </span>
  );
}
