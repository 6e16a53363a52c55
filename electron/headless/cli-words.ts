// What the command line says to a person, in each language; what programs read of it (`--json`) has none.
import type { Reason } from '../../contract/reasons.ts';
import type { Difference } from '../../contract/schemas/grants.ts';
import type { Grant, Resource, Subject } from '../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../contract/schemas/snapshot.ts';
import type { BrowserWords } from './words/browser-words.ts';

/** A difference in which both sides have something. */
export type SidedDifference = Extract<Difference, { rule: unknown }>;

interface Counts {
  readonly agents: number;
  readonly browsers: number;
  readonly servers: number;
  readonly allServers: number;
  readonly prompts: number;
}

/** Names, paths and ids go in as they are; who prints makes their unseen characters visible. */
export interface CliWords extends BrowserWords {
  /** What the hub says: why it refused, what does not work. */
  readonly reason: (reason: Reason) => string;
  readonly noHub: (file: string) => string;
  readonly windowComes: string;
  readonly runs: (home: string, url: string) => string;
  readonly runsAlready: (home: string, pid: string, url: string | null) => string;
  readonly browserIsLed: (page: string) => string;
  readonly stillStarting: (home: string) => string;
  readonly portTaken: (port: number) => string;
  readonly portForbidden: (port: number) => string;
  readonly stillRuns: (home: string, pid: number) => string;
  readonly status: (hub: Snapshot['hub']) => string;
  readonly counts: (counts: Counts) => string;
  readonly noGrants: string;
  readonly policy: (rules: number, path: string) => string;
  readonly lastGoodRules: string;
  readonly granted: (id: string, grant: string) => string;
  readonly revoked: (id: string) => string;
  readonly effects: Readonly<Record<Grant['effect'], string>>;
  readonly subjects: Readonly<Record<Subject['kind'], string>>;
  readonly lifetimes: Readonly<Record<Grant['lifetime'], string>>;
  readonly readingOnly: string;
  readonly place: (resource: Resource) => string;
  readonly used: (times: number) => string;
  readonly isAsked: string;
  /** `rule` is the code under which audit and traces have it. */
  readonly decided: (decision: 'allow' | 'deny', rule: string | null) => string;
  /** `effect` as `effects` has it. */
  readonly noFit: (rule: string, effect: string, differences: string) => string;
  /** What a rule says, and what a call has in its place; null for anything. */
  readonly differs: (what: SidedDifference['what'], rule: string, call: string | null) => string;
  readonly onlyReads: string;
  readonly ended: (moment: string) => string;
  readonly toAllow: (command: string) => string;
  readonly missingScope: string;
  readonly oneSubject: string;
  readonly onePlace: string;
  readonly noPort: (variable: string, text: string) => string;
  readonly noTab: (text: string) => string;
}
