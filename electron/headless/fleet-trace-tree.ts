// The calls of one trace as a tree over the hubs of a fleet: below each thing that a hub passed on stands the call that it was at another. Pure.
import { isRecord } from '../../contract/json.ts';
import type { FleetEntry, FleetPage } from '../../contract/schemas/fleet-outbox.ts';

/** What a hub passed on of a call, with what that was at other hubs. */
type Passed = Readonly<Record<string, unknown>> & { readonly calls: readonly TracedCall[] };
type TracedCall = FleetEntry & { readonly hub: string; readonly hops: readonly Passed[] };

export interface TraceTree {
  readonly trace: string;
  readonly calls: readonly TracedCall[];
}

/** A call may go on from hub to hub, but not for ever. */
const maxDepth = 50;

/** By their moment; an entry that is of no trace is left out. Hubs may say what they want: nothing stands twice. */
export function traceTrees(entries: FleetPage['entries']): TraceTree[] {
  const byTrace = groupedBy(entries, 'trace');
  return [...byTrace].map(([trace, all]) => ({ trace, calls: treeOf(all) }));
}

function treeOf(entries: FleetPage['entries']): TracedCall[] {
  const sorted = entries.toSorted((a, b) => Date.parse(a.entry.at) - Date.parse(b.entry.at));
  const spans = sorted.flatMap(({ entry }) => hopsOf(entry).map(hop => hop['span']));
  const passed = new Set(spans.filter(span => typeof span === 'string'));
  const byParent = groupedBy(sorted, 'parentSpan');
  const left = new Set(sorted);
  const taken = (some: FleetPage['entries'], depth: number): TracedCall[] =>
    some.flatMap(each => {
      if (!left.delete(each)) return [];
      const { hub, entry } = each;
      return [{ ...entry, hub, hops: hopsOf(entry).map(hop => ({ ...hop, calls: below(hop['span'], depth) })) }];
    });
  const below = (span: unknown, depth: number): TracedCall[] =>
    typeof span === 'string' && depth < maxDepth ? taken(byParent.get(span) ?? [], depth + 1) : [];
  const first = taken(
    sorted.filter(({ entry: { parentSpan } }) => typeof parentSpan !== 'string' || !passed.has(parentSpan)),
    0,
  );
  // What only names each other has no beginning.
  return [...first, ...taken(sorted, maxDepth)];
}

/** Without those that have none. */
function groupedBy(entries: FleetPage['entries'], name: 'trace' | 'parentSpan'): Map<string, FleetPage['entries']> {
  const groups = new Map<string, FleetPage['entries']>();
  for (const each of entries) {
    const value = each.entry[name];
    if (typeof value !== 'string') continue;
    const group = groups.get(value);
    if (group) group.push(each);
    else groups.set(value, [each]);
  }
  return groups;
}

/** One row for each call and each thing that it was passed on as, moved in by its depth. */
export function treeCells({ calls }: TraceTree): string[][] {
  return calls.flatMap(call => rowsOf(call, 0));
}

function rowsOf(call: TracedCall, depth: number): string[][] {
  const { hub, hops } = call;
  return [
    row(hub, call, depth),
    ...hops.flatMap(hop => [row(hub, hop, depth + 1), ...hop.calls.flatMap(each => rowsOf(each, depth + 2))]),
  ];
}

function row(hub: string, { at, from, to, tool, method, outcome, ms }: Passed | TracedCall, depth: number): string[] {
  const who = `${'  '.repeat(depth)}${label(from)} → ${label(to)}`;
  const took = typeof ms === 'number' ? `${Math.round(ms)} ms` : '';
  return [said(at), hub, who, said(tool) || said(method), said(outcome), took];
}

function hopsOf(entry: FleetEntry): Readonly<Record<string, unknown>>[] {
  const { hops } = entry;
  return Array.isArray(hops) ? hops.filter(isRecord) : [];
}

function label(party: unknown): string {
  return isRecord(party) ? said(party['label']) : '';
}

/** `printLines` shows control characters as such. */
function said(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
