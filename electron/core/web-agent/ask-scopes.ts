// Asking the user for scopes on behalf of a page, and what an answer grants: every grant is for the page's origin, and what is allowed once
// is for its tab too.

import { PageFault } from './page-fault.ts';
import { allowancesOf, bookOf, deniedFault, expectGranted, hubScopes, pageStanding } from './page-standing.ts';
import { askableTools } from './page-tools.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Grant } from '../../../contract/schemas/permissions.ts';
import type { SiteAnswer } from '../../../contract/schemas/web-agent.ts';
import type { PageScope } from '../../../contract/web-agent.ts';
import type { NewGrant } from '../permissions/grant-registry.ts';
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
  const about = { document: page.key, origin: page.origin, tab: page.tab, title: page.title, askedBefore };
  const goOn = time.hold();
  try {
    const ended = await services.questions.ask(
      about,
      { scopes: missing, reason: wanted.reason ?? null, tools },
      request.signal,
    );
    if (ended.kind !== 'answered') return;
    await keepAnswer(services, page, ended.answer);
  } finally {
    goOn();
  }
}

/** The same for a member that asks by itself. Throws where it may not go on. */
export async function expectAsked(
  services: PageServices,
  asked: PageAsked,
  scopes: readonly PageScope[],
): Promise<void> {
  const book = bookOf(services);
  const denied = scopes.find(scope => pageStanding(book, asked.page, scope) === 'denied');
  if (denied) throw deniedFault(asked.page, denied);
  await askScopes(services, asked, { scopes });
  if (asked.request.signal.aborted) throw new PageFault('ERR_CANCELLED', 'The page does not wait for this any more.');
  expectGranted(book, asked.page, scopes);
}

/** A tool that was not among those the user has decided about is asked about too. */
function isOpen(services: PageServices, page: Page, scope: PageScope, { tools }: WantedScopes): boolean {
  const book = bookOf(services);
  const standing = pageStanding(book, page, scope);
  if (standing === 'missing' || scope !== 'mcp:tools.call' || standing === 'denied') return standing === 'missing';
  const known = new Set(
    hubScopes(scope).flatMap(hub => allowancesOf(book, page, hub).flatMap(({ tools: own }) => own ?? ['*'])),
  );
  if (tools === undefined || known.has('*')) return false;
  return askableTools(services, page, tools).some(({ id }) => !known.has(id));
}

/** By the answer, which several requests of one document may have waited for: it is kept once. */
const keeping = new WeakMap<SiteAnswer, Promise<void>>();

function keepAnswer(services: PageServices, page: Page, answer: SiteAnswer): Promise<void> {
  const known = keeping.get(answer) ?? keep(services, page, answer);
  keeping.set(answer, known);
  return known;
}

/** Each grant comes in the place of an older one of its kind. */
async function keep(services: PageServices, page: Page, answer: SiteAnswer): Promise<void> {
  const { grants } = services;
  const wanted = answer.scopes.flatMap(scope =>
    hubScopes(scope).map(hub => grantFor(services, page, answer, scope, hub)),
  );
  const replaced = wanted.flatMap(one => grants.all().filter(grant => isOfKind(grant, one)));
  const added = await grants.addAll(wanted);
  // What was allowed once was allowed to this document's tab, which may be elsewhere by now.
  const late = page.isHere ? [] : added.filter(({ lifetime }) => lifetime === 'once');
  for (const { id } of [...replaced, ...late]) if (grants.all().some(grant => grant.id === id)) await grants.revoke(id);
}

function isOfKind(grant: Grant, { subject, scope, effect, lifetime, tab }: NewGrant): boolean {
  const isSame = grant.subject.kind === subject.kind && grant.subject.id === subject.id && grant.scope === scope;
  const isHere = grant.tab?.tabId === tab?.tabId && grant.tab?.browserId === tab?.browserId;
  return (
    isSame &&
    isHere &&
    grant.effect === effect &&
    grant.lifetime === lifetime &&
    grant.via === undefined &&
    grant.resource.kind === 'any'
  );
}

function grantFor(
  services: PageServices,
  page: Page,
  { effect, lifetime, tools }: SiteAnswer,
  scope: PageScope,
  hub: Scope,
): NewGrant {
  const isOnce = effect === 'allow' && lifetime === 'once';
  const isOfTools = scope === 'mcp:tools.call' && effect === 'allow';
  const before = isOfTools
    ? allowancesOf(bookOf(services), page, hub).flatMap(grant =>
        grant.lifetime === lifetime ? (grant.tools ?? []) : [],
      )
    : [];
  const ticked = tools.filter(id => id.includes('::') === (hub === 'plugins:call'));
  return {
    subject: { kind: 'origin', id: page.origin },
    agentId: null,
    effect,
    scope: hub,
    // None ticked is none.
    tools: isOfTools ? [...new Set([...before, ...ticked])] : null,
    reading: false,
    resource: { kind: 'any' },
    lifetime: isOnce ? 'once' : 'always',
    tab: isOnce ? page.tab : null,
  };
}
