// Whoever is asked, refused or told at a terminal reads what agents of other hubs are called; the audit keeps their ids beside that.
import { expect, test, vi } from 'vitest';
import { RuleChanges } from '../../../../electron/core/permissions/rule-changes.ts';
import { inEnglish } from '../../../../words/english.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';
import type { RuleAsker, Widening } from '../../../../contract/schemas/rule-changes.ts';

const agent = 'hub:mia:0123456789abcdef';
const asker: RuleAsker = { via: 'cli', processes: [] };
const grant: Extract<Widening, { kind: 'grant' }>['grant'] = {
  effect: 'allow',
  subject: { kind: 'client', id: agent },
  scope: 'servers:call',
  tools: null,
  reading: false,
  resource: { kind: 'any' },
  lifetime: 'always',
  agentId: null,
};

test('A question about an agent of another hub has its name and that of its hub, and so has what comes of it.', async () => {
  const audit: Omit<AuditEntry, 'id'>[] = [];
  const [told, said] = [vi.fn<(line: string) => void>(), vi.fn<(line: string) => void>()];
  const changes = new RuleChanges({
    state: { set: (_, id) => queueMicrotask(() => changes.answer(id, 'deny')), remove: () => {} },
    audit: entry => void audit.push(entry),
    now: () => 0,
    nameOf: id => (id === agent ? 'mia / Claude Code' : null),
    alone: () => false,
    tell: () => false,
    say: said,
  });
  const { signal } = new AbortController();
  const asked = changes.confirm({ kind: 'grant', grant }, { asker, signal, told: reason => told(inEnglish(reason)) });
  await expect(asked).rejects.toThrow(/allow client mia \/ Claude Code: servers:call/);
  expect(told.mock.lastCall?.[0]).toContain('allow client mia / Claude Code: servers:call');
  expect(said.mock.lastCall?.[0]).toContain('allow client mia / Claude Code: servers:call');
  expect(audit[0]?.where).toContain('allow client mia / Claude Code: servers:call');
  expect(JSON.stringify(audit[0]?.why)).toContain(agent);
  // What its user has named is told as ever.
  changes.made(asker, 'clients:revoke', { kind: 'credential-revoked', client: 'claude-1a2b3c' });
  expect(said.mock.lastCall?.[0]).toContain('client claude-1a2b3c: its credential is revoked');
});
