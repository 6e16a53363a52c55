// The sections of an entry: who publishes it, what it asks for, tools, versions, links, and when it changed.
import { FileKey, Folder, type LucideIcon, SlidersHorizontal } from 'lucide-react';
import { Button } from '../../../parts/button.tsx';
import { Foreign } from '../../../parts/foreign.tsx';
import { ForeignLink } from '../../../parts/foreign-link.tsx';
import { type Fact, Facts } from '../../../parts/layout.tsx';
import { useNow } from '../../../parts/panel-context.tsx';
import { Status } from '../../../parts/shape.tsx';
import { formatCount, formatDay, formatOld } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { AskedField, Entry } from '../../../../contract/schemas/catalogue.ts';

/** More are told by their number. */
const shownTools = 40;
const shownVersions = 8;

export function Publisher({ entry }: { entry: Entry }) {
  return (
    <section className="section" aria-label={t('Publisher')}>
      <h3>{t('Publisher')}</h3>
      <p className="text-xs">
        {entry.verified ? (
          <Status tone="running">{t('verified by {source}', { source: entry.sourceName })}</Status>
        ) : (
          <Status tone="stopped">{t('not verified')}</Status>
        )}
      </p>
      <p className="text-xs muted">
        <Foreign text={entry.namespace === '' ? entry.sourceName : entry.namespace} />
      </p>
      {entry.uses === null ? null : (
        <p className="text-xs subtle">{t('{count} uses, as its source counts', { count: formatCount(entry.uses) })}</p>
      )}
    </section>
  );
}

export function AsksFor({ fields }: { fields: readonly AskedField[] }) {
  return (
    <section className="section" aria-label={t('Asks for')}>
      <h3>{t('Asks for')}</h3>
      {fields.length === 0 ? <p className="text-xs muted">{t('no secret, no value')}</p> : null}
      <ul className="asked-things">
        {fields.map(field => {
          const Icon = iconOf(field);
          return (
            <li key={field.key} title={field.description === '' ? undefined : field.description}>
              <Icon className="icon-14" aria-hidden="true" />
              <Foreign text={field.label} className="ellipsis" />
              <span className="subtle">{needWords(field)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function iconOf({ secret, kind }: AskedField): LucideIcon {
  if (secret) return FileKey;
  return kind === 'folder' || kind === 'file' ? Folder : SlidersHorizontal;
}

function needWords({ secret, required, defaults }: AskedField): string {
  if (secret) return required ? t('secret, required') : t('secret, if you like');
  if (required) return defaults.length > 0 ? t('has a default') : t('required');
  return t('if you like');
}

export function Tools({ entry: { tools } }: { entry: Entry }) {
  if (tools === null) return null;
  return (
    <section className="section" aria-label={t('Tools')}>
      <h3>
        {t('Tools')}{' '}
        <small className="subtle">{t('{count} named by its source', { count: String(tools.length) })}</small>
      </h3>
      <p className="tool-names">
        {tools.slice(0, shownTools).map(({ name, description }) => (
          <span key={name} className="mono" title={description}>
            <Foreign text={name} max={60} />
          </span>
        ))}
        {tools.length > shownTools ? (
          <span className="subtle">{t('{count} more', { count: String(tools.length - shownTools) })}</span>
        ) : null}
      </p>
    </section>
  );
}

export function Versions({ entry, onVersion }: { entry: Entry; onVersion: (version: string) => void }) {
  const { versions } = entry;
  return (
    <section className="section" aria-label={t('Versions')}>
      <h3>{t('Versions')}</h3>
      <ul className="versions">
        {versions.slice(0, shownVersions).map(({ version, publishedAt, status, latest }) => (
          <li key={version} aria-current={version === entry.version ? 'true' : undefined}>
            <Foreign text={version} className="mono ellipsis" max={40} />
            <span className="muted">{publishedAt === null ? '' : formatDay(publishedAt)}</span>
            <span className="muted fill">
              {status === 'active'
                ? latest
                  ? t('newest')
                  : ''
                : status === 'withdrawn'
                  ? t('withdrawn')
                  : t('deprecated')}
            </span>
            {version === entry.version ? (
              <span className="subtle">{t('shown')}</span>
            ) : (
              <Button size="small" look="ghost" onClick={() => onVersion(version)}>
                {t('Show')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {versions.length > shownVersions ? (
        <p className="subtle text-2xs">{t('{count} older ones', { count: String(versions.length - shownVersions) })}</p>
      ) : null}
    </section>
  );
}

/** Shown, and opened by a click alone, after which the whole address is seen once more. */
export function Links({ entry: { repository, website } }: { entry: Entry }) {
  const links: Fact[] = [
    ...(repository === null ? [] : [linkFact(t('Repository'), repository)]),
    ...(website === null ? [] : [linkFact(t('Website'), website)]),
  ];
  if (links.length === 0) return null;
  return (
    <section className="section" aria-label={t('Links')}>
      <h3>{t('Links')}</h3>
      <Facts facts={links} />
    </section>
  );
}

export function linkFact(term: string, address: string): Fact {
  return [
    term,
    <ForeignLink key={term} address={address}>
      <Foreign text={address} max={70} middle />
    </ForeignLink>,
  ];
}

export function Changed({ entry: { changedAt, publishedAt, sourceName } }: { entry: Entry }) {
  const now = useNow(60_000);
  const when = (at: number) => t('{day}, {age} ago', { day: formatDay(at), age: formatOld(at, now) });
  const facts: Fact[] = [
    [t('Source'), <Foreign key="source" text={sourceName} />],
    ...(publishedAt === null ? [] : [[t('Published'), when(publishedAt)] as const]),
    ...(changedAt === null ? [] : [[t('Changed'), when(changedAt)] as const]),
  ];
  return (
    <section className="section" aria-label={t('Where it stands')}>
      <Facts facts={facts} />
    </section>
  );
}
