// For whom documents work. While one of its agents works for another page, a document may only do what both may (spec 003 "Multi-Agent").
//
// What a handler asks for cannot be told apart from what else its page asks for: the browser has no token that would follow a handler over
// its waits, and one that a handler had to hand on itself would be left out by exactly those handlers that others misuse. So the whole
// document is held: every request that comes while it works belongs to the work, and stays what it was when it came. What the document had
// asked for before is its own, so that nobody ends what it does by calling its agents. The work lasts until the document itself has answered
// and what it asked for meanwhile has ended: a caller that waits a millisecond does not free the handler that it has set going. What a page
// does later, out of its own memory, nobody can tell from what it does by itself.
import type { Page, PageWork } from '../page.ts';

/** A handler may go on right after its answer with what it had begun. */
export const tailMs = 1_000;
/** The connection was lost in the middle; the handler may still be at work. */
export const lostMs = 5 * 60_000;

interface Work extends PageWork {
  /** The document that called; a page's calls of its own agents are no chain. */
  readonly from: string;
  isOpen: boolean;
  /** Those of the document that came meanwhile and have not ended. */
  requests: number;
  timer: NodeJS.Timeout | undefined;
}

/** Of one call of an agent. Each may be called twice. */
export interface BegunWork {
  answered(): void;
  /** Whether it has answered, or ever will, is not known. */
  lost(): void;
}

export class PageWorks {
  readonly #works = new Map<string, Set<Work>>();

  /** `page` begins to work for `caller`, by the agent of that id. */
  begin(page: Page, agentId: string, caller: Page): BegunWork {
    const { work, origin, tab, key } = caller;
    const isOwn = caller.origin === page.origin;
    const callers = isOwn ? work.callers : [...work.callers, { origin, tab }];
    const begun: Work = {
      // Pages of one origin share what they may; a caller further up that is this very origin adds nothing.
      callers: callers.filter(other => other.origin !== page.origin),
      agents: new Set([...work.agents, agentId]),
      depth: work.depth + 1,
      ...{ from: key, isOpen: true, requests: 0, timer: undefined },
    };
    this.#works.set(page.key, (this.#works.get(page.key) ?? new Set()).add(begun));
    const end = (ms: number) => {
      if (!begun.isOpen) return;
      begun.isOpen = false;
      this.#settle(page.key, begun, ms);
    };
    return { answered: () => end(tailMs), lost: () => end(lostMs) };
  }

  /** The document as seen by a request that comes now; call `end` when that request has ended. */
  arrive(page: Page): { readonly page: Page; readonly end: () => void } {
    const works = [...(this.#works.get(page.key) ?? [])];
    if (works.length === 0) return { page, end: () => {} };
    for (const work of works) work.requests += 1;
    const end = () => {
      for (const work of works) {
        work.requests -= 1;
        this.#settle(page.key, work, tailMs);
      }
    };
    return { page: page.at(unionOf(works, page.key)), end };
  }

  gone({ key }: Page): void {
    for (const { timer } of this.#works.get(key) ?? []) clearTimeout(timer);
    this.#works.delete(key);
  }

  #settle(key: string, work: Work, ms: number): void {
    if (work.isOpen || work.requests > 0) return;
    clearTimeout(work.timer);
    work.timer = setTimeout(() => this.#over(key, work), ms);
    work.timer.unref();
  }

  #over(key: string, work: Work): void {
    if (work.isOpen || work.requests > 0) return;
    const own = this.#works.get(key);
    own?.delete(work);
    if (own?.size === 0) this.#works.delete(key);
  }
}

/** Which of several a request belongs to is not known: it is held to all of them, and stands as deep as the deepest. */
function unionOf(works: readonly Work[], key: string): PageWork {
  const callers = new Map(works.flatMap(work => work.callers.map(one => [`${one.origin} ${one.tab.tabId}`, one])));
  const others = works.filter(({ from }) => from !== key);
  return {
    callers: [...callers.values()],
    agents: new Set(others.flatMap(({ agents }) => [...agents])),
    depth: Math.max(0, ...others.map(({ depth }) => depth)),
  };
}
