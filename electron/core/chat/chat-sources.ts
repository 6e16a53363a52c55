// Where the tools of conversations come from: the servers, the browser, plugins, with what of each a question may hit.
import { browserSourceId } from '../../../contract/chat.ts';
import { offererOf } from '../tools/callable.ts';
import { offeredTools } from './answer/tool-offer.ts';
import type { Plugin } from '../../../contract/schemas/plugins.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { Callable } from '../tools/callable.ts';
import type { ListingAgent, ToolListings } from '../tools/tool-listing.ts';
import type { SourceFacts } from './answer/route-sources.ts';
import type { OfferedTool } from './answer/tool-offer.ts';

export interface ChatSourcesOptions {
  readonly listings: Pick<ToolListings, 'offered'>;
  readonly browsers: { connected(): readonly unknown[] };
  /** What is shown of a plugin; null for one that is not known. */
  readonly plugin: (id: string) => Pick<Plugin, 'name' | 'state'> | null;
  readonly servers: { list(): readonly Pick<Server, 'id' | 'name' | 'state'>[] };
}

export class ChatSources {
  readonly #options: ChatSourcesOptions;

  constructor(options: ChatSourcesOptions) {
    this.#options = options;
  }

  /** Servers and plugins by their names, then the browser. A server without tools is there too, so that it is seen why it is not used. */
  facts(agent: ListingAgent): SourceFacts[] {
    const bySource = grouped(this.#options.listings.offered(agent));
    const servers = this.#options.servers.list().map(({ id, name, state }) => ({
      ...{ id, name, kind: 'server' as const },
      isRunning: runningStates.has(state.kind),
      ...toolFacts(bySource.get(id) ?? []),
    }));
    const browser = bySource.get(browserSourceId) ?? [];
    const own = { id: browserSourceId, name: browserSourceId, kind: 'browser' as const };
    const isRunning = this.#options.browsers.connected().length > 0;
    const rest = browser.length === 0 ? [] : [{ ...own, isRunning, ...toolFacts(browser), readsFiles: false }];
    const offering = [...servers, ...this.#plugins(bySource)];
    return [...offering.toSorted((one, other) => one.name.localeCompare(other.name)), ...rest];
  }

  #plugins(bySource: ReadonlyMap<string, readonly Callable[]>): SourceFacts[] {
    return [...bySource].flatMap(([id, callables]) => {
      if (callables[0]?.kind !== 'plugin') return [];
      const plugin = this.#options.plugin(id);
      const isRunning = plugin?.state.kind === 'active';
      return [{ id, kind: 'plugin' as const, name: plugin?.name ?? id, isRunning, ...toolFacts(callables) }];
    });
  }

  /** The tools of these sources as this agent is offered them now. */
  tools(agent: ListingAgent, sourceIds: ReadonlySet<string>): OfferedTool[] {
    const offered = this.#options.listings.offered(agent).filter(callable => sourceIds.has(sourceOf(callable)));
    return offeredTools(offered, sourceOf);
  }
}

/** One that is asleep is woken by its first call. */
const runningStates: ReadonlySet<string> = new Set(['running', 'degraded', 'asleep']);

function sourceOf(callable: Callable): string {
  // What a page in one of its tabs offers is used as the browser is.
  return callable.kind === 'browser' || callable.kind === 'page' ? browserSourceId : offererOf(callable);
}

function grouped(callables: readonly Callable[]): ReadonlyMap<string, readonly Callable[]> {
  const bySource = new Map<string, Callable[]>();
  for (const callable of callables) {
    const known = bySource.get(sourceOf(callable));
    if (known) known.push(callable);
    else bySource.set(sourceOf(callable), [callable]);
  }
  return bySource;
}

function toolFacts(callables: readonly Callable[]): Pick<SourceFacts, 'tools' | 'readsFiles'> {
  const tools = callables.map(({ tool: { name, description } }) => ({
    name,
    description: typeof description === 'string' ? description : '',
  }));
  return { tools, readsFiles: tools.some(({ name }) => /(^|[^a-z])files?([^a-z]|$)/i.test(name)) };
}
