// Why a call was refused, as values: codes with the facts that its asker is told and the user is shown.
import type { RunMode } from './entities.ts';
import type { FleetAuthority, FleetRefusalReasons } from './fleet-policy-reasons.ts';
import type { Scope } from './permissions.ts';

export type ServerStateKind =
  | 'blocked'
  | 'installing'
  | 'stopped'
  | 'asleep'
  | 'starting'
  | 'running'
  | 'stopping'
  | 'crashed'
  | 'failed'
  | 'waiting'
  | 'unauthorized'
  | 'degraded';

/** The permission that a call had none of, and how the user gives it. */
export interface LackedPermission {
  readonly scope: Scope;
  /** Tool id. */
  readonly tool: string;
  readonly resource:
    | { readonly kind: 'any' }
    | { readonly kind: 'site'; readonly origin: string }
    | { readonly kind: 'tab'; readonly browserId: string; readonly tabId: number }
    | { readonly kind: 'server'; readonly serverId: string }
    | { readonly kind: 'plugin'; readonly pluginId: string };
  /** One line for a terminal. */
  readonly remedy: string;
}

/** What the call would act on, and what its page was called: for the user, and for the agent only where that is said. */
export interface DescribedFacts {
  readonly element?: string;
  readonly title?: string;
}

/** The same of a call that nobody was asked about. */
export interface DeniedFacts extends DescribedFacts {
  /** Its agent may read all of that by itself, so that it is told too. */
  readonly isTold?: true;
}

/** Why no tool of a plugin can be called; `away`: no browser that it lives in is connected. */
export type PluginDown = 'disabled' | 'unreachable' | 'error' | 'away';

export interface RefusalReasons extends FleetRefusalReasons {
  /** `of`: whose mode it is, that of all agents or of this one. */
  mode: { mode: Exclude<RunMode, 'running'>; of: 'all' | 'agent'; tool: string };
  'client-revoked': { agent: string };
  'client-shut-out': { client: string };
  'no-browser-connected': object;
  /** `others`: names and ids of those that are connected, empty for none. */
  /** `next`: the one of them in which the agent goes on by calling again. */
  'browser-not-connected': { browser: string; others: string; next: string | null };
  /** It is to be carried out in another browser than `before`, where it, or what its agent knows, was about; `byUser`: the user chose so. */
  'browser-changed': { before: string; browser: string; byUser: boolean };
  /** The agent works `here`, and the tab of that number is `there`; `isHere`: it has one here too, and may mean either. */
  'tab-elsewhere': { tabId: number; there: string; here: string; isHere: boolean };
  'no-own-tab': object;
  'no-tab': { tabId: number; browser: string };
  /** `state` is the kind of its state, null for a server that nobody knows. */
  'server-down': { serverId: string; state: ServerStateKind | null };
  /** `state` is null for a plugin that nobody knows. */
  'plugin-down': { pluginId: string; state: PluginDown | null };
  /** `agentId` is null for a tab of the user's own. */
  owner: { tabId: number; act: string; owner: 'you' | 'agent' | 'none'; agentId: string | null };
  'read-only-client': DeniedFacts & { client: string; tool: string };
  denied: LackedPermission &
    DeniedFacts & {
      by: 'grant' | 'policy' | 'fleet';
      id: string;
      /** Whose rule of the fleet it is; absent for any other. */
      fleet?: FleetAuthority;
      /** Why, in the words of the policy. */
      reason: string | null;
      client: string;
      /** The site of the frame that is refused, where it is not the page around it. */
      frame: string | null;
    };
  run: { run: string; max: number };
  origin: { origin: string; running: number; max: number };
  /** Nobody has allowed it; `hasOthers`: the asker may do as much with other tools. */
  undecided: LackedPermission &
    DescribedFacts & {
      since: 'not-answered' | 'rules-changed' | 'no-panel' | 'at-gateway' | 'not-allowed-any-more';
      hasOthers: boolean;
    };
  /** It is held to `domains`: those of the plan that the user agreed to, or those that its own program named with the call. */
  'off-plan': { site: string; domains: string; by: 'user' | 'program' };
  /** The page works for another one, of `origin`, which may not do this itself. */
  'for-another': { origin: string; tool: string; scope: Scope };
  /** The user's answer to this very call. */
  'this-use': DescribedFacts & { tool: string; scope: Scope };
  /** The user was asked about `before`, and it shows `after` now: origins, or null for a page of no site. */
  'tab-moved': { tabId: number | null; before: string | null; after: string | null };
}
