// Which grants a policy of the fleet takes something from, and of which it leaves nothing.
import { describe, expect, test } from 'vitest';
import { PolicyRuleSchema } from '../../../../../contract/schemas/policy.ts';
import { narrowedBy } from '../../../../../electron/core/permissions/policy/fleet-narrowing.ts';
import type { Grant } from '../../../../../contract/schemas/permissions.ts';

const grant: Grant = {
  ...{ id: 'one', effect: 'allow', subject: { kind: 'client', id: 'claude' }, agentId: null, scope: 'servers:call' },
  ...{ tools: null, reading: false, resource: { kind: 'server', serverId: 'files' }, lifetime: 'always' },
  ...{ createdAt: 0, expiresAt: null, uses: 0, lastUsedAt: null },
} as Grant;

const deny = (id: string, more: object) =>
  PolicyRuleSchema.parse({ id, effect: 'deny', scopes: ['servers:call'], ...more });
const told = (rules: Parameters<typeof narrowedBy>[0], grants: readonly Grant[]) =>
  narrowedBy(rules, grants).map(({ rule, isWhole }) => [rule, isWhole]);

describe('What a policy takes from a grant', () => {
  test('All of it where a rule says nothing narrower than the grant, and a part where it does.', () => {
    expect(told([deny('all', {})], [grant])).toEqual([['all', true]]);
    expect(told([deny('some', { tools: ['files/write'] })], [grant])).toEqual([['some', false]]);
    expect(told([deny('reads', { reading: true })], [grant])).toEqual([['reads', false]]);
    expect(told([deny('reads', { reading: true })], [{ ...grant, reading: true }])).toEqual([['reads', true]]);
  });

  test('The rule that takes all of it is named before one that takes a part, in whatever order they stand.', () => {
    const rules = [deny('some', { tools: ['files/write'] }), deny('all', {})];
    expect(told(rules, [grant])).toEqual([['all', true]]);
    expect(told(rules.toReversed(), [grant])).toEqual([['all', true]]);
  });

  test('A grant of tools that are all denied has nothing left; one of others keeps them.', () => {
    const rule = deny('two', { tools: ['files/write', 'files/move'] });
    expect(told([rule], [{ ...grant, tools: ['files/write'] }])).toEqual([['two', true]]);
    expect(told([rule], [{ ...grant, tools: ['files/write', 'files/read'] }])).toEqual([['two', false]]);
    expect(told([rule], [{ ...grant, tools: ['files/read'] }])).toEqual([]);
  });

  test('A site below the denied one is denied; one above it is narrowed.', () => {
    const act = {
      ...grant,
      scope: 'browser:activeTab.interact',
      resource: { kind: 'site', origin: 'https://app.example.com' },
    } as Grant;
    const rule = (site: string) => deny('site', { scopes: ['browser:activeTab.interact'], sites: [site] });
    expect(told([rule('*.example.com')], [act])).toEqual([['site', true]]);
    const wide = { ...act, resource: { kind: 'site', origin: 'https://*.example.com' } } as Grant;
    expect(told([rule('app.example.com')], [wide])).toEqual([['site', false]]);
  });

  test('A deny of the user loses nothing.', () => {
    expect(told([deny('all', {})], [{ ...grant, effect: 'deny' }])).toEqual([]);
  });
});
