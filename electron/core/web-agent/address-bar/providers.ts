// The providers for the address bar that pages have registered. Each is its document's, under an id of that document, and gone with it.
import { PageFault } from '../page-fault.ts';
import type { Page } from '../page.ts';
import type { Shortcut } from './shortcut.ts';
import type { Trigger } from './triggers.ts';

export const resultHandlers = ['inline', 'popup', 'navigate', 'clipboard'] as const;
export type ResultHandler = (typeof resultHandlers)[number];

export interface Provider {
  readonly id: string;
  readonly page: Page;
  readonly type: 'ai' | 'tool' | 'site';
  readonly name: string;
  readonly description: string;
  readonly triggers: readonly Trigger[];
  /** Of a site's own; its page is asked where there is none. */
  readonly endpoint: URL | null;
  readonly shortcut: Shortcut | null;
  readonly resultHandler: ResultHandler;
}

const maxProviders = 50;

export class Providers {
  /** By document, then by id. */
  readonly #providers = new Map<string, Map<string, Provider>>();

  /** In place of one of the same id. Throws ERR_RATE_LIMITED where its document has as many as are kept. */
  put(provider: Provider): void {
    const { key } = provider.page;
    const own = this.#providers.get(key) ?? new Map<string, Provider>();
    if (!own.has(provider.id) && own.size >= maxProviders)
      throw new PageFault('ERR_RATE_LIMITED', `This page has ${maxProviders} providers; unregister some.`);
    this.#providers.set(key, own.set(provider.id, provider));
  }

  get({ key }: Page, id: string): Provider | null {
    return this.#providers.get(key)?.get(id) ?? null;
  }

  remove({ key }: Page, id: string): boolean {
    const own = this.#providers.get(key);
    const isGone = own?.delete(id) ?? false;
    if (own?.size === 0) this.#providers.delete(key);
    return isGone;
  }

  inBrowser(browserId: string): Provider[] {
    return [...this.#providers.values()]
      .flatMap(own => [...own.values()])
      .filter(({ page }) => page.isHere && page.tab.browserId === browserId);
  }

  ofOrigin({ origin, tab }: Page): Provider[] {
    return this.inBrowser(tab.browserId).filter(({ page }) => page.origin === origin);
  }

  gone({ key }: Page): void {
    this.#providers.delete(key);
  }
}
