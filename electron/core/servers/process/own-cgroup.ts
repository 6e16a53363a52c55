// A control group of its own for one child (cgroup v2): what is born in it stays in it, whatever it does to its session, its parents and its
// environment. Possible where the user may make groups below the hub's own, as in a session of systemd.
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the kernel says what it says; another folder in tests. */
export interface CgroupPlace {
  /** The group that this process is in, as a folder; null where there is none. */
  home(): string | null;
}

export const machineCgroups: CgroupPlace = {
  home() {
    try {
      return cgroupHome(readFileSync('/proc/self/cgroup', 'utf8'), readFileSync('/proc/self/mountinfo', 'utf8'));
    } catch {
      return null;
    }
  },
};

/** From the texts of /proc/self/cgroup and /proc/self/mountinfo: the folder of the group of version 2, or null. */
export function cgroupHome(cgroup: string, mounts: string): string | null {
  const path = /^0::(\/.*)$/m.exec(cgroup)?.[1];
  const mount = mounts
    .split('\n')
    .find(line => / - cgroup2 /.test(line))
    ?.split(' ');
  const [root, at] = [mount?.[3], mount?.[4]];
  if (path === undefined || root === undefined || at === undefined) return null;
  // The hub's group lies outside of what is mounted here, as in some containers.
  if (path.startsWith('/..') || (root !== '/' && path !== root && !path.startsWith(`${root}/`))) return null;
  return join(at, root === '/' ? path : path.slice(root.length));
}

export class OwnCgroup {
  readonly #home: string;
  readonly folder: string;

  /** `nonce` is the mark of the child, which names the group. */
  constructor(home: string, nonce: string) {
    this.#home = home;
    this.folder = join(home, `pilothouse-${nonce}`);
  }

  /**
   * Calls `spawn` while this process is in the group, so that what it forks is born there, and nothing gets away in between. Where
   * there can be no such group it is called all the same.
   */
  around<T>(spawn: () => T): T {
    if (!this.#make()) return spawn();
    try {
      return spawn();
    } finally {
      enter(this.#home);
    }
  }

  /** The processes in it and in groups below it, without this one. */
  pids(): number[] {
    return pidsIn(this.folder).filter(pid => pid !== process.pid);
  }

  /** Lets one of its processes go where this one is. */
  release(pid: number): void {
    enter(this.#home, pid);
  }

  /** At once and all of it, also what is just being forked. */
  kill(): void {
    // This process could not leave: it is not to end itself.
    if (pidsIn(this.folder).includes(process.pid)) return;
    try {
      writeFileSync(join(this.folder, 'cgroup.kill'), '1', { flag: 'r+' });
    } catch {
      // Before Linux 5.14 there is no such file: its processes are killed one by one, which whoever calls this does too.
    }
  }

  /** Nothing happens while something is in it. */
  remove(): void {
    removeGroup(this.folder);
  }

  #make(): boolean {
    try {
      mkdirSync(this.folder, { mode: 0o700 });
    } catch {
      return false;
    }
    if (enter(this.folder)) return true;
    this.remove();
    return false;
  }
}

function enter(folder: string, pid = process.pid): boolean {
  try {
    writeFileSync(join(folder, 'cgroup.procs'), String(pid), { flag: 'r+' });
    return true;
  } catch {
    return false;
  }
}

function pidsIn(folder: string): number[] {
  try {
    const own = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
    return [...own, ...below(folder).flatMap(pidsIn)];
  } catch {
    return [];
  }
}

function removeGroup(folder: string): void {
  try {
    for (const group of below(folder)) removeGroup(group);
    rmdirSync(folder);
  } catch {
    // It was never made, or something is in it still.
  }
}

function below(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name));
}
