// The audit as text for other programs.
import { expect, test } from 'vitest';
import { auditText } from '../../../../electron/core/permissions/audit-export.ts';
import type { AuditEntry } from '../../../../contract/schemas/audit.ts';

const entry: AuditEntry = {
  id: 7,
  at: 0,
  clientId: 'c1',
  agentId: null,
  what: 'a "tool", named',
  scope: 'servers:call',
  where: 'server everything',
  rule: 'grant 24',
  outcome: 'allow',
};

test('JSONL is one object a line.', () => {
  expect(auditText([entry, entry], 'jsonl', true)).toBe(
    `${JSON.stringify({ ...entry, at: '1970-01-01T00:00:00.000Z' })}\n`.repeat(2),
  );
});

test('CSV quotes what needs it, and has its head in the first piece only.', () => {
  const row = '7,1970-01-01T00:00:00.000Z,c1,,"a ""tool"", named",servers:call,server everything,grant 24,allow,,,\r\n';
  const head = 'id,at,clientId,agentId,what,scope,where,rule,outcome,changedBy,decision,ended\r\n';
  expect([auditText([entry], 'csv', true), auditText([entry], 'csv', false)]).toEqual([head + row, row]);
});

test.each(['=HYPERLINK("x")', '+1', '-1', '@x', '\tx'])('%j is no formula for a spreadsheet.', what => {
  expect(auditText([{ ...entry, what }], 'csv', false)).toContain(`'${what.replaceAll('"', '""')}`);
});
