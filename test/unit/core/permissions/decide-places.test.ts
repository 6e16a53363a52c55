// Where a rule holds: sites with their schemes, ports, hosts and wildcards; and the decision against a slow one that looks at every rule.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originOf, siteOf, sitesAbove } from '../../../../contract/sites.ts';
import { decide, sameResource } from '../../../../electron/core/permissions/decide.ts';
import { ruleOf, specificity } from '../../../../electron/core/permissions/rule.ts';
import { noRules, RuleIndex } from '../../../../electron/core/permissions/rule-index.ts';
import { agentId, buildGrant, noon, otherAgentId, rulesOf } from '../../../support/hub-fixtures.ts';
import type { Scope } from '../../../../contract/permissions.ts';
import type { Grant, Resource, Subject } from '../../../../contract/schemas/permissions.ts';
import type { PermissionRequest, Rule } from '../../../../electron/core/permissions/rule.ts';

const client: Subject = { kind: 'client', id: 'claude-code-1a2b3c' };
const page: Subject = { kind: 'origin', id: 'https://app.example' };

function at(address: string, fields: Partial<PermissionRequest> = {}): PermissionRequest {
  const origin = originOf(address);
  return {
    subjects: [client],
    start: 'ask',
    verified: true,
    agentId,
    scope: 'browser:navigate',
    tool: 'navigate',
    resources: origin === null ? [] : [{ kind: 'site', origin }],
    readOnly: false,
    ownTab: true,
    ...fields,
  };
}

const onSite = (site: string, fields: Partial<Grant> = {}) =>
  buildGrant({ resource: { kind: 'site', origin: siteOf(site) ?? 'wrong' }, ...fields });

describe('A grant for a site', () => {
  test.each<[string, string, boolean]>([
    ['https://example.com', 'https://example.com/x', true],
    ['https://example.com', 'https://EXAMPLE.com:443/', true],
    ['https://example.com', 'https://example.com./', true],
    ['https://example.com', 'http://example.com/', false],
    ['http://example.com', 'https://example.com/', false],
    ['https://example.com', 'https://example.com:8443/', false],
    ['https://example.com:8443', 'https://example.com:8443/', true],
    ['https://example.com', 'https://www.example.com/', false],
    ['https://example.com', 'https://example.com.evil.test/', false],
    ['*.example.com', 'https://example.com/', true],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://badexample.com/', false],
    ['*.example.com', 'http://a.example.com/', false],
    ['*.example.com', 'https://a.example.com:8443/', false],
    ['*.example.com', 'https://example.com.evil.test/', false],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
    ['*.bücher.example', 'https://shop.BÜCHER.example/', true],
    ['https://example.com', 'https://example.com@evil.test/', false],
    ['https://example.com', 'about:blank', false],
    ['https://example.com', 'HTTPS://Example.COM/', true],
    ['HTTPS://EXAMPLE.COM', 'https://example.com/', true],
    ['http://example.com:80', 'http://example.com/', true],
    ['http://example.com', 'http://example.com:443/', false],
    ['http://*.example.com', 'http://a.example.com/', true],
    ['http://*.example.com', 'https://a.example.com/', false],
    ['*.example.com:8443', 'https://a.example.com:8443/', true],
    ['*.example.com:8443', 'https://a.example.com/', false],
    ['*.example.com', 'https://a.example.com./', true],
    ['BÜCHER.example', 'https://bücher.example/', true],
    ['https://xn--bcher-kva.example', 'https://bücher.example/', true],
    ['https://example.com', 'https://ｅｘａｍｐｌｅ.com/', true],
    ['https://straße.example', 'https://strasse.example/', false],
    ['https://аpple.example', 'https://apple.example/', false],
    ['https://[::1]:3000', 'https://[0:0:0:0:0:0:0:1]:3000/', true],
    ['https://127.0.0.1', 'https://0x7f000001/', true],
    ['https://127.0.0.1', 'https://localhost/', false],
    ['https://example.com', 'wss://example.com/', false],
    ['https://example.com', 'blob:https://example.com/1-2', false],
    ['https://example.com', 'view-source:https://example.com/', false],
  ])('One for %s holds at %s: %j.', (site, address, holds) => {
    const decision = decide(at(address), rulesOf([onSite(site)]), noRules, noon);
    expect(decision.kind).toBe(holds ? 'allow' : 'ask');
  });

  test('Of two wildcards the longer one is named.', () => {
    const grants = rulesOf([onSite('*.example.com', { id: '1' }), onSite('*.shop.example.com', { id: '2' })]);
    expect(decide(at('https://a.shop.example.com/'), grants, noRules, noon)).toMatchObject({ rule: 'grant 2' });
  });

  test('The site itself is named before a wildcard.', () => {
    const grants = rulesOf([onSite('https://example.com', { id: '1' }), onSite('*.example.com', { id: '2' })]);
    expect(decide(at('https://example.com/'), grants, noRules, noon)).toMatchObject({ rule: 'grant 1' });
  });
});

describe('Who', () => {
  test('A grant of a web origin is for its pages, whichever credential they came with.', () => {
    const grants = rulesOf([buildGrant({ subject: page })]);
    expect(decide(at('https://x.test', { subjects: [client, page] }), grants, noRules, noon).kind).toBe('allow');
    expect(decide(at('https://x.test'), grants, noRules, noon).kind).toBe('ask');
  });

  test('A plugin of the name of a client has nothing of it.', () => {
    const plugin: Subject = { kind: 'plugin', id: client.id };
    expect(decide(at('https://x.test', { subjects: [plugin] }), rulesOf([buildGrant()]), noRules, noon).kind).toBe(
      'ask',
    );
  });

  test('Whoever is no client has no start, and is asked about everything.', () => {
    const asked = at('https://x.test', { start: null, scope: 'browser:tabs.read', readOnly: true });
    expect(decide(asked, noRules, noRules, noon)).toEqual({ kind: 'ask' });
  });
});

describe('The policy', () => {
  const line = (fields: Partial<Rule>): Rule => ({ ...ruleOf(buildGrant()), name: 'policy p', grant: null, ...fields });
  const allow = buildGrant({ id: '1', tools: ['navigate'] });
  const deny = buildGrant({ id: '2', effect: 'deny' });
  const said = (grants: Grant[], policy: Rule[], fields: Partial<PermissionRequest> = {}) =>
    decide(at('https://x.test', fields), rulesOf(grants), new RuleIndex(policy), noon);

  test('Its denial beats what the user allows.', () => {
    expect(said([allow], [line({ effect: 'deny' })])).toMatchObject({ kind: 'deny', rule: 'policy p' });
  });

  test('Its allowance is named before a more specific one of the user.', () => {
    expect(said([allow], [line({ subject: null })])).toMatchObject({ kind: 'allow', rule: 'policy p' });
  });

  test('Its allowance does not beat a denial of the user.', () => {
    expect(said([deny], [line({})])).toMatchObject({ kind: 'deny', rule: 'grant 2' });
  });

  test('Of two denials its own is named.', () => {
    expect(said([deny], [line({ effect: 'deny', subject: null })])).toMatchObject({ rule: 'policy p' });
  });

  test('It cannot make a reading client act.', () => {
    expect(said([], [line({})], { start: 'read-only' })).toMatchObject({ kind: 'deny', rule: 'read-only client' });
  });

  test('A line about everybody is about web origins too.', () => {
    expect(said([], [line({ subject: null })], { subjects: [page], start: null }).kind).toBe('allow');
  });
});

test('A rule about reading says nothing of a call that acts.', () => {
  const grants = rulesOf([buildGrant({ reading: true })]);
  expect(decide(at('https://x.test'), grants, noRules, noon).kind).toBe('ask');
  expect(decide(at('https://x.test', { readOnly: true }), grants, noRules, noon).kind).toBe('allow');
});

const origins = ['https://a.example', 'https://b.a.example', 'http://a.example', 'https://a.example:8443'];
const place = fc.oneof(
  fc.constant<Resource>({ kind: 'any' }),
  fc
    .constantFrom(...origins, 'https://*.a.example', 'https://*.example')
    .map((origin): Resource => ({ kind: 'site', origin })),
  fc.constantFrom(1, 2).map((tabId): Resource => ({ kind: 'tab', browserId: 'b1', tabId })),
);
const anyGrant = fc.record({
  id: fc.nat(9_999).map(String),
  subject: fc.constantFrom<Subject>(client, page, { kind: 'client', id: 'other' }),
  agentId: fc.constantFrom(null, agentId, otherAgentId),
  effect: fc.constantFrom('allow' as const, 'deny' as const),
  scope: fc.constantFrom<Scope>('browser:navigate', 'browser:script'),
  tools: fc.constantFrom<string[] | null>(null, ['navigate'], ['computer', 'navigate'], []),
  reading: fc.boolean(),
  resource: place,
  expiresAt: fc.constantFrom(null, noon - 1, noon, noon + 1),
});
const anyRequest = fc.record({
  subjects: fc.constantFrom([client], [client, page]),
  start: fc.constantFrom('ask' as const, 'own-tabs' as const, 'read-only' as const, null),
  readOnly: fc.boolean(),
  ownTab: fc.boolean(),
  resources: fc.tuple(fc.constantFrom(...origins), fc.constantFrom(1, 2)).map(([origin, tabId]): Resource[] => [
    { kind: 'site', origin },
    { kind: 'tab', browserId: 'b1', tabId },
  ]),
});

/** The rules in words, one after the other, for each grant. */
function speaks(grant: Grant, request: PermissionRequest): boolean {
  const places = request.resources.flatMap((resource): Resource[] =>
    resource.kind === 'site' ? sitesAbove(resource.origin).map(origin => ({ kind: 'site', origin })) : [resource],
  );
  return (
    request.subjects.some(({ kind, id }) => kind === grant.subject.kind && id === grant.subject.id) &&
    (grant.agentId === null || grant.agentId === request.agentId) &&
    grant.scope === request.scope &&
    (grant.tools === null || grant.tools.includes(request.tool)) &&
    (!grant.reading || request.readOnly) &&
    (grant.expiresAt === null || noon < grant.expiresAt) &&
    (grant.resource.kind === 'any' || places.some(resource => sameResource(resource, grant.resource)))
  );
}

describe('Whatever rules there are', () => {
  test('The decision is the one of somebody who looks at every grant.', () => {
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 12 }), anyRequest, (fields, asked) => {
        const grants = fields.map(buildGrant);
        const request = at('https://x.test', asked);
        const fitting = grants.filter(grant => speaks(grant, request));
        const decision = decide(request, rulesOf(grants), noRules, noon);
        const deny = fitting.some(({ effect }) => effect === 'deny');
        if (deny) expect(decision.kind).toBe('deny');
        else if (request.start === 'read-only' && !request.readOnly)
          expect(decision).toMatchObject({ rule: 'read-only client' });
        else if (fitting.length > 0) expect(decision.kind).toBe('allow');
        const named = decision.kind === 'ask' ? null : decision.by;
        if (!named) return;
        const equals = fitting.filter(({ effect }) => effect === decision.kind).map(ruleOf);
        expect(specificity(named)).toBe(Math.max(...equals.map(specificity)));
      }),
    );
  });

  test('A rule that was added and removed again changes nothing.', () => {
    fc.assert(
      fc.property(
        fc.array(anyGrant, { maxLength: 8 }),
        fc.array(anyGrant, { maxLength: 8 }),
        anyRequest,
        (kept, gone, asked) => {
          const request = at('https://x.test', asked);
          const index = rulesOf(kept.map(buildGrant));
          const passing = gone.map(fields => ruleOf(buildGrant(fields)));
          const before = decide(request, index, noRules, noon);
          for (const rule of passing) index.add(rule);
          for (const rule of passing) index.remove(rule);
          expect(decide(request, index, noRules, noon)).toEqual(before);
        },
      ),
    );
  });
});
