// Everything that can be called: the browser's tools and those of all servers and plugins, under both of their names.
import { scopes } from '../../../contract/permissions.ts';
import { hubToolName } from '../../../native-host/dialects/claude/claude-tools.ts';
import { hubError } from '../../../words/hub-error.ts';
import { isOfSite } from '../sites/site-servers.ts';
import {
  anyBrowser,
  anybody,
  browserCallables,
  inOtherSpellings,
  isListed,
  isThere,
  listedNames,
  offerFor,
} from './browser-offer.ts';
import { methodCallable } from './browser-tools-method.ts';
import { definitionOf, entityOf, isReadOnly, listNameOf, offererOf } from './callable.ts';
import { findTool, isOwnCallable, isOwnTool, ownCallables } from './own-tools.ts';
import { listName, serverIdIn, toolId } from './tool-names.ts';
import type { Tool } from '../../../contract/schemas/entities.ts';
import type { Held } from '../../../contract/schemas/tools.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { BrowserOffer, ListedFor, ListReader } from './browser-offer.ts';
import type { Callable, OfferedCallable, PageCallable, ServerTool } from './callable.ts';
import type { ClientOffer } from './own-tools.ts';
import type { ToolSwitches } from './tool-switches.ts';

/** What of a definition may be shown to people: secrets in it are not. */
export interface Shown {
  value<T>(value: T): T;
}

/** Whose tools have changed: a server's or plugin's, or the browser's; for one agent alone where it is named. */
export type ToolsListener = (source: string | null, agentId?: string) => void;

const maxDescription = 1_000;
const keepAll = (_serverId: string, _name: string): boolean => true;
const asItIs: Shown = { value: value => value };
const nothingChosen: ClientOffer = {};
const noneHeld: ReadonlyMap<string, Held> = new Map();

export class ToolCatalogue {
  readonly #state: StateWriter;
  readonly #switches: Pick<ToolSwitches, 'isOff' | 'of'> | null;
  readonly #shown: Shown;
  readonly #offerOf: (clientId: string) => ClientOffer;
  readonly #siteOf: (serverId: string) => string | null;
  /** By server or plugin. */
  readonly #byOfferer = new Map<string, readonly Callable[]>();
  /** Plugins whose tools the user offers to nobody. */
  readonly #withheld = new Set<string>();
  readonly #byName = new Map<string, Callable>();
  /** By the id of a page, the agent in whose tab it is. */
  readonly #pageOwners = new Map<string, string>();
  /** By tool id. */
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<ToolsListener>();
  #offer = anyBrowser;

  /**
   * Without `switches` every tool is on. `shown` hides secrets from the panel: agents see what the server wrote. `offerOf` says what the
   * user chose for a client, `siteOf` which site alone a server serves.
   */
  constructor(
    state: StateWriter,
    switches: Pick<ToolSwitches, 'isOff' | 'of'> | null = null,
    shown = asItIs,
    offerOf: (clientId: string) => ClientOffer = () => nothingChosen,
    siteOf: (serverId: string) => string | null = () => null,
  ) {
    this.#state = state;
    this.#offerOf = offerOf;
    this.#siteOf = siteOf;
    this.#switches = switches;
    this.#shown = shown;
    for (const callable of browserCallables) this.#add(callable);
    for (const callable of ownCallables) this.#byName.set(callable.id, callable);
  }

  /** Whether the tool only reads; null when there is none of that id. */
  reads(id: string): boolean | null {
    const callable = this.#byName.get(id);
    return callable ? (callable.kind === 'browser' ? !scopes[callable.tool.scope].acts : callable.readOnly) : null;
  }

  /** Other browsers are connected now, or other shortcuts saved: what nobody can do is neither listed nor shown. */
  setOffer(next: BrowserOffer): void {
    const before = this.#offer;
    this.#offer = next;
    for (const callable of browserCallables) this.#show(callable);
    const bound = [null, ...(before.browserIds ?? []), ...(next.browserIds ?? [])];
    if (listedNames(before, bound) !== listedNames(next, bound)) this.#tell(null);
  }

  /** The calls of an agent go to another browser than before: it is told where that one can do something else. */
  bound(agentId: string, before: string | null, now: string | null): void {
    if (listedNames(this.#offer, [before]) === listedNames(this.#offer, [now])) return;
    for (const listener of this.#listeners) listener(null, agentId);
  }

  /** What this agent is listed has changed and is the same for all others: the user chose anew for its client, or it opened a group. */
  listedOtherwise(agentId: string): void {
    for (const listener of this.#listeners) listener(null, agentId);
  }

  /** Replaces a server's tools; an empty list takes them away. `held` says by name which of them are not offered. */
  setServerTools(serverId: string, tools: readonly ServerTool[], held = noneHeld): void {
    this.#replace(serverId, tools, held, (id, tool) => ({
      kind: 'server',
      id,
      serverId,
      listName: listName(serverId, tool.name),
      tool,
      readOnly: isReadOnly(tool),
    }));
  }

  /** The same of a plugin. */
  setPluginTools(pluginId: string, tools: readonly ServerTool[], held = noneHeld): void {
    this.#replace(pluginId, tools, held, (id, tool) => ({
      kind: 'plugin',
      id,
      pluginId,
      listName: listName(pluginId, tool.name),
      tool,
      readOnly: isReadOnly(tool),
    }));
  }

  /** The same of a page in the tab of an agent, which alone is offered them; an empty list takes them away. */
  setPageTools(
    pageId: string,
    agentId: string | null,
    callables: readonly PageCallable[],
    held: ReadonlyMap<string, Held> = noneHeld,
  ): void {
    const before = this.#pageOwners.get(pageId) ?? null;
    if (callables.length === 0 || agentId === null) this.#pageOwners.delete(pageId);
    else this.#pageOwners.set(pageId, agentId);
    this.#take(pageId, callables, held);
    // Its id never comes back.
    if (callables.length === 0) this.#byOfferer.delete(pageId);
    for (const told of new Set([before, agentId])) if (told !== null) this.listedOtherwise(told);
  }

  /** What is not offered is in no list, and a call of it is refused. */
  offerPlugin(pluginId: string, isOffered: boolean): void {
    if (this.#withheld.has(pluginId) !== isOffered) return;
    if (isOffered) this.#withheld.delete(pluginId);
    else this.#withheld.add(pluginId);
    this.#tell(pluginId);
  }

  /** Tools that are there besides the server's list, because one agent's own run has them. Those that are known stay as they are. */
  addServerTools(serverId: string, tools: readonly ServerTool[], held = noneHeld): void {
    const known = this.#byOfferer.get(serverId) ?? [];
    const more = tools.filter(({ name }) => !this.#byName.has(toolId(serverId, name)));
    if (more.length === 0) return;
    const listed = known.flatMap(callable => (callable.kind === 'server' ? [callable.tool] : []));
    const all = new Map(held);
    for (const callable of known) {
      const why = this.#held.get(callable.id);
      if (why && callable.kind === 'server') all.set(callable.tool.name, why);
    }
    this.setServerTools(serverId, [...listed, ...more], all);
  }

  /** After a review: why the tool is held back now, or null. */
  setHeld(id: string, held: Held | null): void {
    if (held) this.#held.set(id, held);
    else this.#held.delete(id);
    this.changed(id);
  }

  /** A server is there for others than before. */
  serverChanged(serverId: string): void {
    if (this.hasTools(serverId)) this.#tell(serverId);
  }

  /** Shows a tool anew whose switches have changed, and tells everybody who lists it. An id that is not known means nothing. */
  changed(id: string): void {
    const callable = this.#byName.get(id);
    if (!callable || isOwnTool(id)) return;
    this.#show(callable);
    this.#tell(callable.kind === 'browser' ? null : offererOf(callable));
  }

  /**
   * Definitions as they stand in an MCP `tools/list` of this client: what is held back or off is not there, nor what `keep` drops
   * of a server by its own name.
   */
  list(listedFor = anybody, keep = keepAll, reader: ListReader = 'mcp'): readonly Record<string, unknown>[] {
    const offered = this.offered(listedFor, keep, reader).map(definitionOf);
    return reader === 'mcp' ? offered : [...offered, ...inOtherSpellings(offered)];
  }

  /** The same tools themselves, each once. */
  offered(listedFor: ListedFor, keep: typeof keepAll = keepAll, reader: ListReader = 'mcp'): readonly Callable[] {
    const offer = offerFor(this.#offer, listedFor.browserId);
    const browser = browserCallables.filter(({ tool }) => isListed(tool, offer, reader));
    return [...browser, ...[...this.#byOfferer.values()].flat()]
      .filter(callable => this.#isOffered(callable, listedFor))
      .filter(callable => callable.kind !== 'server' || keep(callable.serverId, callable.tool.name));
  }

  /** The browser's tools that this client can call with success now, but for those that the hub carries out. */
  browserTools(listedFor: ListedFor): readonly Callable[] {
    const offer = offerFor(this.#offer, listedFor.browserId);
    return browserCallables.filter(
      callable => !callable.tool.byHub && isThere(callable.tool, offer) && this.#isOffered(callable, listedFor),
    );
  }

  /** The same of one server, as it names and describes them. */
  listOf(serverId: string, listedFor: string | null | ListedFor): readonly ServerTool[] {
    const reader = typeof listedFor === 'object' && listedFor ? listedFor : { clientId: listedFor, browserId: null };
    return (this.#byOfferer.get(serverId) ?? []).flatMap(callable =>
      callable.kind === 'server' && this.#isOffered(callable, reader) ? [callable.tool] : [],
    );
  }

  /** Whether tools of the server or plugin are known, on or off. */
  hasTools(offerer: string): boolean {
    return (this.#byOfferer.get(offerer)?.length ?? 0) > 0;
  }

  /** A tool by either name, or null. */
  lookUp(name: string): Callable | null {
    return this.#byName.get(name) ?? this.#byName.get(hubToolName(name)) ?? methodCallable(name);
  }

  /** The same without what is there for others alone. */
  lookUpFor(name: string, asker: ListedFor): Callable | null {
    const callable = this.lookUp(name);
    return callable && this.#isKnownTo(callable, asker) ? callable : null;
  }

  /** Finds a tool by either name. Throws ERR_TOOL_NOT_FOUND, which counts what this client is offered instead. */
  find(name: string, asker: ListedFor = anybody): Callable {
    const callable = this.lookUp(name);
    if (callable && this.#isKnownTo(callable, asker)) return callable;
    const serverId = serverIdIn(name);
    const isOfServer = serverId !== null && this.hasTools(serverId) && this.#isThereFor(serverId, asker);
    const offered = isOfServer ? this.listOf(serverId, asker) : this.list(asker);
    throw hubError('ERR_TOOL_NOT_FOUND', {
      kind: 'no-such-tool',
      tool: name.slice(0, 120),
      others: offered.length,
      server: isOfServer ? serverId : null,
      namedBy: this.#namesBy(asker.clientId),
    });
  }

  /** What a tool of a server or plugin takes, as it says itself; null for every other name. */
  inputSchema(name: string): unknown {
    const callable = this.#byName.get(name);
    return callable && callable.kind !== 'browser' ? callable.tool.inputSchema : null;
  }

  /** The server whose tool this is, or null. */
  serverOf(name: string): string | null {
    const callable = this.#byName.get(name);
    return callable?.kind === 'server' ? callable.serverId : null;
  }

  /** Finds a tool for a call of this client. Throws ERR_TOOL_NOT_FOUND, and ERR_TOOL_NOT_ALLOWED for one that is held back or off. */
  findFor(name: string, asker: ListedFor): Callable {
    const callable = this.find(name, asker);
    const held = this.#held.get(callable.id);
    if (held) throw hubError('ERR_TOOL_NOT_ALLOWED', { kind: 'tool-held', tool: callable.id, held });
    if (callable.kind === 'plugin' && this.#withheld.has(callable.pluginId))
      throw hubError('ERR_TOOL_NOT_ALLOWED', { kind: 'plugin-not-offered', plugin: callable.pluginId });
    if (!this.#switches?.isOff(callable.id, asker.clientId)) return callable;
    throw hubError('ERR_TOOL_NOT_ALLOWED', { kind: 'tool-off', tool: callable.id });
  }

  /** For the panel. */
  definition(id: string): Record<string, unknown> {
    return this.#shown.value(definitionOf(this.find(id)));
  }

  onChange(listener: ToolsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #replace(
    offerer: string,
    tools: readonly ServerTool[],
    held: ReadonlyMap<string, Held>,
    callableOf: (id: string, tool: ServerTool) => OfferedCallable,
  ): void {
    // A name that a server lists twice would make the whole list unusable for a model.
    const named = new Map(tools.map(tool => [tool.name, tool]));
    const callables = [...named.values()].map(tool => callableOf(toolId(offerer, tool.name), tool));
    this.#take(offerer, callables, held);
    this.#tell(offerer);
  }

  #take(
    offerer: string,
    callables: readonly Exclude<Callable, { kind: 'browser' }>[],
    held: ReadonlyMap<string, Held>,
  ): void {
    for (const old of this.#byOfferer.get(offerer) ?? []) {
      this.#byName.delete(old.id);
      this.#byName.delete(listNameOf(old));
      this.#held.delete(old.id);
      this.#state.remove('tools', old.id);
    }
    this.#byOfferer.set(offerer, callables);
    for (const callable of callables) {
      const why = held.get(callable.tool.name);
      if (why) this.#held.set(callable.id, why);
      this.#add(callable);
    }
  }

  #isOffered(callable: Callable, listedFor: ListedFor): boolean {
    const { id } = callable;
    const isOff = this.#held.has(id) || this.#isWithheld(callable) || this.#switches?.isOff(id, listedFor.clientId);
    return !isOff && this.#isItsOwn(callable, listedFor);
  }

  /** What a page has brought is there for that site alone, and in no list of others. */
  #isItsOwn(callable: Callable, listedFor: ListedFor): boolean {
    if (listedFor.byUser || callable.kind === 'browser' || callable.kind === 'plugin') return true;
    if (callable.kind === 'page')
      return listedFor.id !== undefined && this.#pageOwners.get(callable.pageId) === listedFor.id;
    return this.#isThereFor(callable.serverId, listedFor);
  }

  #isThereFor(serverId: string, listedFor: ListedFor): boolean {
    const site = this.#siteOf(serverId);
    return site === null || isOfSite(site, listedFor);
  }

  #isWithheld(callable: Callable): boolean {
    return callable.kind === 'plugin' && this.#withheld.has(callable.pluginId);
  }

  /** What tells this client the names that there are. */
  #namesBy(clientId: string | null): string {
    const { listing = 'whole' } = clientId === null ? nothingChosen : this.#offerOf(clientId);
    return listing === 'whole' ? 'tools/list' : findTool;
  }

  /** The hub's own tools are for clients: nobody switches one, and the panel shows none. */
  #isKnownTo(callable: Callable, listedFor: ListedFor): boolean {
    const { id } = callable;
    const { clientId } = listedFor;
    // The panel, which is no client, sees what pages have brought.
    if (clientId !== null && !this.#isItsOwn(callable, listedFor)) return false;
    return !isOwnTool(id) || (clientId !== null && isOwnCallable(id, this.#offerOf(clientId)));
  }

  #add(callable: Callable): void {
    this.#byName.set(callable.id, callable);
    this.#byName.set(listNameOf(callable), callable);
    this.#show(callable);
  }

  #show(callable: Callable): void {
    const isGone = callable.kind === 'browser' && !isThere(callable.tool, this.#offer);
    if (isGone) this.#state.remove('tools', callable.id);
    else this.#state.set('tools', callable.id, this.#entityOf(callable));
  }

  #entityOf(callable: Callable): Tool {
    const switches = this.#switches?.of(callable.id) ?? { on: true, offFor: [] };
    const { title, description, ...entity } = entityOf(callable);
    const words = this.#shown.value({ title, description });
    return {
      ...entity,
      title: words.title,
      description: words.description.slice(0, maxDescription),
      held: this.#held.get(callable.id) ?? null,
      ...switches,
    };
  }

  #tell(source: string | null): void {
    for (const listener of this.#listeners) listener(source);
  }
}
