// Sign-ins that Harbor's first extension begins: decided by the gates with what they are for, and their token in its server's environment alone.
import { expect, test } from 'vitest';
import { HubServers } from '../../../electron/core/harbor/a/hub-servers.ts';
import { installerFamily } from '../../../electron/core/harbor/a/installer-family.ts';
import { manifestFamily } from '../../../electron/core/harbor/a/manifest-family.ts';
import { oauthFamily } from '../../../electron/core/harbor/a/oauth-family.ts';
import { ServerFacts } from '../../../electron/core/harbor/a/server-facts.ts';
import { AccountProvider } from '../../support/account-provider.ts';
import { buildAgent, buildClient, buildRequest } from '../../support/hub-fixtures.ts';
import { signInAsUser } from '../../support/oauth-server.ts';
import { packageScene } from '../../support/package-scene.ts';
import { until as eventually } from '../../support/panel-client.ts';
import { wellBehaved } from './harbor-a-scene.ts';
import type { Asked } from '../../../electron/core/harbor/a/asked.ts';
import type { HarborAServices } from '../../../electron/core/harbor/a/harbor-a-services.ts';
import type { ServerReads } from '../../../electron/core/harbor/a/server-reads.ts';
import type { ServerRequest } from '../../../electron/core/router/agent-call.ts';

type Answer = Readonly<Record<string, unknown>>;

type Scene = Awaited<ReturnType<typeof openScene>>;

async function openScene() {
  const provider = await AccountProvider.start();
  const made = await packageScene();
  await made.oauth.setCredentials(provider.issuer, provider.client);
  const decided: ServerRequest[] = [];
  const gate = { open: true, admitted: true };
  const manage = async (_: unknown, request: ServerRequest, act: (expectAllowed: () => void) => Promise<unknown>) => {
    decided.push(request);
    if (!gate.open) return { kind: 'failure', error: new Error('The user refused it.'), rule: null, waitedMs: 0 };
    return { kind: 'result', result: await act(() => {}), rule: null, waitedMs: 0 };
  };
  const services = {
    servers: made.supervisor,
    oauth: made.oauth,
    facts: new ServerFacts({ get: async () => null, set: async () => {} }),
    platform: { now: () => made.clock.now },
    clients: { get: () => buildClient({ admitted: gate.admitted }) },
    agentServices: { router: { manage } },
  } as unknown as HarborAServices;
  const hub = new HubServers(services);
  const handlers = {
    ...installerFamily(services, hub),
    ...manifestFamily(services, hub, {} as ServerReads),
    ...oauthFamily(services, hub),
  };
  const news: unknown[] = [];
  const ask = async (type: string, fields: Answer): Promise<Answer> => {
    const asked = { type, fields, request: buildRequest(), agent: () => buildAgent(), decided: () => {} };
    const tell = (_: string, told: Answer) => void news.push(told['status']);
    return (await handlers[type]?.({ ...asked, tell } as unknown as Asked)) ?? {};
  };
  /** Its command is a program of the tests, with the variables that it has. */
  const runs = async (id: string) => {
    const { config } = made.supervisor.configs.of(id);
    const command = { command: process.execPath, args: [wellBehaved] };
    await made.supervisor.changes.change(id, { config: { ...config, ...command } });
    await made.approve(id);
  };
  const env = async (id: string) =>
    (JSON.parse(await made.tool(id, 'describe')) as { env: Record<string, string | undefined> }).env;
  return { ...made, provider, ask, decided, gate, news, runs, env };
}

const manifestOf = ({ issuer }: AccountProvider, oauth: object = { hostMode: { tokenEnvVar: 'MAIL_TOKEN' } }) => ({
  manifestVersion: '1.0.0',
  name: 'Mail',
  package: { type: 'npm', name: 'mail-server' },
  oauth: { provider: issuer, scopes: ['mail'], ...oauth },
});

test.each([
  ['as its repository has it', { hostMode: { tokenEnvVar: 'MAIL_TOKEN' } }],
  ['as the second generation writes it', { tokenEnvVar: 'MAIL_TOKEN' }],
])('The token of a manifest’s sign-in, %s, is in the environment of its server at its start.', async (_, oauth) => {
  const { ask, provider, runs, until, env, supervisor, decided, news } = await openScene();
  expect(await ask('install_from_manifest', { manifest: manifestOf(provider, oauth) })).toMatchObject({
    serverId: 'mail',
    needsOAuth: true,
    oauthMode: 'host',
  });
  await runs('mail');
  await until('mail', ({ state }) => state.kind === 'unauthorized');
  const { authUrl } = await ask('manifest_oauth_start', { server_id: 'mail' });
  expect(decided).toMatchObject([
    { method: 'server/secrets', params: { server: 'Mail', provider: provider.issuer, scopes: 'mail' } },
  ]);
  await signInAsUser(String(authUrl));
  await eventually(() => news.length > 0, 'it is told how it ended');
  expect(news).toEqual(['oauth_success']);
  expect(await ask('manifest_oauth_status', { server_id: 'mail' })).toMatchObject({ mode: 'host', hasTokens: true });
  await supervisor.start('mail');
  expect(await env('mail')).toMatchObject({ MAIL_TOKEN: provider.given[0] });
  expect(await ask('oauth_revoke', { server_id: 'mail' })).toEqual({ revoked: true });
  await eventually(() => !provider.isGood(provider.given[0] ?? ''), 'it is taken back');
});

test('The credential that oauth_start names is the variable that holds the token, once its server is approved with it.', async () => {
  const { ask, add, provider, approve, until, env, decided, supervisor } = await openScene();
  const id = await add({ mcpServers: { Plain: { command: process.execPath, args: [wellBehaved] } } });
  const fields = { server_id: id, credential_key: 'ITS_TOKEN', provider_id: provider.issuer, scopes: ['mail'] };
  const { auth_url } = await ask('oauth_start', fields);
  expect(decided).toMatchObject([{ params: { provider: provider.issuer, scopes: 'mail', variable: 'ITS_TOKEN' } }]);
  expect(JSON.stringify(supervisor.configs.of(id))).not.toContain('ITS_TOKEN');
  await signInAsUser(String(auth_url));
  await until(id, () => 'env' in supervisor.configs.of(id).config && supervisor.configs.account(id) !== null);
  expect(supervisor.get(id)?.state).toMatchObject({ kind: 'blocked', by: 'approval' });
  await approve(id);
  await until(id, ({ state }) => state.kind === 'running');
  expect(await env(id)).toMatchObject({ ITS_TOKEN: provider.given[0] });
  expect(await ask('oauth_status', { server_id: id })).toMatchObject({ status: { connected: true } });
});

test.each([
  ['its server has gone', async ({ supervisor }: Scene, id: string) => supervisor.changes.remove(id)],
  ['Harbor is shut out', async ({ gate }: Scene) => void (gate.admitted = false)],
])('A sign-in that ends when %s is taken back, and changes nothing.', async (_, meanwhile) => {
  const scene = await openScene();
  const { ask, add, provider, oauth, supervisor, news } = scene;
  const id = await add({ mcpServers: { Plain: { command: process.execPath, args: [wellBehaved] } } });
  const fields = { server_id: id, credential_key: 'ITS_TOKEN', provider_id: provider.issuer, scopes: ['mail'] };
  const { auth_url } = await ask('oauth_start', fields);
  await meanwhile(scene, id);
  await signInAsUser(String(auth_url));
  await eventually(() => news.length > 0, 'it is told how it ended');
  expect([news, oauth.status(id)]).toEqual([['oauth_error'], null]);
  if (supervisor.get(id)) expect(JSON.stringify(supervisor.configs.of(id))).not.toContain('ITS_TOKEN');
  await eventually(() => !provider.isGood(provider.given[0] ?? ''), 'it is taken back');
});

test('What somebody has signed in for under a name is not the sign-in of a manifest of that name.', async () => {
  const { ask, provider, oauth, supervisor } = await openScene();
  const flow = await oauth.startFlow({ providerId: provider.issuer, serverId: 'Mail', scopes: ['mail'] });
  await signInAsUser(flow.authUrl);
  expect(await flow.ended).toBeNull();
  expect(await ask('install_from_manifest', { manifest: manifestOf(provider) })).toMatchObject({ needsOAuth: true });
  const { key } = supervisor.configs.account('mail') ?? {};
  expect([key, JSON.stringify(supervisor.configs.of('mail'))]).toEqual([
    'Mail-2',
    expect.stringContaining('oauth.Mail-2.access_token'),
  ]);
});

test('Where the gates refuse it no sign-in begins, and none does for a server that is not there or signs in with another.', async () => {
  const { ask, provider, gate, oauth } = await openScene();
  await ask('install_from_manifest', { manifest: manifestOf(provider) });
  gate.open = false;
  const wanted = { credential_key: 'T', provider_id: provider.issuer, scopes: ['mail'] };
  await expect(ask('manifest_oauth_start', { server_id: 'mail' })).rejects.toThrow('The user refused it.');
  await expect(ask('oauth_start', { ...wanted, server_id: 'mail' })).rejects.toThrow('The user refused it.');
  gate.open = true;
  await expect(ask('oauth_start', { ...wanted, server_id: 'later' })).rejects.toThrow('Server not installed: later');
  const other = { ...wanted, server_id: 'mail', provider_id: 'github' };
  await expect(ask('oauth_start', other)).rejects.toThrow('Mail signs in with');
  await expect(ask('oauth_start', { ...wanted, server_id: 'mail', credential_key: 'a b' })).rejects.toThrow('no name');
  expect(oauth.addressToOpen('mail')).toBeNull();
  expect(provider.given).toEqual([]);
});

test('Nobody ends the sign-in of another server by its name.', async () => {
  const { ask, add, provider, oauth } = await openScene();
  await ask('install_from_manifest', { manifest: { ...manifestOf(provider), name: 'Post' } });
  const { authUrl } = await ask('manifest_oauth_start', { server_id: 'post' });
  await signInAsUser(String(authUrl));
  await eventually(() => oauth.status('Post') !== null, 'it is signed in');
  const id = await add({ mcpServers: { Other: { command: process.execPath, args: [wellBehaved] } } });
  expect(await ask('oauth_revoke', { server_id: 'Post' })).toEqual({ revoked: false });
  expect(await ask('oauth_revoke', { server_id: id })).toEqual({ revoked: false });
  expect(await ask('oauth_status', { server_id: id })).toMatchObject({ status: { connected: false } });
  expect(oauth.status('Post')).not.toBeNull();
});

test('A server that does its sign-in itself is given no token, and its manifest says so.', async () => {
  const { ask, provider, supervisor } = await openScene();
  const answer = await ask('install_from_manifest', { manifest: manifestOf(provider, { userMode: {} }) });
  expect(answer).toMatchObject({ needsOAuth: false, oauthMode: 'server' });
  expect(supervisor.configs.account('mail')).toBeNull();
  await expect(ask('manifest_oauth_start', { server_id: 'mail' })).rejects.toThrow('takes no token');
});

test('What a manifest asks for is in the config and in the answer, also when its row of the catalogue is installed again.', async () => {
  const { ask, provider, supervisor } = await openScene();
  const secrets = [
    { name: 'MAIL_KEY', description: 'A key' },
    { name: 'EXTRA', required: false },
  ];
  const environment = [{ name: 'MAIL_LEVEL', default: 'info' }];
  const manifest = { ...manifestOf(provider), secrets, environment };
  expect(await ask('install_from_manifest', { manifest })).toMatchObject({
    server: { id: 'mail', packageId: 'mail-server', requiredEnvVars: [{ name: 'MAIL_KEY', isSecret: true }] },
    needs_security_approval: true,
  });
  expect(supervisor.configs.of('mail').config).toMatchObject({
    command: 'npx',
    args: ['-y', 'mail-server'],
    env: { MAIL_LEVEL: 'info', MAIL_TOKEN: expect.stringContaining('access_token'), MAIL_KEY: expect.anything() },
  });
  const again = await ask('install_server', { catalog_entry: { id: 'mail', name: 'Mail', packages: [] } });
  expect(again).toMatchObject({ hasManifest: true, needsOAuth: true, oauthMode: 'host', server: { id: 'mail' } });
  expect(supervisor.list()).toHaveLength(1);
});

test('A repository is one server, by whatever address its manifest names it.', async () => {
  const { ask, supervisor } = await openScene();
  for (const [at, url] of [
    'git+https://github.com/o/mail.git',
    'github:o/mail',
    'https://github.com/o/mail',
  ].entries()) {
    await ask('install_from_manifest', { manifest: { name: `Mail ${at}`, package: { type: 'git', url } } });
    expect(supervisor.configs.of(`mail-${at}`).config).toMatchObject({
      args: ['-y', 'git+https://github.com/o/mail'],
    });
  }
});

test('A manifest is its own server: not that of its user with the same name, not another package, and always one with an id.', async () => {
  const { ask, add, supervisor } = await openScene();
  const own = await add({ mcpServers: { Mail: { command: process.execPath, args: [wellBehaved] } } });
  const install = async (name: string, of: string) =>
    (await ask('install_from_manifest', { manifest: { name, package: { type: 'npm', name: of } } }))['serverId'];
  const first = await install('Mail', 'mail-server');
  const other = await install('Mail', 'other-server');
  const greek = await install('Ταχυδρομείο', 'greek-server');
  expect(new Set([own, first, other, greek]).size).toBe(4);
  expect([first, other, greek].map(id => supervisor.get(String(id)) !== null)).toEqual([true, true, true]);
  expect(await install('Mail', 'mail-server')).toBe(first);
  expect(await install('Ταχυδρομείο', 'greek-server')).toBe(greek);
  expect(supervisor.list()).toHaveLength(4);
});

test('An argument of a manifest that no program can be handed is none.', async () => {
  const { ask, supervisor } = await openScene();
  const manifest = { name: 'Odd', package: { type: 'npm', name: 'odd' }, execution: { args: ['a\0b'] } };
  await expect(ask('install_from_manifest', { manifest })).rejects.toThrow('NUL');
  expect(supervisor.list()).toEqual([]);
});
