// The two small servers that Pilothouse brings along, for trying that servers run.
import { Button } from '../../../parts/button.tsx';
import { t } from '../../../words/language.ts';

export function BuiltInRow({ busy, onImport }: { readonly busy: boolean; readonly onImport: () => void }) {
  return (
    <section className="grid gap-2" aria-label={t('Brought along')}>
      <span className="label-text">{t('Brought along')}</span>
      <ul className="found-apps">
        <li>
          <b>Pilothouse</b>
          <span className="names">
            {t('The time, and an echo: they run without a network, to try that servers run.')}
          </span>
          <Button
            size="small"
            disabled={busy}
            aria-label={t('Import from {app}', { app: 'Pilothouse' })}
            onClick={onImport}
          >
            {t('Import')}
          </Button>
        </li>
      </ul>
    </section>
  );
}
