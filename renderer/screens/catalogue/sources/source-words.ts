// How the state of a source is spoken of.
import { formatAge, formatCount, formatWhen } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import type { CatalogueSource } from '../../../../contract/schemas/catalogue.ts';
import type { Tone } from '../../../words/tone.ts';

type Source = Pick<CatalogueSource, 'state' | 'entries' | 'freshAt' | 'enabled'>;

export function sourceWords({ state, freshAt, enabled }: Source, now: number): { tone: Tone; word: string } {
  if (state.kind === 'forbidden') return { tone: 'crashed', word: t('forbidden by the policy') };
  if (!enabled) return { tone: 'stopped', word: t('switched off') };
  if (state.kind === 'refreshing') return { tone: 'waiting', word: refreshingWords(state) };
  if (state.kind === 'failed')
    return { tone: 'crashed', word: t('failed {when}', { when: formatWhen(state.since, now) }) };
  if (freshAt === null) return { tone: 'stopped', word: t('not fetched yet') };
  return { tone: 'running', word: t('fetched {when}', { when: formatWhen(freshAt, now) }) };
}

export function refreshingWords({ done, total }: { readonly done: number; readonly total: number | null }): string {
  if (total === null) return t('refreshing, {done} so far', { done: formatCount(done) });
  return t('refreshing, {done} of {total}', { done: formatCount(done), total: formatCount(total) });
}

/** What is stored of it, and how old that is. */
export function storedWords({ entries, freshAt }: Source, now: number): string {
  if (entries === 0) return t('no entries are stored');
  const age = freshAt === null ? t('never read to its end') : t('read {when}', { when: formatAge(freshAt, now) });
  return t('{entries, plural, one {# entry} other {# entries}} stored, {age}', { entries, age });
}

export interface SourceTotals {
  readonly entries: number;
  readonly sources: number;
  readonly failed: readonly CatalogueSource[];
  /** What has come of those that are being refreshed; null while none is. */
  readonly refreshing: { readonly done: number; readonly total: number | null } | null;
  readonly freshAt: number | null;
}

export function sourceTotals(sources: Readonly<Record<string, CatalogueSource>>): SourceTotals {
  const all = Object.values(sources).filter(({ enabled, state }) => enabled && state.kind !== 'forbidden');
  const underWay = all.flatMap(({ state }) => (state.kind === 'refreshing' ? [state] : []));
  const known = underWay.every(({ total }) => total !== null);
  const fresh = all.flatMap(({ freshAt, state }) => (state.kind === 'failed' ? [] : (freshAt ?? [])));
  return {
    entries: all.reduce((sum, { entries }) => sum + entries, 0),
    sources: all.length,
    failed: all.filter(({ state }) => state.kind === 'failed'),
    refreshing:
      underWay.length === 0
        ? null
        : {
            done: underWay.reduce((sum, { done }) => sum + done, 0),
            total: known ? underWay.reduce((sum, { total }) => sum + (total ?? 0), 0) : null,
          },
    freshAt: fresh.length === 0 ? null : Math.min(...fresh),
  };
}
