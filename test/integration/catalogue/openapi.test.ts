// What our client asks, and what the registry of the other tests answers, held to the published description of the API.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { checkValue } from '../../../contract/json-schema/check.ts';
import { PoliteAsker } from '../../../electron/catalogue/sources/polite-asker.ts';
import { registryPages, registryVersions } from '../../../electron/catalogue/sources/registry-pages.ts';
import { sourceLimits as limits } from '../../../electron/catalogue/sources/source-limits.ts';
import { day, manyPublished, published } from '../../support/catalogue/published.ts';
import { startRegistry } from '../../support/catalogue/registry.ts';
import { repositoryRoot } from '../../support/provided.ts';

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Readonly<Record<string, unknown>>;
  }[];
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly 'application/json': { readonly schema: object } } }>
  >;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: object;
}

const file = path.join(repositoryRoot, 'test/fixtures/catalogue/registry-openapi.yaml');
const description = parse(fs.readFileSync(file, 'utf8')) as Description;

/** A whole description, in which references lead where they are to. */
function problemsOf(schema: object, value: unknown): string[] {
  const { problems, whole } = checkValue({ ...schema, components: description.components }, value);
  return [
    ...problems.map(problem => JSON.stringify(problem)),
    ...(whole ? [] : ['It could not be checked to its end.']),
  ];
}

function operationOf(pathname: string): Operation {
  const found = Object.entries(description.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  if (!found) throw new Error(`The API has no ${pathname}.`);
  return found[1].get;
}

/** As JSON Schema has what stands in an address as text. */
function typed(text: string, { type }: Readonly<Record<string, unknown>>): unknown {
  return type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text;
}

it('each request of ours, and each answer of the fixture, is one of the published API', async () => {
  const registry = await startRegistry();
  onTestFinished(() => registry.stop());
  registry.publish(
    ...manyPublished(120),
    published('io.github.ana/one', { publishedAt: day(2), updatedAt: day(3) }),
    published('io.github.ana/one', {
      publishedAt: day(4),
      updatedAt: day(5),
      status: 'deprecated',
      server: { version: '2.0.0' },
    }),
    published('io.github.ana/gone', { updatedAt: day(6), status: 'deleted' }),
  );
  const { signal } = new AbortController();
  const { address } = registry;
  const asker = new PoliteAsker({ address, limits, signal, pause: ms => sleep(ms), now: () => Date.now() });
  const question = { address, asker, limits };
  for (const since of [null, day(2)])
    for await (const page of registryPages({ ...question, since })) expect(page.servers).not.toHaveLength(0);
  expect((await registryVersions({ ...question, since: null }, 'io.github.ana/one'))?.servers).toHaveLength(2);
  expect(await registryVersions({ ...question, since: null }, 'io.github.ana/none')).toBeNull();
  expect(registry.asked.length).toBeGreaterThan(4);
  for (const { method, path: asked } of registry.asked) {
    const url = new URL(asked, address);
    const { parameters } = operationOf(url.pathname);
    expect(method).toBe('GET');
    for (const [name, text] of url.searchParams) {
      const parameter = parameters.find(one => one.in === 'query' && one.name === name);
      expect(parameter, `${asked} has ${name}`).toBeDefined();
      expect(problemsOf(parameter?.schema ?? {}, typed(text, parameter?.schema ?? {})), asked).toEqual([]);
    }
  }
  for (const { path: asked, status, body } of registry.answered) {
    const answer = operationOf(new URL(asked, address).pathname).responses[String(status)];
    expect(answer, `${asked} may be answered with ${status}`).toBeDefined();
    const { schema = {} } = answer?.content['application/json'] ?? {};
    // One at a time: a page is more than is checked at once.
    const { servers, ...rest } = body as { servers?: unknown[] };
    for (const server of servers ?? []) expect(problemsOf(schema, { servers: [server], ...rest })).toEqual([]);
    if (!servers) expect(problemsOf(schema, body)).toEqual([]);
  }
});

it('the check finds what is not of the API', () => {
  const list = { $ref: '#/components/schemas/ServerList' };
  expect(
    problemsOf(list, { servers: [{ server: { name: 'no slash', description: 'One.', version: '1' } }] }),
  ).not.toEqual([]);
  expect(problemsOf(list, {})).not.toEqual([]);
});
