// Which plugins there are: shown to the panel, kept over restarts, and their tools offered while they can be called.
import { pluginBounds } from '../../../contract/plugins.ts';
import { hubError } from '../../../words/hub-error.ts';
import { definitionHash } from '../tools/definition-hash.ts';
import { keptHomes, offeredOf, restored, stateOf, storedOf, unknownPlugin } from './plugin-entry.ts';
import { detailOf, rowOf } from './plugin-shown.ts';
import { offeredTool } from './plugin-tools.ts';
import type { PluginDefinition } from '../../../contract/schemas/plugin-wire.ts';
import type { PluginDetail } from '../../../contract/schemas/plugins.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { PluginsTable, StoredPlugin } from '../store/plugins-table.ts';
import type { Shown, ToolCatalogue } from '../tools/tool-catalogue.ts';
import type { ToolPins } from '../tools/tool-pins.ts';
import type { PluginEntry, PluginHome } from './plugin-entry.ts';
import type { PluginFigures } from './plugin-figures.ts';

export interface PluginRecordsOptions {
  readonly state: Pick<StatePublisher, 'get' | 'set' | 'remove'>;
  readonly rows: readonly StoredPlugin[];
  readonly persist: Pick<PluginsTable, 'put' | 'putLater' | 'remove'>;
  readonly catalogue: Pick<ToolCatalogue, 'setPluginTools' | 'offerPlugin'>;
  readonly pins: Pick<ToolPins, 'check' | 'reviews' | 'waitingOf'>;
  readonly figures: PluginFigures;
  /** Hides secrets in what a plugin says of itself. */
  readonly shown: Shown;
  readonly now: () => number;
  /** What `plugins:get` says of it is another. */
  readonly onChanged: (pluginId: string) => void;
}

/** A plugin has no command to approve: what it lists first is what its user let in. */
const approval = 'registered';
const none: readonly PluginDefinition[] = [];

export class PluginRecords {
  readonly #options: PluginRecordsOptions;
  readonly #entries = new Map<string, PluginEntry>();
  /** By plugin, the tools that the catalogue has of it. */
  readonly #offered = new Map<string, readonly PluginDefinition[]>();

  constructor(options: PluginRecordsOptions) {
    this.#options = options;
    for (const row of options.rows) this.#show(restored(row));
  }

  get(id: string): PluginEntry | null {
    return this.#entries.get(id) ?? null;
  }

  all(): PluginEntry[] {
    return [...this.#entries.values()];
  }

  /** Throws ERR_INVALID_ARGUMENTS for a plugin that nobody knows. */
  expect(id: string): PluginEntry {
    const entry = this.#entries.get(id);
    if (entry) return entry;
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-plugin', plugin: id });
  }

  /** Changes what is known of it; one that nobody knows is made. What is offered of it, and its state, follow. */
  change(id: string, change: (before: PluginEntry) => PluginEntry): PluginEntry {
    const now = this.#options.now();
    const said = change(this.#entries.get(id) ?? unknownPlugin(id, now));
    const changed = { ...said, homes: keptHomes(said.homes) };
    const listed = { ...changed, listing: offeredOf(changed) };
    const entry = { ...listed, state: stateOf(listed, now) };
    this.#show(entry);
    if (entry.listing === null) this.#forgetOldRefused();
    return entry;
  }

  /** The same in one of its browsers; nothing happens where it does not live there. */
  changeHome(id: string, browserId: string, change: (before: PluginHome) => PluginHome): void {
    if (!this.#entries.get(id)?.homes.some(home => home.browserId === browserId)) return;
    this.change(id, entry => ({
      ...entry,
      homes: entry.homes.map(home => (home.browserId === browserId ? change(home) : home)),
    }));
  }

  /** What it registered with outlives the hub. */
  keepLater(id: string): void {
    const stored = this.#stored(id);
    if (stored) this.#options.persist.putLater(stored);
  }

  async keep(id: string): Promise<void> {
    const stored = this.#stored(id);
    if (stored) await this.#options.persist.put(stored);
  }

  async remove(id: string): Promise<void> {
    this.#drop(id);
    await this.#options.persist.remove(id);
  }

  /** How many of these tools are not as they were listed before. */
  changedTools(before: readonly PluginDefinition[] | null, now: readonly PluginDefinition[]): number {
    if (before === null || before === now) return 0;
    const known = new Map(before.map(tool => [tool.name, definitionHash(offeredTool(tool))]));
    const changed = now.filter(tool => known.get(tool.name) !== definitionHash(offeredTool(tool))).length;
    const names = new Set(now.map(({ name }) => name));
    return changed + before.filter(({ name }) => !names.has(name)).length;
  }

  /** The user has reviewed tools, or switched some. */
  toolsDecided(id: string): void {
    const entry = this.#entries.get(id);
    if (entry) this.#publish(entry);
  }

  detail(id: string): PluginDetail {
    const { figures, state, pins, shown } = this.#options;
    const entry = this.expect(id);
    const held = new Map(pins.reviews().map(review => [review.toolId, review.held]));
    const facts = {
      tool: (toolId: string) => state.get('tools', toolId),
      held: (toolId: string) => held.get(toolId) ?? null,
    };
    return shown.value(detailOf(entry, figures, facts));
  }

  #stored(id: string): StoredPlugin | null {
    const entry = this.#entries.get(id);
    return entry ? storedOf(entry) : null;
  }

  #show(entry: PluginEntry): void {
    this.#entries.set(entry.id, entry);
    this.#offerTools(entry);
    this.#publish(entry);
  }

  #publish(entry: PluginEntry): void {
    const { state, pins, shown, onChanged } = this.#options;
    state.set('plugins', entry.id, shown.value(rowOf(entry, pins.waitingOf(entry.id))));
    onChanged(entry.id);
  }

  /** Only what can be called stands in lists. */
  #offerTools({ id, listing, state, offered }: PluginEntry): void {
    const { catalogue, pins } = this.#options;
    const tools = (state.kind === 'active' && listing?.tools) || none;
    catalogue.offerPlugin(id, offered);
    if ((this.#offered.get(id) ?? none) === tools) return;
    this.#offered.set(id, tools);
    const listed = tools.map(offeredTool);
    catalogue.setPluginTools(id, listed, listed.length > 0 ? pins.check(id, approval, listed) : undefined);
  }

  /** An extension that may not register could come under ever new ids. */
  #forgetOldRefused(): void {
    const refused = this.all().filter(({ listing }) => listing === null);
    const extra = refused.length - pluginBounds.refused;
    if (extra <= 0) return;
    for (const { id } of refused.toSorted((a, b) => a.lastSeenAt - b.lastSeenAt).slice(0, extra)) this.#drop(id);
  }

  #drop(id: string): void {
    const { catalogue, figures, state } = this.#options;
    this.#entries.delete(id);
    if (this.#offered.delete(id)) catalogue.setPluginTools(id, []);
    catalogue.offerPlugin(id, true);
    figures.forget(id);
    state.remove('plugins', id);
  }
}
