// Servers that are given tokens of an account: none before somebody has signed in, a fresh one at each start, and none that was granted for another.
import { describe, expect, test } from 'vitest';
import { createSecretHandlers } from '../../../electron/core/panel/secret-handlers.ts';
import { SignIns } from '../../../electron/core/servers/remote/sign-in/sign-ins.ts';
import { AccountProvider } from '../../support/account-provider.ts';
import { signInAsUser } from '../../support/oauth-server.ts';
import { base64, packageScene } from '../../support/package-scene.ts';
import type { PanelAsker } from '../../../contract/schemas/panel-requests.ts';

const panel: PanelAsker = { send() {}, gone: new AbortController().signal };
const script = `for (;;) {
  const { id, method } = JSON.parse(await MCP.readLine());
  const tools = [{ name: 'whoami', inputSchema: { type: 'object' } }];
  const result = method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: process.env.MAIL_TOKEN ?? 'none' }] };
  const error = { code: -32601, message: 'Method not found' };
  if (id !== undefined) MCP.writeLine(JSON.stringify({ jsonrpc: '2.0', id, ...(method.startsWith('tools/') ? { result } : { error }) }));
}`;

async function scene() {
  const provider = await AccountProvider.start();
  const made = await packageScene();
  await made.oauth.setCredentials(provider.issuer, provider.client);
  const oauth = { provider: provider.issuer, scopes: ['mail'], tokenEnvVar: 'MAIL_TOKEN' };
  const manifest = { id: 'mail', name: 'Mail', version: '1.0.0', scriptBase64: base64(script), oauth };
  const handlers = createSecretHandlers({
    secretStore: made.store,
    servers: made.supervisor,
    signIns: new SignIns({ store: made.store }),
    oauth: made.oauth,
  });
  const reaches = (id: string, kind: string) => made.until(id, ({ state }) => state.kind === kind);
  const signIn = async (id: string) => signInAsUser((await handlers['servers:sign-in']({ serverId: id }, panel)).url);
  return { ...made, provider, manifest, handlers, reaches, signIn };
}

describe('a server with an account', () => {
  test('It asks for a sign-in, starts once that is done, and has the token where its manifest says.', async () => {
    const { add, approve, manifest, reaches, signIn, tool, supervisor, provider, store } = await scene();
    const id = await add(manifest);
    await approve(id);
    expect(await reaches(id, 'unauthorized')).toMatchObject({ signedIn: false });
    expect((await signIn(id)).status).toBe(200);
    expect(await reaches(id, 'running')).toMatchObject({ signedIn: true });
    const [access = ''] = provider.given;
    expect(await tool(id, 'whoami')).toBe(access);
    expect(JSON.stringify(supervisor.configs.of(id))).not.toContain(access);
    expect(JSON.stringify(supervisor.configs.of(id))).toContain('${secret:oauth.mail.access_token}');
    expect(store.values()).toContain(access);
  });

  test('Nobody signs in for one that is not approved.', async () => {
    const { add, manifest, signIn, provider } = await scene();
    const id = await add(manifest);
    await expect(signIn(id)).rejects.toMatchObject({ code: 'ERR_SERVER_UNAVAILABLE' });
    expect(provider.requests).toBe(0);
  });

  test('A token that is about to end is renewed before a start; one that cannot be asks for a sign-in.', async () => {
    const { add, approve, manifest, reaches, signIn, tool, supervisor, provider, clock } = await scene();
    const id = await add(manifest);
    await approve(id);
    await reaches(id, 'unauthorized');
    await signIn(id);
    await reaches(id, 'running');
    const first = await tool(id, 'whoami');
    await supervisor.stop(id);
    clock.now += 3_599_000;
    await supervisor.start(id);
    const second = await tool(id, 'whoami');
    expect(second).not.toBe(first);
    expect(provider.isGood(second)).toBe(true);
    await supervisor.stop(id);
    clock.now += 3_600_000;
    provider.outage = { status: 400, body: '{"error":"invalid_grant"}' };
    await supervisor.start(id).catch(() => {});
    expect((await reaches(id, 'unauthorized')).state).toMatchObject({ reason: { kind: 'oauth-refused' } });
  });

  test('Another server of the same name for its sign-in is handed nothing that was granted for the first.', async () => {
    const { add, approve, manifest, reaches, signIn, supervisor } = await scene();
    const id = await add(manifest);
    await approve(id);
    await reaches(id, 'unauthorized');
    await signIn(id);
    await reaches(id, 'running');
    const other = await add({ ...manifest, name: 'Mail too' });
    await approve(other);
    expect(await reaches(other, 'unauthorized')).toMatchObject({ signedIn: false });
    expect(supervisor.configs.account(other)?.key).toBe('mail-2');
  });

  test('Signing out of a server whose account became another while it ended signs nobody out.', async () => {
    const { add, approve, manifest, reaches, signIn, supervisor, handlers, oauth } = await scene();
    const id = await add(manifest);
    await approve(id);
    await reaches(id, 'unauthorized');
    await signIn(id);
    await reaches(id, 'running');
    const { stop } = supervisor;
    supervisor.stop = async server => {
      await stop.call(supervisor, server);
      const { account } = supervisor.configs;
      supervisor.configs.account = of => ({ ...account.call(supervisor.configs, of), key: 'mail-2' }) as never;
    };
    await expect(handlers['servers:sign-out']({ serverId: id }, panel)).rejects.toMatchObject({
      reason: { kind: 'sign-out-other' },
    });
    expect(oauth.status('mail')).not.toBeNull();
  });

  test('Signing out, and removing the server, takes the tokens back.', async () => {
    const { add, approve, manifest, reaches, signIn, supervisor, handlers, oauth, provider } = await scene();
    const id = await add(manifest);
    await approve(id);
    await reaches(id, 'unauthorized');
    await signIn(id);
    await reaches(id, 'running');
    await handlers['servers:sign-out']({ serverId: id }, panel);
    expect(oauth.status('mail')).toBeNull();
    expect(supervisor.get(id)).toMatchObject({ signedIn: false, state: { kind: 'stopped' } });
    await signIn(id);
    await reaches(id, 'running');
    await supervisor.changes.remove(id);
    expect(oauth.status('mail')).toBeNull();
    expect(provider.faults).toEqual([]);
  });
});
