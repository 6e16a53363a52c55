// Permissions of pages as the wire has them: grants of the hub whose subject is the origin. What the extension's own window has asked its
// user counts; it lifts nothing that was denied in Pilothouse or by the policy.
import { inEnglish } from '../../../../words/english.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { grantReason } from '../../permissions/change-reasons.ts';
import { webOrigin } from '../../sites/site-registry.ts';
import { grantsOf, standingOf } from '../../sites/site-standing.ts';
import { extensionAsker } from '../confirmed-in-time.ts';
import { harborClientId } from '../harbor-services.ts';
import { Fault, failingAs, needText, numberIn, textsIn } from './asked.ts';
import { confirmed } from './confirmed.ts';
import { grantTypeOf, scopeOfWire, scopeOnWire, typeOfGrant } from './site-scopes.ts';
import { tabsOf } from './tab-grants.ts';
import { toolIdOnWire, toolOfWire } from './tool-words.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { NewGrant } from '../../permissions/grant-registry.ts';
import type { Book, Standing } from '../../sites/site-standing.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';

type Wanted = NewGrant & { readonly lifetime: 'once' | 'always' };

/** Of all that this wire has granted and denied. A denial comes in the place of an allowance, and may be one more where there is none. */
const maxGrants = 1_000;
const maxDenials = 10_000;
/** As of a grant that the panel makes. */
const maxTools = 200;
const maxToolChars = 200;

export function permissionFamily(services: HarborAServices): Family {
  const { grants } = services;
  const book = bookOf(services);
  return {
    host_grant_permission: failingAs('permission_error', asked => grantPermission(services, asked)),
    host_revoke_permission: failingAs('permission_error', asked => revokePermission(services, asked)),
    host_check_permission: failingAs('permission_error', asked => {
      const { origin, scope } = aboutPage(asked);
      const standing = standingOf(book, { origin, scope });
      if (standing.kind === 'allow')
        return { granted: true, grant: wireGrant(services, standing.by?.grant ?? null, scope) };
      const [other] = standing.kind === 'none' ? standing.others : [];
      if (other) return { granted: true, grant: wireGrant(services, other, scope) };
      const { code, message, details } = refusalOf(standing, origin, scope);
      return { granted: false, error: { code, message, details } };
    }),
    host_get_permissions: failingAs('permission_error', asked => {
      const origin = webOrigin(needText(asked, 'origin', "Missing required field: 'origin'"));
      return { grants: grantsOf(book, origin).flatMap(grant => wireGrant(services, grant, grant.scope) ?? []) };
    }),
    host_expire_tab_grants: failingAs('permission_error', asked => {
      const tabId = numberIn(asked, 'tab_id');
      if (tabId === undefined) throw new Fault('invalid_request', "Missing required field: 'tab_id'");
      return { expired: tabsOf(asked.via, grants).ended(tabId) };
    }),
  };
}

async function grantPermission(services: HarborAServices, asked: Asked): Promise<Answer> {
  const { grants, changes, grantTurns } = services;
  const book = bookOf(services);
  const wanted = grantOf(services, asked);
  expectNotDenied(book, wanted);
  expectRoom(book, wanted);
  await heeded(services, asked, wanted);
  await grantTurns(async () => {
    // While this waited, its user may have denied it in Pilothouse, and others may have come first.
    expectNotDenied(book, wanted);
    expectRoom(book, wanted);
    const replaced = ownGrants(book, wanted.subject.id, wanted.scope);
    const displaced = replaced.length === 0 && wanted.effect === 'deny' ? displacedBy(book) : null;
    await grants.add(wanted);
    for (const { id } of replaced) await revoke(grants, id);
    if (displaced) await endGrant(services, asked, displaced);
  });
  changes.made(extensionAsker, asked.type, grantReason(wanted));
  return { granted: true };
}

function ofThisWire(book: Book): Grant[] {
  return book.grants.all().filter(({ via }) => via === harborClientId);
}

/** Throws where there are as many as are kept, unless it comes in the place of one. */
function expectRoom(book: Book, { subject, scope, effect }: Wanted): void {
  const most = effect === 'deny' ? maxDenials : maxGrants;
  if (ofThisWire(book).length < most || ownGrants(book, subject.id, scope).length > 0) return;
  throw hubError('ERR_RATE_LIMITED', { kind: 'site-too-many-grants', most });
}

/** The oldest allowance, where there are as many as are kept: its page has to ask again. */
function displacedBy(book: Book): Grant | null {
  const own = ofThisWire(book);
  return own.length < maxGrants ? null : (own.find(({ effect }) => effect === 'allow') ?? null);
}

/** What it granted or denied itself, and what else allows: a denial that was given in Pilothouse stays. */
async function revokePermission(services: HarborAServices, asked: Asked): Promise<Answer> {
  const { origin, scope } = aboutPage(asked);
  const isOurs = ({ via, effect }: Grant) => via === harborClientId || effect === 'allow';
  await services.grantTurns(async () => {
    for (const grant of grantsOf(bookOf(services), origin, scope).filter(isOurs))
      await endGrant(services, asked, grant);
  });
  return { revoked: true };
}

async function endGrant({ grants, changes }: HarborAServices, asked: Asked, grant: Grant): Promise<void> {
  await revoke(grants, grant.id);
  const what = { kind: 'grant-revoked', id: grant.id, grant: grantReason(grant) } as const;
  changes.made(extensionAsker, asked.type, what);
}

export function bookOf({ grants, policy, platform }: HarborAServices): Book {
  return { grants, policy, now: () => platform.now() };
}

/** What a page lacks, with the codes and sentences of the wire. */
export function refusalOf(standing: Exclude<Standing, { kind: 'allow' }>, origin: string, scope: Scope) {
  const named = scopeOnWire(scope) ?? scope;
  const details = { origin, scope: named };
  if (standing.kind === 'deny')
    return { code: 'ERR_PERMISSION_DENIED', message: `Permission "${named}" was denied for this origin`, details };
  const message = `Permission scope "${named}" is required but not granted`;
  return { code: 'ERR_SCOPE_REQUIRED', message, details };
}

function aboutPage(asked: Asked): { origin: string; scope: Scope } {
  const origin = webOrigin(needText(asked, 'origin', "Missing required field: 'origin'"));
  return { origin, scope: scopeOfWire(needText(asked, 'scope', "Missing required field: 'scope'")) };
}

function grantOf(services: HarborAServices, asked: Asked): Wanted {
  const { origin, scope } = aboutPage(asked);
  const type = grantTypeOf(asked.fields.grant_type);
  const tabId = numberIn(asked, 'tab_id');
  const allowed = textsIn(asked, 'allowed_tools');
  // Every tool where none is named, as the real one has it.
  const tools = scope === 'servers:call' && allowed?.length ? toolsOf(services, allowed) : null;
  return {
    subject: { kind: 'origin', id: origin },
    agentId: null,
    effect: type === 'DENY' ? 'deny' : 'allow',
    scope,
    tools,
    reading: false,
    resource: { kind: 'any' },
    lifetime: type === 'ALLOW_ONCE' ? 'once' : 'always',
    tab: type === 'ALLOW_ONCE' && tabId !== undefined ? tabsOf(asked.via, services.grants).tab(tabId) : null,
    via: harborClientId,
  };
}

function toolsOf(services: HarborAServices, allowed: readonly string[]): string[] {
  const tools = [...new Set(allowed.map(name => toolOfWire(services, name)))];
  if (tools.length <= maxTools && tools.every(({ length }) => length <= maxToolChars)) return tools;
  throw new Fault(
    'invalid_request',
    `allowed_tools holds at most ${maxTools} names of ${maxToolChars} characters; leave it out for every tool`,
  );
}

/** What the extension itself has granted or denied before, which its newer word replaces. */
function ownGrants(book: Book, origin: string, scope: Scope): Grant[] {
  return grantsOf(book, origin, scope).filter(({ via }) => via === harborClientId);
}

/** Throws ERR_PERMISSION_DENIED where the user has denied it elsewhere than in this very extension. */
function expectNotDenied(book: Book, { effect, subject: { id: origin }, scope }: NewGrant): void {
  if (effect === 'deny') return;
  const standing = standingOf(book, { origin, scope });
  if (standing.kind !== 'deny' || standing.by?.grant?.via === harborClientId) return;
  const by = standing.by?.source.kind ?? 'policy';
  const why = { kind: 'site-denied-here', origin, scope, by } as const;
  throw new Fault('ERR_PERMISSION_DENIED', inEnglish(why), { origin, scope: scopeOnWire(scope) });
}

/** Its window counts once the user has let Harbor in; before that each allowance waits in Pilothouse. A denial never waits. */
async function heeded(services: HarborAServices, asked: Asked, grant: Wanted): Promise<void> {
  if (grant.effect === 'deny' || services.clients.get(harborClientId)?.admitted === true) return;
  await confirmed(services, asked, { kind: 'grant', grant });
}

/** One that ended by itself meanwhile is gone already. */
async function revoke(grants: HarborAServices['grants'], id: string): Promise<void> {
  if (grants.all().some(grant => grant.id === id)) await grants.revoke(id);
}

/** Null for what the wire has no scope for. */
function wireGrant(services: HarborAServices, grant: Grant | null, asked: Scope): Answer | null {
  const scope = scopeOnWire(grant?.scope ?? asked);
  if (scope === null) return null;
  // Allowed by the policy, which has no time of its own.
  if (!grant) return { scope, grantType: 'ALLOW_ALWAYS', createdAt: 0 };
  return {
    scope,
    grantType: typeOfGrant(grant),
    createdAt: grant.createdAt,
    ...(grant.expiresAt !== null && { expiresAt: grant.expiresAt }),
    ...(grant.tab && { tabId: grant.tab.tabId }),
    ...(grant.tools && { allowedTools: grant.tools.map(id => toolIdOnWire(services, id)) }),
  };
}
