// Sign-ins with an account for servers, against a strict provider: what they bring, how they are kept and renewed, and what they refuse.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OAuthFlow } from '../../../electron/core/oauth/oauth-flow.ts';
import { knownProviders } from '../../../electron/core/oauth/oauth-provider.ts';
import { OAuthSignIns } from '../../../electron/core/oauth/oauth-sign-ins.ts';
import { askProvider } from '../../../electron/core/oauth/provider-fetch.ts';
import { openSecretFiles } from '../../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../../electron/core/secrets/secret-store.ts';
import { tokenName } from '../../../electron/core/secrets/token-references.ts';
import { AccountProvider } from '../../support/account-provider.ts';
import { signInAsUser } from '../../support/oauth-server.ts';
import type { LookupAddress } from 'node:dns';
import type { OAuthSignInsOptions } from '../../../electron/core/oauth/oauth-sign-ins.ts';

const serverId = 'gmail';

async function scene(options: Partial<OAuthSignInsOptions> = {}, folder = tempFolder()) {
  const provider = await AccountProvider.start();
  const store = new SecretStore(await openSecretFiles(folder, null));
  const clock = { now: Date.now() };
  const changed: string[] = [];
  const oauth = new OAuthSignIns({
    store,
    env: {},
    now: () => clock.now,
    randomBytes,
    ...options,
  });
  oauth.onChange(id => void changed.push(id));
  onTestFinished(() => oauth.stop());
  await oauth.setCredentials(provider.issuer, provider.client);
  const start = (id = serverId) => oauth.startFlow({ providerId: provider.issuer, serverId: id, scopes: ['mail'] });
  const signIn = async (id = serverId) => {
    const flow = await start(id);
    const page = await signInAsUser(flow.authUrl);
    return { page, trouble: await flow.ended };
  };
  const tokens = (id = serverId) => tokenFor(oauth, store, id);
  return { provider, store, folder, clock, changed, oauth, start, signIn, tokens };
}

/** As a server of this id gets it at its start. */
async function tokenFor(oauth: OAuthSignIns, store: SecretStore, id: string): Promise<string | undefined> {
  await oauth.tokens(id);
  return store.get(tokenName(id, 'access_token'));
}

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pilothouse-oauth-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A promise that somebody else lets go on. */
function gate() {
  let open = () => {};
  const waits = new Promise<void>(resolve => (open = resolve));
  return { waits, open };
}

/** Resolves once it is so, asked again at every turn of the loop. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setImmediate(resolve));
}

describe('a sign-in with a provider that is found by its issuer', () => {
  test('It brings tokens, with a state, PKCE and the scope without which nothing could be renewed.', async () => {
    const { provider, signIn, tokens, start, oauth } = await scene();
    const { page, trouble } = await signIn();
    expect([page.status, trouble]).toEqual([200, null]);
    expect(provider.isGood((await tokens()) ?? '')).toBe(true);
    expect(oauth.status(serverId)).toMatchObject({ providerId: provider.issuer, scopes: ['mail'], canRenew: true });
    const { searchParams } = new URL((await start('other')).authUrl);
    expect(searchParams.get('scope')).toBe('mail offline_access');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(provider.faults).toEqual([]);
  });

  test('Its tokens lie with the secrets, in a file of their owner, and count after a new start.', async () => {
    const { folder, signIn, tokens, provider, store } = await scene();
    await signIn();
    const [access = ''] = provider.given;
    expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(store.values()).toEqual(expect.arrayContaining([...provider.given, provider.client.secret]));
    const again = new SecretStore(await openSecretFiles(folder, null));
    const next = new OAuthSignIns({ store: again, env: {}, now: Date.now, randomBytes });
    expect(await tokenFor(next, again, serverId)).toBe(await tokens());
    expect(again.get('oauth.gmail.access_token')).toBe(access);
  });

  test('What is asked about it says nothing of tokens.', async () => {
    const { signIn, oauth, provider } = await scene();
    await signIn();
    const said = JSON.stringify([
      oauth.status(serverId),
      await oauth.tokens(serverId),
      oauth.providers(),
      oauth.credentialsStatus(),
    ]);
    for (const secret of [...provider.given, provider.client.secret]) expect(said).not.toContain(secret);
  });

  test('Two at once for two servers both come to their end, each with its own tokens.', async () => {
    const { start, tokens, provider } = await scene();
    const [one, two] = [await start('one'), await start('two')];
    await Promise.all([signInAsUser(two.authUrl), signInAsUser(one.authUrl)]);
    expect([await one.ended, await two.ended]).toEqual([null, null]);
    const both = [await tokens('one'), await tokens('two')];
    expect(new Set(both).size).toBe(2);
    expect(both.every(token => provider.isGood(token ?? ''))).toBe(true);
  });

  test('One that is begun again takes the place of the one before.', async () => {
    const { start, tokens } = await scene();
    const [first, second] = [await start(), await start()];
    expect(await first.ended).toEqual({ kind: 'sign-in-again' });
    expect((await signInAsUser(first.authUrl).catch(() => null))?.status).not.toBe(200);
    expect(await tokens()).toBeUndefined();
    await signInAsUser(second.authUrl);
    expect(await tokens()).toMatch(/^at_/);
  });

  test('The port of Harbor is taken where it is free, and another one where it is held.', async () => {
    const { start } = await scene();
    const holder = createServer().listen(8765, '127.0.0.1');
    onTestFinished(() => void holder.close());
    await new Promise(resolve => holder.once('listening', resolve).once('error', resolve));
    const { authUrl } = await start();
    const redirect = new URL(new URL(authUrl).searchParams.get('redirect_uri') ?? '');
    expect([redirect.hostname, redirect.pathname]).toEqual(['127.0.0.1', '/oauth/callback']);
    expect(redirect.port).not.toBe('8765');
  });
});

describe('an answer that is not the one', () => {
  test('A foreign state is refused, and the sign-in waits on for its own.', async () => {
    const { start, tokens } = await scene();
    const flow = await start();
    const redirect = new URL(flow.authUrl).searchParams.get('redirect_uri') ?? '';
    const foreign = await fetch(`${redirect}?code=stolen&state=${'x'.repeat(43)}`);
    expect(foreign.status).toBe(400);
    await signInAsUser(flow.authUrl);
    expect(await flow.ended).toBeNull();
    expect(await tokens()).toMatch(/^at_/);
  });

  test('The state of one sign-in opens no other.', async () => {
    const { start, tokens } = await scene();
    const [one, two] = [await start('one'), await start('two')];
    const at = new URL(one.authUrl).searchParams.get('redirect_uri') ?? '';
    expect((await fetch(`${at}?code=c&state=${two.state}`)).status).toBe(400);
    expect(await tokens('one')).toBeUndefined();
  });

  test('A code is used once: who calls back again gets nothing, and what was granted stays.', async () => {
    const { start, provider, tokens } = await scene();
    const flow = await start();
    const leading = await fetch(flow.authUrl, { redirect: 'manual' });
    const back = leading.headers.get('location') ?? '';
    const pages = await Promise.allSettled([fetch(back), fetch(back), fetch(back)]);
    expect(pages.filter(page => page.status === 'fulfilled' && page.value.status === 200).length).toBe(1);
    expect(provider.grants).toEqual(['authorization_code']);
    expect(provider.isGood((await tokens()) ?? '')).toBe(true);
  });

  test('A code of another sign-in, which its proof does not fit, brings nothing.', async () => {
    const { start, tokens, provider } = await scene();
    const [mine, theirs] = [await start('mine'), await start('theirs')];
    const leading = await fetch(theirs.authUrl, { redirect: 'manual' });
    const back = new URL(leading.headers.get('location') ?? '');
    const mineAt = new URL(mine.authUrl).searchParams.get('redirect_uri') ?? '';
    const injected = new URL(mineAt);
    injected.search = back.search;
    injected.searchParams.set('state', mine.state);
    const page = await fetch(injected);
    expect(page.status).toBe(400);
    expect(await page.text()).not.toContain('script');
    expect(await mine.ended).toMatchObject({ kind: 'oauth-refused', code: 'invalid_grant' });
    expect(provider.faults).toEqual(['invalid_grant']);
    expect(await tokens('mine')).toBeUndefined();
  });

  test('An answer that names another issuer, or none where one has to be, is not used.', async () => {
    const { start, provider } = await scene();
    for (const iss of ['https://evil.example', null]) {
      const flow = await start();
      const at = new URL(new URL(flow.authUrl).searchParams.get('redirect_uri') ?? '');
      at.searchParams.set('state', flow.state);
      at.searchParams.set('code', 'c');
      if (iss !== null) at.searchParams.set('iss', iss);
      expect((await fetch(at)).status).toBe(400);
      expect(await flow.ended).toMatchObject({ kind: 'oauth-metadata', member: 'iss' });
    }
    expect(provider.grants).toEqual([]);
  });

  test('A page that leads to the callback under another name of this machine is told nothing.', async () => {
    const { start, provider } = await scene();
    const flow = await start();
    const at = new URL(new URL(flow.authUrl).searchParams.get('redirect_uri') ?? '');
    const asked = await fetch(`http://localhost:${at.port}${at.pathname}?code=c&state=${flow.state}`).catch(() => null);
    expect(asked?.status ?? 404).toBe(404);
    expect((await fetch(at, { method: 'POST' })).status).toBe(404);
    expect(provider.grants).toEqual([]);
  });

  test('A refusal of the user ends it, in words of ours alone.', async () => {
    const { start } = await scene();
    const flow = await start();
    const at = new URL(new URL(flow.authUrl).searchParams.get('redirect_uri') ?? '');
    at.searchParams.set('state', flow.state);
    at.searchParams.set('iss', '');
    at.searchParams.set('error', 'access_denied');
    at.searchParams.set('error_description', '<b>call this number</b>');
    const page = await fetch(at);
    expect(await page.text()).not.toContain('call this number');
    expect(await flow.ended).toEqual({ kind: 'sign-in-refused', code: 'access_denied' });
  });
});

describe('what comes too late', () => {
  test('Tokens of a provider that is slow are not kept once the sign-in was cancelled, and it is told to take them back.', async () => {
    const { start, provider, oauth, tokens, store } = await scene();
    const { waits, open } = gate();
    provider.gate = waits;
    const flow = await start();
    const page = signInAsUser(flow.authUrl);
    await until(() => provider.grants.length === 1);
    expect(oauth.cancel(flow.state)).toBe(true);
    open();
    expect((await page).status).toBe(400);
    expect(await flow.ended).toEqual({ kind: 'oauth-cancelled' });
    expect(await tokens()).toBeUndefined();
    expect(store.signInIds().filter(id => id.startsWith('oauth:'))).toEqual([]);
    await until(() => provider.revoked.length === 1);
    expect(oauth.cancel(flow.state)).toBe(false);
  });

  test('After its time nobody can end it any more.', async () => {
    const { start, tokens } = await scene({ timeoutMs: 1 });
    const flow = await start();
    expect(await flow.ended).toEqual({ kind: 'sign-in-late' });
    await expect(signInAsUser(flow.authUrl)).rejects.toThrow('fetch failed');
    expect(await tokens()).toBeUndefined();
  });
});

/** A store whose next write waits. */
function held(store: SecretStore) {
  const { waits, open } = gate();
  const save = store.saveSignIn.bind(store);
  let begun = false;
  store.saveSignIn = async (id, record) => {
    if (!begun) {
      begun = true;
      await waits;
    }
    return save(id, record);
  };
  return { open, isWriting: () => begun };
}

describe('what changes while it is written', () => {
  test('A sign-in that is cancelled then is not kept, the one before is there again, and the provider is told.', async () => {
    const { start, signIn, provider, oauth, tokens, store } = await scene();
    await signIn();
    const before = await tokens();
    const flow = await start();
    const writing = held(store);
    const page = signInAsUser(flow.authUrl);
    await until(writing.isWriting);
    expect(oauth.cancel(flow.state)).toBe(true);
    writing.open();
    expect((await page).status).toBe(400);
    await until(() => provider.revoked.length === 1);
    expect([await tokens(), provider.isGood(before ?? '')]).toEqual([before, true]);
  });

  test('A sign-in that is taken back then is taken back whole: nothing is kept, and the provider is told of the tokens it just gave.', async () => {
    const { start, provider, oauth, store } = await scene();
    const flow = await start();
    const writing = held(store);
    const page = signInAsUser(flow.authUrl);
    await until(writing.isWriting);
    const revoked = oauth.revoke(serverId);
    writing.open();
    await Promise.all([revoked, page]);
    expect([oauth.status(serverId), store.signInIds().filter(id => id.startsWith('oauth:'))]).toEqual([null, []]);
    await until(() => provider.revoked.length >= 1);
    expect(provider.given.some(token => provider.isGood(token))).toBe(false);
  });

  test('What is taken back while a renewal is written takes the renewed tokens with it.', async () => {
    const { signIn, clock, provider, tokens, oauth, store } = await scene();
    await signIn();
    clock.now += 3_600_000;
    const writing = held(store);
    const renewing = tokens().catch((error: unknown) => error);
    await until(writing.isWriting);
    const revoked = oauth.revoke(serverId);
    writing.open();
    expect(await revoked).toBe(true);
    await renewing;
    expect(oauth.status(serverId)).toBeNull();
    await until(() => provider.revoked.length === 1);
    expect(provider.given.some(token => provider.isGood(token))).toBe(false);
  });

  test('A renewal that comes while it is taken back does not bring it again.', async () => {
    const { signIn, clock, provider, tokens, oauth, store } = await scene();
    await signIn();
    clock.now += 3_600_000;
    const { waits, open } = gate();
    provider.gate = waits;
    const renewing = tokens().catch((error: unknown) => error);
    await until(() => provider.grants.includes('refresh_token'));
    const writing = held(store);
    const revoked = oauth.revoke(serverId);
    await until(writing.isWriting);
    open();
    await until(() => provider.given.length >= 4);
    writing.open();
    await revoked;
    expect(await renewing).toMatchObject({ reason: { kind: 'oauth-none' } });
    expect(oauth.status(serverId)).toBeNull();
  });

  test('A client that is removed while its provider is looked for begins nothing, and ends what it began.', async () => {
    const { start, provider, oauth } = await scene();
    const flow = await start();
    const { waits, open } = gate();
    provider.metadataGate = waits;
    const beginning = start('other');
    await oauth.removeCredentials(provider.issuer);
    open();
    await expect(beginning).rejects.toMatchObject({ reason: { kind: 'oauth-not-configured' } });
    expect(await flow.ended).toEqual({ kind: 'oauth-cancelled' });
  });
});

describe('a sign-in whose provider is still looked for', () => {
  test('It sends nobody anywhere once that server is signed out, or the hub ends; another server’s goes on.', async () => {
    const { start, provider, oauth } = await scene();
    const { waits, open } = gate();
    provider.metadataGate = waits;
    const [one, two] = [start('one'), start('two')];
    await oauth.revoke('one');
    open();
    await expect(one).rejects.toMatchObject({ reason: { kind: 'oauth-cancelled' } });
    expect(oauth.addressToOpen('one')).toBeNull();
    expect((await two).authUrl).toContain(provider.issuer);
    const ending = gate();
    provider.metadataGate = ending.waits;
    const three = start('three');
    oauth.stop();
    ending.open();
    await expect(three).rejects.toMatchObject({ reason: { kind: 'oauth-cancelled' } });
  });

  test('One that is ended before it listens says that, and not that it was too late.', async () => {
    const { google } = knownProviders;
    if (!google) throw new Error('Google is not known.');
    const asker = { provider: google, client: { id: 'i', secret: 's' } };
    const flow = new OAuthFlow({ ...asker, scopes: ['mail'], timeoutMs: 1_000, randomBytes, onTokens: async () => {} });
    const begun = flow.begin();
    flow.end({ kind: 'oauth-cancelled' });
    await expect(begun).rejects.toMatchObject({ reason: { kind: 'oauth-cancelled' } });
  });
});

describe('a renewal', () => {
  test('It is made where less than a minute is left, once for all that ask meanwhile, and keeps the new token to renew with.', async () => {
    const { signIn, clock, provider, tokens, oauth, changed } = await scene();
    await signIn();
    const first = await tokens();
    clock.now += (3_600 - 61) * 1_000;
    expect(await tokens()).toBe(first);
    clock.now += 2_000;
    expect(oauth.status(serverId)?.isExpired).toBe(true);
    const all = await Promise.all(Array.from({ length: 20 }, () => tokens()));
    expect(new Set(all).size).toBe(1);
    expect(all[0]).not.toBe(first);
    expect(provider.isGood(all[0] ?? '')).toBe(true);
    expect(provider.grants).toEqual(['authorization_code', 'refresh_token']);
    clock.now += 3_600_000;
    expect(provider.isGood((await tokens()) ?? '')).toBe(true);
    expect(provider.faults).toEqual([]);
    expect(changed).toEqual([serverId, serverId, serverId]);
  });

  test('A provider that is away leaves what is kept, and a token that is still good is handed out.', async () => {
    const { signIn, clock, provider, tokens } = await scene();
    await signIn();
    const first = await tokens();
    provider.outage = { status: 503, body: 'busy' };
    clock.now += (3_600 - 30) * 1_000;
    expect(await tokens()).toBe(first);
    clock.now += 31_000;
    await expect(tokens()).rejects.toMatchObject({ reason: { kind: 'oauth-away' } });
    provider.outage = null;
    expect(await tokens()).not.toBe(first);
  });

  test('A token that the provider has taken back is forgotten.', async () => {
    const { signIn, clock, provider, tokens, oauth } = await scene();
    await signIn();
    clock.now += 3_600_000;
    provider.outage = { status: 400, body: '{"error":"invalid_grant"}' };
    await expect(tokens()).rejects.toMatchObject({ reason: { kind: 'oauth-refused', code: 'invalid_grant' } });
    expect(oauth.status(serverId)).toBeNull();
  });

  test('What the user takes back while it is renewed does not come again.', async () => {
    const { signIn, clock, provider, tokens, oauth } = await scene();
    await signIn();
    clock.now += 3_600_000;
    const { waits, open } = gate();
    provider.gate = waits;
    const renewing = tokens().catch((error: unknown) => error);
    await until(() => provider.grants.includes('refresh_token'));
    await oauth.revoke(serverId);
    open();
    expect(await renewing).toMatchObject({ reason: { kind: 'oauth-none' } });
    expect(oauth.status(serverId)).toBeNull();
  });
});

describe('taking back', () => {
  test('It is forgotten here at once, and the provider is told.', async () => {
    const { signIn, provider, oauth, tokens } = await scene();
    await signIn();
    const token = (await tokens()) ?? '';
    expect(await oauth.revoke(serverId)).toBe(true);
    expect(oauth.status(serverId)).toBeNull();
    await until(() => provider.revoked.length === 1);
    expect(provider.isGood(token)).toBe(false);
    expect(await oauth.revoke(serverId)).toBe(false);
  });
});

describe('the address of an issuer', () => {
  test('It is asked nothing before there is a client for it.', async () => {
    const { provider, oauth } = await scene();
    await oauth.removeCredentials(provider.issuer);
    const before = provider.requests;
    await expect(oauth.startFlow({ providerId: provider.issuer, serverId, scopes: ['mail'] })).rejects.toMatchObject({
      reason: { kind: 'oauth-not-configured' },
    });
    expect(provider.requests).toBe(before);
  });

  test.each([
    ['issuer', { issuer: 'https://accounts.example' }],
    ['authorization_endpoint', { authorization_endpoint: 'javascript:alert(1)' }],
    ['token_endpoint', { token_endpoint: 'http://accounts.example/token' }],
    ['token_endpoint', { token_endpoint: 'https://user:pass@accounts.example/token' }],
    ['code_challenge_methods_supported', { code_challenge_methods_supported: ['plain'] }],
    ['response_types_supported', { response_types_supported: ['token'] }],
    ['token_endpoint', { token_endpoint: 7 }],
  ])('Metadata with a wrong %s is refused.', async (member, change) => {
    const { provider, start } = await scene();
    provider.metadata = change;
    await expect(start()).rejects.toMatchObject({ reason: { kind: 'oauth-metadata', member } });
  });

  test.each([
    'http://accounts.example',
    'file:///etc/passwd',
    'https://user@accounts.example',
    'https://accounts.example/?next=1',
    'gogle',
    '__proto__',
    '',
  ])('%j is no provider.', async providerId => {
    const { oauth, provider } = await scene();
    await expect(oauth.setCredentials(providerId, provider.client)).rejects.toMatchObject({
      reason: { kind: 'oauth-no-provider' },
    });
  });

  test('One of the internet that means, or names, an address of this network is not asked.', async () => {
    const resolve = (_host: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    const { oauth } = await scene({ resolve });
    const asks = async (issuer: string) => {
      await oauth.setCredentials(issuer, { id: 'i', secret: 's' });
      return oauth
        .startFlow({ providerId: issuer, serverId, scopes: ['mail'] })
        .catch((error: { reason: unknown }) => error.reason);
    };
    for (const issuer of ['https://169.254.169.254', 'https://sso.example'])
      expect(await asks(issuer)).toMatchObject({ kind: 'oauth-away', why: { kind: 'sign-in-not-asked' } });
    const named = askProvider('https://10.0.0.1/token', {}, { name: 'sso', home: 'https://sso.example' });
    await expect(named).rejects.toMatchObject({ reason: { why: { kind: 'sign-in-not-asked' } } });
  });
});

describe('a client', () => {
  const env = { HARBOR_GITHUB_CLIENT_ID: 'from-environment-1234', HARBOR_GITHUB_CLIENT_SECRET: 'shh-environment' };

  test('That of the environment wins, cannot be changed here, and its secret is known as one.', async () => {
    const { oauth } = await scene({ env: { ...env, HARBOR_GOOGLE_CLIENT_ID: 'without a secret' } });
    expect(oauth.credentialsStatus()).toMatchObject({
      github: { isConfigured: true, clientIdPreview: 'from-environ', source: 'environment' },
      google: { isConfigured: false, clientIdPreview: null, source: null },
    });
    const set = oauth.setCredentials('github', { id: 'other', secret: 'other' });
    await expect(set).rejects.toMatchObject({ reason: { kind: 'oauth-client-from-environment' } });
    expect(oauth.secretValues()).toEqual(['shh-environment']);
  });

  test('One that is kept stands with the secrets and is gone when it is removed.', async () => {
    const { oauth, store, folder } = await scene();
    await oauth.setCredentials('google', { id: ' my-client ', secret: 'my-secret' });
    expect(store.values()).toContain('my-secret');
    expect(readFileSync(join(folder, 'credentials.json'), 'utf8')).toContain('"my-client"');
    await oauth.removeCredentials('google');
    expect(store.values()).not.toContain('my-secret');
    const half = oauth.setCredentials('google', { id: 'my-client', secret: ' ' });
    await expect(half).rejects.toMatchObject({ reason: { kind: 'oauth-client' } });
  });

  test.each([
    ['google', { access_type: 'offline', prompt: 'consent', scope: 'a b' }],
    ['github', { scope: 'a b' }],
    ['microsoft', { scope: 'a b offline_access' }],
  ] as const)('%s is asked with PKCE and what it wants besides.', async (providerId, wanted) => {
    const { oauth } = await scene();
    await oauth.setCredentials(providerId, { id: 'c', secret: 's' });
    const { authUrl } = await oauth.startFlow({ providerId, serverId, scopes: ['a', 'b'] });
    const { origin, pathname, searchParams } = new URL(authUrl);
    expect(origin + pathname).toBe(knownProviders[providerId].authorization);
    const asked = Object.fromEntries(searchParams);
    expect(asked).toMatchObject({ ...wanted, client_id: 'c', response_type: 'code', code_challenge_method: 'S256' });
    expect(authUrl).not.toContain('client_secret');
  });

  test('A known provider that answers a refusal with success, as GitHub does, has refused.', async () => {
    const github = await AccountProvider.start();
    const own = {
      ...knownProviders.github,
      authorization: `${github.issuer}/authorize`,
      token: `${github.issuer}/token`,
    };
    const { oauth } = await scene({ providers: { github: own } });
    await oauth.setCredentials('github', github.client);
    github.outage = { status: 200, body: '{"error":"bad_verification_code"}' };
    const flow = await oauth.startFlow({ providerId: 'github', serverId, scopes: ['repo'] });
    await signInAsUser(flow.authUrl);
    expect(await flow.ended).toEqual({ kind: 'oauth-refused', provider: 'GitHub', code: 'bad_verification_code' });
  });
});
