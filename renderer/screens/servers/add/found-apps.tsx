// The apps whose lists of servers lie on this machine, each with the names in it, and the way to import them.
import { Download } from 'lucide-react';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { ReasonText } from '../../../parts/reason-text.tsx';
import { Said } from '../../../parts/sheet.tsx';
import { t } from '../../../words/language.ts';
import { appWords } from '../app-words.ts';
import type { ImportApp } from '../../../../contract/imports.ts';
import type { FoundApp } from '../../../../contract/schemas/imports.ts';
import type { RequestState } from '../../../parts/use-request.ts';

interface FoundProps {
  readonly found: RequestState<{ readonly apps: readonly FoundApp[] }>;
  readonly busy: boolean;
  readonly onImport: (apps: readonly ImportApp[]) => void;
}

export function FoundApps({ found, busy, onImport }: FoundProps) {
  if (found.kind === 'failed') return <Said sentence={found.sentence} />;
  if (found.kind === 'loading') return <span className="ghost-bar" />;
  const { apps } = found.value;
  const full = apps.filter(({ servers, things }) => servers.length + things > 0);
  const count = full.reduce((sum, { servers }) => sum + servers.length, 0);
  return (
    <section className="grid gap-2" aria-label={t('Found on this machine')}>
      <div className="line">
        <span className="label-text fill">{t('Found on this machine')}</span>
        {full.length > 1 ? (
          <Button size="small" icon={Download} disabled={busy} onClick={() => onImport(full.map(({ app }) => app))}>
            {t('Import all {count}', { count: String(count) })}
          </Button>
        ) : null}
      </div>
      {apps.length === 0 ? (
        <p className="subtle">{t('No other app has a list of MCP servers here.')}</p>
      ) : (
        <ul className="found-apps">
          {apps.map(one => (
            <FoundRow key={one.app} found={one} busy={busy} onImport={() => onImport([one.app])} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  readonly found: FoundApp;
  readonly busy: boolean;
  readonly onImport: () => void;
}

function FoundRow({ found: { app, files, servers, problems, things }, busy, onImport }: RowProps) {
  const name = appWords[app];
  return (
    <li>
      <b>{name}</b>
      <span className="names">
        <span>{t('{count, plural, =0 {no servers} one {# server} other {# servers}}', { count: servers.length })}</span>
        {servers.length === 0 ? null : (
          <span className="muted">
            {': '}
            <Foreign text={servers.join(', ')} />
          </span>
        )}
        {things === 0 ? null : (
          <span className="muted">
            {', '}
            {t('{count, plural, one {# other thing} other {# other things}}', { count: things })}
          </span>
        )}
        <span className="path subtle">
          <Foreign text={files.join(', ')} className="mono" max={90} middle />
        </span>
        {problems.map(problem => (
          <span key={JSON.stringify(problem)} className="path text-crashed">
            <ReasonText reason={problem} />
          </span>
        ))}
      </span>
      {servers.length === 0 && problems.length === 0 && things === 0 ? null : (
        <Button size="small" disabled={busy} aria-label={t('Import from {app}', { app: name })} onClick={onImport}>
          {t('Import')}
        </Button>
      )}
    </li>
  );
}
