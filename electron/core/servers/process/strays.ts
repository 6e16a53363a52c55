// What a child has started and what has left its process group since: daemons, sessions of their own, children of parents that are gone. It is found by
// the child's control group and by the mark that it inherits in its environment; on Windows by who started whom.

import { machineCgroups, OwnCgroup } from './own-cgroup.ts';
import { send } from './process-group.ts';
import { markedProcesses } from './process-nonce.ts';
import { listProcesses } from './process-table.ts';
import { ofUsersBrowser } from './users-browser.ts';
import { bornOf } from './windows-tree.ts';
import type { CgroupPlace } from './own-cgroup.ts';
import type { MarkedProcess } from './process-nonce.ts';

export interface StraysOptions {
  /** The mark of the child; without one nothing is looked for. */
  readonly nonce: string | null;
  readonly os: NodeJS.Platform;
  readonly cgroups?: CgroupPlace;
  readonly marked?: (os: NodeJS.Platform) => Promise<readonly MarkedProcess[]>;
  /** Who is none of it in any case. */
  readonly spared?: ReadonlySet<number>;
}

/** One that was found; `started` is empty where its control group proves it. */
interface Stray {
  readonly pid: number;
  readonly started: string;
  /** Its process group, where that is known. */
  readonly group?: number;
}

export class Strays {
  readonly #options: StraysOptions;
  readonly #cgroup: OwnCgroup | null;
  /** Who was sent what. */
  readonly #told = new Set<string>();
  readonly #lifetime: { since: number; until: number | null } = { since: Date.now(), until: null };

  constructor(options: StraysOptions) {
    const { nonce, os, cgroups = machineCgroups } = options;
    this.#options = options;
    const home = os === 'linux' && nonce !== null ? cgroups.home() : null;
    this.#cgroup = home === null || nonce === null ? null : new OwnCgroup(home, nonce);
  }

  /** Starts the child in a control group of its own, where there can be one. */
  born<T>(spawn: () => T): T {
    return this.#cgroup ? this.#cgroup.around(spawn) : spawn();
  }

  /** The child itself has ended: what is born from now on under its id is not of it. */
  childEnded(): void {
    this.#lifetime.until = Date.now();
  }

  /** Those that run now, `child` itself and this process left out. Never rejects. */
  async find(child: number): Promise<Stray[]> {
    const { nonce, os, marked: markedOf = markedProcesses, spared } = this.#options;
    if (nonce === null) return [];
    const others = ({ pid }: Stray) => pid !== child && pid !== process.pid;
    if (os === 'win32') return bornOf(await listProcesses(os).catch(() => []), child, this.#lifetime).filter(others);
    const marked = (await markedOf(os).catch(() => [])).filter(one => one.nonce === nonce);
    const inside = this.#cgroup?.pids() ?? [];
    const unmarked = inside.filter(pid => !marked.some(one => one.pid === pid));
    const all = [...marked, ...unmarked.map(pid => ({ pid, started: '' }))].filter(others);
    return os === 'linux' ? all.filter(({ pid }) => !this.#letGo(pid)) : all.filter(({ pid }) => !spared?.has(pid));
  }

  /** Whether it is the user's own browser, or spared, which leaves the group then, so that the others can be killed as one. */
  #letGo(pid: number): boolean {
    if (!this.#options.spared?.has(pid) && !ofUsersBrowser(pid)) return false;
    this.#cgroup?.release(pid);
    return true;
  }

  /** Each gets a signal once; who is in `group` is asked to end by what is sent to that. Returns how many there are. */
  async signal(name: 'SIGTERM' | 'SIGKILL', child: number, group = child): Promise<number> {
    const strays = await this.find(child);
    // After the look, which lets go what is not to be killed.
    if (name === 'SIGKILL') this.#cgroup?.kill();
    for (const { pid, started, group: own } of strays) {
      if (name === 'SIGTERM' && own === group) continue;
      const key = `${name} ${pid} ${started}`;
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      send(pid, name);
    }
    return strays.length;
  }

  /** Nothing of it is left. */
  over(): void {
    this.#cgroup?.remove();
  }
}
