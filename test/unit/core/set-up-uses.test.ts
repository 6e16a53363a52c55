// What a set-up file takes back when it says less: what a file had brought, and nothing that somebody had made beside it.
import { expect, test } from 'vitest';
import { removeServers, setUpServers } from '../../../electron/core/set-up/set-up-servers.ts';
import { removeUses, setUpUses } from '../../../electron/core/set-up/set-up-uses.ts';
import type { HubSetup } from '../../../contract/schemas/hub-setup.ts';
import type { SetupServer } from '../../../electron/core/set-up/read-setup.ts';
import type { SettingUp } from '../../../electron/core/set-up/setting-up.ts';

type Allow = HubSetup['allow'][number];

const allowed: Allow = { hub: 'gateway', server: 'files', tools: null, readOnly: false };
const files: SetupServer = {
  ...{ name: 'files', text: 'files' },
  config: { kind: 'stdio', command: 'files', args: [], env: {} },
};
/** As the hub keeps what `allowed` asks for. */
const grantOf = (id: string) => ({
  ...{ id, effect: 'allow', subject: { kind: 'hub', id: 'gateway' }, scope: 'servers:call', tools: null },
  ...{ reading: false, resource: { kind: 'server', serverId: 'files' }, lifetime: 'always', agentId: null },
});

function hub() {
  const grants: Record<string, unknown> = {};
  const servers: Record<string, unknown> = {};
  const addServer = () => {
    servers['files'] = { id: 'files', name: 'files', hash: 'hash', state: { kind: 'running' } };
  };
  const said: string[] = [];
  const record: SettingUp['record'] = {
    ...{
      version: 1,
      salt: '',
      fleet: null,
      secrets: {},
      servers: {},
      shares: [],
      grants: [],
      telemetry: null,
      metrics: null,
    },
  };
  const answers: Readonly<Record<string, (params: Record<string, string>) => unknown>> = {
    'servers:add': () => {
      addServer();
      return { serverIds: ['files'] };
    },
    'servers:config': () => ({ hash: 'hash', placeholders: [] }),
    'servers:remove': ({ serverId = '' }) => delete servers[serverId],
    'grants:set': () => {
      grants['own'] = grantOf('own');
      return { grant: grants['own'] };
    },
    'grants:revoke': ({ grantId = '' }) => delete grants[grantId],
  };
  const start = async (own: { readonly servers: readonly SetupServer[]; readonly allow: readonly Allow[] }) => {
    const settingUp: SettingUp = {
      setup: {
        ...{ file: '/setup.json', hash: '', fleet: null, secrets: new Map(), shares: [] },
        ...{ servers: own.servers, allow: [...own.allow], telemetry: null, metricsToken: null },
      },
      record,
      ask: (name: string, params: unknown) => {
        said.push(name);
        return Promise.resolve((answers[name]?.(params as Record<string, string>) ?? {}) as never);
      },
      state: () => Promise.resolve({ grants: { ...grants }, servers: { ...servers }, hub: { fleet: null } } as never),
      digest: value => JSON.stringify(value),
      keep: () => Promise.resolve(void said.push('kept')),
    };
    await removeUses(settingUp);
    await removeServers(settingUp);
    await setUpServers(settingUp);
    await setUpUses(settingUp);
    return said.splice(0);
  };
  return { grants, servers, addServer, start, record };
}

test('A server and a grant that a file had brought go with it; each is noted before anything else is done.', async () => {
  const { start, grants, servers } = hub();
  const said = await start({ servers: [files], allow: [allowed] });
  expect(said.slice(said.indexOf('grants:set'))).toEqual(['grants:set', 'kept']);
  expect(said.indexOf('kept')).toBeLessThan(said.indexOf('servers:approve'));
  expect(await start({ servers: [files], allow: [allowed] })).toEqual([]);
  await start({ servers: [files], allow: [] });
  expect(Object.keys(grants)).toEqual([]);
  await start({ servers: [], allow: [] });
  expect(Object.keys(servers)).toEqual([]);
});

test('A server and a grant that somebody had made before the file said the same stay when it says so no more.', async () => {
  const { start, grants, servers, addServer, record } = hub();
  addServer();
  grants['theirs'] = grantOf('theirs');
  await start({ servers: [files], allow: [allowed] });
  await start({ servers: [files], allow: [allowed] });
  expect(record.grants).toEqual([{ id: 'theirs', isAdopted: true }]);
  await start({ servers: [], allow: [] });
  expect(Object.keys(grants)).toEqual(['theirs']);
  expect(Object.keys(servers)).toEqual(['files']);
  expect(record).toMatchObject({ grants: [], servers: {} });
});
