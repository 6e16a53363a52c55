// The limits on calls: the budget of a run, how many calls a web origin may have under way, how long a call may take, and how it stands now.
import { useEffect, useState } from 'react';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { useAnswer } from '../../parts/use-request.ts';
import { t } from '../../words/language.ts';
import { LimitsNowTables } from './limits-now.tsx';
import { NumberField, SettingRow } from './setting-row.tsx';
import type { CallLimits } from '../../../contract/schemas/limits.ts';

const second = 1_000;

const fields = [
  {
    key: 'maxCallsPerRun',
    label: t('Calls in a run'),
    note: t('The budget of a run that an agent opens; agents that open none are not counted'),
    max: 10_000,
    unit: 1,
    unitWord: null,
  },
  {
    key: 'maxConcurrentPerOrigin',
    label: t('Calls of a web origin at a time'),
    note: t('Of pages that come over HTTP, all their agents together'),
    max: 1_000,
    unit: 1,
    unitWord: null,
  },
  {
    key: 'defaultTimeoutMs',
    label: t('Time for a call'),
    note: t('Of a tool of an MCP server, where the server has no time of its own under Config'),
    max: 3_600,
    unit: second,
    unitWord: 's',
  },
] as const satisfies readonly Field[];

interface Field {
  readonly key: keyof CallLimits;
  readonly label: string;
  readonly note: string;
  /** The largest number that can be typed. */
  readonly max: number;
  /** How much one of it is. */
  readonly unit: number;
  readonly unitWord: string | null;
}

export function CallLimitSettings() {
  const act = useAct();
  const live = useLive();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useAnswer(String(turn), link => link.request('limits:get', {}));
  // Asked again a second after each answer, for how it stands now.
  useEffect(() => {
    if (!state) return;
    const timer = setTimeout(() => setTurn(turn + 1), second);
    return () => clearTimeout(timer);
  }, [state, turn]);
  if (!state) return null;
  const { limits, now } = state;
  const change = async ({ key, label, unit, unitWord }: Field, typed: number) => {
    const said = t('{label}: {value} from now on.', {
      label,
      value: unitWord === null ? String(typed) : `${typed} ${unitWord}`,
    });
    const answer = await act('limits:set', { change: { [key]: typed * unit } }, said);
    if (answer) setState({ limits: answer.limits, now });
  };
  return (
    <section aria-label={t('Limits on calls')}>
      <h2>{t('Limits on calls')}</h2>
      {fields.map(field => (
        <SettingRow key={field.key} label={field.label} note={field.note}>
          <NumberField
            label={field.unitWord === null ? field.label : t('{label}, in seconds', { label: field.label })}
            value={limits[field.key] / field.unit}
            least={1}
            most={field.max}
            live={live}
            unit={field.unitWord}
            onChange={typed => void change(field, typed)}
          />
        </SettingRow>
      ))}
      <LimitsNowTables now={now} limits={limits} />
    </section>
  );
}
