// A statement of a spec, the tests that show what becomes of it, and whether it is held. docs/specs.md is written from such rows.

import type { NamedTest } from '../support/test-titles.ts';

interface Common {
  /** A heading of the spec. */
  readonly section: string;
  readonly statement: string;
  readonly tests: readonly NamedTest[];
}

/**
 * Otherwise: the wording is not followed on purpose, or contradicts itself or the real program; `why` says that and what happens instead.
 * Open: nobody serves it yet, `why` says what is missing; it has no test.
 */
export type Statement = Common &
  ({ readonly state: 'held' } | { readonly state: 'otherwise' | 'open'; readonly why: string });

export interface Spec {
  /** As the titles of its tests begin. */
  readonly number: '000' | '001' | '002' | '003' | '004';
  readonly name: string;
  readonly statements: readonly Statement[];
}

/** Names tests of one file. */
export function testsOf(file: string): (...titles: string[]) => NamedTest[] {
  return (...titles) => titles.map(title => ({ file, title }));
}

export function held(section: string, statement: string, ...tests: NamedTest[][]): Statement {
  return { section, statement, tests: tests.flat(), state: 'held' };
}

export function otherwise(section: string, statement: string, why: string, ...tests: NamedTest[][]): Statement {
  return { section, statement, tests: tests.flat(), state: 'otherwise', why };
}

export function open(section: string, statement: string, why: string): Statement {
  return { section, statement, tests: [], state: 'open', why };
}
