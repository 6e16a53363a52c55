// How long things are kept: decisions in the audit, messages in memory, recordings on disk.
import { routeHref } from '../../frame/route.ts';
import { useAct, useLive } from '../../parts/panel-context.tsx';
import { useAnswer, useRequest } from '../../parts/use-request.ts';
import { formatBytes, formatCount } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import { NumberField, SettingRow } from './setting-row.tsx';

export function RetentionSettings() {
  return (
    <section aria-label={t('What is kept')}>
      <h2>{t('What is kept')}</h2>
      <AuditRetention />
      <SettingRow
        label={t('Messages in memory')}
        note={t('The newest million, and the content of the newest; all of it goes when the hub ends')}
      >
        <a className="link" href={routeHref('traces')}>
          {t('Traces')}
        </a>
      </SettingRow>
      <RecordingRetention />
    </section>
  );
}

function AuditRetention() {
  const act = useAct();
  const live = useLive();
  const [state, setState] = useAnswer('retention', link => link.request('retention:get', {}));
  if (!state) return null;
  const label = t('Decisions in the audit');
  const change = async (auditRows: number) => {
    const done = t('The newest {count} decisions are kept.', { count: formatCount(auditRows) });
    const answer = await act('retention:set', { change: { auditRows } }, done);
    if (answer) setState(answer);
  };
  return (
    <SettingRow
      label={label}
      note={t('{count} are kept now; beyond this number the oldest go, and cannot be brought back', {
        count: formatCount(state.kept.auditRows),
      })}
    >
      <NumberField
        label={label}
        value={state.retention.auditRows}
        least={1_000}
        most={1_000_000}
        live={live}
        onChange={rows => void change(rows)}
      />
    </SettingRow>
  );
}

function RecordingRetention() {
  const asked = useRequest('recordings', link => link.request('trace:recordings', {}));
  if (asked.kind !== 'there') return null;
  const { files, maxBytes } = asked.value;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <SettingRow
      label={t('Recordings on disk')}
      note={t(
        '{bytes} of at most {most}; beyond that the oldest file goes. Texts of messages are recorded only while you have that on',
        {
          bytes: formatBytes(bytes),
          most: formatBytes(maxBytes),
        },
      )}
    >
      <a className="link" href={routeHref('traces')}>
        {t('Traces')}
      </a>
    </SettingRow>
  );
}
