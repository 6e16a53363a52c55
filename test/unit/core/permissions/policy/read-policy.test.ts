// The policy file: what it says, and where what is wrong in it stands.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLocatedJson } from '../../../../../electron/core/permissions/policy/located-json.ts';
import { readPolicy, rulesOfPolicy } from '../../../../../electron/core/permissions/policy/read-policy.ts';
import { inEnglish } from '../../../../../words/english.ts';

const rule = '{ "id": "no-scripts", "effect": "deny", "scopes": ["browser:script"] }';
const file = (...rules: string[]) => `{\n  "version": 1,\n  "rules": [\n    ${rules.join(',\n    ')}\n  ]\n}`;

describe('A file that can be used', () => {
  test('A rule without subject and place is about everybody, everywhere.', () => {
    const read = readPolicy(file(rule));
    expect(read.ok && rulesOfPolicy(read.policy)).toEqual([
      {
        source: { kind: 'policy', id: 'no-scripts' },
        effect: 'deny',
        subject: null,
        agentId: null,
        scope: 'browser:script',
        tools: null,
        reading: false,
        resource: { kind: 'any' },
        expiresAt: null,
        grant: null,
        reason: null,
      },
    ]);
  });

  test('Each subject, scope and place is a rule of its own, its sites in their one form.', () => {
    const text = file(
      '{ "id": "shop", "effect": "allow", "subjects": [{ "kind": "client", "id": "a" }, { "kind": "plugin", "id": "b" }], "scopes": ["browser:navigate"], "sites": ["*.Bücher.example"], "servers": ["github"] }',
    );
    const read = readPolicy(text);
    expect(read.ok && rulesOfPolicy(read.policy).map(({ subject, resource }) => [subject?.id, resource])).toEqual([
      ['a', { kind: 'site', origin: 'https://*.xn--bcher-kva.example' }],
      ['a', { kind: 'server', serverId: 'github' }],
      ['b', { kind: 'site', origin: 'https://*.xn--bcher-kva.example' }],
      ['b', { kind: 'server', serverId: 'github' }],
    ]);
  });

  test('A byte order mark and Windows line ends change nothing.', () => {
    expect(readPolicy(`\uFEFF${file(rule).replaceAll('\n', '\r\n')}`).ok).toBe(true);
  });
});

describe('A file that cannot', () => {
  test.each([
    ['', 1, 1, 'A value is missing here.'],
    ['{\n  "version": 1,\n  rules: []\n}', 3, 3, 'A name in double quotes is missing here.'],
    ['{ "version": 1, "rules": [] } x', 1, 31, 'Nothing may follow the end of the JSON.'],
    [file(rule, rule), 5, 13, 'rules.1.id: no-scripts is there twice'],
    [file(rule.replace('deny', 'refuse')), 4, 37, 'rules.0.effect'],
    [file(rule.replace('browser:script', 'browser:scripts')), 4, 56, 'rules.0.scopes.0'],
    [file(rule.replace(' }', ', "site": "x" }')), 4, 83, 'rules.0'],
    [file(rule.replace(' }', ', "sites": ["a b"] }')), 4, 85, 'rules.0.sites.0: "a b" is no site'],
    [file(rule.replace('"id"', '"effect": "deny", "id"')), 4, 45, '"effect" is there twice.'],
    ['{ "version": 2, "rules": [] }', 1, 14, 'version'],
  ])('%j: the error stands in line %d, column %d.', (text, line, column, message) => {
    const read = readPolicy(text);
    expect(read).toMatchObject({ ok: false, error: { line, column } });
    expect(read.ok ? '' : inEnglish(read.error.why)).toContain(message);
  });

  test('Nothing that is nested for ever ends the reader.', () => {
    expect(readPolicy('['.repeat(100_000)).ok).toBe(false);
  });

  test('A name like __proto__ is a key and nothing else.', () => {
    const read = readPolicy('{ "__proto__": { "version": 1 }, "rules": [] }');
    expect(read.ok).toBe(false);
  });
});

describe('The reader of JSON', () => {
  test('Whatever is JSON it reads as JSON.parse does.', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(JSON.stringify(parseLocatedJson(text).value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('Whatever is none it refuses as JSON.parse does.', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', '"', 'x'), (text, at, put) => {
        const spoiled = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1);
        const fits = (read: (some: string) => unknown) => {
          try {
            read(spoiled);
            return true;
          } catch {
            return false;
          }
        };
        if (!fits(JSON.parse)) expect(fits(parseLocatedJson)).toBe(false);
      }),
    );
  });
});
