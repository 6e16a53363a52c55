// The policy file of a data home: read at the start and whenever it changes; a broken one leaves the last good one in force.
import { lstat, readFile, stat } from 'node:fs/promises';
import { foreign } from '../../../../contract/reason.ts';
import { noRules, RuleIndex } from '../rule-index.ts';
import { FileWatch } from './file-watch.ts';
import { readPolicy, rulesOfPolicy, shownPolicy } from './read-policy.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Policy } from '../../../../contract/schemas/policy.ts';
import type { CataloguePart } from '../../../../contract/schemas/policy-catalogue.ts';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';
import type { Rules } from '../rule-index.ts';

export interface PolicyFileOptions {
  /** Absolute; it need not exist, its folder does. */
  readonly path: string;
  readonly now: () => number;
  /** The text of the last good file that an earlier hub has read: it holds where the one that is there now is broken. */
  readonly kept: string | null;
  readonly keep: (text: string | null) => void;
  readonly show: (state: PolicyState) => void;
  /** Its rules came or went. */
  readonly onChanged: () => void;
}

/** Editors write in several steps; this long after the last of them the file is read. */
const settleMs = 100;
const maxBytes = 4 * 1024 * 1024;

export class PolicyFile {
  readonly #options: PolicyFileOptions;
  #rules: Rules = noRules;
  #catalogue: CataloguePart | null = null;
  #state: PolicyState;
  #watch: FileWatch | null = null;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> = Promise.resolve();
  #text: string | null = null;
  #kept: string | null;

  constructor(options: PolicyFileOptions) {
    this.#options = options;
    this.#kept = options.kept;
    this.#state = { path: options.path, state: 'none', loadedAt: null, error: null, rules: [] };
  }

  get rules(): Rules {
    return this.#rules;
  }

  /** What it says about the catalogue; null where it says nothing. */
  get catalogue(): CataloguePart | null {
    return this.#catalogue;
  }

  get state(): PolicyState {
    return this.#state;
  }

  /** Resolves when the file that is there now holds. Until `stop` it is watched. */
  async start(): Promise<void> {
    const { path, kept } = this.#options;
    const last = kept === null ? null : readPolicy(kept);
    if (last?.ok) {
      this.#hold(last.policy);
      this.#state = { ...this.#state, ...shownPolicy(last.policy) };
    }
    this.#watch = new FileWatch(path, () => this.#soon());
    await this.read();
  }

  stop(): void {
    this.#watch?.stop();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Reads the file now. */
  read(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  #soon(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.read(), settleMs);
    this.#timer.unref();
  }

  async #read(): Promise<void> {
    const { path, now } = this.#options;
    this.#watch?.follow();
    let text: string;
    try {
      const file = await stat(path);
      // Reading a pipe might never end.
      if (!file.isFile()) return this.#refuse(unreadable({ kind: 'policy-no-file' }));
      if (file.size > maxBytes)
        return this.#refuse(unreadable({ kind: 'policy-too-large', mib: maxBytes / 1024 / 1024 }));
      text = await readFile(path, 'utf8');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // A link that leads nowhere for now is no wish to have no policy.
      if (code === 'ENOENT' && !(await isLink(path))) return this.#take(null, null, { state: 'none', loadedAt: null });
      return this.#refuse(unreadable(foreign(message)));
    }
    if (text === this.#text && this.#state.state === 'active') return;
    const read = readPolicy(text);
    if (!read.ok) return this.#refuse(read.error);
    this.#take(text, read.policy, { state: 'active', loadedAt: now() });
  }

  #take(text: string | null, policy: Policy | null, state: Pick<PolicyState, 'state' | 'loadedAt'>): void {
    if (text !== this.#kept) this.#options.keep(text);
    this.#kept = text;
    this.#text = text;
    this.#hold(policy);
    this.#show({ ...state, ...shownPolicy(policy), error: null });
    this.#options.onChanged();
  }

  #hold(policy: Policy | null): void {
    this.#rules = policy === null ? noRules : new RuleIndex(rulesOfPolicy(policy));
    this.#catalogue = policy?.catalogue ?? null;
  }

  #refuse(error: NonNullable<PolicyState['error']>): void {
    this.#show({ state: 'broken', error });
  }

  #show(change: Partial<PolicyState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.show(this.#state);
  }
}

function unreadable(why: Reason): NonNullable<PolicyState['error']> {
  return { line: 1, column: 1, why: { kind: 'policy-unreadable', why } };
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    found => found.isSymbolicLink(),
    () => false,
  );
}
