// What the user has allowed and denied the site in front while no hub was there: it applies only without one, and each item can be revoked.
import { pageOriginAt } from '../../../contract/sites.ts';
import { pageScopes } from '../../../contract/web-agent.ts';
import { askToForget, decidedAbout } from '../web-agent/alone/alone-grants.ts';
import { el, redraw } from './dom.ts';
import { originView } from './origin-view.ts';
import { grantRow, said } from './site-block.ts';
import { scopeWithin, span, words } from './words/words.ts';
import type { AloneGrant } from '../web-agent/alone/alone-grants.ts';
import type { FrontTab } from './front-tab.ts';

export class AloneBlock {
  readonly #place: HTMLElement;
  #tab: FrontTab | null = null;
  #hasHub = false;
  #turn = 0;

  constructor(place: HTMLElement) {
    this.#place = place;
    place.hidden = true;
    chrome.storage.onChanged.addListener(() => void this.draw());
  }

  follow(tab: FrontTab | null): void {
    this.#tab = tab;
    void this.draw();
  }

  /** With a hub the block is shown only where something was decided. */
  hubIs(isThere: boolean): void {
    if (this.#hasHub === isThere) return;
    this.#hasHub = isThere;
    void this.draw();
  }

  async draw(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const tab = this.#tab;
    const origin = tab && !tab.isPrivate ? pageOriginAt(tab.url) : null;
    const now = Date.now();
    const grants = tab && origin !== null ? await decidedAbout({ origin, tabId: tab.tabId }, now) : [];
    // Another tab may be in front by now.
    if (turn !== this.#turn) return;
    this.#place.hidden = origin === null || (this.#hasHub && grants.length === 0);
    if (origin === null || this.#place.hidden) return redraw(this.#place);
    redraw(
      this.#place,
      el(
        'p',
        { class: 'xs' },
        el('span', { class: 'mm' }, this.#hasHub ? words.site.alone : words.site.head),
        this.#hasHub ? null : originView(origin),
      ),
      grants.length === 0
        ? el('p', { class: 'mm xs' }, words.site.nothingYet)
        : el(
            'div',
            { class: 'site-more' },
            el('ul', { class: 'gl', at: { 'aria-label': words.site.alone } }, ...rowsOf(origin, grants, now)),
          ),
    );
  }
}

/** A line for each scope, in the order in which they are asked for. */
function rowsOf(origin: string, grants: readonly AloneGrant[], now: number): HTMLElement[] {
  return pageScopes.flatMap(scope => {
    const own = grants.filter(grant => grant.scope === scope);
    // What was denied stays denied, and what holds for always outlasts what holds once.
    const grant = own.find(({ effect }) => effect === 'deny') ?? own.find(({ once }) => once === null) ?? own[0];
    if (!grant) return [];
    const { effect, once } = grant;
    const lasts = once === null ? words.site.always : words.site.left(span(once.until - now));
    const line = { effect, text: said(effect, whatOf(grant)), lasts, ids: [scope] };
    return [grantRow(line, () => askToForget(origin, scope))];
  });
}

/** Tools of servers of this browser are allowed one by one. */
function whatOf({ scope, effect, tools }: AloneGrant): string {
  if (scope !== 'mcp:tools.call' || effect === 'deny') return scopeWithin(scope);
  return tools && tools.length > 0 ? words.site.callTools(tools.length) : words.site.callNone;
}
