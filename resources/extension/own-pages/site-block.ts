// What the site in front may: its grants, each of which can be revoked, its six flags, and the block. It folds, and remembers that.
import { visibleText } from '../../../contract/visible-text.ts';
import { pageFlags, pageScopes } from '../../../contract/web-agent.ts';
import { calledTools, calls } from './called-tools.ts';
import { button, el, icon, redraw } from './dom.ts';
import { originView, siteName } from './origin-view.ts';
import { siteTools } from './site-tools.ts';
import { scopeWithin, span, words } from './words/words.ts';
import type { CompanionAct, SiteView } from '../../../contract/schemas/companion-pages.ts';
import type { PageFlag, PageScope } from '../../../contract/web-agent.ts';

type Grant = SiteView['grants'][number];

/** What one line tells: grants that belong together are revoked together. */
export interface GrantLine {
  readonly effect: Grant['effect'];
  readonly text: string;
  readonly lasts: string;
  readonly ids: readonly string[];
}

/** In the order in which scopes are asked for; to call tools is one line, whoever offers them. */
export function grantLines(grants: readonly Grant[], now: number): GrantLine[] {
  const lines: GrantLine[] = [];
  for (const effect of ['allow', 'deny'] as const) {
    const own = grants.filter(grant => grant.effect === effect);
    const calling = own.filter(({ scope }) => calls.has(scope));
    for (const scope of pageScopes) {
      if (scope !== 'mcp:tools.call') lines.push(...own.filter(grant => grant.scope === scope).map(lineOf(scope, now)));
      else if (calling.length > 0) lines.push(callLine(effect, calling, now));
    }
  }
  return lines;
}

function lineOf(scope: PageScope, now: number) {
  return (grant: Grant): GrantLine => ({
    effect: grant.effect,
    text: said(grant.effect, scopeWithin(scope)),
    lasts: lastsOf(grant, now),
    ids: [grant.id],
  });
}

function callLine(effect: Grant['effect'], calling: readonly Grant[], now: number): GrantLine {
  const [soonest] = calling.toSorted((a, b) => (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity));
  return {
    effect,
    text: said(effect, toolsOf(effect, calling)),
    lasts: soonest ? lastsOf(soonest, now) : '',
    ids: calling.map(({ id }) => id),
  };
}

function toolsOf(effect: Grant['effect'], calling: readonly Grant[]): string {
  const { groups, named } = calledTools(calling);
  const shown = groups.map(({ of, reading }) => ({ of: of === null ? null : visibleText(of), reading }));
  if (shown.length === 0 && named.size > 0) return words.site.callTools(named.size);
  if (effect === 'deny')
    return shown.length > 0 ? words.site.callAny(shown, named.size) : scopeWithin('mcp:tools.call');
  return shown.length > 0 ? words.site.callEvery(shown, named.size) : words.site.callNone;
}

export function said(effect: Grant['effect'], what: string): string {
  return effect === 'allow' ? words.site.may(what) : words.site.mayNot(what);
}

function lastsOf({ expiresAt, lifetime }: Grant, now: number): string {
  if (expiresAt !== null) return words.site.left(span(expiresAt - now));
  return lifetime === 'once' ? words.site.untilTab : words.site.always;
}

export function grantRow({ effect, text, lasts, ids }: GrantLine, revoke: () => void): HTMLElement {
  return el(
    'li',
    {},
    icon(effect === 'allow' ? 'check' : 'no', `i12 ${effect === 'allow' ? 'okc' : 'noc'}`),
    el('span', { class: 'cut', at: { title: text } }, text),
    el('span', { class: 'mm xxs' }, lasts),
    button(words.site.revoke, revoke, {
      ...{ class: 'link', key: `revoke ${ids.join(' ')}` },
      at: { 'aria-label': words.site.revokeWhat(text) },
    }),
  );
}

export interface SiteBlockOptions {
  readonly place: HTMLElement;
  readonly act: (act: CompanionAct) => void;
}

const foldKey = 'siteFolded';

export class SiteBlock {
  readonly #options: SiteBlockOptions;
  #isFolded = localStorage.getItem(foldKey) === 'yes';
  #showsFlags = false;
  #site: SiteView | null = null;

  constructor(options: SiteBlockOptions) {
    this.#options = options;
  }

  show(site: SiteView | null): void {
    this.#site = site;
    this.draw();
  }

  draw(): void {
    const site = this.#site;
    const { place } = this.#options;
    if (!site) return redraw(place, el('p', { class: 'mm xs' }, words.site.none));
    const label = this.#isFolded ? words.site.unfold : words.site.fold;
    redraw(
      place,
      el(
        'div',
        { class: 'line' },
        el('span', { class: 'xs grow' }, el('span', { class: 'mm' }, words.site.head), originView(site.origin)),
        button(words.site.flagsAndTools, () => this.#toggleFlags(), {
          ...{ class: 'link', key: 'flags' },
          at: { 'aria-expanded': String(this.#showsFlags && !this.#isFolded), 'aria-controls': 'site-more' },
        }),
        button(icon(this.#isFolded ? 'down' : 'up'), () => this.#fold(), {
          ...{ class: 'btn ico ghost sm', key: 'fold' },
          at: { 'aria-label': label, title: label, 'aria-expanded': String(!this.#isFolded) },
        }),
      ),
      this.#isFolded
        ? null
        : el('div', { class: 'site-more', at: { id: 'site-more', 'data-scroll': 'site' } }, ...this.#more(site)),
    );
  }

  #more(site: SiteView): (HTMLElement | null)[] {
    return [
      site.blocked
        ? el('p', { class: 'note fault', at: { role: 'status' } }, words.site.blocked(siteName(site.origin)))
        : null,
      site.offered ? null : el('p', { class: 'note' }, words.site.notOffered),
      this.#grants(site),
      ...(this.#showsFlags ? [siteTools(site), this.#flags(site)] : []),
    ];
  }

  #grants({ origin, grants, blocked }: SiteView): HTMLElement {
    const lines = grantLines(grants, Date.now());
    if (lines.length === 0) return el('p', { class: 'mm xs' }, blocked ? '' : words.site.nothingYet);
    const rows = lines.map(line => grantRow(line, () => this.#revoke(origin, line.ids)));
    return el('ul', { class: 'gl', at: { 'aria-label': words.site.label } }, ...rows);
  }

  #flags({ origin, flags, changed, blocked }: SiteView): HTMLElement {
    const names = Object.keys(pageFlags) as PageFlag[];
    return el(
      'div',
      { class: 'flags' },
      el('h2', { class: 'ph' }, words.site.flagHead),
      ...names.map(flag => {
        const id = `flag-${flag}`;
        const on = flags[flag];
        const toggle = el('button', {
          ...{ class: 'sw', key: id },
          at: { role: 'switch', 'aria-checked': String(on), 'aria-labelledby': id },
          on: { click: () => this.#options.act({ kind: 'set-flag', origin, flag, on: !on }) },
        });
        toggle.type = 'button';
        return el(
          'div',
          { class: 'line flag' },
          el('span', { class: 'grow xs', at: { id } }, words.site.flags[flag]),
          el('span', { class: 'mm xxs' }, changed.includes(flag) ? words.site.isChanged : words.site.isDefault),
          toggle,
        );
      }),
      button(
        blocked ? words.site.unblock : words.site.block,
        () => this.#options.act({ kind: 'block', origin, on: !blocked }),
        {
          ...{ class: blocked ? 'btn sm' : 'btn sm danger', key: 'block' },
        },
      ),
    );
  }

  #revoke(origin: string, ids: readonly string[]): void {
    for (const grantId of ids) this.#options.act({ kind: 'revoke', origin, grantId });
  }

  #fold(): void {
    this.#isFolded = !this.#isFolded;
    localStorage.setItem(foldKey, this.#isFolded ? 'yes' : 'no');
    this.draw();
  }

  #toggleFlags(): void {
    this.#showsFlags = this.#isFolded || !this.#showsFlags;
    if (this.#isFolded) this.#fold();
    else this.draw();
  }
}
