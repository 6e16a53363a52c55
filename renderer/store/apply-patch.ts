// Makes the next snapshot out of the present one and a numbered patch. Pure: unchanged collections keep their identity.
import { bareTable } from './bare-table.ts';
import type { CollectionName, Patch, Snapshot } from '../../contract/schemas/snapshot.ts';

export type PatchOutcome =
  | { readonly kind: 'applied'; readonly snapshot: Snapshot }
  /** The snapshot has this change already. */
  | { readonly kind: 'stale' }
  /** `missed` changes lie between: a fresh snapshot is needed. */
  | { readonly kind: 'gap'; readonly missed: number };

type AnyCollection = Record<string, unknown>;

export function applyPatch(snapshot: Snapshot, patch: Patch): PatchOutcome {
  if (patch.seq <= snapshot.seq) return { kind: 'stale' };
  if (patch.seq !== snapshot.seq + 1) return { kind: 'gap', missed: patch.seq - snapshot.seq };
  const touched = new Map<CollectionName, AnyCollection>();
  for (const { collection, id, value } of patch.changes) {
    const entities = touched.get(collection) ?? bareTable<unknown>(snapshot[collection]);
    touched.set(collection, entities);
    if (value === null) delete entities[id];
    else entities[id] = value;
  }
  // The hub checks every entity against the contract before it publishes it, so the values are taken as they are.
  const next = { ...snapshot, ...Object.fromEntries(touched), seq: patch.seq, hub: patch.hub ?? snapshot.hub };
  return { kind: 'applied', snapshot: next };
}

/** A snapshot as it came over a link, with tables in which an id such as `constructor` finds no inherited member. */
export function withoutPrototypes({ seq, hub, ...tables }: Snapshot): Snapshot {
  const bare = Object.entries(tables).map(([collection, entities]) => [collection, bareTable<unknown>(entities)]);
  // Object.fromEntries loses the names; every table of the snapshot is there.
  return { seq, hub, ...(Object.fromEntries(bare) as Omit<Snapshot, 'seq' | 'hub'>) };
}
