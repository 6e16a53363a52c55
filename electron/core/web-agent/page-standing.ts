// Whether a page has what a member needs: the scopes of the Web Agent API as grants of the hub.
import { pageScopes } from '../../../contract/web-agent.ts';
import { grantsOf, standingOf } from '../sites/site-standing.ts';
import { PageFault } from './page-fault.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { PageGrantType, PageScope } from '../../../contract/web-agent.ts';
import type { Book, StandingAsk } from '../sites/site-standing.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

/** To call tools is to call those of the page itself, of servers and of plugins (`site-grants.ts`). */
export function hubScopes(scope: PageScope): readonly Scope[] {
  return scope === 'mcp:tools.call' ? ['mcp:tools.call', 'servers:call', 'plugins:call'] : [scope];
}

export function bookOf({ grants, policy, platform }: Pick<PageServices, 'grants' | 'policy' | 'platform'>): Book {
  return { grants, policy, now: () => platform.now() };
}

/** `missing`: nobody has decided. For calls of tools one tool that is allowed is enough; which one is looked at with the call. */
export type PageStanding = 'granted' | 'denied' | 'missing';

export function pageStanding(
  book: Book,
  { origin, tab }: Pick<Page, 'origin' | 'tab'>,
  scope: PageScope,
): PageStanding {
  const asked = hubScopes(scope).map((hub): StandingAsk => ({ origin, scope: hub, fromTab: tab }));
  const standings = asked.map(ask => standingOf(book, ask));
  if (standings.some(({ kind }) => kind === 'allow')) return 'granted';
  const open = asked.filter((_, at) => standings[at]?.kind !== 'deny');
  const some = open.some(({ scope: hub }) => allowancesOf(book, { origin, tab }, hub).length > 0);
  if (scope === 'mcp:tools.call' && some) return 'granted';
  return standings.every(({ kind }) => kind === 'deny') ? 'denied' : 'missing';
}

/** What is allowed of a scope to this page, tools named or not. */
export function allowancesOf(book: Book, { origin, tab }: Pick<Page, 'origin' | 'tab'>, scope: Scope) {
  const isHere = (at: typeof tab | null) => at === null || (at.browserId === tab.browserId && at.tabId === tab.tabId);
  return grantsOf(book, origin, scope).filter(({ effect, tab: at }) => effect === 'allow' && isHere(at));
}

/** Throws ERR_PERMISSION_DENIED for what is denied, and ERR_SCOPE_REQUIRED for what nobody has decided (spec 003 "Enforcement Flow"). */
export function expectGranted(book: Book, page: Page, scopes: readonly PageScope[]): void {
  const standings = scopes.map(scope => ({ scope, standing: pageStanding(book, page, scope) }));
  const denied = standings.find(({ standing }) => standing === 'denied');
  if (denied) throw deniedFault(page, denied.scope);
  const missingScopes = standings.flatMap(({ scope, standing }) => (standing === 'missing' ? [scope] : []));
  const [first] = missingScopes;
  if (first !== undefined) throw missingFault(page, first, missingScopes);
  expectInherited(book, page, scopes);
}

/** What a page does for others they have to be allowed themselves. Nobody is asked in their name. */
function expectInherited(book: Book, { work }: Page, scopes: readonly PageScope[]): void {
  for (const caller of work.callers) {
    const lacking = scopes.find(scope => pageStanding(book, caller, scope) !== 'granted');
    if (lacking !== undefined) throw notInherited(caller, lacking);
  }
}

export function notInherited({ origin }: Pick<Page, 'origin'>, scope: PageScope): PageFault {
  const text = `Permission "${scope}" is not held by ${origin}, for which this page works now; a page does nothing for another that the other may not do itself.`;
  return new PageFault('ERR_PERMISSION_DENIED', text, { origin, scope, requiredScope: scope, missingScopes: [scope] });
}

export function deniedFault({ origin }: Pick<Page, 'origin'>, scope: PageScope): PageFault {
  const text = `Permission "${scope}" was denied to ${origin}; its user can change that in Pilothouse under Permissions.`;
  return new PageFault('ERR_PERMISSION_DENIED', text, { origin, scope, requiredScope: scope, missingScopes: [scope] });
}

function missingFault({ origin }: Page, requiredScope: PageScope, missingScopes: readonly PageScope[]): PageFault {
  const text = `Permission "${requiredScope}" is required; call agent.requestPermissions({scopes}) first.`;
  return new PageFault('ERR_SCOPE_REQUIRED', text, { origin, scope: requiredScope, requiredScope, missingScopes });
}

export function grantTypeOf(book: Book, page: Page, scope: PageScope): PageGrantType {
  const standing = pageStanding(book, page, scope);
  if (standing === 'denied') return 'denied';
  if (standing === 'missing') return 'not-granted';
  const allowed = hubScopes(scope).flatMap(hub => allowancesOf(book, page, hub));
  // Where the policy allows it there is no grant, and it holds as long as that.
  const isLasting = allowed.length === 0 || allowed.some(({ lifetime }) => lifetime === 'always');
  return isLasting ? 'granted-always' : 'granted-once';
}

export function isPageScope(value: unknown): value is PageScope {
  return pageScopes.some(scope => scope === value);
}
