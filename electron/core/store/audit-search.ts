// How the audit is searched: what a filter is in SQL, and the column of facts that texts are looked for in.
import { outsideFacts } from '../../../contract/reason.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { AuditFilter } from '../../../contract/schemas/audit.ts';
import type { SqlValue } from './database.ts';

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

type Exact = Exclude<keyof AuditFilter, 'text' | 'where'>;

const exact: { readonly [K in Exact]: string } = {
  clientId: 'clientId = ?',
  agentId: 'agentId = ?',
  scope: 'scope = ?',
  rule: 'rule = ?',
  outcome: 'outcome = ?',
  since: 'at >= ?',
  until: 'at < ?',
};

/** All columns that a text is looked for in read the same in every language. */
const searched = ['what', 'rule', 'clientId', 'facts'].map(has);

/** An id among the facts stands whole in a line of its own. */
const ofNamed = ['clientId = ?', 'instr(facts, ?) > 0'];

/** `named` are the ids of clients and servers whose name has the filter's text in it. */
export function searchCondition({ text, where, ...others }: AuditFilter, named: readonly string[]): Condition {
  const all = Object.entries(others).flatMap(([name, value]): Condition[] =>
    value === undefined || value === '' ? [] : [{ sql: exact[name as Exact], values: [value] }],
  );
  if (where) all.push({ sql: has('facts'), values: [partOf(where)] });
  if (text) {
    const sql = [...searched, ...named.flatMap(() => ofNamed)].join(' OR ');
    all.push({ sql, values: [...searched.map(() => partOf(text)), ...named.flatMap(id => [id, lines([id])])] });
  }
  return { sql: all.map(({ sql }) => ` AND (${sql})`).join(''), values: all.flatMap(({ values }) => values) };
}

/** Finds the ids of clients and servers by a part of their name: the audit has ids, a person reads names. */
export function namedQuery(text: string): Condition {
  const ofTable = (table: string) => `SELECT id FROM ${table} WHERE ${has('name')}`;
  return { sql: `${ofTable('clients')} UNION ${ofTable('servers')} LIMIT 20`, values: [partOf(text), partOf(text)] };
}

/** What filters find an entry by: the facts of its values, and texts that no value says. */
export function factLines(facts: readonly (Reason | string | null)[]): string {
  return lines(outsideFacts(facts));
}

function lines(texts: readonly string[]): string {
  return `\n${texts.join('\n')}\n`;
}

function has(column: string): string {
  return `${column} LIKE ? ESCAPE '\\'`;
}

/** `_` and `%` stand for themselves. */
function partOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
