// The tools of a run: those that its page may call, as sources that a task can hit.
import { offeredTools as asOffered } from '../chat/answer/tool-offer.ts';
import { offererOf } from '../tools/callable.ts';
import { findTool, mayCallTool, offeredTools } from './page-tools.ts';
import type { SourceFacts } from '../chat/answer/route-sources.ts';
import type { OfferedTool } from '../chat/answer/tool-offer.ts';
import type { OfferedCallable } from '../tools/callable.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

export interface RunTools {
  /** The page named its tools, or wants all: then none is left out by what the task says. */
  readonly isChosen: boolean;
  facts(): SourceFacts[];
  /** Those of these sources that it may call now. */
  offered(sources: ReadonlySet<string>): OfferedTool[];
}

export function runTools(
  services: PageServices,
  page: Page,
  names: readonly string[] | undefined,
  all: boolean,
): RunTools {
  const isNamed = (callable: OfferedCallable) =>
    names === undefined || names.length === 0 || names.some(name => findTool(services, name)?.id === callable.id);
  const now = () => offeredTools(services).filter(callable => isNamed(callable) && mayCall(services, page, callable));
  return {
    isChosen: all || (names !== undefined && names.length > 0),
    facts: () => factsOf(services, now()),
    offered: sources => {
      const own = now().filter(callable => sources.has(offererOf(callable)));
      return asOffered(own, callable => (callable.kind === 'browser' ? '' : offererOf(callable)));
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
