// What a gate sees and says: a call as data in, pass, deny or ask out. Gates are pure.
import type { CallRule } from '../../../contract/call-rules.ts';
import type { RunMode } from '../../../contract/entities.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { ReasonOf } from '../../../contract/reasons.ts';
import type { PluginDown } from '../../../contract/refusals.ts';
import type { Agent, Browser, Client, Tab } from '../../../contract/schemas/entities.ts';
import type { Grant, Resource, Subject } from '../../../contract/schemas/permissions.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { LimitsSeen } from '../limits/call-limits.ts';
import type { FleetHeld } from '../permissions/policy/fleet-hold.ts';
import type { Rules } from '../permissions/rule-index.ts';
import type { Refusal } from './refusal.ts';

export interface BrowserTarget {
  readonly kind: 'browser';
  readonly browser: Browser | null;
  readonly needsTab: boolean;
  /** The hub answers it, and no browser has to be there. */
  readonly inHub?: true;
  /** Names and ids of the browsers that are there where `browser` is not; absent where it is. */
  readonly others?: string;
  /** The one of them in which the asker goes on by calling again. */
  readonly next?: Browser;
  /** The asker was moved here from that browser, by name, and has not called here since: what it means without naming a tab is there. */
  readonly moved?: { readonly from: string; readonly byUser: boolean };
  /** The asker has, or had, a tab of this number in another browser; `isHere`: in this one too. */
  readonly elsewhere?: { readonly browser: string; readonly isHere: boolean };
  /** The tab that was named, or else the asker's own that was used last. */
  readonly tabId: number | null;
  readonly tab: Tab | null;
  /** The document that the tab shows, where its browser tells. */
  readonly document: string | null;
  /** The site that is decided on stands in a frame of that document. */
  readonly inFrame: boolean;
  /** The documents in such frames that it is about; absent where its browser does not tell. */
  readonly frameDocuments?: readonly string[];
  /** `navigate`, `click in`: the word of a refusal. */
  readonly verb: string;
}

/** What of a server decides whether it can be called. */
export type ServerSeen = Pick<Server, 'id' | 'state'> & {
  /** Whose page has brought it; it serves that site alone unless it is open. */
  readonly site?: { readonly origin: string; readonly open: boolean };
  /** Of what it runs, as it is approved; absent where it runs elsewhere. */
  readonly hash?: string;
};

export interface ServerTarget {
  readonly kind: 'server';
  readonly serverId: string;
  readonly server: ServerSeen | null;
  /** It is about the server itself, which need not run for that. */
  readonly isManaged?: true;
}

/** What the hub has itself, and no server or browser. */
export interface HubTarget {
  readonly kind: 'hub';
  readonly what: ReasonOf<'at-model' | 'at-own-tools' | 'at-own-browser' | 'at-page' | 'at-page-site' | 'at-page-near'>;
  /** The tab in which its asker has something done, which has to be its own; `tab` is null where the tab is gone. */
  readonly within?: { readonly tab: Tab | null; readonly verb: string };
}

/** A site at which something is done besides; what a rule denies the asker there is refused, and nobody is asked about it. */
export interface AlsoAt {
  readonly scope: Scope;
  readonly site: string;
}

/** What of a plugin decides whether it can be called; null where there is none of that id. */
export interface PluginTarget {
  readonly kind: 'plugin';
  readonly pluginId: string;
  readonly state: PluginDown | 'active' | null;
}

/** A call that the user makes in the panel: nobody is asked about it, and what is denied stays denied. */
export interface UserCall {
  /** Whose call it repeats: what is denied to them is denied to the repetition too. */
  readonly subjects: readonly Subject[];
}

/** A page for which another page works. */
export interface WorkedFor {
  readonly origin: string;
  readonly tab: NonNullable<Grant['tab']>;
}

/**
 * `heldTo`: domains to which this call keeps, as its own program asked. `fromTab`: where the page is that asks. `worksFor`: pages on whose
 * behalf it asks, each of which would have to be allowed the same.
 */
export type GatedAgent = Agent & {
  readonly heldTo?: readonly string[];
  readonly fromTab?: NonNullable<Grant['tab']>;
  readonly worksFor?: readonly WorkedFor[];
};

export interface GatedCall {
  readonly mode: RunMode;
  readonly now: number;
  /** Null when the credential was revoked meanwhile. */
  readonly client: Client | null;
  readonly agent: GatedAgent;
  /** Tool id. */
  readonly tool: string;
  readonly scope: Scope;
  readonly readOnly: boolean;
  /** Asked about unless a rule names its tool, or that very site. */
  readonly asksUser?: true | 'site';
  /** The asker is a page, and its own site has brought what is called. */
  readonly ownTool?: true;
  /** Its server says that it may destroy something, or its plugin that it is dangerous. */
  readonly destructive: boolean;
  readonly resources: readonly Resource[];
  /** What is called, as its server, plugin or page describes it now; absent where the hub itself does. */
  readonly definition?: Readonly<Record<string, unknown>>;
  readonly also?: readonly AlsoAt[];
  readonly target: BrowserTarget | ServerTarget | PluginTarget | HubTarget;
  readonly grants: Rules;
  /** Of policy.json and of the fleet; both stand above the grants. */
  readonly policy: Rules;
  /** What the fleet holds back beside its rules; null or absent where it holds nothing of this agent. */
  readonly fleet?: FleetHeld | null;
  readonly limits: LimitsSeen;
  /** Nothing is its client's by itself, nor by any policy: what no grant allows does not run. */
  readonly grantedOnly?: true;
  /** Absent where an agent calls. */
  readonly byUser?: UserCall;
}

export type GateVerdict =
  | { readonly kind: 'pass'; readonly rule?: CallRule; readonly grant?: Grant | null }
  | { readonly kind: 'deny'; readonly refusal: Refusal }
  /** Refused with this unless it ends within the asker's patience. */
  | { readonly kind: 'wait'; readonly refusal: Refusal }
  | { readonly kind: 'ask' };

export type Gate = (call: GatedCall) => GateVerdict;

export const pass: GateVerdict = { kind: 'pass' };

export function deny(refusal: Refusal): GateVerdict {
  return { kind: 'deny', refusal };
}
