// A call as a person describes it, to grant it or to ask what would decide it: who, what, where, and the tools there are for it.
import { t } from '../../../words/language.ts';
import { isScope, scopeWords } from '../../../words/scope-words.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';
import type { NewGrant } from '../../../../contract/schemas/grants.ts';
import type { Resource, Subject } from '../../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../../contract/schemas/snapshot.ts';

export interface CallDescription {
  readonly subject: Subject;
  readonly scope: Scope;
  /** Empty is any tool. */
  readonly tool: string;
  readonly resource: Resource;
}

/** What a person would ask first: the newest client, everywhere. */
export function firstAsk(snapshot: Snapshot): CallDescription {
  const [newest] = Object.values(snapshot.clients).sort((a, b) => b.createdAt - a.createdAt);
  return {
    subject: { kind: 'client', id: newest?.id ?? '' },
    scope: 'servers:call',
    tool: '',
    resource: { kind: 'any' },
  };
}

/** A decision of the audit as a question; null for what no permission was needed for. */
export function askOf({ clientId, scope, what, place }: AuditEntry): CallDescription | null {
  if (clientId === null || scope === null || !isScope(scope)) return null;
  return { subject: { kind: 'client', id: clientId }, scope, tool: what, resource: resourceOf(place) };
}

function resourceOf(place: AuditEntry['place']): Resource {
  if (place?.kind === 'at-server') return { kind: 'server', serverId: place.server };
  const site = place?.kind === 'at-tab' || place?.kind === 'at-browser' ? place.site : null;
  return site ? { kind: 'site', origin: site } : { kind: 'any' };
}

/** Where a scope can be granted besides everywhere: on a server, on a site, or nowhere narrower. */
export function placeKind(scope: Scope): 'server' | 'site' | 'none' {
  if (scope.startsWith('servers:') || scope.startsWith('mcp:')) return 'server';
  return scope.startsWith('browser:') ? 'site' : 'none';
}

/** Tools that need a scope, of one server where the place is one. */
export function toolsFor(snapshot: Snapshot, scope: Scope, resource: Resource): string[] {
  return Object.values(snapshot.tools)
    .filter(tool => tool.scope === scope)
    .filter(
      ({ source }) => resource.kind !== 'server' || (source.kind === 'server' && source.serverId === resource.serverId),
    )
    .map(({ id }) => id)
    .toSorted();
}

export interface GrantDraft extends Omit<CallDescription, 'tool'> {
  readonly effect: NewGrant['effect'];
  readonly breadth: 'all' | 'reading' | 'tools';
  readonly tools: readonly string[];
  readonly lifetime: NewGrant['lifetime'];
  /** Whom the lifetime `agent` ends with. */
  readonly agentId: string | null;
}

/** What keeps a draft from being a grant, as a sentence; null when nothing does. */
export function draftFault({ subject, breadth, tools, resource, lifetime, agentId }: GrantDraft): string | null {
  if (subject.id.trim() === '')
    return subject.kind === 'client' ? t('Choose who it is for.') : t('Type a web origin such as https://app.example.');
  if (breadth === 'tools' && tools.length === 0) return t('Choose at least one tool.');
  if (resource.kind === 'site' && resource.origin.trim() === '')
    return t('Type a site such as https://app.example or *.app.example.');
  if (resource.kind === 'server' && resource.serverId === '') return t('Choose a server.');
  if (lifetime === 'agent' && agentId === null) return t('Choose the agent that it ends with.');
  return null;
}

export function newGrantOf(draft: GrantDraft) {
  const { effect, subject, scope, resource, breadth, tools, lifetime, agentId } = draft;
  return {
    effect,
    subject,
    scope,
    resource,
    lifetime,
    tools: breadth === 'tools' ? [...tools] : null,
    // What only reads cannot be narrowed to reading.
    reading: breadth === 'reading' && scopeWords(scope).acts,
    agentId: lifetime === 'agent' ? agentId : null,
  };
}
