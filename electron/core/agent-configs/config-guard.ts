// Watches the files that hold our entry: what takes it out, or takes all other servers with it, is told, and the version before is kept.
import { FileWatch } from '../permissions/policy/file-watch.ts';
import { othersIn } from './config-plan.ts';
import { SettleTimers } from './settle-timers.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { ConfigBackups } from './backups.ts';
import type { PresentFile } from './config-file.ts';
import type { Look } from './config-looks.ts';
import type { ConfigRecord, ConfigRecords, Loss } from './config-records.ts';

export interface ConfigGuardOptions {
  readonly records: ConfigRecords;
  readonly backups: ConfigBackups;
  readonly problems: { report(id: string, reason: Reason): void; solved(id: string): void };
  readonly now: () => number;
  readonly shown: (path: string) => string;
  readonly targetOf: (record: ConfigRecord) => AgentTarget | null;
  readonly look: (target: AgentTarget) => Promise<Look>;
  /** Something was seen that may be shown. */
  readonly seen: (look: Look) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** Programs write in several steps: they are given this long before a loss is one. */
const settleMs = 250;
const certainMs = 600;

interface IntactConfig {
  readonly bytes: Buffer;
  readonly others: readonly string[];
}

export class ConfigGuard {
  readonly #options: ConfigGuardOptions;
  readonly #watches = new Map<string, { readonly path: string; readonly watch: FileWatch }>();
  readonly #timers = new SettleTimers((id, ms) => {
    this.#check(id, ms === certainMs).catch(this.#options.failed);
  });
  readonly #lastIntact = new Map<string, IntactConfig>();
  /** What was told of a row and is not over, as JSON. */
  readonly #told = new Map<string, string>();
  #shown: { readonly target: AgentTarget; readonly path: string } | null = null;
  #stopped = false;

  constructor(options: ConfigGuardOptions) {
    this.#options = options;
  }

  /** The file of a change that the user is shown: it is followed too, until another one is shown. */
  show(target: AgentTarget, path: string): void {
    this.#shown = { target, path };
    this.follow();
  }

  /** Watches what the records name and what is shown, and nothing else. */
  follow(): void {
    if (this.#stopped) return;
    const records = this.#options.records.all().map(({ id, path }) => [id, path] as const);
    const wanted = new Map(this.#shown ? [[this.#shown.target.id, this.#shown.path], ...records] : records);
    for (const [id, { path, watch }] of this.#watches) {
      if (wanted.get(id) === path) continue;
      watch.stop();
      this.#watches.delete(id);
      this.#lastIntact.delete(id);
    }
    for (const [id, path] of wanted)
      if (!this.#watches.has(id))
        this.#watches.set(id, { path, watch: new FileWatch(path, () => this.#timers.changed(id, settleMs)) });
  }

  /** The file is intact, or was written by us: what was told of it is over. */
  async settled(look: Look): Promise<void> {
    this.#over(look.target.id);
    this.#lastIntact.delete(look.target.id);
    if (isIntact(look)) await this.#keepIntact(look, look.file.bytes);
  }

  /** After a look at a file that has a record, whoever asked for it. Resolves with whether the look is out of date by what was found. */
  async judge(look: Look): Promise<boolean> {
    const record = this.#options.records.get(look.target.id);
    if (!record) return false;
    if (isIntact(look)) return this.#foundIntact(look, record);
    if (isLoss(look) && record.gone === null) this.#timers.start(record.id, certainMs);
    return false;
  }

  /** Tells what the record holds of that look, once its row is shown: whoever is told is led to the row and the remedies on it. */
  report(look: Look): void {
    const record = this.#options.records.get(look.target.id);
    if (!record) return;
    const { id, path, gone, emptied } = record;
    if (isLoss(look) && gone) this.#tell(id, this.#lossOf(look, path, gone));
    else if (isIntact(look) && emptied) this.#tell(id, this.#emptiedOf(look, path, emptied));
    else if (isIntact(look)) this.#over(id);
  }

  stop(): void {
    this.#stopped = true;
    for (const { watch } of this.#watches.values()) watch.stop();
    this.#timers.stop();
    this.#watches.clear();
  }

  async #check(id: string, isCertain: boolean): Promise<void> {
    this.#watches.get(id)?.watch.follow();
    const record = this.#options.records.get(id);
    const shown = this.#shown?.target.id === id ? this.#shown.target : null;
    const target = record ? this.#options.targetOf(record) : shown;
    if (!target || this.#stopped) return;
    const look = await this.#options.look(target);
    const isLost = isCertain && isLoss(look);
    if (isLost) await this.#foundLost(look);
    await this.#options.seen(isLost ? await this.#options.look(target) : look);
  }

  async #foundIntact(look: IntactLook, record: ConfigRecord): Promise<boolean> {
    const { id } = record;
    const before = await this.#lastIntactOf(look, record);
    const { others } = look;
    // One that goes is an edit of the user's; a list that is emptied is a loss.
    const isEmptied = before !== null && before.others.length > 1 && others.length === 0;
    const lost = isEmptied ? before.others : null;
    const emptied = lost ? await this.#kept(record, before, lost) : others.length > 0 ? null : record.emptied;
    const isNews = record.gone !== null || emptied !== record.emptied;
    // Connected anew or taken out meanwhile: what was found is of no record that is.
    if (this.#options.records.get(id) !== record) return true;
    if (isNews) await this.#options.records.put({ ...record, gone: null, emptied });
    if (!before?.bytes.equals(look.file.bytes)) await this.#keepIntact(look, before?.bytes ?? null);
    return isNews;
  }

  /** Kept in memory at every change, and on the disk where the list of servers has changed: some files change every second. */
  async #keepIntact(look: IntactLook, before: Buffer | null): Promise<void> {
    const { target, file, others } = look;
    const known = this.#lastIntact.get(target.id);
    this.#lastIntact.set(target.id, { bytes: file.bytes, others });
    if (before !== null && known && String(known.others) === String(others)) return;
    await this.#options.backups.keepIntact(target.app.id, file.path, file.bytes);
  }

  /** The last intact version: seen since the hub runs, or kept before. */
  async #lastIntactOf(look: Look, record: ConfigRecord): Promise<IntactConfig | null> {
    const known = this.#lastIntact.get(record.id);
    if (known) return known;
    const bytes = await this.#options.backups.readIntact(record.agent, record.path);
    return bytes && { bytes, others: await othersIn(look.target, bytes) };
  }

  async #foundLost(look: Look): Promise<void> {
    const { records } = this.#options;
    const record = records.get(look.target.id);
    if (!record || record.gone !== null) return;
    const before = await this.#lastIntactOf(look, record);
    const left = new Set(look.others ?? before?.others);
    const names = (before?.others ?? []).filter(name => !left.has(name));
    const gone = await this.#kept(record, before, names);
    if (records.get(record.id) !== record) return;
    await records.put({ ...record, gone, emptied: null });
  }

  /** What was well before is kept as a version. */
  async #kept({ agent, path }: ConfigRecord, before: IntactConfig | null, lost: readonly string[]): Promise<Loss> {
    const { backups, now } = this.#options;
    const version = before && (await backups.keepBytes(agent, path, before.bytes, { kind: 'kept-before-loss' }));
    return { since: now(), lost: [...lost], version };
  }

  #lossOf({ target, state }: Look, path: string, { lost }: Loss): Reason {
    const [agent, file] = [target.app.title, this.#options.shown(path)];
    if (state.kind === 'broken')
      return { kind: 'agent-config-broken', agent, file, line: state.line, column: state.column };
    return { kind: 'agent-entry-gone', agent, file, lost: lost.length };
  }

  #emptiedOf({ target }: Look, path: string, { lost }: Loss): Reason {
    return { kind: 'agent-servers-gone', agent: target.app.title, file: this.#options.shown(path), lost };
  }

  #tell(id: string, reason: Reason): void {
    const told = JSON.stringify(reason);
    if (this.#told.get(id) === told) return;
    this.#told.set(id, told);
    this.#options.problems.report(problemOf(id), reason);
  }

  #over(id: string): void {
    if (this.#told.delete(id)) this.#options.problems.solved(problemOf(id));
  }
}

type IntactLook = Look & { readonly file: PresentFile; readonly others: readonly string[] };

function isIntact(look: Look): look is IntactLook {
  return look.state.kind === 'connected' && look.file?.kind === 'file' && look.others !== null;
}

function isLoss({ state }: Look): boolean {
  return state.kind === 'gone' || state.kind === 'broken';
}

function problemOf(id: string): string {
  return `agent-config-${id}`;
}
