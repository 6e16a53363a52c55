// Extensions of other programs that can be served too: under the names where they look for their own.
import { PaneHead } from '../../parts/layout.tsx';
import { t } from '../../words/language.ts';
import { ManifestTable } from './manifest-table.tsx';
import type { ManifestRow } from '../../../contract/schemas/manifests.ts';

interface OtherExtensionsProps {
  readonly rows: readonly ManifestRow[] | null;
  readonly onChange: (row: ManifestRow) => void;
}

/** Nothing where no browser is there that could run one of them. */
export function OtherExtensions({ rows, onChange }: OtherExtensionsProps) {
  const shown = rows?.filter(
    ({ host, found, state }) => host !== 'pilothouse' && (found !== 'no' || state !== 'absent'),
  );
  if (!shown || shown.length === 0) return null;
  return (
    <section aria-label={t('Extensions of other programs')}>
      <PaneHead
        title={t('Extensions of other programs')}
        note={t(
          'what was there is kept and put back; Claude in Chrome asks for Claude Desktop first, then for Claude Code',
        )}
      />
      <p className="section muted text-xs">
        {t(
          'They do not tell frames apart: what is allowed on a page goes for frames of other sites in it, in pictures too.',
        )}
      </p>
      <ManifestTable label={t('Extensions of other programs')} rows={shown} said={null} onChange={onChange} />
    </section>
  );
}
