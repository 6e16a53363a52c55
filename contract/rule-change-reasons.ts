// Changes of what is allowed, as values: what was changed and who asked for it, for the audit, notices and the terminal.
import type { RunMode, ToolListing } from './entities.ts';
import type { Lifetime, Scope } from './permissions.ts';

type Effect = 'allow' | 'deny';
type Start = 'ask' | 'own-tabs' | 'read-only';

/** What of the rules was changed. */
export interface ChangedRuleReasons {
  'asking-process': { program: string | null; pid: number };
  'asker-left': object;
  'own-child-asks': object;

  'grant-line': {
    effect: Effect;
    subjectKind: 'client' | 'origin' | 'plugin' | 'hub';
    subject: string;
    scope: Scope;
    tools: readonly string[] | null;
    reading: boolean;
    placeKind: 'any' | 'site' | 'tab' | 'server' | 'plugin';
    /** An origin, a tab's number or a server; null everywhere. */
    place: string | null;
    /** Of a tab. */
    browser: string | null;
    lifetime: Lifetime;
  };
  'address-wanted': object;
  'address-given': object;
  'policy-read': { path: string; rules: number };
  'policy-list-fetched': object;
  /** `entry` is its name and version; null for a bundle. */
  'install-begun': { server: string; entry: string | null };
  /** `address` is the one that it has then. */
  'catalogue-source-set': {
    source: string;
    address: string;
    how: 'added' | 'changed' | 'switched-on' | 'switched-off' | 'taken-away';
  };
  'hub-ends': object;

  'mode-set': { was: RunMode; mode: RunMode };
  'agent-mode-set': { agent: string; mode: RunMode };
  'agent-freed': { agent: string };
  'lock-pause-set': { on: boolean };
  'cli-widens-set': { on: boolean };
  'credential-made': { name: string; start: Start };
  'credential-revoked': { client: string };
  'client-admitted': { client: string; admitted: boolean };
  'client-start-set': { client: string; start: Start };
  'client-listing-set': { client: string; listing: ToolListing };
  'client-sees-hub-set': { client: string; on: boolean };
  'browser-decided': { browser: string; how: 'approved' | 'refused' | 'forgotten' };
  'servers-added': { servers: readonly string[] };
  /**
   * From another app, beside servers: sign-ins, their clients, models with their keys. `replaced`: names of those that take the place of one
   * that is here; older audits do not tell.
   */
  'things-taken': { count: number; replaced?: readonly string[] };
  'server-run-set': { server: string; how: 'started' | 'stopped' | 'restarted' };
  'tool-called': { tool: string };
  /** A code was made that lets one browser in. */
  'pairing-code-made': object;
  /** A browser came with it, and is approved by that. */
  'browser-paired': { browser: string };
  'server-approved': { server: string };
  'server-options-set': { server: string; options: readonly string[] };
  'server-configured': { server: string };
  'server-taken-away': { server: string };
  'secret-changed': { secret: string; isSet: boolean };
  'account-client-changed': { provider: string; isSet: boolean };
  'tool-switched': { tool: string; client: string | null; on: boolean };
  'tool-reviewed': { tool: string; accept: boolean };
  'tools-accepted': { server: string; tools: readonly string[] };
  'learning-switched': { on: boolean };
  'learning-accepted': { accepted: number; refused: number };
  'endpoint-set': { endpoint: string; on: boolean };
  'endpoint-token-made': { endpoint: string };
  /** Metrics for Prometheus. */
  'prometheus-set': { on: boolean };
  'prometheus-token-made': object;
  'mcp-server-set': { options: readonly string[] };
  'retention-set': object;
  'limits-set': { limits: readonly string[] };
  /** `flags`: those that were set, such as `toolCalling on`. */
  'site-set': { origin: string; blocked: boolean | null; flags: readonly string[] };
  /** For all pages: such as `files on`. */
  'site-rules-set': { changes: readonly string[] };
  'site-forgotten': { origin: string };
  'site-tool-ticked': { origin: string; tool: string; on: boolean };
  'site-answered': {
    origin: string;
    effect: Effect;
    lifetime: 'once' | 'always';
    scopes: readonly string[];
    tools: readonly string[];
  };
  'manifest-set': { host: string; browser: string; isInstalled: boolean };
}
