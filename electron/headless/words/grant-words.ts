// What `pilothouse grants` says.
import type { Difference } from '../../../contract/schemas/grants.ts';
import type { Grant, Resource, Subject } from '../../../contract/schemas/permissions.ts';

/** A difference in which both sides have something. */
type SidedDifference = Extract<Difference, { rule: unknown }>;

export interface GrantWords {
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
  readonly noTab: (text: string) => string;
}
