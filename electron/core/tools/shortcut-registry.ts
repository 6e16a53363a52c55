// The shortcuts that the user saved: what agents find under an id or a command, and the one place that changes them.
import { canonicalJson } from '../../../contract/json.ts';
import { commandKey, composedTools, maxShortcuts } from '../../../contract/shortcuts.ts';
import { hubToolName } from '../../../native-host/dialects/claude/claude-tools.ts';
import { hubError } from '../../../words/hub-error.ts';
import { browserTools } from './browser-tools.ts';
import type { SavedShortcut, Shortcut, ShortcutContent } from '../../../contract/schemas/shortcuts.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { ShortcutsTable } from '../store/shortcuts-table.ts';

export interface ShortcutRegistryOptions {
  readonly state: StateWriter;
  readonly rows: readonly Shortcut[];
  readonly persist: Pick<ShortcutsTable, 'put' | 'remove'>;
  randomBytes(size: number): Buffer;
  /** One has another content or is gone: what runs it may not go on. */
  onChanged(): void;
}

export class ShortcutRegistry {
  readonly #options: ShortcutRegistryOptions;
  readonly #byId = new Map<string, Shortcut>();
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(options: ShortcutRegistryOptions) {
    this.#options = options;
    for (const row of options.rows) this.#keep(row);
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  /** By their commands. */
  list(): Shortcut[] {
    return [...this.#byId.values()].sort((a, b) => a.command.localeCompare(b.command));
  }

  /** The one that the arguments of a call mean, null for none. An id stands above a command. */
  find({ shortcutId, command }: Readonly<Record<string, unknown>>): Shortcut | null {
    if (typeof shortcutId === 'string' && shortcutId !== '') return this.#byId.get(shortcutId) ?? null;
    return typeof command === 'string' ? this.#called(command) : null;
  }

  /** Holds once it is stored. Rejects with ERR_INVALID_ARGUMENTS for a command that is taken, and for what cannot be an action. */
  save(saved: SavedShortcut): Promise<Shortcut> {
    return this.#inOrder(async () => {
      const { id = this.#options.randomBytes(6).toString('hex') } = saved;
      const before = this.#byId.get(id);
      this.#expectSavable(saved, before);
      const isSame = before !== undefined && canonicalJson(before.content) === canonicalJson(saved.content);
      // The very same object: what runs it goes on.
      const shortcut = { ...saved, id, content: isSame ? before.content : saved.content };
      await this.#options.persist.put(shortcut);
      this.#keep(shortcut);
      if (before) this.#options.onChanged();
      return shortcut;
    });
  }

  remove(id: string): Promise<void> {
    return this.#inOrder(async () => {
      await this.#options.persist.remove(id);
      if (!this.#byId.delete(id)) return;
      this.#options.state.remove('shortcuts', id);
      this.#options.onChanged();
    });
  }

  #called(command: string): Shortcut | null {
    const key = commandKey(command);
    return [...this.#byId.values()].find(shortcut => commandKey(shortcut.command) === key) ?? null;
  }

  #expectSavable({ command, content }: SavedShortcut, before: Shortcut | undefined): void {
    const called = this.#called(command);
    if (called && called.id !== before?.id)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-taken', command: called.command });
    if (!before && this.#byId.size >= maxShortcuts)
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'too-many-shortcuts', most: maxShortcuts });
    expectActions(content);
  }

  #keep(shortcut: Shortcut): void {
    this.#byId.set(shortcut.id, shortcut);
    this.#options.state.set('shortcuts', shortcut.id, shortcut);
  }

  /** One change at a time: two must not take the same command. */
  #inOrder<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.#lastChange.then(change);
    this.#lastChange = changed.catch(() => {});
    return changed;
  }
}

function expectActions(content: ShortcutContent): void {
  if (content.kind !== 'actions') return;
  for (const [index, { name }] of content.actions.entries())
    if (composedTools.includes(name) || !browserTools.some(tool => tool.name === hubToolName(name)))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-action-tool', action: index + 1, tool: name });
}
