// What the fixture hub says to the requests of the catalogue.
import { HubError } from '../../../contract/errors.ts';
import { fixtureEntry, fixtureRows } from './catalogue.ts';
import type { EntryFilters, EntryRow } from '../../../contract/schemas/catalogue.ts';
import type { catalogueRequests } from '../../../contract/schemas/catalogue-requests.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
}

export function catalogueAnswers({ snapshot, change }: Inside): Pick<PanelHandlers, keyof typeof catalogueRequests> {
  const now = Date.now();
  const rows = fixtureRows(now);
  const source = (id: string, part: object) =>
    change('catalogueSources', id, { ...snapshot().catalogueSources[id], ...part });
  return {
    'catalogue:search': ({ query, filters, sort, offset, limit }) => {
      const enabled = Object.values(snapshot().catalogueSources).some(({ entries }) => entries > 0);
      const matching = enabled ? rows.filter(row => matches(row, query)) : [];
      const found = matching.filter(row => passes(row, filters));
      if (sort === 'name') found.sort((a, b) => a.name.localeCompare(b.name));
      if (sort === 'changed') found.sort((a, b) => (b.changedAt ?? 0) - (a.changedAt ?? 0));
      return {
        total: found.length,
        rows: found.slice(offset, offset + limit),
        hidden: hiddenBy(matching, filters, found.length),
      };
    },
    'catalogue:entry': ({ name }) => {
      const row = rows.find(each => each.name === name);
      if (!row) throw new HubError('ERR_INVALID_ARGUMENTS', `No source has an entry ${name}.`);
      return { entry: fixtureEntry(row, now) };
    },
    'catalogue:refresh': ({ sources = Object.keys(snapshot().catalogueSources) }) => {
      for (const id of sources)
        source(id, { state: { kind: 'refreshing', since: Date.now(), done: 4_100, total: 20_318 } });
      return {};
    },
    'catalogue:stop-refresh': () => {
      for (const id of Object.keys(snapshot().catalogueSources)) source(id, { state: { kind: 'idle' } });
      return {};
    },
    'catalogue:add-source': ({ kind, name, address }) => {
      source(name, {
        id: name,
        kind,
        name,
        address,
        enabled: true,
        entries: 0,
        freshAt: null,
        state: { kind: 'idle' },
      });
      return { sourceId: name };
    },
    'catalogue:change-source': ({ sourceId, ...part }) => {
      source(sourceId, part);
      return {};
    },
    'catalogue:remove-source': ({ sourceId }) => {
      change('catalogueSources', sourceId, null);
      return {};
    },
  };
}

function matches({ name, description }: EntryRow, query: string): boolean {
  const text = `${name} ${description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

function passes(row: EntryRow, { runs, verified, withoutSecrets, withdrawn, changedSince }: EntryFilters): boolean {
  if (runs.length > 0 && !row.runs.some(kind => runs.includes(kind))) return false;
  if (verified && !row.verified) return false;
  if (withoutSecrets && row.asks.secrets > 0) return false;
  if (!withdrawn && row.status !== 'active') return false;
  return changedSince === null || (row.changedAt ?? 0) >= changedSince;
}

function hiddenBy(rows: readonly EntryRow[], filters: EntryFilters, found: number) {
  const count = (part: Partial<EntryFilters>) =>
    rows.filter(row => passes(row, { ...filters, ...part })).length - found;
  return [
    { filter: 'runs' as const, count: filters.runs.length > 0 ? count({ runs: [] }) : 0 },
    { filter: 'verified' as const, count: filters.verified ? count({ verified: false }) : 0 },
    { filter: 'withoutSecrets' as const, count: filters.withoutSecrets ? count({ withoutSecrets: false }) : 0 },
  ].filter(each => each.count > 0);
}
