// What the user has allowed and denied pages while no hub was there. It holds only then: no hub hears of it.
import { isRecord } from '../../../../contract/json.ts';
import { pageOriginAt } from '../../../../contract/sites.ts';
import { pageScopes } from '../../../../contract/web-agent.ts';
import { serversKey } from '../../boxed/server-store.ts';
import type { PageGrantType, PageScope } from '../../../../contract/web-agent.ts';

export interface AloneGrant {
  readonly origin: string;
  readonly scope: PageScope;
  readonly effect: 'allow' | 'deny';
  /** Which tools of servers of this browser, by `keyOf`, where those are what was allowed. */
  readonly tools?: readonly string[];
  /** For once: in which tab, and until when (ms since 1970). Null until it is forgotten. */
  readonly once: { readonly tabId: number; readonly until: number } | null;
}

/** Who asks: a page of the origin in the tab. */
export interface Asker {
  readonly origin: string;
  readonly tabId: number;
}

const lasting = 'aloneGrants';
const passing = 'aloneGrantsOnce';
export const onceMs = 10 * 60_000;
const maxGrants = 5_000;
/** Allowed tool by tool; what was ticked earlier stays. */
const toolScope: PageScope = 'mcp:tools.call';

interface Decision {
  readonly answer: 'once' | 'always' | 'deny';
  readonly scopes: readonly PageScope[];
  /** By `keyOf`. Where there are none, no tool is allowed. */
  readonly tools?: readonly string[];
}

export class AloneGrants {
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  /** One change after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
    chrome.tabs.onRemoved.addListener(tabId => this.#keepOnce(({ once }) => once?.tabId !== tabId));
    chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, url }) => {
      if (frameId === 0) this.tabShows(tabId, pageOriginAt(url));
    });
    chrome.storage.onChanged.addListener(changes => {
      if ([lasting, passing, serversKey].some(key => key in changes)) for (const heard of this.#listeners) heard();
    });
  }

  /** Returns what ends it. */
  onChange(heard: () => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  /** What was denied stays denied, whatever was allowed beside it. */
  async standing(asker: Asker, scope: PageScope): Promise<PageGrantType> {
    const own = await this.#own(asker, scope);
    if (own.some(({ effect }) => effect === 'deny')) return 'denied';
    if (own.some(grant => grant.once === null)) return 'granted-always';
    return own.length > 0 ? 'granted-once' : 'not-granted';
  }

  /** Those that it may call, by `keyOf`. */
  async allowedTools(asker: Asker): Promise<ReadonlySet<string>> {
    const own = await this.#own(asker, toolScope);
    const isDenied = own.some(({ effect }) => effect === 'deny');
    return new Set(isDenied ? [] : own.flatMap(({ tools = [] }) => tools));
  }

  /** What holds for it now. */
  async #own({ origin, tabId }: Asker, scope: PageScope): Promise<AloneGrant[]> {
    await this.#changing;
    const all = (await Promise.all([read('local', lasting), read('session', passing)])).flat();
    const holds = (grant: AloneGrant) => grant.once === null || (grant.once.tabId === tabId && !this.#isOver(grant));
    return all.filter(grant => grant.origin === origin && grant.scope === scope && holds(grant));
  }

  async hasAsked(origin: string): Promise<boolean> {
    const all = await Promise.all([read('local', lasting), read('session', passing)]);
    return all.flat().some(grant => grant.origin === origin);
  }

  /** What the user answered. A denial lasts. */
  async put({ origin, tabId }: Asker, { answer, scopes, tools = [] }: Decision): Promise<void> {
    const isOnce = answer === 'once';
    const effect = answer === 'deny' ? 'deny' : 'allow';
    const once = isOnce ? { tabId, until: this.#now() + onceMs } : null;
    const ofTools = effect === 'allow' ? { tools } : {};
    const added = scopes
      .filter(scope => effect === 'deny' || scope !== toolScope || tools.length > 0)
      .map((scope): AloneGrant => ({ origin, scope, effect, once, ...(scope === toolScope && ofTools) }));
    const isOther = (grant: AloneGrant) =>
      grant.origin !== origin ||
      !scopes.includes(grant.scope) ||
      (isOnce && grant.once?.tabId !== tabId) ||
      (grant.scope === toolScope && effect === 'allow');
    if (isOnce) return this.#change('session', passing, grants => [...grants.filter(isOther), ...added]);
    return this.#change('local', lasting, grants => [...grants.filter(isOther), ...added]);
  }

  /** Of tools that there are no more nothing is allowed any more. */
  async keepTools(there: ReadonlySet<string>): Promise<void> {
    const kept = (grants: AloneGrant[]) => {
      const isOver = ({ tools }: AloneGrant) => tools?.some(tool => !there.has(tool)) === true;
      if (!grants.some(isOver)) return null;
      return grants.flatMap(grant => {
        if (!isOver(grant)) return grant;
        const tools = (grant.tools ?? []).filter(tool => there.has(tool));
        return tools.length === 0 ? [] : { ...grant, tools };
      });
    };
    await this.#change('local', lasting, kept);
    await this.#change('session', passing, kept);
  }

  /** What its user has decided about the origin: all of it, or, with a scope, about that one. */
  async forget(origin: string, scope: PageScope | null = null): Promise<void> {
    const isMeant = (grant: AloneGrant) => grant.origin === origin && (scope === null || grant.scope === scope);
    const others = (grants: AloneGrant[]) => grants.filter(grant => !isMeant(grant));
    await this.#change('local', lasting, others);
    await this.#change('session', passing, others);
  }

  /** What was allowed once ends where the tab shows another origin; null is none. */
  tabShows(tabId: number, origin: string | null): void {
    this.#keepOnce(grant => grant.once?.tabId !== tabId || grant.origin === origin);
  }

  /** Also before it began: the clock was set back, and nobody knows how long it has held. */
  #isOver({ once }: AloneGrant): boolean {
    const now = this.#now();
    return once !== null && (once.until <= now || once.until - onceMs > now);
  }

  #keepOnce(stays: (grant: AloneGrant) => boolean): void {
    void this.#change('session', passing, grants => (grants.every(stays) ? null : grants.filter(stays)));
  }

  #change(
    area: 'local' | 'session',
    key: string,
    change: (grants: AloneGrant[]) => AloneGrant[] | null,
  ): Promise<void> {
    const work = this.#changing.then(async () => {
      const grants = await read(area, key);
      const next = change(grants)?.filter(grant => !this.#isOver(grant));
      if (next) await chrome.storage[area].set({ [key]: next.slice(-maxGrants) });
    });
    this.#changing = work.catch((error: unknown) => console.warn(error));
    return work;
  }
}

/** For the pop-up: the origins that something was allowed or denied, with how many scopes of each. */
export async function decidedOrigins(): Promise<{ origin: string; allowed: number; denied: number }[]> {
  const all = (await Promise.all([read('local', lasting), read('session', passing)])).flat();
  const origins = [...new Set(all.map(({ origin }) => origin))].toSorted();
  return origins.map(origin => {
    const own = all.filter(grant => grant.origin === origin);
    const scopesOf = (effect: AloneGrant['effect']) =>
      new Set(own.filter(grant => grant.effect === effect).map(({ scope }) => scope)).size;
    return { origin, allowed: scopesOf('allow'), denied: scopesOf('deny') };
  });
}

/** For the side panel: what holds for pages of the origin in that tab. `now`: milliseconds since 1970. */
export async function decidedAbout({ origin, tabId }: Asker, now: number): Promise<AloneGrant[]> {
  const all = (await Promise.all([read('local', lasting), read('session', passing)])).flat();
  const holds = ({ once }: AloneGrant) => once === null || (once.tabId === tabId && once.until > now);
  return all.filter(grant => grant.origin === origin && holds(grant));
}

async function read(area: 'local' | 'session', key: string): Promise<AloneGrant[]> {
  const { [key]: kept } = await chrome.storage[area].get(key);
  return Array.isArray(kept) ? kept.filter(isGrant) : [];
}

/** Only this extension writes there; an older one may have written otherwise. */
function isGrant(value: unknown): value is AloneGrant {
  if (!isRecord(value) || typeof value.origin !== 'string') return false;
  const { scope, effect, once, tools = [] } = value;
  const isTools = Array.isArray(tools) && tools.every(tool => typeof tool === 'string');
  const isOnce = isRecord(once) && typeof once.tabId === 'number' && typeof once.until === 'number';
  return (
    isTools &&
    pageScopes.some(one => one === scope) &&
    (effect === 'allow' || effect === 'deny') &&
    (once === null || isOnce)
  );
}

const forgetKey = 'forgetAlone';

/** The way of the pop-up and the side panel; the background alone writes what was decided. Null is every scope. */
export function askToForget(origin: string, scope: PageScope | null = null): void {
  void chrome.storage.session.set({ [forgetKey]: { origin, scope, at: Date.now() } });
}

export function onForgetAsked(listener: (origin: string, scope: PageScope | null) => void): void {
  chrome.storage.session.onChanged.addListener(changes => {
    const asked = changes[forgetKey]?.newValue;
    if (!isRecord(asked) || typeof asked.origin !== 'string') return;
    const scope = pageScopes.find(one => one === asked.scope);
    if (scope !== undefined || asked.scope === null) listener(asked.origin, scope ?? null);
  });
}
