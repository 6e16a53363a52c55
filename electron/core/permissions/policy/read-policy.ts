// From the text of a policy file to its rules, or to the one error that stands first in it.
import { PolicySchema } from '../../../../contract/schemas/policy.ts';
import { faultIn } from '../../../../contract/schemas/value-fault.ts';
import { placeIn } from '../../json/check-json.ts';
import { defaultOf } from './catalogue-judge.ts';
import { JsonError, parseLocatedJson } from './located-json.ts';
import type { Resource } from '../../../../contract/schemas/permissions.ts';
import type { Policy, PolicyRule } from '../../../../contract/schemas/policy.ts';
import type { CataloguePart } from '../../../../contract/schemas/policy-catalogue.ts';
import type { PolicyState } from '../../../../contract/schemas/policy-state.ts';
import type { Rule } from '../rule.ts';

export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly error: NonNullable<PolicyState['error']> };

/** Pure. An error has its line and column. */
export function readPolicy(text: string): ReadPolicy {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    const json = parseLocatedJson(plain);
    const parsed = PolicySchema.safeParse(json.value);
    if (parsed.success) return { ok: true, policy: parsed.data };
    const issues = parsed.error.issues.map(issue => {
      const { path } = issue;
      // A key too many stands inside of what it is reported for.
      const inner = 'keys' in issue && Array.isArray(issue.keys) ? [...path, String(issue.keys[0])] : path;
      return { offset: json.offsetOf(inner), at: path.join('.') || null, why: faultIn(issue, json.value) };
    });
    const [first] = issues.toSorted((a, b) => a.offset - b.offset);
    return {
      ok: false,
      error: {
        ...placeIn(plain, first?.offset ?? 0),
        why: { kind: 'policy-does-not-fit', at: first?.at ?? null, why: first?.why ?? { kind: 'value-missing' } },
      },
    };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { ok: false, error: { ...placeIn(plain, error.offset), why: error.why } };
  }
}

/** One rule of the decision for each subject, scope and place of each line. */
export function rulesOfPolicy({ rules }: Pick<Policy, 'rules'>): Rule[] {
  return rulesOf(rules, id => ({ kind: 'policy', id }));
}

export function rulesOf(rules: readonly PolicyRule[], source: (id: string) => Rule['source']): Rule[] {
  return rules.flatMap(line =>
    (line.subjects ?? [null]).flatMap(subject =>
      line.scopes.flatMap(scope =>
        placesOf(line).map(
          (resource): Rule => ({
            source: source(line.id),
            effect: line.effect,
            subject,
            agentId: null,
            scope,
            tools: line.tools ?? null,
            reading: line.reading,
            resource,
            expiresAt: null,
            grant: null,
            reason: line.reason ?? null,
          }),
        ),
      ),
    ),
  );
}

/** For the panel. */
export function shownPolicy(policy: Policy | null): Pick<PolicyState, 'rules' | 'catalogue'> {
  const catalogue = policy?.catalogue;
  return { rules: policy ? shownRules(policy.rules) : [], catalogue: catalogue ? shownCatalogue(catalogue) : null };
}

export function shownRules(rules: readonly PolicyRule[]): PolicyState['rules'] {
  return rules.map(rule => {
    const { id, effect, subjects = [], scopes, tools = null, reading, reason = null } = rule;
    return { id, effect, subjects, scopes, tools, reading, where: placesOf(rule), reason };
  });
}

export function shownCatalogue(
  part: Pick<CataloguePart, 'default' | 'rules'> & Partial<CataloguePart>,
): NonNullable<PolicyState['catalogue']> {
  const rules = part.rules.map(rule => {
    const { id, effect, sources = [], namespaces = [], packages = [], versions = [], reason = null } = rule;
    const named = packages.map(({ kind, identifier, registry, sha256 }) =>
      [kind, identifier, registry, sha256].filter(text => text !== undefined).join(' '),
    );
    return { id, effect, about: { sources, namespaces, packages: named, versions }, reason };
  });
  return { default: defaultOf(part), rules, sources: part.sources ?? [] };
}

function placesOf({ sites, servers, plugins }: PolicyRule): Resource[] {
  if (!sites && !servers && !plugins) return [{ kind: 'any' }];
  return [
    ...(sites ?? []).map((origin): Resource => ({ kind: 'site', origin })),
    ...(servers ?? []).map((serverId): Resource => ({ kind: 'server', serverId })),
    ...(plugins ?? []).map((pluginId): Resource => ({ kind: 'plugin', pluginId })),
  ];
}
