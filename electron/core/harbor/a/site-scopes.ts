// Scopes and types of grants as the wire names them, and as the hub's grants have them.
import { scopes } from '../../../../contract/permissions.ts';
import { hubError } from '../../../../words/hub-error.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';

export const grantTypes = ['ALLOW_ONCE', 'ALLOW_ALWAYS', 'DENY'] as const;
export type GrantType = (typeof grantTypes)[number];

/** To call tools is to call those of servers: what the browser's tools need is a page never granted by this wire. */
const toHub: Readonly<Record<string, Scope>> = {
  'mcp:tools.call': 'servers:call',
  'mcp:server.connect': 'mcp:servers.register',
};
const toWire: Readonly<Partial<Record<Scope, string>>> = { 'servers:call': 'mcp:tools.call' };
/** What a page may be granted; the others are for agents. */
const ofPages: readonly Scope[] = [
  'model:prompt',
  'model:tools',
  'mcp:tools.list',
  'servers:call',
  'mcp:servers.register',
  'browser:activeTab.read',
  'browser:activeTab.interact',
  'browser:activeTab.screenshot',
  'browser:navigate',
  'browser:tabs.read',
  'browser:tabs.create',
  'chat:open',
];

/** Throws ERR_INVALID_ARGUMENTS for a scope that no page has. */
export function scopeOfWire(text: string): Scope {
  const scope = Object.hasOwn(toHub, text) ? toHub[text] : Object.hasOwn(scopes, text) ? (text as Scope) : undefined;
  const isDirect = scope !== undefined && text !== 'servers:call' && ofPages.includes(scope);
  if (isDirect) return scope;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'site-no-scope', found: JSON.stringify(text.slice(0, 100)) });
}

/** Null for a scope that the wire does not know. */
export function scopeOnWire(scope: Scope): string | null {
  return ofPages.includes(scope) ? (toWire[scope] ?? scope) : null;
}

/** Throws ERR_INVALID_ARGUMENTS. */
export function grantTypeOf(value: unknown): GrantType {
  const type = value === undefined || value === null ? 'ALLOW_ONCE' : grantTypes.find(known => known === value);
  if (type) return type;
  const found = (JSON.stringify(value) ?? '').slice(0, 100);
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'site-no-grant-type', found });
}

export function typeOfGrant({ effect, lifetime }: Pick<Grant, 'effect' | 'lifetime'>): GrantType {
  if (effect === 'deny') return 'DENY';
  return lifetime === 'always' ? 'ALLOW_ALWAYS' : 'ALLOW_ONCE';
}
