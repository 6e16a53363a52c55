// The list of sites: who stands in it, in which order, and what each may. Pure.
import { looksLikeAnother, readsAs } from '../../../../contract/host-reading.ts';
import { originParts } from '../../../../contract/origin-parts.ts';
import { fileOrigin } from '../../../../contract/sites.ts';
import { pageScopes } from '../../../../contract/web-agent.ts';
import { openSiteQuestions } from '../../../store/attention.ts';
import { isPageScope } from '../../../words/page-scope-words.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';
import type { Site, SiteQuestion } from '../../../../contract/schemas/web-agent.ts';
import type { PageScope } from '../../../../contract/web-agent.ts';

type PolicyRule = PolicyState['rules'][number];

/** What was decided about one scope of the API: by grants, or by lines of the policy, which nothing here can change. */
export interface ScopeRow {
  readonly id: string;
  readonly scope: PageScope;
  readonly effect: 'allow' | 'deny';
  readonly grants: readonly Grant[];
  readonly rule: PolicyRule | null;
}

export interface SiteRow {
  readonly id: string;
  readonly site: Site;
  readonly question: SiteQuestion | null;
  readonly scopes: readonly ScopeRow[];
  /** Tools that it may call by name. */
  readonly tools: readonly string[];
  /** Whether it may call tools that are not named, as where all of a plugin were allowed by hand. */
  readonly mayCallUnnamed: boolean;
  /** A name that it can be taken for, as it reads. */
  readonly reads: string | null;
  readonly looksLikeAnother: boolean;
  /** Whether a line of the policy speaks of it. */
  readonly isLocked: boolean;
}

/** Asking ones first, blocked ones last; else who did something last stands first. */
export function siteRows(snapshot: Snapshot): SiteRow[] {
  const questions = openSiteQuestions(snapshot);
  const grants = Object.values(snapshot.grants).filter(({ subject }) => subject.kind === 'origin');
  const origins = new Set([
    ...Object.keys(snapshot.sites),
    ...questions.map(({ origin }) => origin),
    ...grants.map(({ subject }) => subject.id),
  ]);
  if (origins.size > 0) origins.add(fileOrigin);
  const byOrigin = new Map<string, Grant[]>();
  for (const grant of grants) byOrigin.set(grant.subject.id, [...(byOrigin.get(grant.subject.id) ?? []), grant]);
  return [...origins]
    .map(origin => siteRow(snapshot, origin, byOrigin.get(origin) ?? [], questions))
    .sort((a, b) => place(a) - place(b) || lastOf(b) - lastOf(a) || a.id.localeCompare(b.id));
}

function siteRow(
  snapshot: Snapshot,
  origin: string,
  grants: readonly Grant[],
  questions: readonly SiteQuestion[],
): SiteRow {
  const rules = snapshot.hub.policy.rules.filter(({ subjects }) =>
    subjects.some(({ kind, id }) => kind === 'origin' && id === origin),
  );
  const reads = readsAs(originParts(origin).host);
  return {
    id: origin,
    site: snapshot.sites[origin] ?? unknownSite(origin, grants),
    question: questions.find(question => question.origin === origin) ?? null,
    scopes: scopeRows(grants, rules),
    tools: [...new Set(grants.flatMap(({ effect, tools }) => (effect === 'allow' ? (tools ?? []) : [])))],
    mayCallUnnamed: grants.some(grant => grant.effect === 'allow' && grant.tools === null && isCall(grant)),
    reads,
    looksLikeAnother: reads !== null && looksLikeAnother(reads),
    isLocked: rules.length > 0,
  };
}

/** One for each scope and effect, in the order of the scopes; those of the policy stand for themselves. */
function scopeRows(grants: readonly Grant[], rules: readonly PolicyRule[]): ScopeRow[] {
  const rows = new Map<string, ScopeRow>();
  for (const grant of grants) {
    const scope = pageScopeOf(grant.scope);
    if (scope === null) continue;
    const id = `${scope} ${grant.effect}`;
    const before = rows.get(id)?.grants ?? [];
    rows.set(id, { id, scope, effect: grant.effect, grants: [...before, grant], rule: null });
  }
  for (const rule of rules)
    for (const scope of new Set(rule.scopes.flatMap(name => pageScopeOf(name) ?? []))) {
      const id = `${scope} ${rule.id}`;
      rows.set(id, { id, scope, effect: rule.effect, grants: [], rule });
    }
  return [...rows.values()].sort(
    (a, b) => pageScopes.indexOf(a.scope) - pageScopes.indexOf(b.scope) || a.effect.localeCompare(b.effect),
  );
}

function isCall({ scope }: Grant): boolean {
  return pageScopeOf(scope) === 'mcp:tools.call';
}

/** The scope of the API that a grant stands for: to call tools of servers and plugins is one. */
export function pageScopeOf(scope: string): PageScope | null {
  if (scope === 'servers:call' || scope === 'plugins:call') return 'mcp:tools.call';
  return isPageScope(scope) ? scope : null;
}

function unknownSite(origin: string, grants: readonly Grant[]): Site {
  const firstAt = Math.min(...grants.map(({ createdAt }) => createdAt));
  return {
    ...{ origin, blocked: false, flags: {}, uses: 0, days: [0, 0, 0, 0, 0, 0, 0], overRate: null, pages: [] },
    firstAt: Number.isFinite(firstAt) ? firstAt : 0,
    lastAt: null,
  };
}

function place({ question, site, id }: SiteRow): number {
  if (question) return 0;
  if (site.blocked) return 3;
  return id === fileOrigin && site.lastAt === null ? 2 : 1;
}

function lastOf({ site, question }: SiteRow): number {
  return question?.askedAt ?? site.lastAt ?? 0;
}

export interface SiteFacets {
  /** As a filter is typed: words that a row has to have, in its origin, its scopes, its tools or its state. */
  readonly text: string;
  /** A state in words, for who types one. */
  readonly state: (row: SiteRow) => string;
}

export function filteredSites(rows: readonly SiteRow[], { text, state }: SiteFacets): SiteRow[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(row => {
    const own = [row.id, row.reads ?? '', ...row.scopes.map(({ scope }) => scope), ...row.tools, state(row)];
    const whole = own.join('\n').toLowerCase();
    return wanted.every(word => whole.includes(word));
  });
}

/** Uses and the last one, of all that it was allowed or denied by. */
export function usesOf({ grants }: ScopeRow): { uses: number; lastUsedAt: number | null } {
  const last = grants.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
  return {
    uses: grants.reduce((total, { uses }) => total + uses, 0),
    lastUsedAt: last.length > 0 ? Math.max(...last) : null,
  };
}

/** The grant that holds longest: for always, else until last. */
export function lastingOf({ grants }: ScopeRow): Grant | null {
  const always = grants.find(({ lifetime }) => lifetime === 'always');
  return always ?? grants.toSorted((a, b) => (b.expiresAt ?? 0) - (a.expiresAt ?? 0))[0] ?? null;
}
