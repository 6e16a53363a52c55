// What the user has allowed and denied pages while no hub was there. It holds only then: no hub hears of it.
import { isRecord } from '../../../../contract/json.ts';
import { originOf } from '../../../../contract/sites.ts';
import { pageScopes } from '../../../../contract/web-agent.ts';
import type { PageGrantType, PageScope } from '../../../../contract/web-agent.ts';

export interface AloneGrant {
  readonly origin: string;
  readonly scope: PageScope;
  readonly effect: 'allow' | 'deny';
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
      if (frameId === 0) this.tabShows(tabId, url.startsWith('file:') ? 'file://' : originOf(url));
    });
    chrome.storage.onChanged.addListener(changes => {
      if (lasting in changes || passing in changes) for (const heard of this.#listeners) heard();
    });
  }

  /** Returns what ends it. */
  onChange(heard: () => void): () => void {
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  /** What was denied stays denied, whatever was allowed beside it. */
  async standing({ origin, tabId }: Asker, scope: PageScope): Promise<PageGrantType> {
    await this.#changing;
    const [kept, once] = await Promise.all([read('local', lasting), read('session', passing)]);
    const own = [...kept, ...once].filter(grant => grant.origin === origin && grant.scope === scope);
    if (own.some(({ effect }) => effect === 'deny')) return 'denied';
    if (own.some(grant => grant.once === null)) return 'granted-always';
    const holds = own.some(grant => grant.once?.tabId === tabId && !this.#isOver(grant));
    return holds ? 'granted-once' : 'not-granted';
  }

  async hasAsked(origin: string): Promise<boolean> {
    const all = await Promise.all([read('local', lasting), read('session', passing)]);
    return all.flat().some(grant => grant.origin === origin);
  }

  /** What the user answered. A denial lasts. */
  async put({ origin, tabId }: Asker, scopes: readonly PageScope[], answer: 'once' | 'always' | 'deny'): Promise<void> {
    const isOnce = answer === 'once';
    const effect = answer === 'deny' ? 'deny' : 'allow';
    const once = isOnce ? { tabId, until: this.#now() + onceMs } : null;
    const added = scopes.map((scope): AloneGrant => ({ origin, scope, effect, once }));
    const isOther = (grant: AloneGrant) =>
      grant.origin !== origin || !scopes.includes(grant.scope) || (isOnce && grant.once?.tabId !== tabId);
    if (isOnce) return this.#change('session', passing, grants => [...grants.filter(isOther), ...added]);
    return this.#change('local', lasting, grants => [...grants.filter(isOther), ...added]);
  }

  /** By origin: what its user has decided about it. */
  async forget(origin: string): Promise<void> {
    const others = (grants: AloneGrant[]) => grants.filter(grant => grant.origin !== origin);
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

async function read(area: 'local' | 'session', key: string): Promise<AloneGrant[]> {
  const { [key]: kept } = await chrome.storage[area].get(key);
  return Array.isArray(kept) ? kept.filter(isGrant) : [];
}

/** Only this extension writes there; an older one may have written otherwise. */
function isGrant(value: unknown): value is AloneGrant {
  if (!isRecord(value) || typeof value.origin !== 'string') return false;
  const { scope, effect, once } = value;
  const isOnce = isRecord(once) && typeof once.tabId === 'number' && typeof once.until === 'number';
  return (
    pageScopes.some(one => one === scope) && (effect === 'allow' || effect === 'deny') && (once === null || isOnce)
  );
}

const forgetKey = 'forgetAlone';

/** The pop-up's way; the background alone writes what was decided. */
export function askToForget(origin: string): void {
  void chrome.storage.session.set({ [forgetKey]: { origin, at: Date.now() } });
}

export function onForgetAsked(listener: (origin: string) => void): void {
  chrome.storage.session.onChanged.addListener(changes => {
    const asked = changes[forgetKey]?.newValue;
    if (isRecord(asked) && typeof asked.origin === 'string') listener(asked.origin);
  });
}
