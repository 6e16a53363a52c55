// Watches the files that hold our entry: what takes it out, or takes all other servers with it, is told, and the version before is kept.
import { FileWatch } from '../permissions/policy/file-watch.ts';
import { othersIn } from './config-plan.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AgentTarget } from './agent-targets.ts';
import type { ConfigBackups } from './backups.ts';
import type { PresentFile } from './config-file.ts';
import type { Look } from './config-looks.ts';
import type { ConfigRecord, ConfigRecords } from './config-records.ts';

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
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #lastIntact = new Map<string, IntactConfig>();
  #stopped = false;

  constructor(options: ConfigGuardOptions) {
    this.#options = options;
  }

  /** Watches what the records name, and nothing else. */
  follow(): void {
    if (this.#stopped) return;
    const records = this.#options.records.all();
    const wanted = new Map(records.map(({ id, path }) => [id, path]));
    for (const [id, { path, watch }] of this.#watches) {
      if (wanted.get(id) === path) continue;
      watch.stop();
      this.#watches.delete(id);
      this.#lastIntact.delete(id);
    }
    for (const [id, path] of wanted)
      if (!this.#watches.has(id))
        this.#watches.set(id, { path, watch: new FileWatch(path, () => this.#soon(id, settleMs)) });
  }

  /** The file is intact, or was written by us: what was told of it is over. */
  async settled(look: Look): Promise<void> {
    this.#options.problems.solved(problemOf(look.target.id));
    this.#lastIntact.delete(look.target.id);
    if (isIntact(look)) await this.#keepIntact(look, look.file.bytes);
  }

  /** After a look at a file that has a record, whoever asked for it. */
  async judge(look: Look): Promise<void> {
    const record = this.#options.records.get(look.target.id);
    if (!record) return;
    if (isIntact(look)) await this.#foundIntact(look, record);
    else if (isLoss(look) && record.gone === null) this.#soon(record.id, certainMs);
  }

  stop(): void {
    this.#stopped = true;
    for (const { watch } of this.#watches.values()) watch.stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#watches.clear();
    this.#timers.clear();
  }

  /** Several changes at once are looked at once. */
  #soon(id: string, ms: number): void {
    if (this.#stopped || this.#timers.has(id)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      this.#check(id, ms === certainMs).catch(this.#options.failed);
    }, ms);
    this.#timers.set(id, timer.unref());
  }

  async #check(id: string, isCertain: boolean): Promise<void> {
    this.#watches.get(id)?.watch.follow();
    const record = this.#options.records.get(id);
    const target = record && this.#options.targetOf(record);
    if (!target || this.#stopped) return;
    const look = await this.#options.look(target);
    const isLost = isCertain && isLoss(look);
    if (isLost) await this.#foundLost(look);
    await this.#options.seen(isLost ? await this.#options.look(target) : look);
  }

  async #foundIntact(look: IntactLook, record: ConfigRecord): Promise<void> {
    const { problems, records, backups } = this.#options;
    const before = await this.#lastIntactOf(look, record);
    const { others } = look;
    if (record.gone !== null) await records.put({ ...record, gone: null });
    // One that goes is an edit of the user's; a list that is emptied is a loss.
    if (before && before.others.length > 1 && others.length === 0) {
      await backups.keepBytes(record.agent, record.path, before.bytes, { kind: 'kept-before-loss' });
      const shown = this.#options.shown(record.path);
      const reason: Reason = {
        kind: 'agent-servers-gone',
        agent: look.target.app.title,
        file: shown,
        lost: before.others,
      };
      problems.report(problemOf(record.id), reason);
    } else if (record.gone !== null || others.length > 0) problems.solved(problemOf(record.id));
    if (!before?.bytes.equals(look.file.bytes)) await this.#keepIntact(look, before?.bytes ?? null);
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
    return bytes && { bytes, others: othersIn(look.target, bytes) };
  }

  async #foundLost(look: Look): Promise<void> {
    const { records, backups, problems, now, shown } = this.#options;
    const { target } = look;
    const record = records.get(target.id);
    if (!record || record.gone !== null) return;
    const before = await this.#lastIntactOf(look, record);
    if (before) await backups.keepBytes(record.agent, record.path, before.bytes, { kind: 'kept-before-loss' });
    const left = new Set(look.others ?? before?.others);
    const lost = (before?.others ?? []).filter(name => !left.has(name));
    await records.put({ ...record, gone: { since: now(), lost } });
    const file = shown(record.path);
    const agent = target.app.title;
    const { state } = look;
    const reason: Reason =
      state.kind === 'broken'
        ? { kind: 'agent-config-broken', agent, file, line: state.line, column: state.column }
        : { kind: 'agent-entry-gone', agent, file, lost: lost.length };
    problems.report(problemOf(record.id), reason);
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
