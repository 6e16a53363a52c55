// The filters of the catalogue: which are set, how each is called, and the same ones without it.
import { t } from '../../../words/language.ts';
import { wayWords } from '../catalogue-words.ts';
import type { CatalogueSource, EntryFilters, FilterName } from '../../../../contract/schemas/catalogue.ts';

export const noFilters: EntryFilters = {
  sources: [],
  runs: [],
  verified: false,
  withoutSecrets: false,
  withdrawn: false,
  changedSince: null,
};

const day = 86_400_000;

export const spans = [
  { days: 30, label: t('within a month') },
  { days: 90, label: t('within three months') },
  { days: 365, label: t('within a year') },
] as const;

/** The beginning of such a span. It stays the same for a whole day, so that rows do not change while they are looked at. */
export function sinceOf(days: number, now: number): number {
  return Math.floor(now / day) * day - days * day;
}

function spanOf(since: number, now: number): string {
  const near = spans.find(({ days }) => now - since < (days + 2) * day);
  return (near ?? spans[2]).label;
}

export interface SetFilter {
  readonly filter: FilterName;
  readonly name: string;
  readonly value: string;
}

/** Those that leave something out, in the order of their menus. */
export function setFilters(
  filters: EntryFilters,
  sources: Readonly<Record<string, CatalogueSource>>,
  now: number,
): SetFilter[] {
  const { runs, changedSince } = filters;
  const named = filters.sources.map(id => sources[id]?.name ?? id).join(', ');
  return [
    filters.verified ? { filter: 'verified' as const, name: t('publisher'), value: t('verified') } : [],
    runs.length > 0
      ? { filter: 'runs' as const, name: t('runs as'), value: runs.map(kind => wayWords[kind]).join(', ') }
      : [],
    filters.withoutSecrets ? { filter: 'withoutSecrets' as const, name: t('asks for'), value: t('no secret') } : [],
    filters.sources.length > 0 ? { filter: 'sources' as const, name: t('source'), value: named } : [],
    changedSince === null
      ? []
      : { filter: 'changedSince' as const, name: t('changed'), value: spanOf(changedSince, now) },
    filters.withdrawn ? { filter: 'withdrawn' as const, name: t('also'), value: t('withdrawn ones') } : [],
  ].flat();
}

export function without(filters: EntryFilters, filter: FilterName): EntryFilters {
  return { ...filters, [filter]: noFilters[filter] };
}
