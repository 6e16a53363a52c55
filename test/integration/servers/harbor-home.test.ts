// The import of a Harbor home: everything in it is shown first, what was picked is taken over, and nothing of it is changed.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountTakers } from '../../../electron/core/oauth/account-takers.ts';
import { OwnHub } from '../../../electron/core/servers/config/own-hub.ts';
import { findApps } from '../../../electron/core/servers/import/read-app.ts';
import { ServerImporter } from '../../../electron/core/servers/import/server-importer.ts';
import { inEnglish } from '../../../words/english.ts';
import { fingerprint, harborSecrets, writeDatabase, writeHarborHome } from '../../support/harbor-home.ts';
import { packageScene } from '../../support/package-scene.ts';
import { tempDir } from './support.ts';
import type { HarborThing, ThingTakers } from '../../../electron/core/servers/import/harbor-home/home-things.ts';

const ownHub = new OwnHub({
  home: '/home/ana/.pilothouse',
  userHome: '/home/ana',
  cliPath: '/opt/pilothouse/headless/pilothouse.js',
  port: () => null,
  path: () => '',
  holdsOwnToken: () => false,
});

async function scene({ write = writeHarborHome } = {}) {
  const home = tempDir();
  write(home);
  const machine = { platform: 'linux' as const, homeDir: home, env: {} };
  const made = await packageScene();
  /** What the keepers of models and conversations would be handed. */
  const others: HarborThing[] = [];
  const taker = { take: async (thing: HarborThing) => void others.push(thing), isHere: () => false };
  const takers: ThingTakers = { ...accountTakers(made.oauth), models: taker, conversation: taker };
  let count = 0;
  const imports = new ServerImporter({
    servers: made.supervisor,
    machine,
    ownHub,
    packages: made.packages,
    takers,
    secretOf: name => made.store.get(name),
    keepSecrets: values => made.store.setAll(values),
    randomId: () => `p${(count += 1)}`,
  });
  const preview = () => imports.preview({ kind: 'app', app: 'harbor' });
  return { ...made, user: home, machine, others, imports, preview };
}

describe('a home of both generations', () => {
  test('It is shown as one more app, with its servers and what is beside them.', async () => {
    const { machine } = await scene();
    expect(await findApps(machine, ownHub)).toMatchObject([
      { app: 'harbor', servers: expect.arrayContaining(['search', 'remote', 'Weather']), things: 7 },
    ]);
  });

  test('Every server is read as it would start, with what it asks for; one that cannot says why.', async () => {
    const { preview } = await scene();
    const { entries, problems } = await preview();
    expect(problems).toEqual([]);
    const of = (name: string) => entries.find(entry => entry.name === name);
    expect(entries.map(({ name }) => name)).toEqual([
      'search',
      'files',
      'boxed',
      'tool',
      'remote',
      'mail',
      'odd',
      'server',
      'Weather',
      'Broken',
    ]);
    expect(of('search')).toMatchObject({
      commandLine: 'npx -y @example/search --fast',
      offers: [{ place: 'variable', name: 'SEARCH_KEY' }],
      placeholders: [{ name: 'REGION', secret: false }],
    });
    expect(of('files')).toMatchObject({ commandLine: 'uvx mcp-files' });
    expect(of('boxed')).toMatchObject({ commandLine: 'docker run -i --rm -e LEVEL example/boxed:1' });
    expect(of('tool')).toMatchObject({ commandLine: '/home/ana/.harbor/bin/tool stdio' });
    expect(of('remote')).toMatchObject({ offers: [{ place: 'header', name: 'Authorization' }] });
    expect(of('mail')).toMatchObject({
      commandLine: 'npx -y git+https://github.com/example/mail',
      config: { env: { GMAIL_TOKEN: '${secret:oauth.mail.access_token}' } },
    });
    expect(of('odd')?.problem).toMatchObject({ kind: 'manifest-package', found: 'cargo' });
    expect(of('server')?.problem).toMatchObject({ kind: 'harbor-file' });
    expect(of('Weather')).toMatchObject({ config: { kind: 'http', url: 'http://localhost:4000/mcp' } });
    expect(of('Broken')?.problem).not.toBeNull();
  });

  test('What is beside servers is shown without a secret; a provider that is not known says so.', async () => {
    const { preview } = await scene();
    const shown = await preview();
    expect(shown.things.map(({ kind, name, provider, count }) => [kind, name, provider, count])).toEqual([
      ['client', 'google', null, null],
      ['sign-in', 'repos', 'github', null],
      ['sign-in', 'chat', 'slack', null],
      ['sign-in', 'gmail-harbor', 'google', null],
      ['models', 'Work', null, 1],
      ['models', 'anthropic', null, 0],
      ['conversation', 'About tides', null, 4],
    ]);
    expect(shown.things[2]?.problem).toMatchObject({ kind: 'oauth-no-provider', provider: 'slack' });
    for (const secret of Object.values(harborSecrets)) expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test('What was picked is taken over, its secrets into the store, and the rest is left.', async () => {
    const { preview, imports, supervisor, store, oauth, others } = await scene();
    const { previewId, entries, things } = await preview();
    const keys = [...entries.filter(({ name }) => ['search', 'remote', 'mail'].includes(name)), ...things]
      .filter(({ problem, name }) => problem === null && name !== 'repos')
      .map(({ key }) => key);
    const ids = await imports.add(previewId, keys);
    expect(ids).toEqual(['search', 'remote', 'mail']);
    expect(ids.map(id => supervisor.get(id)?.options.start)).toEqual(['always', 'always', 'first-use']);
    expect(JSON.stringify(ids.map(id => supervisor.configs.of(id)))).not.toContain(harborSecrets.key);
    expect(store.values()).toEqual(
      expect.arrayContaining([
        harborSecrets.key,
        harborSecrets.header.slice('Bearer '.length),
        harborSecrets.client,
        harborSecrets.access,
      ]),
    );
    expect(store.values()).not.toContain(harborSecrets.older);
    expect(oauth.status('gmail-harbor')).toMatchObject({ providerId: 'google', canRenew: true });
    expect(oauth.credentialsStatus().google).toMatchObject({ source: 'kept' });
    expect(supervisor.configs.account('mail')).toMatchObject({ provider: 'google', key: 'mail' });
    expect(others.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'models Work',
      'models anthropic',
      'conversation About tides',
    ]);
    expect(others[1]).toMatchObject({
      models: { provider: { provider_type: 'anthropic', api_key: harborSecrets.model } },
    });
    expect(others[0]).toMatchObject({ models: { defaultModel: 'openai:gpt-4o', isDefaultProvider: true } });
  });

  test('Nothing of it is changed, and nothing is left beside it.', async () => {
    const { preview, imports, user } = await scene();
    const before = fingerprint(user);
    const { previewId, entries, things } = await preview();
    const keys = [...entries, ...things].filter(({ problem }) => problem === null).map(({ key }) => key);
    await imports.add(previewId, keys);
    expect(fingerprint(user)).toEqual(before);
  });

  test('A second look knows what is here already.', async () => {
    const { preview, imports } = await scene();
    const { previewId, things } = await preview();
    await imports.add(
      previewId,
      things.slice(0, 2).map(({ key }) => key),
    );
    expect((await preview()).things.map(({ exists }) => exists)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test('What takes the place of something here is said as it is now, and told from what comes in its place meanwhile.', async () => {
    const { preview, imports, oauth } = await scene();
    const { previewId, things } = await preview();
    const [client, , , mail] = things;
    const keys = [client?.key ?? '', mail?.key ?? ''];
    const besides = () => imports.besides(previewId, keys);
    expect(besides()).toMatchObject({ lines: [/^client /, /^sign-in /].map(one => expect.stringMatching(one)) });
    expect(besides().replaced).toEqual([]);
    const signIn = { provider: 'google', scopes: ['mail'], updatedAt: 1, expiresAt: null };
    const signInAt = (createdAt: number) =>
      oauth.adopt('gmail-harbor', { ...signIn, createdAt, tokens: { access_token: 'a', token_type: 'Bearer' } });
    await signInAt(1);
    const one = besides();
    expect(one.replaced).toEqual(['gmail-harbor']);
    await signInAt(2);
    expect(besides()).toMatchObject({ lines: one.lines, replaced: one.replaced });
    expect(besides()).not.toEqual(one);
    await oauth.setCredentials('google', { id: 'one', secret: 'first-secret' });
    const two = besides();
    expect(two.replaced).toEqual(['google', 'gmail-harbor']);
    await oauth.setCredentials('google', { id: 'one', secret: 'second-secret' });
    expect(besides()).not.toEqual(two);
    expect(JSON.stringify(two)).not.toContain('first-secret');
  });

  test('What is added is added once, also by two at once; what could not be kept can be added again.', async () => {
    const { preview, imports, supervisor, others } = await scene();
    const { previewId, entries } = await preview();
    const keys = entries.filter(({ name }) => name === 'search').map(({ key }) => key);
    const both = await Promise.allSettled([imports.add(previewId, keys), imports.add(previewId, keys)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(supervisor.configs.all().map(({ name }) => name)).toEqual(['search']);
    const again = await preview();
    const models = again.things.filter(({ kind }) => kind === 'models').map(({ key }) => key);
    const { push } = others;
    others.push = () => {
      throw new Error('The disk is full.');
    };
    await expect(imports.add(again.previewId, models)).rejects.toThrow('full');
    others.push = push;
    await imports.add(again.previewId, models);
    expect(others).toHaveLength(models.length);
  });

  test('What programs have shown to them takes away neither what the panel shows nor what waits for a confirmation.', async () => {
    const { preview, imports } = await scene();
    const { previewId } = await preview();
    const shown = async () => (await imports.preview({ kind: 'app', app: 'harbor' }, 'program')).previewId;
    const waits = await shown();
    const release = imports.hold(waits);
    const others = [await shown(), await shown(), await shown(), await shown(), await shown()];
    const gone = (id: string) => {
      try {
        imports.besides(id, []);
        return false;
      } catch {
        return true;
      }
    };
    expect([previewId, waits, ...others].map(gone)).toEqual([false, false, true, false, false, false, false]);
    release();
    expect(gone(waits)).toBe(true);
  });

  test('Kinds that nobody takes are not offered.', async () => {
    const { machine, supervisor, packages, store } = await scene();
    const imports = new ServerImporter({
      ...{ servers: supervisor, machine, ownHub, packages, randomId: () => 'p' },
      secretOf: name => store.get(name),
      keepSecrets: values => store.setAll(values),
    });
    expect((await imports.preview({ kind: 'app', app: 'harbor' })).things).toEqual([]);
  });
});

describe('older files', () => {
  test('Credentials and models of before their versions are read too.', async () => {
    const { preview, imports, others } = await scene({
      write: home => {
        writeHarborHome(home);
        writeFileSync(
          join(home, '.harbor/secrets/credentials.json'),
          '{"search": {"SEARCH_KEY": "sk-older-0123456789"}}',
        );
        writeFileSync(
          join(home, '.config/harbor/llm.json'),
          '{"default_model": "mistral:large", "providers": {"mistral": {"enabled": true, "api_key": "k", "base_url": null}}}',
        );
      },
    });
    const { previewId, entries, things, problems } = await preview();
    expect(problems).toEqual([]);
    expect(entries[0]?.offers).toMatchObject([{ name: 'SEARCH_KEY' }]);
    await imports.add(
      previewId,
      things.filter(({ kind }) => kind === 'models').map(({ key }) => key),
    );
    expect(others).toMatchObject([
      {
        models: {
          provider: { provider_type: 'mistral', api_key: 'k' },
          defaultModel: 'mistral:large',
          isDefaultProvider: true,
        },
      },
    ]);
  });
});

describe('a hostile home', () => {
  const spoiled = (spoil: (home: string) => void) =>
    scene({
      write: home => {
        writeHarborHome(home);
        spoil(home);
      },
    });

  test.each([
    ['no JSON', (home: string) => writeFileSync(join(home, '.harbor/installed_servers.json'), '{"servers": [')],
    ['another type', (home: string) => writeFileSync(join(home, '.harbor/oauth_tokens.json'), '{"tokens": [1, 2]}')],
    [
      'a prototype',
      (home: string) => writeFileSync(join(home, '.harbor/oauth_tokens.json'), '{"tokens": {"__proto__": {}}}'),
    ],
    ['too much', (home: string) => writeFileSync(join(home, '.harbor/sessions/session_1.json'), ' '.repeat(5_000_001))],
    ['too deep', (home: string) => writeFileSync(join(home, '.harbor/oauth_credentials.json'), '['.repeat(10_000))],
    [
      'no database',
      (home: string) => writeFileSync(join(home, '.harbor/harbor.db'), 'not a database at all'.repeat(99)),
    ],
  ])('A file with %s is named with a sentence, and the others are read.', async (_what, spoil) => {
    const { preview } = await spoiled(spoil);
    const { problems, entries } = await preview();
    expect(problems.map(({ kind }) => kind)).toEqual(['file-not-read']);
    expect(inEnglish(problems[0] ?? { kind: 'several', reasons: [] })).toMatch(/[.!]$/);
    expect(entries.length).toBeGreaterThan(1);
  });

  test('A link that leads out of the home is refused, a pipe is not waited for.', async () => {
    const { preview } = await spoiled(home => {
      const outside = join(home, 'outside.json');
      writeFileSync(outside, '{"providers": {}}');
      for (const name of ['oauth_credentials.json', 'harbor.db']) {
        rmSync(join(home, '.harbor', name));
        symlinkSync(outside, join(home, '.harbor', name));
      }
      mkdirSync(join(home, '.harbor/sessions/session_2.json'));
    });
    const { problems } = await preview();
    expect(problems.map(problem => (problem.kind === 'file-not-read' ? problem.why.kind : problem.kind))).toEqual(
      expect.arrayContaining(['file-is-link', 'file-is-none']),
    );
    expect(problems.length).toBe(3);
  });

  test('A list of servers that computes something is not read.', async () => {
    const endless =
      "CREATE VIEW servers AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, 'l' AS label, 'u' AS base_url FROM n";
    const computed =
      'CREATE TABLE servers (id TEXT, label TEXT, base_url TEXT GENERATED ALWAYS AS (hex(zeroblob(1000000))))';
    for (const sql of [endless, computed]) {
      const { preview } = await spoiled(home => {
        rmSync(join(home, '.harbor/harbor.db'));
        writeDatabase(join(home, '.harbor/harbor.db'), sql);
      });
      const { entries } = await preview();
      expect(entries.map(({ name }) => name)).not.toContain('l');
    }
  });

  test('Where there is no home of Harbor it is said where was looked.', async () => {
    const { preview } = await scene({ write: () => {} });
    await expect(preview()).rejects.toMatchObject({ reason: { kind: 'app-without-list', app: 'Harbor' } });
  });
});
