// The tools of a run: those that its page may call, as sources that a task can hit.
import { offeredTools as asOffered, freeName } from '../chat/answer/tool-offer.ts';
import { offererOf } from '../tools/callable.ts';
import { findTool, isOwnServer, mayCallTool, offeredTools } from './page-tools.ts';
import type { SourceFacts } from '../chat/answer/route-sources.ts';
import type { OfferedTool } from '../chat/answer/tool-offer.ts';
import type { OfferedCallable } from '../tools/callable.ts';
import type { OwnTools } from './own-tool-family.ts';
import type { OwnTool } from './own-tools.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

export interface RunTools {
  /** The page named its tools, or wants all: then the task's words leave none out. */
  readonly isChosen: boolean;
  facts(): SourceFacts[];
  /** Those of these sources that it may call now. */
  offered(sources: ReadonlySet<string>): OfferedTool[];
}

interface WantedTools {
  readonly names: readonly string[] | undefined;
  readonly all: boolean;
  readonly own: OwnTools;
  /** `only`: of others' tools only those named, and all of the page's own. */
  readonly named?: 'or all' | 'only';
}

/** Tools of servers and plugins that it may call, and those that it has brought itself. */
export function runTools(
  services: PageServices,
  page: Page,
  { names, all, own, named = 'or all' }: WantedTools,
): RunTools {
  const isOnly = named === 'only';
  const isAny = !isOnly && (names === undefined || names.length === 0);
  const isNamed = (callable: OfferedCallable) =>
    isAny ||
    (isOnly && isOwnServer(services, page, callable)) ||
    (names ?? []).some(name => findTool(services, page, name)?.id === callable.id);
  const now = () =>
    offeredTools(services, page).filter(callable => isNamed(callable) && mayCall(services, page, callable));
  const ownNow = () => {
    const tools = own
      .of(page)
      .filter(({ id, tool }) => isAny || isOnly || names?.some(name => name === id || name === tool.name));
    return { tools, facts: ownFacts(tools, page) };
  };
  return {
    isChosen: all || (names !== undefined && names.length > 0),
    facts: () => [...factsOf(services, now()), ...ownNow().facts],
    offered: sources => {
      const picked = now().filter(callable => sources.has(offererOf(callable)));
      const offered = asOffered(picked, callable => (callable.kind === 'browser' ? '' : offererOf(callable)));
      return [...offered, ...ownOffered(ownNow().tools, sources, offered)];
    },
  };
}

function mayCall(services: PageServices, page: Page, callable: OfferedCallable): boolean {
  return [page, ...page.work.callers].every(one => mayCallTool(services, one, callable));
}

function factsOf({ nameOf }: PageServices, callables: readonly OfferedCallable[]): SourceFacts[] {
  const bySource = new Map<string, OfferedCallable[]>();
  for (const callable of callables) {
    const own = bySource.get(offererOf(callable)) ?? [];
    bySource.set(offererOf(callable), [...own, callable]);
  }
  return [...bySource].map(([id, own]) => ({
    ...{ id, kind: own[0]?.kind ?? 'server', name: nameOf(id), isRunning: true, readsFiles: false },
    tools: own.map(({ tool: { name, description } }) => ({
      name,
      description: typeof description === 'string' ? description : '',
    })),
  }));
}

/** What its page carries out itself is one source, which is never left out: it is what the page is for. */
export const ownSource = 'page';

function ownFacts(tools: readonly OwnTool[], { origin }: Page): SourceFacts[] {
  if (tools.length === 0) return [];
  const named = tools.map(({ tool: { name, description } }) => ({
    name,
    description: typeof description === 'string' ? description : '',
  }));
  return [{ id: ownSource, kind: 'server', name: origin, isRunning: true, readsFiles: false, tools: named }];
}

function ownOffered(
  tools: readonly OwnTool[],
  sources: ReadonlySet<string>,
  others: readonly OfferedTool[],
): OfferedTool[] {
  if (!sources.has(ownSource)) return [];
  const taken = new Set(others.map(({ name }) => name));
  return tools.map(({ id, tool }) => {
    const name = freeName(id.replace('/', '__'), taken);
    taken.add(name);
    const { description, inputSchema } = tool;
    const definition = {
      name,
      ...(typeof description === 'string' && { description }),
      inputSchema: { type: 'object', ...(inputSchema as Record<string, unknown> | undefined) },
    };
    return { name, toolId: id, sourceId: ownSource, tool: tool.name, definition };
  });
}
