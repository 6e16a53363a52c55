// Ends what a hub that was killed has left running: only processes whose pid, start time and nonce are those of the ledger, who shares their group,
// and who carries such a nonce, which nobody gets but by being started by one that does. This process may itself descend from such a one, by a
// terminal that was opened there: what leads up from it is let be.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from './process-group.ts';
import { markedProcesses, nonceOf } from './process-nonce.ts';
import { listProcesses } from './process-table.ts';
import { StopLadder } from './stop-ladder.ts';
import { Strays } from './strays.ts';
import { ofUsersBrowser } from './users-browser.ts';
import type { ChildLedger, ChildRecord } from './child-ledger.ts';
import type { MarkedProcess } from './process-nonce.ts';
import type { ProcessRow } from './process-table.ts';
import type { StopGraces } from './stop-ladder.ts';

export interface ReaperOptions {
  readonly ledger: ChildLedger;
  readonly os: NodeJS.Platform;
  readonly graces: StopGraces;
  readonly list?: (os: NodeJS.Platform) => Promise<readonly ProcessRow[]>;
  readonly nonce?: (pid: number, os: NodeJS.Platform) => Promise<string | null>;
  readonly marked?: (os: NodeJS.Platform) => Promise<readonly MarkedProcess[]>;
  readonly signal?: (group: number, name: 'SIGTERM' | 'SIGKILL', os: NodeJS.Platform) => void;
}

export interface Orphan {
  readonly record: ChildRecord;
  /** Its process group, which on Windows is the process that the others descend from; null when nothing of that is left. */
  readonly group: number | null;
  /** How many carry its mark or are in its control group, wherever they have gone. */
  readonly strays: number;
}

const pollMs = 50;
const maxPolls = 100;

/** Ends all orphans of the ledger, each as a whole tree, and forgets those that are gone. Resolves with those that it found. */
export async function reapOrphans(options: ReaperOptions): Promise<Orphan[]> {
  const { ledger } = options;
  if (ledger.left.length === 0) return [];
  const { os, list = listProcesses } = options;
  const looks = { ...options, spared: ancestorsOf(process.pid, await list(os)) };
  const orphans = await findOrphans(ledger.left, looks);
  const ended = await Promise.all(orphans.map(orphan => end(orphan, looks)));
  const staying = new Set(orphans.filter((_, place) => !ended[place]).map(({ record }) => record));
  for (const record of ledger.left) {
    if (staying.has(record)) continue;
    straysOf(record, looks).over();
    ledger.ended(record);
  }
  return orphans;
}

interface Looks extends Pick<ReaperOptions, 'os' | 'list' | 'nonce' | 'marked'> {
  /** This process, and who led to it. */
  readonly spared: ReadonlySet<number>;
}

/** A process and whoever has started it, up to the first. */
export function ancestorsOf(pid: number, rows: readonly ProcessRow[]): ReadonlySet<number> {
  const parents = new Map(rows.map(row => [row.pid, row.parent]));
  const found = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && at > 0 && !found.has(at); at = parents.get(at))
    found.add(at);
  return found;
}

/** Those of the records of which something still runs. */
export async function findOrphans(records: readonly ChildRecord[], options: Looks): Promise<Orphan[]> {
  const { os, list = listProcesses, nonce = nonceOf, marked = markedProcesses, spared } = options;
  const rows = await list(os);
  // Such a group is not signalled as one: who else is in it carries the mark.
  const sparedGroups = new Set(rows.filter(({ pid }) => spared.has(pid)).map(groupOf));
  const carrying = await marked(os).catch(() => []);
  const found = await Promise.all(
    records.map(async (record): Promise<Orphan> => {
      const strays = await straysOf(record, { os, spared, marked: async () => carrying }).find(0);
      for (const row of candidates(rows, record, os)) {
        if (sparedGroups.has(groupOf(row))) continue;
        // What it opened for its user is not waited for.
        if (os === 'linux' && ofUsersBrowser(row.pid)) continue;
        // Without environments to read, pid and start time have to do; both were noted while it ran.
        if (os === 'win32' || (await nonce(row.pid, os)) === record.nonce)
          return { record, group: groupOf(row), strays: strays.length };
      }
      return { record, group: null, strays: strays.length };
    }),
  );
  return found.filter(({ group, strays }) => group !== null || strays > 0);
}

function groupOf({ pid, group }: ProcessRow): number {
  return group || pid;
}

/** On Windows there are no marks: there it is only what `taskkill /T` finds below the process itself. */
function straysOf(
  { nonce, cgroup }: ChildRecord,
  { os, marked, spared }: Pick<Looks, 'os' | 'marked' | 'spared'>,
): Strays {
  const cgroups = { home: () => cgroup ?? null };
  return new Strays({ nonce: os === 'win32' ? null : nonce, os, cgroups, spared, ...(marked && { marked }) });
}

/** The child itself, or, when it has ended, who is left of its group; of a mere intention, any leader of a group. */
function candidates(rows: readonly ProcessRow[], { pid, started }: ChildRecord, os: NodeJS.Platform): ProcessRow[] {
  if (os === 'win32') return rows.filter(row => row.pid === pid && started !== null && row.started === started);
  if (pid === null) return rows.filter(row => row.pid === row.group);
  const leader = rows.find(row => row.pid === pid);
  if (leader && started !== null && leader.started !== started) return [];
  return leader ? [leader] : rows.filter(row => row.group === pid);
}

/** Resolves with whether all of it is gone. */
async function end({ record, group }: Orphan, options: ReaperOptions & Looks): Promise<boolean> {
  const { os, graces, signal = signalTree } = options;
  const strays = straysOf(record, options);
  const tell = (name: 'SIGTERM' | 'SIGKILL') => {
    if (group !== null) signal(group, name, os);
    void strays.signal(name, 0, group ?? 0);
  };
  let isGone = false;
  const gone = (async () => {
    for (let polls = 0; polls < maxPolls; polls += 1) {
      await sleep(pollMs);
      isGone = (await findOrphans([group === null ? record : { ...record, pid: group }], options)).length === 0;
      if (isGone) return;
    }
  })();
  // There is no input to close: its pipe broke with the hub.
  new StopLadder({ endInput() {}, signal: tell, gone }).sweep(graces);
  await gone;
  return isGone;
}

function signalTree(group: number, name: 'SIGTERM' | 'SIGKILL', os: NodeJS.Platform): void {
  if (os === 'win32') {
    const force = name === 'SIGKILL' ? ['/F'] : [];
    const taskkill = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    const options = { stdio: 'ignore', windowsHide: true } as const;
    spawn(taskkill, ['/pid', String(group), '/T', ...force], options).on('error', () => {});
    return;
  }
  signalGroup(group, name, os);
}
