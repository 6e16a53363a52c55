// The installs that there are: stored, and shown as they are now. It alone writes them.
import { hubError } from '../../../../words/hub-error.ts';
import { shownInstall } from './shown-install.ts';
import type { InstallPhase } from '../../../../contract/schemas/installs.ts';
import type { StateWriter } from '../../state/publisher.ts';
import type { InstallRow } from '../../store/installs-table.ts';
import type { Installing } from '../lifecycle/server-state.ts';
import type { PackageStore } from './package-store.ts';

export interface KeptInstallsOptions {
  readonly rows: readonly InstallRow[];
  readonly state: StateWriter;
  readonly packages: Pick<PackageStore, 'of'>;
  now(): number;
  readonly persist: { put(row: InstallRow): Promise<void>; remove(id: string): Promise<void> };
}

/** Counts show this often at most. */
const countMs = 250;

export class KeptInstalls {
  readonly #options: KeptInstallsOptions;
  readonly #rows = new Map<string, InstallRow>();
  readonly #shownAt = new Map<string, number>();

  /** What was under way when its hub ended shows as stopped, and goes on when the user says so. */
  constructor(options: KeptInstallsOptions) {
    this.#options = options;
    for (const row of options.rows) {
      const phase = atRest(row.phase);
      const next = row.next && { ...row.next, phase: row.next.phase && atRest(row.next.phase) };
      this.#rows.set(row.serverId, { ...row, phase, next });
    }
  }

  /** Shows all. */
  begin(): void {
    for (const row of this.#rows.values()) this.#show(row);
  }

  find(serverId: string): InstallRow | null {
    return this.#rows.get(serverId) ?? null;
  }

  /** Throws HubError for a server that was not installed. */
  expect(serverId: string): InstallRow {
    const row = this.#rows.get(serverId);
    if (!row) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-install', server: serverId });
    return row;
  }

  all(): InstallRow[] {
    return [...this.#rows.values()];
  }

  /** What its server's state shows; null where it is here. */
  stateOf(serverId: string): Installing | null {
    const row = this.#rows.get(serverId);
    return row ? installingOf(row.phase) : null;
  }

  /** In memory only, until it is changed: it counts for its server, which is not stored or not shown yet. */
  announce(row: InstallRow): void {
    this.#rows.set(row.serverId, row);
  }

  /** Whoever reads it meanwhile goes on from what it is then. What cannot be stored is taken back. */
  async change(serverId: string, change: Partial<InstallRow>): Promise<InstallRow> {
    const before = this.expect(serverId);
    const row = { ...before, ...change };
    this.#rows.set(serverId, row);
    this.#show(row);
    try {
      await this.#options.persist.put(row);
    } catch (error) {
      await this.#takeBack(before, row);
      throw error;
    }
    return row;
  }

  /** But for what was changed once more since, which may have been stored with the rest of it. */
  async #takeBack(before: InstallRow, changed: InstallRow): Promise<void> {
    const now = this.#rows.get(before.serverId);
    if (!now) return;
    const still = Object.entries(before).filter(
      ([key]) =>
        Reflect.get(now, key) === Reflect.get(changed, key) && Reflect.get(now, key) !== Reflect.get(before, key),
    );
    const row = { ...now, ...Object.fromEntries(still) };
    this.#rows.set(row.serverId, row);
    this.#show(row);
    if (now !== changed) await this.#options.persist.put(row).catch(() => {});
  }

  /** How far it is, which is not stored. Returns whether it is shown: all of an install goes to all panels, and counts come by the chunk. */
  progress(serverId: string, change: Partial<Pick<InstallRow, 'phase' | 'next'>>): boolean {
    const before = this.#rows.get(serverId);
    if (!before) return false;
    const row = { ...before, ...change };
    this.#rows.set(serverId, row);
    const since = this.#options.now() - (this.#shownAt.get(serverId) ?? -Infinity);
    // A clock that was put back holds nothing up.
    if (isOnlyCount(before, row) && since >= 0 && since < countMs) return false;
    this.#show(row);
    return true;
  }

  async remove(serverId: string): Promise<void> {
    if (!this.#rows.delete(serverId)) return;
    this.#shownAt.delete(serverId);
    this.#options.state.remove('installs', serverId);
    await this.#options.persist.remove(serverId);
  }

  /** An install that is under way is of this opened bundle. One that rests has a copy of its own. */
  isReading(bundleId: string): boolean {
    const resting = new Set<InstallPhase['kind']>(['ready', 'failed', 'stopped']);
    return this.all().some(
      ({ from, phase }) => from.kind === 'bundle' && from.bundleId === bundleId && !resting.has(phase.kind),
    );
  }

  /** Packages of versions that are kept beside what runs. */
  packageIds(): string[] {
    return packagesOf(this.all());
  }

  #show(row: InstallRow): void {
    const { state, packages } = this.#options;
    const { packageId } = row.current;
    const bytes = packageId === null ? null : (packages.of(packageId)?.bytes ?? null);
    this.#shownAt.set(row.serverId, this.#options.now());
    state.set('installs', row.serverId, shownInstall(row, bytes));
  }
}

/** The packages of all of their versions. */
export function packagesOf(rows: readonly InstallRow[]): string[] {
  return rows.flatMap(({ current, previous, next }) =>
    [current, previous, next?.prepared].flatMap(version => version?.packageId ?? []),
  );
}

/** Null where its package is here. */
export function installingOf(phase: InstallPhase): Installing | null {
  switch (phase.kind) {
    case 'ready':
      return null;
    case 'fetching':
    case 'unpacking':
      return { step: phase.kind, done: phase.done, total: phase.total };
    case 'failed':
      return { step: 'failed', done: 0, total: null, reason: phase.reason };
    default:
      return { step: phase.kind, done: 0, total: null };
  }
}

/** It is as far as it was, but for a number. */
function isOnlyCount(before: InstallRow, row: InstallRow): boolean {
  const isCounting = [row.phase, row.next?.phase].some(phase => phase && 'done' in phase);
  const outline = ({ phase, next }: InstallRow) =>
    JSON.stringify([phase, next?.version, next?.phase], (key, value: unknown) => (key === 'done' ? null : value));
  return isCounting && outline(before) === outline(row);
}

function atRest(phase: InstallPhase): InstallPhase {
  return phase.kind === 'ready' || phase.kind === 'failed' ? phase : { kind: 'stopped' };
}
