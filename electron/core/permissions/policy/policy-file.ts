// The policy file of a data home: read at the start and whenever it changes; a broken one leaves the last good one in force.
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { noRules, RuleIndex } from '../rule-index.ts';
import { readPolicy, rulesOfPolicy, shownRules } from './read-policy.ts';
import type { FSWatcher } from 'node:fs';
import type { PolicyState } from '../../../contract/policy-state.ts';
import type { Rules } from '../rule-index.ts';

export interface PolicyFileOptions {
  /** Absolute; it need not exist, its folder does. */
  readonly path: string;
  readonly now: () => number;
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
  #state: PolicyState;
  #watcher: FSWatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> = Promise.resolve();
  #text: string | null = null;

  constructor(options: PolicyFileOptions) {
    this.#options = options;
    this.#state = { path: options.path, state: 'none', loadedAt: null, error: null, rules: [] };
  }

  get rules(): Rules {
    return this.#rules;
  }

  get state(): PolicyState {
    return this.#state;
  }

  /** Resolves when the file that is there now holds. Until `stop` it is watched. */
  async start(): Promise<void> {
    const { path } = this.#options;
    const name = basename(path);
    // The folder and not the file: a file that is replaced would be watched no more.
    this.#watcher = watch(dirname(path), { persistent: false }, (_event, changed) => {
      if (changed === null || changed === name) this.#soon();
    });
    this.#watcher.on('error', () => this.#watcher?.close());
    await this.read();
  }

  stop(): void {
    this.#watcher?.close();
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
    let text: string;
    try {
      text = await readFile(path, 'utf8');
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return this.#take(null, noRules, { state: 'none', loadedAt: null, rules: [] });
      return this.#refuse({ line: 1, column: 1, message: `The file cannot be read: ${message}.` });
    }
    if (text === this.#text && this.#state.state === 'active') return;
    if (text.length > maxBytes) return this.#refuse({ line: 1, column: 1, message: 'The file is larger than 4 MB.' });
    const read = readPolicy(text);
    if (!read.ok) return this.#refuse(read.error);
    const rules = new RuleIndex(rulesOfPolicy(read.policy));
    this.#take(text, rules, { state: 'active', loadedAt: now(), rules: shownRules(read.policy) });
  }

  #take(text: string | null, rules: Rules, state: Pick<PolicyState, 'state' | 'loadedAt' | 'rules'>): void {
    this.#text = text;
    this.#rules = rules;
    this.#show({ ...state, error: null });
    this.#options.onChanged();
  }

  #refuse(error: NonNullable<PolicyState['error']>): void {
    this.#show({ state: 'broken', error });
  }

  #show(change: Partial<PolicyState>): void {
    this.#state = { ...this.#state, ...change };
    this.#options.show(this.#state);
  }
}
