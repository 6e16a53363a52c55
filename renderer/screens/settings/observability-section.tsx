// Observability in the settings: metrics for Prometheus, their address, and their token, which is shown once.
import { useState } from 'react';
import { ActButton } from '../../parts/button.tsx';
import { Switch } from '../../parts/choices.tsx';
import { CommandLine } from '../../parts/copy.tsx';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { SettingRow } from './setting-row.tsx';
import type { PrometheusView } from '../../../contract/schemas/prometheus.ts';

/** Nothing where the hub has refused it. */
type Changed = { prometheus: PrometheusView; token: string | null } | null | undefined;

export function ObservabilitySection() {
  const act = useAct();
  const live = useLive();
  const [answer, setAnswer] = useAnswer('prometheus', link => link.request('prometheus:get', {}));
  const [token, setToken] = useState<string | null>(null);
  if (!answer) return null;
  const { prometheus } = answer;
  const take = (changed: Changed) => {
    if (!changed) return;
    setAnswer({ prometheus: changed.prometheus });
    if (changed.token !== null || !changed.prometheus.enabled) setToken(changed.token);
  };
  const label = t('Metrics for Prometheus');
  return (
    <>
      <h2>{t('Observability')}</h2>
      <SettingRow label={label} note={noteOf(prometheus)}>
        <Switch
          label={label}
          on={prometheus.enabled}
          disabled={!live}
          onSwitch={on => void act('prometheus:set', { on }).then(take)}
        />
      </SettingRow>
      {prometheus.enabled && prometheus.address !== null && (
        <SettingRow label={t('Address of the metrics')} note={t('On this machine alone, at the port of MCP over HTTP')}>
          <CommandLine text={prometheus.address} what={t('address')} />
        </SettingRow>
      )}
      {prometheus.hasToken && <TokenRow token={token} onChanged={take} />}
    </>
  );
}

/** `token` is the newest one, for as long as it is shown. */
function TokenRow({ token, onChanged }: { token: string | null; onChanged: (changed: Changed) => void }) {
  const act = useAct();
  const make = () => act('prometheus:new-token', {}, t('The token is shown this once; copy it now.'));
  return (
    <SettingRow
      label={t('Token of the metrics')}
      note={t('It opens the metrics and nothing else; a new one replaces it')}
    >
      <span className="line">
        {token === null ? null : <CommandLine text={token} what={t('token')} />}
        <ActButton size="small" onClick={() => void make().then(onChanged)}>
          {t('New token')}
        </ActButton>
      </span>
    </SettingRow>
  );
}

function noteOf({ enabled, address }: PrometheusView): string {
  if (enabled && address === null)
    return t('On, and nobody can read them: MCP over HTTP is not open; switch it on under Endpoints');
  return t('Calls, delays, states and memory of this hub as numbers, at /metrics; off, nothing is counted');
}
