// Where on Permissions something is: its tab, and what is open there: `grants/24`, `policy/no-uploads`, `audit/rule=grant+24`.
import { readRule } from '../../contract/call-rules.ts';
import type { AuditFilter } from '../../contract/schemas/audit.ts';

type Outcome = NonNullable<AuditFilter['outcome']>;

export const permissionTabs = ['questions', 'grants', 'sites', 'policy', 'audit', 'learning'] as const;
export type PermissionTab = (typeof permissionTabs)[number];

export function permissionPath(tab: PermissionTab, id?: string | null): string {
  return id ? `${tab}/${id}` : tab;
}

/** Reads the selection of the address; anything unknown is the questions. */
export function readPermissionPath(selected: string | null): { tab: PermissionTab; id: string | null } {
  const [name = '', ...rest] = selected?.split('/') ?? [];
  const tab = permissionTabs.find(candidate => candidate === name) ?? 'questions';
  const id = rest.join('/');
  return { tab, id: id === '' ? null : id };
}

const outcomes = Object.keys({
  allow: true,
  deny: true,
  undecided: true,
  changed: true,
  dropped: true,
  stopped: true,
} satisfies Record<Outcome, true>) as readonly Outcome[];
const texts = ['text', 'clientId', 'agentId', 'scope', 'rule', 'where'] as const;
const times = ['since', 'until'] as const;

/** A filter as it stands in the address; the empty one is the empty text. */
export function writeAuditFilter(filter: AuditFilter): string {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

/** Reads what `writeAuditFilter` wrote; what it does not understand it leaves out. */
export function readAuditFilter(text: string | null): AuditFilter {
  const found = new URLSearchParams(text ?? '');
  const filter: AuditFilter = {};
  for (const name of texts) {
    const value = found.get(name);
    if (value) filter[name] = value;
  }
  for (const name of times) {
    const value = Number(found.get(name) ?? Number.NaN);
    if (Number.isFinite(value)) filter[name] = value;
  }
  const outcome = outcomes.find(candidate => candidate === found.get('outcome'));
  return outcome ? { ...filter, outcome } : filter;
}

/** All decisions that a rule made. */
export function usesPath(rule: string): string {
  return permissionPath('audit', writeAuditFilter({ rule }));
}

/** Where a rule is shown, by the code that traces and the audit give it; null for what is neither a grant nor in the policy. */
export function rulePath(code: string): string | null {
  const rule = readRule(code);
  if (rule?.kind !== 'grant' && rule?.kind !== 'policy') return null;
  return permissionPath(rule.kind === 'grant' ? 'grants' : 'policy', rule.id);
}
