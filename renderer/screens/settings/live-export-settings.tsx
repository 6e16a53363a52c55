// Live export by OTLP in the settings: where it is sent, what of it, and each signal with how its export goes.

import { Switch } from '../../parts/choices.tsx';
import { useAct, useLive, useSnapshot } from '../../parts/panel-context.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { LiveExportSignal } from './live-export-signal.tsx';
import { NumberField, SettingRow, TextField } from './setting-row.tsx';
import type { ExportPart } from './live-export-part.ts';

const signals = ['spans', 'metrics', 'logs'] as const;

export function LiveExportSettings() {
  const act = useAct();
  const live = useLive();
  const { telemetry } = useSnapshot().hub;
  const [answer, setAnswer] = useAnswer('telemetry', link => link.request('telemetry:get', {}));
  if (!answer) return null;
  const set: ExportPart['set'] = async (change, done) => {
    const changed = await act('telemetry:set', { change }, done);
    if (changed) setAnswer(changed);
    return changed !== undefined;
  };
  const health = telemetry === undefined ? answer.health : telemetry;
  const part = { settings: answer.settings, live, set };
  return (
    <section aria-label={t('Live export by OTLP')}>
      <h2>{t('Live export by OTLP')}</h2>
      <Address {...part} />
      {signals.map(signal => (
        <LiveExportSignal key={signal} signal={signal} health={health?.[signal] ?? null} {...part} />
      ))}
      <Ratio {...part} />
      <Switches {...part} />
    </section>
  );
}

function Address({ settings, live, set }: ExportPart) {
  const label = t('Address of the collector');
  return (
    <SettingRow
      label={label}
      note={t('For signals without an address of their own; /v1/traces, /v1/metrics or /v1/logs is appended')}
    >
      <TextField
        label={label}
        value={settings.endpoint ?? ''}
        placeholder={t('such as {address}', { address: 'http://127.0.0.1:4318' })}
        most={2_000}
        live={live}
        onChange={text => {
          const endpoint = text.trim() === '' ? null : text.trim();
          if (endpoint !== settings.endpoint) void set({ endpoint }, t('The address of the collector was set.'));
        }}
      />
    </SettingRow>
  );
}

function Ratio({ settings, live, set }: ExportPart) {
  const label = t('Share of traces');
  return (
    <SettingRow
      label={label}
      note={t('Each is sent whole or not at all; where a caller has decided about one already, that holds')}
    >
      <NumberField
        label={t('Share of traces, in percent')}
        value={Math.round(settings.ratio * 100)}
        least={0}
        most={100}
        live={live}
        unit="%"
        onChange={percent => void set({ ratio: percent / 100 })}
      />
    </SettingRow>
  );
}

const switches = [
  {
    key: 'contents',
    label: t('What was asked and answered'),
    note: t('Arguments and results, masked, in the spans of tools; off, none of them are sent'),
  },
  { key: 'hostName', label: t('The name of this machine'), note: t('Sent along with everything, as host.name') },
  {
    key: 'allowPlainHttp',
    label: t('Unencrypted http to other machines'),
    note: t('Anybody on the way can then read what is sent, headers too'),
  },
] as const;

function Switches({ settings, live, set }: ExportPart) {
  return switches.map(({ key, label, note }) => (
    <SettingRow key={key} label={label} note={note}>
      <Switch label={label} on={settings[key]} disabled={!live} onSwitch={on => void set({ [key]: on })} />
    </SettingRow>
  ));
}
