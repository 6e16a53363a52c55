// `pilothouse fleet audit|trace|retention`: reads what all hubs have sent, page by page, for people or as lines of JSON.
import { askHub } from '../core/ask-hub.ts';
import { printJson, printLines } from '../core/platform/terminal.ts';
import { columns } from './columns.ts';
import { UsageError } from './exit-codes.ts';
import { serverIn } from './fleet.ts';
import { shortened } from './fleet-cells.ts';
import { type TraceTree, traceTrees, treeCells } from './fleet-trace-tree.ts';
import { look } from './follow.ts';
import { printAnswer } from './print-answer.ts';
import { sayWaits } from './say-waits.ts';
import type { FleetEntry, FleetKept, FleetPage, FleetRetention } from '../../contract/schemas/fleet-outbox.ts';
import type { ServerOptions } from './fleet.ts';
import type { CliWords } from './words/cli-words.ts';

export interface FleetReadOptions {
  readonly since: string;
  readonly until?: string;
  readonly hub: readonly string[];
  readonly agent?: string;
  readonly what?: string;
  readonly trace?: string;
  readonly follow: boolean;
  readonly json: boolean;
}

export interface RetentionOptions extends ServerOptions {
  readonly nats?: string;
  readonly auditDays?: string;
  readonly traceDays?: string;
}

export async function readFleet(
  home: string,
  of: 'audit' | 'trace',
  options: FleetReadOptions,
  words: CliWords,
): Promise<void> {
  const { since, until, hub: hubs, agent = null, what = null, trace = null, follow, json } = options;
  const asked = {
    ...{ of, hubs: [...hubs], agent, what, trace: trace?.toLowerCase() ?? null },
    since: momentOf(since, words),
    until: until === undefined ? null : momentOf(until, words),
  };
  const cells = of === 'audit' ? auditCells : traceCells;
  const shown = new ShownEntries(words.fleetHeads[of], cells, !follow);
  const found: FleetPage['entries'] = [];
  let after: number | null = null;
  await look(home, follow, async hub => {
    for (let isEnd = false; !isEnd; ) {
      const page: FleetPage = await hub.ask('fleet:read', { ...asked, after });
      // Nothing has come into the stream yet: it is looked at from the beginning again.
      if (page.after > 0) after = page.after;
      isEnd = page.isEnd;
      if (trace !== null) found.push(...page.entries);
      else if (json)
        for (const { hub: name, instance, entry } of page.entries) printJson({ ...entry, hub: name, instance });
      else shown.add(page.entries);
    }
  });
  if (trace === null) shown.end();
  else printTrees(traceTrees(found), asked.trace ?? '', { json, words });
}

function printTrees(
  trees: readonly TraceTree[],
  trace: string,
  { json, words }: { readonly json: boolean; readonly words: CliWords },
): void {
  if (json) for (const tree of trees) printJson(tree);
  else if (trees.length === 0) printLines([words.fleetNoTrace(trace)]);
  else printLines(trees.flatMap(tree => [words.fleetTrace(tree.trace), ...columns(treeCells(tree))]));
}

type Shown = FleetPage['entries'][number];

/** So many are held to be put in order. */
const mostHeld = 20_000;

/** For people: by their time, which is not the order in which hubs have sent them, unless what comes is followed. */
class ShownEntries {
  readonly #heads: readonly string[];
  readonly #cells: (hub: string, entry: FleetEntry) => string[];
  readonly #isOrdered: boolean;
  #held: Shown[] = [];
  #isHeaded = false;

  constructor(heads: readonly string[], cells: (hub: string, entry: FleetEntry) => string[], isOrdered: boolean) {
    this.#heads = heads;
    this.#cells = cells;
    this.#isOrdered = isOrdered;
  }

  add(entries: readonly Shown[]): void {
    this.#held.push(...entries);
    if (!this.#isOrdered || this.#held.length >= mostHeld) this.end();
  }

  end(): void {
    if (this.#held.length === 0) return;
    const byTime = this.#held.toSorted((one, other) => Date.parse(one.entry.at) - Date.parse(other.entry.at));
    const rows = byTime.map(({ hub, entry }) => this.#cells(hub, entry));
    printLines(columns(this.#isHeaded ? rows : [this.#heads, ...rows]));
    this.#isHeaded = true;
    this.#held = [];
  }
}

/** Null in both: says how it is. */
export async function setFleetRetention(home: string, options: RetentionOptions, words: CliWords): Promise<void> {
  const { json } = options;
  const days = { auditDays: daysOf(options.auditDays, words), traceDays: daysOf(options.traceDays, words) };
  const kept = await (options.nats === undefined
    ? askHub(home, 'fleet:retention', days, sayWaits(words, json))
    : keptAt(options.nats, options, days, words));
  printAnswer(json, kept, () => [words.fleetKept(kept.auditDays, kept.traceDays)]);
}

/** Here and not in a hub, whose rights are not to be for that. */
async function keptAt(
  address: string,
  options: RetentionOptions,
  days: FleetRetention,
  words: CliWords,
): Promise<FleetKept> {
  const server = await serverIn(address, options, words);
  const { keepInFleetAt } = await import('../core/fleet/outbox/keep-at.ts');
  return keepInFleetAt(server, days);
}

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A moment in ISO 8601, or how long ago. */
export function momentOf(text: string, words: Pick<CliWords, 'noMoment'>, now = Date.now()): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * units[unit as keyof typeof units];
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new UsageError(words.noMoment(text));
  return at;
}

function daysOf(text: string | undefined, words: CliWords): number | null {
  if (text === undefined) return null;
  const days = Number(text);
  if (!Number.isInteger(days) || days < 1 || days > 3_650) throw new UsageError(words.noDays(text));
  return days;
}

/** By whom: an agent, or of a change of the rules the way it came. */
function auditCells(hub: string, entry: FleetEntry): string[] {
  const { at, name, agentId, clientId, changedBy, what, where, rule, outcome } = entry;
  const who = name ?? clientId ?? agentId ?? changedBy;
  return [at, hub, shortened(said(who)), said(outcome), said(what), said(rule), said(where)];
}

function traceCells(hub: string, { at, from, to, tool, method, outcome, ms, trace }: FleetEntry): string[] {
  const label = (party: unknown) => said((party as { label?: unknown } | null)?.label);
  const took = typeof ms === 'number' ? `${Math.round(ms)} ms` : '';
  return [at, hub, `${label(from)} → ${label(to)}`, said(tool ?? method), said(outcome), took, said(trace)];
}

/** `printLines` shows control characters as such. */
function said(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
