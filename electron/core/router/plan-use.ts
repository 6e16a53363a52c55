// What an agent wants of the hub that is no tool, a model's answer or a place for tools of its own, as data for the gates.
import { scopes } from '../../../contract/permissions.ts';
import { unlimited } from './plan-call.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { Agent } from '../../../contract/schemas/entities.ts';
import type { AlsoAt, GatedCall, HubTarget } from '../gates/gate.ts';
import type { CallPolicy, IncomingRequest } from '../wire/incoming-request.ts';
import type { Wanting } from './agent-call.ts';
import type { HubView } from './plan-call.ts';

interface DecidedTab {
  readonly browserId: string;
  readonly tabId: number;
}

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
  /** The tab in which it is done, which has to be its asker's own; `verb` is the word of a refusal, such as `act in`. */
  readonly within?: DecidedTab & { readonly verb: string };
  /** Where it is done besides; what is denied there is refused. */
  readonly also?: readonly AlsoAt[];
  /** A page uses what it has brought itself. */
  readonly ownTool?: true;
  /** The user is asked about it unless a rule names that very site. */
  readonly asksUser?: 'site';
  readonly request: IncomingRequest;
  readonly policy?: CallPolicy;
  /** Told whenever it begins to wait for something else. */
  readonly onWait?: (waitsFor: Wanting) => void;
}

export function planUse(view: HubView, agent: Agent, use: HubUse): GatedCall {
  const { scope, id, what, site, asksUser, ownTool, within, also } = use;
  const inTab = within && { tab: view.tab(within.browserId, within.tabId), verb: within.verb };
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
    ...(also && { also }),
    target: { kind: 'hub', what, ...(inTab && { within: inTab }) },
  };
}
