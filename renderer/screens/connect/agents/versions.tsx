// Earlier versions of a file that is written for an agent: when each was kept and why, with the way back to it.
import { Button } from '../../../parts/button.tsx';
import { PaneHead } from '../../../parts/layout.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { formatBytes, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { ConfigVersion } from '../../../../contract/schemas/agent-configs.ts';

interface VersionsProps {
  readonly versions: readonly ConfigVersion[];
  /** The one whose difference is shown. */
  readonly shown: number | undefined;
  readonly onCompare: (version: number) => void;
}

export function Versions({ versions, shown, onCompare }: VersionsProps) {
  if (versions.length === 0) return null;
  return (
    <section aria-label={t('Earlier versions of this file')}>
      <PaneHead
        title={t('Earlier versions of this file')}
        note={t('{count, number} kept, the last 30 days', { count: versions.length })}
      />
      <div className="change-versions" tabIndex={0} role="group" aria-label={t('Earlier versions of this file')}>
        <table className="grid-table" aria-label={t('Earlier versions of this file')}>
          <colgroup>
            <col style={{ width: 150 }} />
            <col />
            <col style={{ width: 80 }} />
            <col style={{ width: 104 }} />
          </colgroup>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{t('When')}</th>
              <th scope="col">{t('Why')}</th>
              <th scope="col">{t('Size')}</th>
              <th scope="col">{t('Actions')}</th>
            </tr>
          </thead>
          <tbody>
            {versions.map(each => (
              <Version key={each.version} kept={each} isShown={each.version === shown} onCompare={onCompare} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface VersionProps extends Pick<VersionsProps, 'onCompare'> {
  readonly kept: ConfigVersion;
  readonly isShown: boolean;
}

function Version({ kept: { version, at, why, bytes, isDamaged }, isShown, onCompare }: VersionProps) {
  return (
    <tr data-picked={isShown}>
      <td className="mono subtle">{formatMoment(at).slice(0, 16)}</td>
      <td>
        <ReasonText reason={why} />
      </td>
      <td className="muted">{isDamaged ? t('damaged') : bytes === null ? t('no file') : formatBytes(bytes)}</td>
      <td className="numeric">
        <Button
          size="small"
          look="ghost"
          aria-label={t('Compare with version {version}', { version: String(version) })}
          disabled={isDamaged}
          onClick={() => onCompare(version)}
        >
          {t('Compare')}
        </Button>
      </td>
    </tr>
  );
}
