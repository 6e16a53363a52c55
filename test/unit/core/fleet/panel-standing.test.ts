// Who may look at this panel: by grants, and by rules of a policy, which stand above them.
import { expect, test } from 'vitest';
import { panelRightOf } from '../../../../electron/core/fleet/panel/panel-standing.ts';
import { RuleIndex } from '../../../../electron/core/permissions/rule-index.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { Rule } from '../../../../electron/core/permissions/rule.ts';

function rule(effect: Rule['effect'], scope: Scope, fields: Partial<Rule> = {}): Rule {
  return {
    source: { kind: 'grant', id: '1' },
    effect,
    subject: { kind: 'hub', id: 'jun' },
    agentId: null,
    scope,
    tools: null,
    reading: false,
    resource: { kind: 'any' },
    expiresAt: null,
    grant: null,
    reason: null,
    ...fields,
  };
}

const rightOf = (hub: string, grants: readonly Rule[], policy: readonly Rule[] = []) =>
  panelRightOf({ grants: () => new RuleIndex(grants), policy: () => new RuleIndex(policy), now: () => 1_000 }, hub);

test('Nobody may look without a grant, and a grant is for the hub that it names.', () => {
  expect(rightOf('jun', [])).toBe(null);
  expect(rightOf('jun', [rule('allow', 'hub:panel')])).toBe('read');
  expect(rightOf('eve', [rule('allow', 'hub:panel')])).toBe(null);
});

test('Who may answer may look, unless looking is denied.', () => {
  const answer = rule('allow', 'hub:answer');
  expect(rightOf('jun', [answer])).toBe('answer');
  expect(rightOf('jun', [answer, rule('deny', 'hub:panel')])).toBe(null);
});

test('What a policy denies no grant gives, and what has run out counts no more.', () => {
  const both = [rule('allow', 'hub:panel'), rule('allow', 'hub:answer')];
  expect(rightOf('jun', both, [rule('deny', 'hub:answer', { subject: null })])).toBe('read');
  expect(rightOf('jun', both, [rule('deny', 'hub:panel', { subject: null })])).toBe(null);
  expect(rightOf('jun', [rule('allow', 'hub:panel', { expiresAt: 1_000 })])).toBe(null);
});
