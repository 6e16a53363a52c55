// The trace over time: a lane for each agent, the hub, each browser and each server, with messages as marks.
import type { Party, TraceEntry } from '../../../../contract/schemas/trace.ts';
import type { TimeWindow } from '../time-window.ts';

export interface LaneMark {
  readonly seq: number;
  /** When it began, and how long it lasted; a message without an answer yet lasts to the end of the window. */
  readonly at: number;
  readonly ms: number;
  readonly waitedMs: number;
  readonly kind: 'call' | 'open' | 'note' | 'refused';
  /** The agent that caused it, or null. */
  readonly agentId: string | null;
  readonly name: string;
  /** The first entry of the call that it belongs to. */
  readonly root: number;
  /** Which of the lane's lines it stands on, so that what overlaps stays apart. */
  readonly line: number;
}

export interface Lane {
  readonly party: Party;
  readonly marks: readonly LaneMark[];
  readonly refused: number;
}

export interface LaneGroup {
  readonly kind: Party['kind'];
  readonly lanes: readonly Lane[];
}

const kinds = ['agent', 'hub', 'browser', 'server', 'model'] as const;
/** Lines of a lane; what does not fit stands on the last one. */
export const laneLines = 3;

/** Groups in the order agents, hub, browsers, servers, models; lanes by name, which is the newest that each had. Only what touches the window is in it. */
export function traceLanes(entries: readonly TraceEntry[], time: TimeWindow): readonly LaneGroup[] {
  const bySeq = new Map(entries.map(entry => [entry.seq, entry]));
  const passedOn = new Set(entries.flatMap(({ parent }) => parent ?? []));
  const lanes = new Map<string, { party: Party; marks: LaneMark[] }>();
  for (const entry of entries) {
    if (entry.at > time.to || entry.at + lasted(entry, time) < time.from) continue;
    const root = rootOf(entry, bySeq);
    for (const party of lanesOf(entry, passedOn.has(entry.seq))) {
      const key = `${party.kind} ${party.id}`;
      const lane = { party, marks: lanes.get(key)?.marks ?? [] };
      lanes.set(key, lane);
      lane.marks.push(markOf(entry, root, time, lane.marks));
    }
  }
  const sorted = [...lanes.values()].sort((a, b) => a.party.label.localeCompare(b.party.label));
  return kinds.flatMap(kind => {
    const own = sorted.filter(({ party }) => party.kind === kind);
    const withCount = own.map(lane => ({
      ...lane,
      refused: lane.marks.filter(mark => mark.kind === 'refused').length,
    }));
    return own.length === 0 ? [] : [{ kind, lanes: withCount }];
  });
}

/** Where it comes from; and where it goes, unless it was refused, or another message carried it there. */
function lanesOf({ from, to, outcome }: TraceEntry, isPassedOn: boolean): readonly Party[] {
  const isThere = outcome !== 'refused' && !isPassedOn;
  if (from.kind === 'hub') return [to];
  return isThere ? [from, to] : [from];
}

function lasted({ latencyMs, kind, at }: TraceEntry, { to }: TimeWindow): number {
  if (kind === 'notification') return 0;
  return latencyMs ?? Math.max(0, to - at);
}

function rootOf(entry: TraceEntry, bySeq: ReadonlyMap<number, TraceEntry>): TraceEntry {
  let root = entry;
  // A parent always came before, so this ends.
  for (let above = bySeq.get(root.parent ?? 0); above && above.seq < root.seq; above = bySeq.get(root.parent ?? 0)) {
    root = above;
  }
  return root;
}

function markOf(entry: TraceEntry, root: TraceEntry, time: TimeWindow, before: readonly LaneMark[]): LaneMark {
  const { seq, at, waitedMs, tool, method } = entry;
  const ms = lasted(entry, time);
  const agent = [root.from, root.to].find(({ kind }) => kind === 'agent');
  return {
    seq,
    at,
    ms,
    waitedMs,
    kind: kindOf(entry),
    agentId: agent?.id ?? null,
    name: tool ?? method,
    root: root.seq,
    line: freeLine(before, at, time),
  };
}

function kindOf({ kind, outcome }: TraceEntry): LaneMark['kind'] {
  if (kind === 'notification') return 'note';
  if (outcome === 'refused' || outcome === 'error') return 'refused';
  return outcome === 'pending' || outcome === 'waiting' ? 'open' : 'call';
}

/** A mark is never drawn narrower than this share of the window. */
const leastShare = 0.004;

function freeLine(before: readonly LaneMark[], at: number, { from, to }: TimeWindow): number {
  const least = (to - from) * leastShare;
  const near = before.slice(-40);
  const isFree = (line: number) => near.every(mark => mark.line !== line || mark.at + Math.max(mark.ms, least) <= at);
  const line = Array.from({ length: laneLines }, (_, index) => index).find(isFree);
  return line ?? laneLines - 1;
}

const steps = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000];

/** Moments on the axis: round ones, about eight of them. */
export function laneTicks({ from, to }: TimeWindow): readonly number[] {
  const step = steps.find(candidate => (to - from) / candidate <= 9) ?? 600_000;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
}
