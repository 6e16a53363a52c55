// Asking the user for scopes on behalf of a page. What the answer grants, the questions' keeper stores.

import { PageFault } from './page-fault.ts';
import { bookOf, deniedFault, expectGranted, pageStanding } from './page-standing.ts';
import { askableTools } from './page-tools.ts';
import type { PageScope } from '../../../contract/web-agent.ts';
import type { Page } from './page.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export interface WantedScopes {
  readonly scopes: readonly PageScope[];
  readonly reason?: string | undefined;
  /** Names of tools, where the page names some. */
  readonly tools?: readonly string[] | undefined;
}

/**
 * Asks about what nobody has decided; what was denied is not asked about again. Resolves when the user has answered, or the question is
 * over. The asker's clock stands still meanwhile.
 */
export async function askScopes(services: PageServices, asked: PageAsked, wanted: WantedScopes): Promise<void> {
  const { page, request, time } = asked;
  const missing = wanted.scopes.filter(scope => isOpen(services, page, scope, wanted));
  if (missing.length === 0) return;
  const tools = missing.includes('mcp:tools.call') ? askableTools(services, page, wanted.tools) : null;
  const askedBefore = services.grants
    .all()
    .some(({ subject }) => subject.kind === 'origin' && subject.id === page.origin);
  const { key, origin, tab, title, embeddedIn } = page;
  const about = { document: key, origin, tab, title, embeddedIn, askedBefore };
  const goOn = time.hold();
  try {
    const ended = await services.questions.ask(
      about,
      { scopes: missing, reason: wanted.reason ?? null, tools },
      request.signal,
    );
    if (ended.kind !== 'answered') return;
    // What was allowed once was allowed to this document's tab, which may be elsewhere by now.
    if (!page.isHere) services.grants.tabShows(page.tab.browserId, page.tab.tabId, []);
  } finally {
    goOn();
  }
}

/** The same for a member that asks by itself. Throws where it may not go on. */
export async function expectAsked(
  services: PageServices,
  asked: PageAsked,
  scopes: readonly PageScope[],
  wanted: Omit<WantedScopes, 'scopes'> = {},
): Promise<void> {
  const book = bookOf(services);
  const denied = scopes.find(scope => pageStanding(book, asked.page, scope) === 'denied');
  if (denied) throw deniedFault(asked.page, denied);
  await askScopes(services, asked, { ...wanted, scopes });
  if (asked.request.signal.aborted) throw new PageFault('ERR_CANCELLED', 'The page does not wait for this any more.');
  expectGranted(book, asked.page, scopes);
}

/** A tool that was not among those the user has decided about is asked about too. */
function isOpen(services: PageServices, page: Page, scope: PageScope, { tools }: WantedScopes): boolean {
  const standing = pageStanding(bookOf(services), page, scope);
  if (standing === 'missing' || scope !== 'mcp:tools.call' || standing === 'denied') return standing === 'missing';
  return tools !== undefined && askableTools(services, page, tools).length > 0;
}
