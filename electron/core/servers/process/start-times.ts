// When processes started: where a list of them is expensive, one look serves all who ask within a moment.
import { listProcesses } from './process-table.ts';
import type { ProcessRow } from './process-table.ts';

const gatherMs = 200;

export class StartTimes {
  readonly #os: NodeJS.Platform;
  readonly #list: (os: NodeJS.Platform, only?: number) => Promise<readonly ProcessRow[]>;
  #look: Promise<readonly ProcessRow[]> | null = null;

  constructor(os: NodeJS.Platform, list = listProcesses) {
    this.#os = os;
    this.#list = list;
  }

  /** `ProcessRow.started`; null for a process that is not there, or when the platform does not tell. */
  async of(pid: number): Promise<string | null> {
    const rows = await (this.#os === 'linux' ? this.#list(this.#os, pid) : this.#all()).catch(() => []);
    return rows.find(row => row.pid === pid)?.started ?? null;
  }

  #all(): Promise<readonly ProcessRow[]> {
    this.#look ??= new Promise(resolve => {
      setTimeout(() => {
        // Who asks from now on may mean a process that this look is too early for.
        this.#look = null;
        resolve(this.#list(this.#os));
      }, gatherMs);
    });
    return this.#look;
  }
}
