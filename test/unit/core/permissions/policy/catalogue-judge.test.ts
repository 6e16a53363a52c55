// The rules about the catalogue: what they forbid, and by which of their conditions.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wayKinds } from '../../../../../contract/catalogue.ts';
import { CataloguePartSchema } from '../../../../../contract/schemas/policy-catalogue.ts';
import { faultIn } from '../../../../../contract/schemas/value-fault.ts';
import { judgePackage, judgeWay } from '../../../../../electron/core/permissions/policy/catalogue-judge.ts';
import { inEnglish } from '../../../../../words/english.ts';
import type { z } from 'zod';
import type { JudgedWay, JudgingPart } from '../../../../../electron/core/permissions/policy/catalogue-judge.ts';

type Given = z.input<typeof CataloguePartSchema>;

const part = (given: Given, by: JudgingPart['by'] = 'file'): JudgingPart => ({
  ...CataloguePartSchema.parse(given),
  by,
});
const deny = (rule: object): Given => ({ rules: [{ id: 'no', effect: 'deny', ...rule }] });
const allow = (...rules: object[]): Given => ({
  rules: rules.map((rule, index) => ({ id: `yes-${index}`, effect: 'allow', ...rule })),
});

const way: JudgedWay = {
  source: 'https://registry.example',
  sourceId: 'official',
  entry: 'io.github.acme/files',
  kind: 'npm',
  identifier: '@acme/files',
  version: '1.4.0',
  registry: null,
  sha256: null,
  isUnsigned: false,
};
const evil = 'https://evil.example';
const sha256 = 'ab'.repeat(32);
const opened = { source: null, sourceId: null, entry: null, kind: 'mcpb', identifier: 'notes', sha256 } as const;
const isForbidden = (given: Given, of: Partial<JudgedWay> = {}) => judgeWay([part(given)], { ...way, ...of }) !== null;

describe('A rule that allows a package', () => {
  const files = { kind: 'npm', identifier: '@acme/*' };
  const notes = { kind: 'mcpb', identifier: 'notes' };
  const unsigned = { ...opened, isUnsigned: true };

  test.each<[object, Partial<JudgedWay>]>([
    [files, {}],
    [files, { registry: 'https://registry.npmjs.org/' }],
    [{ ...files, registry: 'https://npm.acme.example' }, { registry: 'https://NPM.acme.example/' }],
    [{ ...files, registry: 'https://registry.npmjs.org' }, {}],
    [notes, opened],
    [{ ...notes, sha256: sha256.toUpperCase() }, unsigned],
  ])('%j allows %j.', (named, of) => expect(isForbidden(allow({ packages: [named] }), of)).toBe(false));

  test.each<[object, Partial<JudgedWay>]>([
    [files, { registry: evil }],
    // What is usual for PyPI is not for npm.
    [files, { registry: 'https://pypi.org/simple' }],
    [{ ...files, registry: 'https://npm.acme.example' }, { registry: evil }],
    [{ ...files, registry: 'https://npm.acme.example' }, {}],
    [notes, unsigned],
    [{ ...notes, sha256: 'cd'.repeat(32) }, unsigned],
    [
      { ...notes, sha256 },
      { ...opened, sha256: null },
    ],
  ])('%j does not allow %j.', (named, of) => expect(isForbidden(allow({ packages: [named] }), of)).toBe(true));
});

describe('What would be passed over beside a package is a fault', () => {
  const faultsOf = (named: object) => {
    const { error } = CataloguePartSchema.safeParse(allow({ packages: [named] }));
    return (error?.issues ?? []).map(issue => `${issue.path.slice(4).join('.')}: ${inEnglish(faultIn(issue, {}))}`);
  };
  const registry = 'https://GHCR.io';

  test.each(['npm', 'pypi', 'nuget'] as const)('%s has a registry, and no checksum.', kind => {
    expect(faultsOf({ kind, identifier: 'acme', registry })).toEqual([]);
    expect(faultsOf({ kind, identifier: 'acme', sha256 })).toEqual([
      `sha256: only bundles (mcpb) have a sha256; for ${kind} leave it out, and name versions in versions`,
    ]);
  });

  test.each([
    ['acme/*', registry, 'ghcr.io/acme/*'],
    ['ghcr.io/acme/*', registry, 'ghcr.io/acme/*'],
    ['acme/files', 'https://images.acme.example:5000/v2/', 'images.acme.example:5000/acme/files'],
  ])('The image %j of %j is %j.', (identifier, named, instead) => {
    expect(faultsOf({ kind: 'oci', identifier, registry: named })).toEqual([
      `registry: only packages of npm, pypi and nuget have a registry; the identifier of an image begins with its host: write "${instead}" there`,
    ]);
    expect(faultsOf({ kind: 'oci', identifier: instead })).toEqual([]);
    expect(faultsOf({ kind: 'oci', identifier: instead, sha256 })).toHaveLength(1);
  });

  test.each(['mcpb', 'remote'] as const)('%s has no registry.', kind => {
    expect(faultsOf({ kind, identifier: 'https://acme.example/*', registry })).toEqual([
      `registry: only packages of npm, pypi and nuget have a registry; for ${kind} write the address into identifier, or name its source in sources`,
    ]);
    expect(faultsOf({ kind, identifier: 'https://acme.example/*', sha256 })).toHaveLength(kind === 'mcpb' ? 0 : 1);
  });

  test('An image whose name begins with a host is of that registry alone.', () => {
    const named = allow({ packages: [{ kind: 'oci', identifier: 'ghcr.io/acme/*' }] });
    expect(isForbidden(named, { kind: 'oci', identifier: 'ghcr.io/acme/files' })).toBe(false);
    expect(isForbidden(named, { kind: 'oci', identifier: 'acme/files' })).toBe(true);
  });
});

describe('A rule that denies', () => {
  test.each<[object, Partial<JudgedWay>]>([
    [{ sources: ['official'] }, {}],
    [{ sources: ['https://registry.example/'] }, {}],
    [{ sources: ['https://REGISTRY.example'] }, { source: 'https://user@registry.example/#x' }],
    [{ sources: ['https://registry.example/a*'] }, { source: 'https://registry.example/a/b' }],
    [{ namespaces: ['io.github.acme'] }, {}],
    [{ namespaces: ['io.github.ACME'] }, { entry: 'io.github.Acme/files' }],
    [{ namespaces: ['io.github.*'] }, {}],
    [{ namespaces: ['io.github.acme/*'] }, {}],
    [{ namespaces: ['io.github.acme/files'] }, {}],
    [{ packages: [{ kind: 'npm', identifier: '@acme/*' }] }, {}],
    [{ packages: [{ kind: 'pypi', identifier: 'Evil_Tool' }] }, { kind: 'pypi', identifier: 'evil-tool[cli]' }],
    [{ packages: [{ kind: 'pypi', identifier: 'evil_*' }] }, { kind: 'pypi', identifier: 'Evil.Tool' }],
    [{ packages: [{ kind: 'nuget', identifier: 'Evil' }] }, { kind: 'nuget', identifier: 'evil' }],
    [{ packages: [{ kind: 'oci', identifier: 'evil/tool' }] }, { kind: 'oci', identifier: 'docker.io/evil/tool' }],
    [{ packages: [{ kind: 'oci', identifier: 'docker.io/library/evil' }] }, { kind: 'oci', identifier: 'evil' }],
    [
      { packages: [{ kind: 'remote', identifier: 'https://evil.example/*' }] },
      { kind: 'remote', identifier: 'https://user@EVIL.example./mcp' },
    ],
    [{ packages: [{ kind: 'npm', identifier: '@acme/files' }], versions: ['<1.5', '2.0.0'] }, {}],
    [{ packages: [{ kind: 'npm', identifier: '@acme/files' }], versions: ['<1.5'] }, { version: null }],
    [{ packages: [{ kind: 'npm', identifier: '@acme/files' }], versions: ['<1.5'] }, { version: 'latest' }],
    [{ packages: [{ kind: 'npm', identifier: '@acme/files' }] }, { registry: evil }],
    [{ packages: [{ kind: 'npm', identifier: '@acme/files', registry: evil }] }, { registry: `${evil}/` }],
    [{ packages: [{ kind: 'npm', identifier: '@acme/files', registry: evil }] }, { registry: undefined }],
    [{ packages: [{ kind: 'mcpb', identifier: 'notes' }] }, { ...opened, isUnsigned: true }],
    [{ packages: [{ kind: 'mcpb', identifier: 'notes', sha256 }] }, { ...opened, isUnsigned: true }],
  ])('%j forbids %j.', (rule, of) => expect(isForbidden(deny(rule), of)).toBe(true));

  test.each<[object, Partial<JudgedWay>]>([
    [{ sources: ['other'] }, {}],
    [{ sources: ['official'], namespaces: ['io.github.other'] }, {}],
    [{ sources: ['official'] }, { sourceId: null, source: null }],
    [{ namespaces: ['io.github.acme'] }, { entry: 'io.github.acme-tools/files' }],
    [{ namespaces: ['io.github.acme/file'] }, {}],
    [{ namespaces: ['*'] }, { entry: null, source: null, sourceId: null }],
    [{ packages: [{ kind: 'pypi', identifier: '@acme/*' }] }, {}],
    [{ packages: [{ kind: 'npm', identifier: '@acme/file' }] }, {}],
    [{ packages: [{ kind: 'npm', identifier: '@acme/files' }], versions: ['>=1.5', '1.3.9'] }, {}],
  ])('%j leaves %j alone.', (rule, of) => expect(isForbidden(deny(rule), of)).toBe(false));

  test('It says which rule of which policy it is, and why, in the words of the policy.', () => {
    const rule = deny({ packages: [{ kind: 'npm', identifier: '@acme/files' }], reason: 'It reads too much.' });
    const [written, signed] = [judgeWay([part(rule)], way), judgeWay([part(rule, 'list')], way)];
    expect(written && inEnglish(written)).toBe(
      'The rule no of policy.json forbids io.github.acme/files (npm @acme/files 1.4.0): It reads too much. Ask whoever keeps it.',
    );
    expect(signed && inEnglish(signed)).toContain('The rule no of the signed list of the policy');
  });
});

describe('Rules that allow', () => {
  test('What none of them allows is forbidden, unless the default says otherwise.', () => {
    const rules = allow({ namespaces: ['io.github.acme'] });
    expect(isForbidden(rules)).toBe(false);
    expect(isForbidden(rules, { entry: 'io.github.other/files' })).toBe(true);
    expect(isForbidden({ ...rules, default: 'allow' }, { entry: 'io.github.other/files' })).toBe(false);
    expect(isForbidden({ default: 'deny' })).toBe(true);
    expect(isForbidden({})).toBe(false);
  });

  test('One of them is enough, and each of its conditions has to hold.', () => {
    const rules = allow(
      { sources: ['official'], namespaces: ['io.github.acme'] },
      { packages: [{ kind: 'npm', identifier: '@good/*' }] },
    );
    expect(isForbidden(rules)).toBe(false);
    expect(isForbidden(rules, { sourceId: 'other' })).toBe(true);
    expect(isForbidden(rules, { sourceId: 'other', identifier: '@good/one' })).toBe(false);
  });

  test('A denial comes before them.', () => {
    const { rules = [] } = allow({ namespaces: ['io.github.acme'] });
    expect(
      isForbidden({ rules: [...rules, ...(deny({ packages: [{ kind: 'npm', identifier: '@acme/*' }] }).rules ?? [])] }),
    ).toBe(true);
  });

  test('A version that is not fixed or has no order is allowed by none.', () => {
    const rules = allow({ packages: [{ kind: 'npm', identifier: '@acme/files' }], versions: ['>=1.0'] });
    expect(isForbidden(rules)).toBe(false);
    expect(isForbidden(rules, { version: null })).toBe(true);
    expect(isForbidden(rules, { version: 'latest' })).toBe(true);
  });

  test('Policy.json and the signed list are asked each for itself: neither lets through what the other forbids.', () => {
    const parts = [
      part(allow({ namespaces: ['io.github.*'] })),
      part(allow({ namespaces: ['io.github.acme'] }), 'list'),
    ];
    expect(judgeWay(parts, way)).toBeNull();
    expect(judgeWay(parts, { ...way, entry: 'io.github.other/x' })).toMatchObject({ by: 'list' });
    expect(judgeWay(parts, { ...way, entry: 'com.example/x' })).toMatchObject({ by: 'file' });
  });
});

describe('A source as a whole', () => {
  const source = { ...way, entry: null, kind: 'remote', identifier: '', version: null } as const;
  const judged = (given: Given) => judgeWay([part(given)], source)?.kind ?? null;

  test('It is forbidden by a rule about sources alone, and where nothing of it could be allowed.', () => {
    expect(judged(deny({ sources: ['official'] }))).toBe('catalogue-forbidden');
    expect(judged(deny({ sources: ['official'], namespaces: ['x'] }))).toBeNull();
    expect(judged(allow({ sources: ['https://company.example'] }))).toBe('catalogue-not-allowed');
    expect(judged(allow({ sources: ['official'], namespaces: ['x'] }))).toBeNull();
    expect(judged(allow({ namespaces: ['x'] }))).toBeNull();
  });
});

describe('What was added without a catalogue', () => {
  const found = { kind: 'npm', identifier: '@acme/files', version: null } as const;

  test('Rules that deny its package forbid it, rules that allow others do not.', () => {
    expect(judgePackage([part(deny({ packages: [{ kind: 'npm', identifier: '@acme/*' }] }))], found)).not.toBeNull();
    expect(judgePackage([part(deny({ namespaces: ['*'] }))], found)).toBeNull();
    expect(judgePackage([part(allow({ packages: [{ kind: 'npm', identifier: '@good/*' }] }))], found)).toBeNull();
  });
});

test('Whatever the rules and the way: a denial of just this is never lifted, by no further rule.', () => {
  const word = fc.constantFrom('official', 'io.github.acme', '@acme/files', '*', 'x*', 'https://registry.example');
  const rule = fc.record({
    effect: fc.constantFrom('allow', 'deny'),
    namespaces: fc.array(word, { minLength: 1, maxLength: 3 }),
  });
  const anyWay = fc.record({
    source: fc.option(fc.webUrl(), { nil: null }),
    sourceId: fc.option(fc.string(), { nil: null }),
    entry: fc.option(fc.string(), { nil: null }),
    kind: fc.constantFrom(...wayKinds),
    registry: fc.constantFrom(null, undefined, evil),
    sha256: fc.constantFrom(null, sha256),
    isUnsigned: fc.boolean(),
    identifier: fc.string({ minLength: 1, maxLength: 100 }).filter(text => !text.includes('*')),
    version: fc.option(fc.string(), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(rule), anyWay, (others, judged) => {
      const { kind, identifier } = judged;
      const all = [{ effect: 'deny', packages: [{ kind, identifier }] }, ...others].map((one, at) => ({
        id: `r${at}`,
        ...one,
      }));
      fc.pre(judged.entry !== null || judged.sourceId === null);
      expect(judgeWay([part({ rules: all } as Given)], judged)).not.toBeNull();
    }),
  );
});
