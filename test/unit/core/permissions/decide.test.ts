// The permission decision: which grants fit, which of them decides, and what the client's start says without one.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decide as decideBy, sameResource } from '../../../../electron/core/permissions/decide.ts';
import { ruleOf } from '../../../../electron/core/permissions/rule.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { agentId, buildClient, buildGrant, noon, otherAgentId, rulesOf } from '../../../support/hub-fixtures.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { Grant, Resource } from '../../../../contract/schemas/permissions.ts';
import type { PermissionRequest } from '../../../../electron/core/permissions/rule.ts';

const site: Resource = { kind: 'site', origin: 'https://example.com' };
const tab: Resource = { kind: 'tab', browserId: 'b1', tabId: 42 };

function request(fields: Partial<PermissionRequest> = {}): PermissionRequest {
  return {
    subjects: [{ kind: 'client', id: buildClient().id }],
    start: 'ask',
    verified: true,
    agentId,
    scope: 'browser:navigate',
    tool: 'navigate',
    resources: [site, tab],
    readOnly: false,
    ownTab: true,
    ...fields,
  };
}

const decide = (asked: PermissionRequest, grants: readonly Grant[], now: number) =>
  decideBy(asked, rulesOf(grants), noRules, now);
const allowed = (grant: Grant) => ({ kind: 'allow', rule: { kind: 'grant', id: grant.id }, by: ruleOf(grant) });
const denied = (grant: Grant) => ({ kind: 'deny', rule: { kind: 'grant', id: grant.id }, by: ruleOf(grant) });
const ask = { kind: 'ask' };

test('Where grants alone count, a policy allows nothing and denies all the same.', () => {
  const ruled = (effect: 'allow' | 'deny') => rulesOf([buildGrant({ effect })]);
  const asked = request({ grantedOnly: true, start: null });
  expect(decideBy(asked, noRules, ruled('allow'), noon)).toEqual(ask);
  expect(decideBy({ ...asked, grantedOnly: false }, noRules, ruled('allow'), noon)).toMatchObject({ kind: 'allow' });
  expect(decideBy(asked, ruled('allow'), ruled('deny'), noon)).toMatchObject({ kind: 'deny' });
  expect(decideBy(asked, ruled('allow'), noRules, noon)).toMatchObject({ kind: 'allow' });
});

describe('Which grants fit', () => {
  test('A grant allows what it speaks of.', () => {
    expect(decide(request(), [buildGrant()], noon)).toEqual(allowed(buildGrant()));
  });

  test.each<[string, Partial<Grant>]>([
    ['another client', { subject: { kind: 'client', id: 'codex-9f8e7d' } }],
    ['another agent of the same client', { agentId: otherAgentId }],
    ['another scope', { scope: 'browser:script' }],
    ['other tools', { tools: ['computer'] }],
    ['no tool at all', { tools: [] }],
    ['another site', { resource: { kind: 'site', origin: 'https://example.org' } }],
    ['the same name without TLS', { resource: { kind: 'site', origin: 'http://example.com' } }],
    ['another tab', { resource: { kind: 'tab', browserId: 'b1', tabId: 43 } }],
    ['the same tab number of another browser', { resource: { kind: 'tab', browserId: 'b2', tabId: 42 } }],
    ['a server', { resource: { kind: 'server', serverId: 'everything' } }],
  ])('A grant for %s decides nothing.', (_what, fields) => {
    expect(decide(request(), [buildGrant(fields)], noon)).toEqual(ask);
  });

  test.each<[string, Partial<Grant>]>([
    ['its agent', { agentId }],
    ['its tool', { tools: ['computer', 'navigate'] }],
    ['its site', { resource: site }],
    ['its tab', { resource: tab }],
  ])('A grant bound to %s allows it.', (_what, fields) => {
    expect(decide(request(), [buildGrant(fields)], noon)).toEqual(allowed(buildGrant(fields)));
  });

  test('A grant holds until the millisecond before it expires.', () => {
    const grant = buildGrant({ expiresAt: noon + 1 });
    expect(decide(request(), [grant], noon)).toEqual(allowed(grant));
  });

  test('A grant has ended in the millisecond at which it expires.', () => {
    expect(decide(request(), [buildGrant({ expiresAt: noon })], noon)).toEqual(ask);
  });

  test('A denial that has expired denies no longer.', () => {
    expect(decide(request(), [buildGrant({ effect: 'deny', expiresAt: noon })], noon)).toEqual(ask);
  });
});

describe('Which grant decides', () => {
  test('The widest denial beats the narrowest permission.', () => {
    const deny = buildGrant({ id: '1', effect: 'deny' });
    const allow = buildGrant({ id: '2', tools: ['navigate'], resource: tab, agentId });
    expect(decide(request(), [allow, deny], noon)).toEqual(denied(deny));
  });

  test.each<[string, Partial<Grant>, Partial<Grant>]>([
    ['tab', { resource: tab }, { resource: site }],
    ['site', { resource: site }, {}],
    ['agent', { agentId }, {}],
    ['tool', { tools: ['navigate'] }, { resource: tab }],
  ])('Of two permissions the one that names the %s is the rule.', (_what, narrow, wide) => {
    const grants = [buildGrant({ id: '1', ...wide }), buildGrant({ id: '2', ...narrow })];
    expect(decide(request(), grants, noon)).toMatchObject({ rule: { kind: 'grant', id: '2' } });
  });

  test('Of two denials the more specific one is the rule.', () => {
    const grants = [
      buildGrant({ id: '1', effect: 'deny' }),
      buildGrant({ id: '2', effect: 'deny', resource: site }),
      buildGrant({ id: '3', effect: 'allow', resource: tab }),
    ];
    expect(decide(request(), grants, noon)).toMatchObject({ kind: 'deny', rule: { kind: 'grant', id: '2' } });
  });
});

describe('What the start of a client says', () => {
  const own = (start: 'ask' | 'own-tabs' | 'read-only', fields: Partial<PermissionRequest> = {}) =>
    decide(request({ start, ...fields }), [], noon);

  test('A client that asks is asked about reading pages too.', () => {
    expect(own('ask', { scope: 'browser:activeTab.read', tool: 'read_page', readOnly: true })).toEqual(ask);
  });

  const called: Partial<PermissionRequest> = {
    scope: 'servers:call',
    tool: 'everything/echo',
    resources: [{ kind: 'server', serverId: 'everything' }],
    ownTab: false,
  };

  test.each(['ask', 'own-tabs'] as const)(
    'A tool that its server marks as reading needs no question from a client that starts with %s.',
    start => {
      expect(own(start, { ...called, readOnly: true })).toEqual({
        kind: 'allow',
        rule: { kind: 'reading-tool' },
        by: null,
      });
    },
  );

  test.each(['ask', 'own-tabs'] as const)('A tool that acts is asked about when a client starts with %s.', start => {
    expect(own(start, called)).toEqual(ask);
  });

  test('Whoever has no credential of its own is asked about reading tools too.', () => {
    expect(own('ask', { ...called, readOnly: true, verified: false })).toEqual(ask);
  });

  test('A web page is asked about reading tools, whichever credential it came with.', () => {
    const page = { kind: 'origin' as const, id: 'https://app.example' };
    const subjects = [...request().subjects, page];
    expect(own('ask', { ...called, readOnly: true, subjects })).toEqual(ask);
  });

  test.each<Partial<Grant>>([{}, { reading: true }, { tools: ['everything/echo'] }])(
    'A denial beats the mark of a reading tool: %j.',
    fields => {
      const deny = buildGrant({ effect: 'deny', scope: 'servers:call', ...fields });
      expect(decide(request({ ...called, readOnly: true }), [deny], noon)).toEqual(denied(deny));
    },
  );

  test('A grant that speaks of a reading tool is its rule.', () => {
    const grant = buildGrant({ scope: 'servers:call' });
    expect(decide(request({ ...called, readOnly: true }), [grant], noon)).toEqual(allowed(grant));
  });

  test('A client that works in its own tabs acts there without a question.', () => {
    expect(own('own-tabs')).toEqual({ kind: 'allow', rule: { kind: 'own-tabs' }, by: null });
  });

  test('A client that works in its own tabs asks for everything else.', () => {
    expect(own('own-tabs', { ownTab: false, scope: 'servers:call', tool: 'everything/echo' })).toEqual(ask);
  });

  test('A client that only reads reads without a question.', () => {
    expect(own('read-only', { readOnly: true, scope: 'browser:activeTab.read' })).toEqual({
      kind: 'allow',
      rule: { kind: 'read-only-client' },
      by: null,
    });
  });

  test('A client that only reads is denied what acts.', () => {
    expect(own('read-only')).toEqual({ kind: 'deny', rule: { kind: 'read-only-client' }, by: null });
  });

  test('No grant makes a reading client act.', () => {
    expect(decide(request({ start: 'read-only' }), [buildGrant()], noon)).toEqual({
      kind: 'deny',
      rule: { kind: 'read-only-client' },
      by: null,
    });
  });

  test('A denial binds a client that works in its own tabs.', () => {
    const deny = buildGrant({ effect: 'deny', resource: site });
    expect(decide(request({ start: 'own-tabs' }), [deny], noon)).toEqual(denied(deny));
  });

  test.each(['ask', 'own-tabs', 'read-only'] as const)('A client that starts with %s sees its own tabs.', start => {
    const rule = { kind: 'allow', rule: { kind: 'own-tabs' }, by: null };
    expect(own(start, { scope: 'browser:tabs.read', tool: 'tabs_context', readOnly: true, ownTab: false })).toEqual(
      rule,
    );
  });

  test('A denial takes even the sight of its own tabs.', () => {
    const deny = buildGrant({ effect: 'deny', scope: 'browser:tabs.read' });
    expect(decide(request({ scope: 'browser:tabs.read', readOnly: true }), [deny], noon)).toEqual(denied(deny));
  });
});

const resource = fc.constantFrom<Resource>(
  { kind: 'any' },
  site,
  { kind: 'site', origin: 'https://example.org' },
  tab,
  { kind: 'tab', browserId: 'b1', tabId: 43 },
  { kind: 'server', serverId: 'everything' },
);
const anyGrant = fc.record({
  id: fc.nat().map(String),
  subject: fc.constantFrom(
    { kind: 'client' as const, id: buildClient().id },
    { kind: 'client' as const, id: 'codex-9f8e7d' },
  ),
  agentId: fc.constantFrom(null, agentId, otherAgentId),
  effect: fc.constantFrom('allow' as const, 'deny' as const),
  scope: fc.constantFrom<Scope>('browser:navigate', 'browser:script'),
  tools: fc.constantFrom<string[] | null>(null, ['navigate'], ['computer']),
  resource,
  expiresAt: fc.constantFrom(null, noon - 1, noon, noon + 1),
});

describe('Whatever grants there are', () => {
  const decided = (fields: Partial<Grant>[], start: 'ask' | 'own-tabs' | 'read-only') =>
    decide(request({ start }), fields.map(buildGrant), noon);
  const starts = fc.constantFrom('ask' as const, 'own-tabs' as const, 'read-only' as const);

  test('The order in which they lie changes nothing but which of equals is named.', () => {
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 8 }), starts, (grants, start) => {
        expect(decided(grants.toReversed(), start).kind).toBe(decided(grants, start).kind);
      }),
    );
  });

  test('One more denial never allows more.', () => {
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 8 }), anyGrant, starts, (grants, last, start) => {
        const more = decided([...grants, { ...last, effect: 'deny' }], start);
        if (decided(grants, start).kind !== 'allow') expect(more.kind).not.toBe('allow');
      }),
    );
  });

  test('A denial that fits alone denies among all others.', () => {
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 8 }), anyGrant, starts, (grants, last, start) => {
        const deny = { ...last, effect: 'deny' as const };
        if (decided([deny], 'ask').kind === 'deny') expect(decided([...grants, deny], start).kind).toBe('deny');
      }),
    );
  });

  test('Grants of other clients decide nothing.', () => {
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 8 }), starts, (grants, start) => {
        const foreign = grants.map(grant => ({ ...grant, subject: { kind: 'client' as const, id: 'codex-9f8e7d' } }));
        expect(decided(foreign, start)).toEqual(decided([], start));
      }),
    );
  });
});

describe('sameResource', () => {
  test.each<[Resource, Resource, boolean]>([
    [{ kind: 'any' }, { kind: 'any' }, true],
    [site, { ...site }, true],
    [site, { kind: 'site', origin: 'https://example.org' }, false],
    [tab, { kind: 'tab', tabId: 42, browserId: 'b1' }, true],
    [tab, { kind: 'tab', browserId: 'b1', tabId: 4 }, false],
    [{ kind: 'server', serverId: 'a' }, { kind: 'server', serverId: 'b' }, false],
    [{ kind: 'server', serverId: 'a' }, { kind: 'any' }, false],
  ])('%j and %j are the same: %j.', (a, b, same) => {
    expect(sameResource(a, b)).toBe(same);
  });
});

describe('What a page has brought itself', () => {
  const own = request({ ownTool: true, start: 'ask', verified: false, scope: 'servers:call', readOnly: false });

  test('Its own site calls without a question, whatever it does.', () => {
    expect(decide(own, [], noon)).toMatchObject({ kind: 'allow', rule: { kind: 'own-tools' } });
    expect(decide({ ...own, start: null }, [], noon)).toMatchObject({ kind: 'allow', rule: { kind: 'own-tools' } });
  });

  test('A denial holds for it, and so does reading only.', () => {
    const denial = buildGrant({ effect: 'deny', scope: 'servers:call', resource: { kind: 'any' } });
    expect(decide(own, [denial], noon)).toEqual(denied(denial));
    expect(decide({ ...own, start: 'read-only' }, [], noon)).toMatchObject({ kind: 'deny' });
  });
});
