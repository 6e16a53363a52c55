// Changes of what is allowed, as values: what was changed and who asked for it, for the audit, notices and the terminal.
import type { RunMode } from './entities.ts';
import type { Lifetime, Scope } from './permissions.ts';
import type { Reason } from './reasons.ts';
import type { Client } from './schemas/entities.ts';
import type { Resource, Subject } from './schemas/permissions.ts';
import type { RuleAsker } from './schemas/rule-changes.ts';

type Effect = 'allow' | 'deny';

export interface RuleChangeReasons {
  'rule-change': { what: Reason; by: Reason };
  /** `note` says why nobody had to be asked, or that somebody was. */
  'rule-asker': {
    via: RuleAsker['via'];
    processes: readonly Reason[];
    note: 'alone' | 'confirmed' | 'no-panel' | null;
  };
  'started-by': { program: Reason; by: readonly Reason[] };
  'asking-process': { program: string | null; pid: number };

  'change-waits': { what: Reason; minutes: number };
  'change-refused': { what: Reason };
  'change-not-confirmed': { what: Reason; minutes: number };
  'asker-left': object;
  'own-child-asks': object;

  'grant-line': {
    effect: Effect;
    subjectKind: Subject['kind'];
    subject: string;
    scope: Scope;
    tools: readonly string[] | null;
    reading: boolean;
    placeKind: Resource['kind'];
    /** An origin, a tab's number or a server; null everywhere. */
    place: string | null;
    /** Of a tab. */
    browser: string | null;
    lifetime: Lifetime;
  };
  'grant-added': { grant: Reason; id: string };
  'grant-revoked': { grant: Reason | null; id: string };
  'address-wanted': object;
  'address-given': object;
  'policy-read': { path: string; rules: number };
  'hub-ends': object;

  'mode-set': { was: RunMode; mode: RunMode };
  'agent-mode-set': { agent: string; mode: RunMode };
  'lock-pause-set': { on: boolean };
  'cli-widens-set': { on: boolean };
  'credential-made': { name: string; start: Client['start'] };
  'credential-revoked': { client: string };
  'client-admitted': { client: string; admitted: boolean };
  'client-start-set': { client: string; start: Client['start'] };
  'browser-decided': { browser: string; how: 'approved' | 'refused' | 'forgotten' };
  'server-approved': { server: string };
  'server-options-set': { server: string; options: readonly string[] };
  'server-configured': { server: string };
  'server-taken-away': { server: string };
  'secret-changed': { secret: string; isSet: boolean };
  'tool-switched': { tool: string; client: string | null; on: boolean };
  'tool-reviewed': { tool: string; accept: boolean };
  'prompts-answered': { effect: Effect; lifetime: Lifetime; calls: readonly Reason[] };
  'answered-call': { client: string; tool: string; where: string };
  'learning-switched': { on: boolean };
  'learning-accepted': { accepted: number; refused: number };
  'endpoint-set': { endpoint: string; on: boolean };
  'endpoint-token-made': { endpoint: string };
  'mcp-server-set': { options: readonly string[] };
  'retention-set': object;
  'limits-set': { limits: readonly string[] };
  'manifest-set': { host: string; browser: string; isInstalled: boolean };
}
