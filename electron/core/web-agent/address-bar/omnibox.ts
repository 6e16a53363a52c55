// What the user is suggested for a text that they type, and what follows when they choose one: of the pages of one browser, the best eight,
// within a tenth of a second. Who is slower is left out, and what comes later is not heard.
import { pageAsks } from '../../../../contract/web-agent.ts';
import { askFor } from '../agents/page-reach.ts';
import { resultOf } from '../page-asked.ts';
import { PageFault } from '../page-fault.ts';
import { bookOf, pageStanding } from '../page-standing.ts';
import { select } from './select.ts';
import { readSuggestions } from './suggestion.ts';
import { matchOf, maxTextChars } from './triggers.ts';
import type { OmniboxChosen, OmniboxSuggestion } from '../../../../contract/schemas/companion.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { Page } from '../page.ts';
import type { PageServices } from '../page-services.ts';
import type { AddressBarParts } from './address-bar-family.ts';
import type { Provider } from './providers.ts';
import type { Selected } from './select.ts';
import type { Suggestion } from './suggestion.ts';
import type { Match } from './triggers.ts';

const maxSuggestions = 8;
/** What is left of 100 ms goes to the ways there and back. */
const patienceMs = 80;
/** Providers that are asked for one text. */
const maxAsked = 40;
/** Suggestions that can still be chosen, of one browser. */
const maxKept = 64;
/** Of what a page has said of one, as JSON, which it is told again when that is chosen; what is longer it is told without. */
const maxSaidChars = 16_000;
const member = 'agent.addressBar';

export interface OmniboxAsk {
  readonly browserId: string;
  readonly text: string;
  /** The tab in which it is typed, where that is known. */
  readonly tabId: number | null;
  readonly request: IncomingRequest;
}

interface Found extends Suggestion {
  readonly provider: Provider;
  readonly query: string;
}

export class Omnibox {
  readonly #parts: AddressBarParts;
  /** By browser, then by the id that its companion was told. */
  readonly #kept = new Map<string, Map<string, Selected>>();
  readonly #lastAt = new Map<string, number>();
  #lastId = 0;

  constructor(parts: AddressBarParts) {
    this.#parts = parts;
  }

  async suggest(ask: OmniboxAsk): Promise<OmniboxSuggestion[]> {
    const text = ask.text.slice(0, maxTextChars);
    const { services, chosen } = this.#parts;
    const now = services.platform.now();
    const sinceLast = now - (this.#lastAt.get(ask.browserId) ?? 0);
    this.#lastAt.set(ask.browserId, now);
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), patienceMs);
    const signal = AbortSignal.any([over.signal, ask.request.signal]);
    const found: Found[] = [];
    await chosen.load();
    const asking = this.#matching(ask, text).map(async ([provider, match]) => {
      const suggestions = await this.#ask(ask, provider, match, { sinceLast, signal });
      if (!signal.aborted) found.push(...suggestions.map(one => ({ ...one, provider, query: match.query })));
    });
    await Promise.race([Promise.allSettled(asking), whenAborted(signal)]);
    clearTimeout(timer);
    over.abort();
    return this.#told(ask.browserId, found);
  }

  /** Rejects with ERR_INVALID_REQUEST for what was not suggested, or is too long ago. */
  async select(browserId: string, id: string, request: IncomingRequest): Promise<OmniboxChosen> {
    const selected = this.#kept.get(browserId)?.get(id);
    if (!selected?.provider.page.isHere)
      throw new PageFault('ERR_INVALID_REQUEST', 'This suggestion is not there any more; type it again.');
    const { page } = selected.provider;
    // The user may have blocked it, or taken its permission back, since it was suggested.
    if (!maySuggest(this.#parts.services, page))
      throw new PageFault('ERR_PERMISSION_DENIED', `Permission denied: ${page.origin} may suggest nothing any more.`);
    const chosen = await select(this.#parts.services, selected, request);
    return chosen.kind === 'show' || chosen.kind === 'copy' ? { ...chosen, origin: page.origin } : chosen;
  }

  gone({ key, tab }: Page): void {
    const kept = this.#kept.get(tab.browserId);
    for (const [id, { provider }] of kept ?? []) if (provider.page.key === key) kept?.delete(id);
    if (kept?.size === 0) this.#kept.delete(tab.browserId);
  }

  /** Those that are meant, the surest first. */
  #matching({ browserId }: OmniboxAsk, text: string): [Provider, Match][] {
    const { services, providers, chosen } = this.#parts;
    const matching = providers.inBrowser(browserId).flatMap((provider): [Provider, Match][] => {
      const match = matchOf(provider.triggers, text) ?? (chosen.isIt(provider) ? anyway(text) : null);
      return match && maySuggest(services, provider.page) ? [[provider, match]] : [];
    });
    return matching.toSorted(([, a], [, b]) => b.confidence - a.confidence).slice(0, maxAsked);
  }

  async #ask(
    ask: OmniboxAsk,
    provider: Provider,
    match: Match,
    { sinceLast, signal }: { readonly sinceLast: number; readonly signal: AbortSignal },
  ): Promise<Suggestion[]> {
    if (provider.shortcut) return [shortcutSuggestion(provider, match)];
    const { services } = this.#parts;
    const { page } = provider;
    const request = { ...ownOf(ask.request), signal };
    const what = { kind: 'at-page', member } as const;
    const use = { scope: 'addressBar:suggest', id: 'page/agent.addressBar.query', what } as const;
    const answer = await services.agentServices.router.use(
      page.agentOf,
      { ...use, params: { query: match.query }, request, policy: { patienceMs } },
      async (expectAllowed, whileAllowed) => {
        expectAllowed();
        const said = await this.#said(ask, provider, match, { sinceLast, signal: whileAllowed });
        expectAllowed();
        return said;
      },
    );
    return readSuggestions(resultOf({ decided: () => {} }, answer), match.confidence);
  }

  async #said(
    ask: OmniboxAsk,
    { id, page, endpoint }: Provider,
    { query, trigger }: Match,
    { sinceLast, signal }: { readonly sinceLast: number; readonly signal: AbortSignal },
  ): Promise<unknown> {
    if (endpoint) return (await askFor({ origin: page.origin, url: endpoint, body: { query }, signal }))?.value;
    const typing = { isTyping: sinceLast < 300, timeSinceLastKeystroke: sinceLast };
    const context = { query, trigger, ...typing, ...this.#tabFor(ask, page) };
    const options = { parent: ask.request.seq, signal, timeoutMs: patienceMs };
    return page.ask(pageAsks.addressBarQuery, { providerId: id, context }, options);
  }

  /** Only for a page that may know it. */
  #tabFor({ browserId, tabId }: OmniboxAsk, page: Page): object {
    const { services } = this.#parts;
    const tab = tabId === null ? null : services.tabs.get(browserId, tabId);
    if (!tab || pageStanding(bookOf(services), page, 'addressBar:context') !== 'granted') return {};
    const domain = URL.canParse(tab.url) ? new URL(tab.url).hostname : '';
    return { currentTab: { url: tab.url, title: tab.title, domain } };
  }

  #told(browserId: string, found: readonly Found[]): OmniboxSuggestion[] {
    const kept = this.#kept.get(browserId) ?? new Map<string, Selected>();
    const best = found.toSorted((a, b) => b.confidence - a.confidence).slice(0, maxSuggestions);
    const told = best.map(({ provider, query, said, chosen, type, title, description }) => {
      this.#lastId += 1;
      const id = `suggestion-${this.#lastId}`;
      kept.set(id, { provider, query, said: bounded(said), chosen });
      return { id, type, title, description, provider: provider.name, origin: provider.page.origin };
    });
    for (const id of [...kept.keys()].slice(0, Math.max(0, kept.size - maxKept))) kept.delete(id);
    this.#kept.set(browserId, kept);
    return told;
  }
}

function bounded(said: unknown): unknown {
  return (JSON.stringify(said)?.length ?? 0) <= maxSaidChars ? said : {};
}

function maySuggest(services: PageServices, page: Page): boolean {
  return (
    !services.rules.isBlocked(page.origin) && pageStanding(bookOf(services), page, 'addressBar:suggest') === 'granted'
  );
}

/** The user's first choice is asked about everything. */
function anyway(text: string): Match | null {
  const query = text.trim();
  return query === '' ? null : { trigger: { type: 'always', value: '' }, query, confidence: 0.5 };
}

/** Before anything is typed after the trigger it tells what can be. */
function shortcutSuggestion({ shortcut }: Provider, { query, confidence }: Match): Suggestion {
  const { trigger = '', description = '', examples = [], tool = '' } = shortcut ?? {};
  const common = { said: {}, confidence };
  if (query === '')
    return {
      ...common,
      ...{ type: 'action', title: trigger, description },
      chosen: { kind: 'show', text: examples.join('\n') || description },
    };
  return {
    ...common,
    ...{ type: 'tool', title: `${trigger} ${query}`, description },
    chosen: { kind: 'tool', name: tool, args: {} },
  };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function ownOf({ id, method, params, seq }: IncomingRequest): Omit<IncomingRequest, 'signal'> {
  return { method, params, seq, ...(id !== undefined && { id }) };
}
