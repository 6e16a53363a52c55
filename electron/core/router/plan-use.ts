// What an agent wants of the hub that is no tool, a model's answer or a place for tools of its own, as data for the gates.
import { scopes } from '../../../contract/permissions.ts';
import { unlimited } from './plan-call.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { GatedCall, HubTarget } from '../gates/gate.ts';
import type { CallPolicy, IncomingRequest } from '../wire/incoming-request.ts';
import type { HubView } from './plan-call.ts';

export interface HubUse {
  readonly scope: Scope;
  /** What trace, audit and rules call it: `models/chat`. */
  readonly id: string;
  /** What it is about, for people. */
  readonly what: HubTarget['what'];
  /** As it came, for the one who is asked. */
  readonly params: unknown;
  /** The site that it is about, where it is about one. */
  readonly site?: string;
  /** A page uses what it has brought itself. */
  readonly ownTool?: true;
  /** The user is asked about it unless a rule names that very site. */
  readonly asksUser?: 'site';
  readonly request: IncomingRequest;
  readonly policy?: CallPolicy;
}

export function planUse(view: HubView, agent: Agent, use: HubUse): GatedCall {
  const { scope, id, what, site, asksUser, ownTool } = use;
  return {
    mode: view.mode(),
    now: view.now(),
    client: view.client(agent.clientId),
    agent,
    tool: id,
    grants: view.grants(),
    // Those are of calls of tools.
    limits: unlimited,
    policy: view.policy(),
    scope,
    // A rule that allows scripts at large was made for no script that reads cookies.
    ...(scope === 'browser:script' && { asksUser: true }),
    ...(asksUser && { asksUser }),
    ...(ownTool && { ownTool }),
    readOnly: !scopes[scope].acts,
    destructive: false,
    resources: site === undefined ? [] : [{ kind: 'site', origin: site }],
    target: { kind: 'hub', what },
  };
}
