// The permission decision: a pure function of the request, the grants, the policy and the time.
import { scopes } from '../../../contract/permissions.ts';
import { specificity } from './rule.ts';
import type { CallRule, PlainRule } from '../../../contract/call-rules.ts';
import type { Resource } from '../../../contract/schemas/permissions.ts';
import type { PermissionRequest, Rule } from './rule.ts';
import type { Rules } from './rule-index.ts';

export type Decision =
  | { readonly kind: 'allow' | 'deny'; readonly rule: CallRule; readonly by: Rule | null }
  | { readonly kind: 'ask' };

/** The most specific rule of each effect that speaks of a call. */
interface Voices {
  deny: Rule | null;
  allow: Rule | null;
}

/** Any deny beats any allow; then the policy speaks before the user's grants, unless grants alone count; else the client's start decides. */
export function decide(request: PermissionRequest, grants: Rules, policy: Rules, now: number): Decision {
  const ordered = voicesOf(request, policy, now);
  const given = voicesOf(request, grants, now);
  const deny = ordered.deny ?? given.deny;
  if (deny) return by('deny', deny);
  if (request.start === 'read-only' && !request.readOnly) return byStart('deny', 'read-only-client');
  // What others are allowed somewhere is no grant to a client that has its own alone.
  const allow = (request.grantedOnly ? null : ordered.allow) ?? given.allow;
  if (allow) return by('allow', allow);
  // What a site offers by itself it could do without us.
  if (request.ownTool) return byStart('allow', 'own-tools');
  return request.start === null ? { kind: 'ask' } : withoutRule(request, request.start);
}

function withoutRule(request: PermissionRequest, start: 'ask' | 'own-tabs' | 'read-only'): Decision {
  // Whoever may use the gateway may read what servers offer to read: it is what their lists are for.
  if (request.scope === 'servers:read') return byStart('allow', 'approved-client');
  // It may see these tools in its list, and finds no others.
  if (request.scope === 'mcp:tools.list') return byStart('allow', 'approved-client');
  // Seeing one's own tabs tells an agent nothing that it did not make itself.
  if (request.scope === 'browser:tabs.read') return byStart('allow', 'own-tabs');
  // What a model writes may cost money, and so does nothing else that only reads.
  if (request.scope === 'model:prompt') return { kind: 'ask' };
  if (start === 'read-only') return byStart('allow', 'read-only-client');
  if (isToolOfOthers(request) && request.readOnly && isApproved(request)) return byStart('allow', 'reading-tool');
  if (start === 'own-tabs' && request.ownTab && scopes[request.scope].risk !== 'high')
    return byStart('allow', 'own-tabs');
  return { kind: 'ask' };
}

/** Of a server or of a plugin, which says itself whether it only reads. */
function isToolOfOthers({ scope }: PermissionRequest): boolean {
  return scope === 'servers:call' || scope === 'plugins:call';
}

/** Making its credential was the approval of a client. Whoever opens a socket had none, and spec 002 asks for each web origin. */
function isApproved({ verified, subjects }: PermissionRequest): boolean {
  return verified && !subjects.some(({ kind }) => kind === 'origin');
}

function voicesOf(request: PermissionRequest, rules: Rules, now: number): Voices {
  const voices: Voices = { deny: null, allow: null };
  const hear = (rule: Rule) => {
    if (!holds(rule, request, now)) return;
    const loudest = voices[rule.effect];
    if (!loudest || specificity(rule) > specificity(loudest)) voices[rule.effect] = rule;
  };
  rules.visit(request, request.scope, hear);
  // Who may call no tool of a server may not read from it either.
  if (request.scope === 'servers:read') {
    rules.visit(request, 'servers:call', rule => {
      if (rule.effect === 'deny' && rule.tools === null) hear(rule);
    });
  }
  return voices;
}

/** Of what the index cannot know: the time, the agent, whether the call only reads. */
function holds(rule: Rule, request: PermissionRequest, now: number): boolean {
  return (
    (rule.expiresAt === null || now < rule.expiresAt) &&
    (rule.agentId === null || rule.agentId === request.agentId) &&
    (!rule.reading || request.readOnly) &&
    holdsInTab(rule, request)
  );
}

/** What a page was allowed for now holds in the tab in which its user was asked. */
function holdsInTab({ grant }: Rule, { fromTab }: PermissionRequest): boolean {
  if (!fromTab || !grant?.tab || grant.subject.kind !== 'origin') return true;
  return grant.tab.browserId === fromTab.browserId && grant.tab.tabId === fromTab.tabId;
}

function by(kind: 'allow' | 'deny', rule: Rule): Decision {
  return { kind, rule: rule.source, by: rule };
}

function byStart(kind: 'allow' | 'deny', rule: PlainRule): Decision {
  return { kind, rule: { kind: rule }, by: null };
}

export function sameResource(a: Resource, b: Resource): boolean {
  switch (a.kind) {
    case 'any':
      return b.kind === 'any';
    case 'site':
      return b.kind === 'site' && a.origin === b.origin;
    case 'tab':
      return b.kind === 'tab' && a.browserId === b.browserId && a.tabId === b.tabId;
    case 'server':
      return b.kind === 'server' && a.serverId === b.serverId;
    case 'plugin':
      return b.kind === 'plugin' && a.pluginId === b.pluginId;
  }
}
