// Scripts as servers: what of a script stands in its config, what in the secret store, and when it is another.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HarborScripts, tokenReference } from '../../../../../electron/core/harbor/b/harbor-scripts.ts';
import { secretNamesIn } from '../../../../../electron/core/secrets/references.ts';
import type { ScriptConfig } from '../../../../../contract/schemas/servers.ts';
import type { HarborScriptsOptions } from '../../../../../electron/core/harbor/b/harbor-scripts.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pilothouse-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openScene(isFull = () => false, cannotKeep = () => false) {
  const configs = new Map<string, ScriptConfig>();
  const secrets = new Map<string, string>();
  const kept = new Map<string, unknown>();
  const done: string[] = [];
  const servers = {
    get: (id: string) => (configs.has(id) ? { id, state: { kind: 'running' } } : null),
    configs: {
      all: () => [...configs].map(([id, config]) => ({ id, name: `Harbor ${id}`, config })),
      secretUsers: () =>
        new Map([...configs].flatMap(([id, config]) => secretNamesIn(config).map(name => [name, [id]] as const))),
    },
    start: async (id: string) => void done.push(`start ${id}`),
    restart: async (id: string) => void done.push(`restart ${id}`),
    changes: {
      addAll: async ([server]: readonly { config: ScriptConfig }[]) => {
        if (isFull() || [...configs.values()].some(({ file }) => file === server?.config.file))
          throw new Error('There are too many servers.');
        const id = `s${configs.size + 1}`;
        if (server) configs.set(id, server.config);
        return [id];
      },
      change: async (id: string, { config }: { config: ScriptConfig }) => void configs.set(id, config),
    },
  };
  const settings = {
    get: async (key: string) => kept.get(key) ?? null,
    set: async (key: string, value: unknown) => {
      if (cannotKeep()) throw new Error('The disk is full.');
      kept.set(key, value);
    },
  };
  const secretStore = {
    get: (name: string) => secrets.get(name),
    setAll: async (values: ReadonlyMap<string, string>) => {
      for (const [name, value] of values) secrets.set(name, value);
    },
    remove: async (name: string) => void secrets.delete(name),
  };
  const options = { servers, settings, secretStore, state: { subscribe: () => () => {} }, folder };
  const open = () => new HarborScripts(options as unknown as HarborScriptsOptions);
  const config = () => configs.get('s1');
  return { scripts: open(), open, config, configs, secrets, done };
}

const patience = { timeoutMs: 1_000 };
const script = (env: Record<string, string> = {}, code = 'main()', hosts: string[] = []) => ({
  id: 'mail',
  code,
  env,
  capabilities: { network: { allowed_hosts: hosts } },
});

test('every value is a secret of its own, and only the token of the script’s own sign-in is referred to', async () => {
  const { scripts, config, secrets } = openScene();
  const env = {
    PLAIN: 'a',
    OTHERS: tokenReference('calendar'),
    SECRET: '${secret:GITHUB_TOKEN}',
    TOKEN: tokenReference('mail'),
  };
  await scripts.start(script(env), patience);
  const names = Object.fromEntries(
    Object.entries(config()?.env ?? {}).map(([name, text]) => [name, text.replace(/^\$\{secret:(.*)\}$/, '$1')]),
  );
  expect(names['TOKEN']).toBe('oauth.mail.access_token');
  expect(secrets.get(names['PLAIN'] ?? '')).toBe('a');
  expect(secrets.get(names['OTHERS'] ?? '')).toBe('${secret:oauth.calendar.access_token}');
  expect(secrets.get(names['SECRET'] ?? '')).toBe('${secret:GITHUB_TOKEN}');
  expect(secrets.size).toBe(3);
});

test('its file is named by its code, and hosts with a wildcard hold for the domain itself too', async () => {
  const { scripts, config } = openScene();
  await scripts.start(script({}, 'one', ['*.example.com', 'api.example.org']), patience);
  const first = config();
  expect(first?.hosts).toEqual(['*.example.com', 'example.com', 'api.example.org']);
  expect(readFileSync(first?.file ?? '', 'utf8')).toBe('one');
  await scripts.start(script({}, 'two', ['*.example.com', 'api.example.org']), patience);
  expect(config()?.file).not.toBe(first?.file);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('with other values it is started anew, with the same nothing happens, and after a restart of the hub it is known', async () => {
  const { scripts, open, done } = openScene();
  await scripts.start(script({ A: '1' }), patience);
  await scripts.start(script({ A: '1' }), patience);
  await scripts.start(script({ A: '2' }), patience);
  expect(done).toEqual(['start s1', 'start s1', 'restart s1', 'start s1']);
  const later = open();
  await later.load();
  expect([later.serverIdOf('mail'), later.scriptOf('s1'), later.serverIdOf('other')]).toEqual(['s1', 'mail', null]);
});

test('with its server go its file, its secrets and what is known of it', async () => {
  const { scripts, configs, secrets } = openScene();
  await scripts.start(script({ A: '1' }), patience);
  configs.clear();
  await scripts.forget('s1');
  expect([readdirSync(folder), secrets.size, scripts.all]).toEqual([[], 0, []]);
});

test('A variable that it has no more is in the secret store no more.', async () => {
  const { scripts, config, secrets } = openScene();
  await scripts.start(script({ KEPT: '1', DROPPED: '2', TOKEN: 'as a value' }), patience);
  await scripts.start(script({ KEPT: '1', TOKEN: tokenReference('mail') }), patience);
  expect(Object.keys(config()?.env ?? {})).toEqual(['KEPT', 'TOKEN']);
  expect([...secrets.values()]).toEqual(['1']);
});

test('Of a script that does not fit, neither its file nor a value of it is kept.', async () => {
  const { scripts, secrets } = openScene();
  for (let at = 0; at < 50; at += 1) await scripts.start({ ...script({ A: `${at}` }), id: `script ${at}` }, patience);
  await expect(scripts.start({ ...script({ A: 'one more' }), id: 'one more' }, patience)).rejects.toThrow(
    'There are 50 servers and at most 50 fit',
  );
  expect([readdirSync(folder).length, secrets.size, [...secrets.values()].includes('one more')]).toEqual([
    50,
    50,
    false,
  ]);
});

test('The same where the hub has no room for another server.', async () => {
  const { scripts, secrets } = openScene(() => true);
  await expect(scripts.start(script({ A: '1' }), patience)).rejects.toThrow('too many servers');
  expect([readdirSync(folder), secrets.size, scripts.all]).toEqual([[], 0, []]);
});

test('One whose hub ended before it was noted is the same server at its next start, and nothing of it goes.', async () => {
  let isFull = true;
  const { scripts, open, configs, secrets, config } = openScene(undefined, () => isFull);
  await expect(scripts.start(script({ A: '1' }), patience)).rejects.toThrow('The disk is full.');
  isFull = false;
  const later = open();
  await later.load();
  await later.start(script({ A: '1' }), patience);
  expect([configs.size, later.serverIdOf('mail'), readdirSync(folder).length]).toEqual([1, 's1', 1]);
  expect(readFileSync(config()?.file ?? '', 'utf8')).toBe('main()');
  expect([...secrets.values()]).toEqual(['1']);
});

test('What a server still refers to stays where another cannot be added.', async () => {
  let isKept = false;
  const { scripts, open, secrets, config, configs } = openScene(
    () => isKept,
    () => !isKept,
  );
  await expect(scripts.start(script({ A: '1' }), patience)).rejects.toThrow('The disk is full.');
  isKept = true;
  // Its user has given it another file, so that it is not known as this script's any more.
  const env = config()?.env ?? {};
  configs.set('s1', { kind: 'javascript', file: path.join(tmpdir(), 'own.js'), env, hosts: [] });
  await expect(open().start(script({ A: '1' }), patience)).rejects.toThrow('too many servers');
  expect([...secrets.values()]).toEqual(['1']);
});
