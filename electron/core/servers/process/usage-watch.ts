// What each server uses, looked at every 2 s and only while a panel watches: one look serves all servers and all panels.
import { listProcesses } from './process-table.ts';
import type { ServerUsage } from '../../../../contract/schemas/servers.ts';
import type { ProcessRow } from './process-table.ts';

export interface UsageWatchOptions {
  readonly os: NodeJS.Platform;
  /** The pids of each server's children. */
  roots(): ReadonlyMap<string, readonly number[]>;
  monotonic(): number;
  readonly list?: (os: NodeJS.Platform) => Promise<readonly ProcessRow[]>;
}

type Tell = (usage: ServerUsage[]) => void;

export interface UsageSample {
  readonly at: number;
  /** CPU time of each process, by pid and start. */
  readonly cpuMs: ReadonlyMap<string, number>;
}

const everyMs = 2_000;

export class UsageWatch {
  readonly #options: UsageWatchOptions;
  readonly #watchers = new Set<Tell>();
  #timer: NodeJS.Timeout | null = null;
  #before: UsageSample | null = null;

  constructor(options: UsageWatchOptions) {
    this.#options = options;
  }

  /** Returns the function that ends it. */
  watch(tell: Tell): () => void {
    // Two panels may hand in one function; each counts.
    const own: Tell = usage => tell(usage);
    this.#watchers.add(own);
    if (this.#watchers.size === 1) void this.#look();
    return () => {
      this.#watchers.delete(own);
      if (this.#watchers.size === 0) this.stop();
    };
  }

  stop(): void {
    this.#watchers.clear();
    this.#before = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async now(): Promise<ServerUsage[]> {
    const { roots, monotonic } = this.#options;
    return measureUsage(await this.#rows(), roots(), monotonic(), null).usage;
  }

  /** Without a server there is nothing to find among the hundreds of processes of a machine. */
  async #rows(): Promise<readonly ProcessRow[]> {
    const { os, roots, list = listProcesses } = this.#options;
    const runsAny = [...roots().values()].some(pids => pids.length > 0);
    return runsAny ? list(os).catch(() => []) : [];
  }

  async #look(): Promise<void> {
    const { roots, monotonic } = this.#options;
    const rows = await this.#rows();
    if (this.#watchers.size === 0) return;
    const { usage, sample } = measureUsage(rows, roots(), monotonic(), this.#before);
    this.#before = sample;
    for (const tell of this.#watchers) tell(usage);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), everyMs);
    this.#timer.unref();
  }
}

/** Sums up each server's tree. A process that was not in `before` counts with no CPU yet. `at` in ms. */
export function measureUsage(
  rows: readonly ProcessRow[],
  roots: ReadonlyMap<string, readonly number[]>,
  at: number,
  before: UsageSample | null,
): { usage: ServerUsage[]; sample: UsageSample } {
  const passed = before ? at - before.at : 0;
  const keyOf = ({ pid, started }: ProcessRow) => `${pid} ${started}`;
  const used = (row: ProcessRow) => Math.max(0, row.cpuMs - (before?.cpuMs.get(keyOf(row)) ?? row.cpuMs));
  const usage = [...roots].flatMap(([serverId, pids]): ServerUsage[] => {
    const tree = treeOf(rows, pids);
    if (tree.length === 0) return [];
    const cpuMs = tree.reduce((sum, row) => sum + used(row), 0);
    return [
      {
        serverId,
        cpuPercent: passed > 0 ? Math.round((cpuMs / passed) * 1_000) / 10 : 0,
        rssBytes: tree.reduce((sum, row) => sum + row.rssBytes, 0),
        processes: tree.length,
      },
    ];
  });
  return { usage, sample: { at, cpuMs: new Map(rows.map(row => [keyOf(row), row.cpuMs])) } };
}

/** The roots, who descends from them, and who shares their process group although its parent has ended. */
function treeOf(rows: readonly ProcessRow[], roots: readonly number[]): ProcessRow[] {
  const inside = new Set(roots);
  const children = groupByParent(rows);
  const queue = [...roots, ...rows.filter(row => row.group !== 0 && inside.has(row.group)).map(({ pid }) => pid)];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    inside.add(pid);
    for (const child of children.get(pid) ?? []) if (!inside.has(child.pid)) queue.push(child.pid);
  }
  return rows.filter(row => inside.has(row.pid));
}

function groupByParent(rows: readonly ProcessRow[]): Map<number, ProcessRow[]> {
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  return children;
}
