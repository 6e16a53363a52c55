// "Why was I asked?": which rules nearly spoke of a call, and what differed.
import { expect, test } from 'vitest';
import { explain } from '../../../../electron/core/permissions/explain.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { agentId, buildGrant, noon, otherAgentId, rulesOf } from '../../../support/hub-fixtures.ts';
import type { Difference } from '../../../../contract/schemas/grants.ts';
import type { Grant } from '../../../../contract/schemas/permissions.ts';
import type { PermissionRequest } from '../../../../electron/core/permissions/rule.ts';

const request: PermissionRequest = {
  subjects: [{ kind: 'client', id: 'claude-code-1a2b3c' }],
  start: 'ask',
  verified: true,
  agentId,
  scope: 'browser:navigate',
  tool: 'navigate',
  resources: [{ kind: 'site', origin: 'https://example.com' }],
  readOnly: false,
  ownTab: true,
};
const said = (...grants: Grant[]) => explain(request, rulesOf(grants), noRules, noon);

test.each<[Difference['what'], Partial<Grant>, object]>([
  ['subject', { subject: { kind: 'client', id: 'other' } }, { rule: { kind: 'client', id: 'other' } }],
  ['agent', { agentId: otherAgentId }, { rule: otherAgentId, call: agentId }],
  ['scope', { scope: 'browser:script' }, { rule: 'browser:script', call: 'browser:navigate' }],
  ['tool', { tools: ['tabs_create', 'computer'] }, { rule: ['tabs_create', 'computer'], call: 'navigate' }],
  [
    'place',
    { resource: { kind: 'site', origin: 'http://example.com' } },
    { rule: { kind: 'site', origin: 'http://example.com' }, call: request.resources },
  ],
  ['reading', { reading: true }, {}],
  ['time', { expiresAt: noon }, { endedAt: noon }],
])('A grant that differs in its %s alone is told with that.', (what, fields, sides) => {
  expect(said(buildGrant(fields))).toMatchObject({
    decision: 'ask',
    rule: null,
    nearest: [{ rule: 'grant 24', differs: [{ what, ...sides }] }],
  });
});

test('The nearest rules come first, and at most five.', () => {
  const far = buildGrant({ id: '1', scope: 'browser:script', tools: ['x'] });
  const near = Array.from({ length: 6 }, (_, index) => buildGrant({ id: String(index + 2), tools: ['x'] }));
  const { nearest } = said(far, ...near);
  expect(nearest.map(({ differs }) => differs.length)).toEqual([1, 1, 1, 1, 1]);
});

test('What decides is named, and is none of the near ones.', () => {
  expect(said(buildGrant())).toMatchObject({ decision: 'allow', rule: 'grant 24', nearest: [] });
});

test('It ends with the line that would allow the call.', () => {
  expect(said().remedy).toBe(
    'pilothouse grants allow --client claude-code-1a2b3c --scope browser:navigate --site https://example.com',
  );
});
