// Signing in to a remote server: refused, signed in, renewed, revoked; and what a sign-in refuses.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OAuthSignIns } from '../../../electron/core/oauth/oauth-sign-ins.ts';
import { createSecretHandlers } from '../../../electron/core/panel/secret-handlers.ts';
import { openSecretFiles } from '../../../electron/core/secrets/secret-files.ts';
import { SecretStore } from '../../../electron/core/secrets/secret-store.ts';
import { ServerSecrets } from '../../../electron/core/secrets/server-secrets.ts';
import { LoopbackCallback } from '../../../electron/core/servers/remote/sign-in/loopback-callback.ts';
import { SignIns } from '../../../electron/core/servers/remote/sign-in/sign-ins.ts';
import { hubError } from '../../../words/hub-error.ts';
import { OAuthServer, signInAsUser } from '../../support/oauth-server.ts';
import { asOtherAccount } from '../../support/other-account.ts';
import { saying } from '../../support/saying.ts';
import { call, callTool, row, supervise, tempDir, textOf } from './support.ts';
import type { PanelAsker } from '../../../contract/schemas/panel-requests.ts';

const panel: PanelAsker = { send() {}, gone: new AbortController().signal };
const serverId = 'far';

/** A hub's worth of a supervisor with its secrets in a folder of their own, and one remote server. */
async function scene(url: string, { folder = tempDir(), timeoutMs = 60_000, os = process.platform } = {}) {
  const secretStore = new SecretStore(await openSecretFiles(folder, null));
  const signIns = new SignIns({ store: secretStore, timeoutMs, os });
  onTestFinished(() => signIns.stop());
  const oauth = new OAuthSignIns({ store: secretStore, env: {}, now: Date.now, randomBytes });
  const secrets = new ServerSecrets(secretStore);
  const harness = supervise([row(serverId, { kind: 'http', url, headers: {} })], { signIns, secrets });
  /** The arguments of a program that opened each. */
  const opened: string[] = [];
  const openLink = async (address: string) => void opened.push(address);
  const handlers = createSecretHandlers({ secretStore, servers: harness.supervisor, signIns, oauth, openLink });
  const begin = async () => (await handlers['servers:sign-in']({ serverId }, panel)).url;
  const start = () => harness.supervisor.start(serverId).catch(() => {});
  const reaches = (kind: string) => harness.until(serverId, ({ state }) => state.kind === kind);
  const signIn = async () => {
    await start();
    await reaches('unauthorized');
    const page = await signInAsUser(await begin());
    await reaches('running');
    return page;
  };
  return { ...harness, folder, secretStore, handlers, opened, begin, start, reaches, signIn };
}

describe('a sign-in', () => {
  test('A server that asks for one is unauthorized, and not started again by itself.', async () => {
    const server = await OAuthServer.start();
    const { start, shown, history } = await scene(server.url);
    await start();
    expect(shown.get(serverId)).toMatchObject({
      signedIn: false,
      state: { kind: 'unauthorized', reason: saying(`${new URL(server.url).host} asks for a sign-in (HTTP 401).`) },
    });
    expect(history).toEqual(['far stopped', 'far starting', 'far unauthorized']);
    expect(server.registrations).toBe(0);
  });

  test('Done by the user, it starts the server, which says that it is signed in.', async () => {
    const server = await OAuthServer.start();
    const { signIn, shown } = await scene(server.url);
    const page = await signIn();
    expect(page.status).toBe(200);
    expect(page.text).toContain('You are signed in to far. This page can be closed.');
    expect(shown.get(serverId)?.signedIn).toBe(true);
  });

  test('Its page carries no script, is not kept and may not be framed.', async () => {
    const server = await OAuthServer.start();
    const { signIn } = await scene(server.url);
    const { text, headers } = await signIn();
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('The address proves with PKCE and ends at a random port of this machine.', async () => {
    const server = await OAuthServer.start();
    const { begin, start } = await scene(server.url);
    await start();
    const { searchParams } = new URL(await begin());
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    expect(searchParams.get('resource')).toBe(server.url);
  });

  test('It lasts over a new start of the hub, in a file of its owner.', async () => {
    const server = await OAuthServer.start();
    const { signIn, folder } = await scene(server.url);
    await signIn();
    const next = await scene(server.url, { folder });
    await next.start();
    expect(next.shown.get(serverId)?.state.kind).toBe('running');
    expect(statSync(join(folder, 'credentials.json')).mode & 0o777).toBe(0o600);
  });

  test('Its tokens go to no other address than the one that was signed in to.', async () => {
    const server = await OAuthServer.start();
    const { signIn, folder } = await scene(server.url);
    await signIn();
    const moved = await scene(`${server.url}?moved`, { folder });
    await moved.start();
    expect(moved.shown.get(serverId)?.state.kind).toBe('unauthorized');
  });

  test('Signing out forgets the tokens and stops the server.', async () => {
    const server = await OAuthServer.start();
    const { signIn, handlers, shown, secretStore } = await scene(server.url);
    await signIn();
    await handlers['servers:sign-out']({ serverId }, panel);
    expect(shown.get(serverId)).toMatchObject({ signedIn: false, state: { kind: 'stopped' } });
    expect(secretStore.signIn(serverId)).toBeNull();
  });
});

describe.skipIf(process.platform !== 'linux')('the address that a program of the system is given', () => {
  /** A sign-in that was begun and opened, with what stands in the arguments of the program. */
  async function openedSignIn() {
    const server = await OAuthServer.start();
    const made = await scene(server.url);
    await made.start();
    const address = await made.begin();
    await made.handlers['servers:open-sign-in']({ serverId }, panel);
    return { ...made, address, given: made.opened.at(-1) ?? '' };
  }
  const ask = (address: string) => fetch(address, { redirect: 'manual' });

  test('Neither the state nor the challenge of a sign-in stands in it, and it leads to them once.', async () => {
    const { address, given, reaches } = await openedSignIn();
    const { searchParams } = new URL(address);
    for (const secret of ['state', 'code_challenge']) {
      expect(searchParams.get(secret)).toMatch(/^[\w-]{40,}$/);
      expect(given).not.toContain(searchParams.get(secret));
    }
    expect(given).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/begin\/[\w-]{24}$/);
    const led = await ask(given);
    expect([led.status, led.headers.get('location')]).toEqual([302, address]);
    expect((await ask(given)).status).toBe(404);
    await signInAsUser(led.headers.get('location') ?? '');
    await reaches('running');
  });

  test('Opened again, it is another one, and the first still counts.', async () => {
    const { address, given, handlers, opened } = await openedSignIn();
    await handlers['servers:open-sign-in']({ serverId }, panel);
    expect(opened[1]).not.toBe(given);
    for (const each of opened) expect((await ask(each)).headers.get('location')).toBe(address);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'Another account that reads it in the list of processes is led nowhere, does not use it up, and cannot answer the sign-in.',
    async () => {
      const { address, given, shown } = await openedSignIn();
      const { searchParams } = new URL(address);
      const answer = `${searchParams.get('redirect_uri')}?code=stolen&state=${searchParams.get('state')}`;
      const script = `for (const a of process.argv.slice(1)) fetch(a, { redirect: 'manual' }).then(async r => console.log(r.status, r.headers.get('location'), await r.text()))`;
      const { file, args, options } = asOtherAccount(['-e', script, given, answer]);
      const { stdout } = await promisify(execFile)(file, args, { ...options, timeout: 60_000 });
      const lines = stdout.trim().split('\n');
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(line).toMatch(/^403 null .*belongs to another account/);
      expect((await ask(given)).headers.get('location')).toBe(address);
      expect(shown.get(serverId)?.state.kind).toBe('unauthorized');
    },
  );
});

describe('a renewal', () => {
  test('A token that has expired is renewed without the user, and the call goes through.', async () => {
    const server = await OAuthServer.start();
    const { signIn, supervisor, history } = await scene(server.url);
    await signIn();
    server.expireAccess();
    const result = await callTool(supervisor, serverId, { name: 'whoami' }, call);
    expect(textOf(result)).toBe(`You came with ${server.given.at(-2)}.`);
    expect(history.at(-1)).toBe('far running');
  });

  test('16 calls that find it expired, some of them late, cause one renewal.', async () => {
    const server = await OAuthServer.start();
    const { signIn, supervisor } = await scene(server.url);
    await signIn();
    server.expireAccess();
    server.refusalsMs = [0, 0, 50, 100, 200, 300];
    const calls = Array.from({ length: 16 }, () => callTool(supervisor, serverId, { name: 'whoami' }, call));
    await Promise.all(calls);
    expect(server.renewals).toBe(1);
  });

  test('Revoked, the server is unauthorized, and a new sign-in brings it back.', async () => {
    const server = await OAuthServer.start();
    const { signIn, begin, supervisor, reaches } = await scene(server.url);
    await signIn();
    server.revoke();
    callTool(supervisor, serverId, { name: 'whoami' }, call).catch(() => {});
    await reaches('unauthorized');
    await signInAsUser(await begin());
    await reaches('running');
    expect(textOf(await callTool(supervisor, serverId, { name: 'whoami' }, call))).toContain('You came with at_');
  });
});

describe('an outage of the sign-in itself', () => {
  const metadata = '/.well-known/oauth-authorization-server';
  const resource = '/.well-known/oauth-protected-resource/mcp';

  test.each([
    ['its tokens are answered with HTTP 503', '/token', 503, ''],
    ['they are answered with HTTP 500 and a word that means another thing', '/token', 500, '{"error":"invalid_grant"}'],
    ['it takes no more requests now', '/token', 429, '{"error":"slow_down"}'],
    ['it says itself that it is away', '/token', 400, '{"error":"temporarily_unavailable"}'],
    ['a page of a proxy stands there', '/token', 403, '<html>Log in to this network</html>'],
    ['what it is cannot be asked now', metadata, 429, ''],
  ])('Where %s the user stays signed in, and the next call finds it back.', async (_what, path, status, body) => {
    const server = await OAuthServer.start();
    const { signIn, supervisor, reaches, shown } = await scene(server.url);
    await signIn();
    server.outages.set(path, { status, body });
    server.expireAccess();
    await expect(callTool(supervisor, serverId, { name: 'whoami' }, call)).rejects.toThrow(`HTTP ${status}`);
    await reaches('waiting');
    expect(shown.get(serverId)).toMatchObject({ signedIn: true });
    server.outages.clear();
    expect(textOf(await callTool(supervisor, serverId, { name: 'whoami' }, call))).toContain('You came with at_');
    expect(server.registrations).toBe(1);
  });

  test.each([
    ['what it is', metadata, 503],
    ['where it is', resource, 502],
  ])('Where it never tells %s the token is renewed where the sign-in was done.', async (_what, path, status) => {
    const server = await OAuthServer.start();
    const { signIn, supervisor, history } = await scene(server.url);
    await signIn();
    server.outages.set(path, { status, body: '' });
    server.expireAccess();
    expect(textOf(await callTool(supervisor, serverId, { name: 'whoami' }, call))).toContain('You came with at_');
    expect([server.renewals, server.registrations, history.at(-1)]).toEqual([1, 1, 'far running']);
    server.outages.set('/token', { status: 503, body: '' });
    server.expireAccess();
    await expect(callTool(supervisor, serverId, { name: 'whoami' }, call)).rejects.toThrow('HTTP 503');
  });

  test('A client that is not known there any more asks for a sign-in, and what was granted is kept.', async () => {
    const server = await OAuthServer.start();
    const { signIn, supervisor, reaches, shown, start } = await scene(server.url);
    await signIn();
    server.outages.set('/token', { status: 401, body: '{"error":"invalid_client"}' });
    server.expireAccess();
    callTool(supervisor, serverId, { name: 'whoami' }, call).catch(() => {});
    await reaches('unauthorized');
    expect(shown.get(serverId)).toMatchObject({ signedIn: true });
    server.outages.clear();
    await start();
    await reaches('running');
  });
});

describe('what a sign-in refuses', () => {
  test('An answer with another state is turned away, and the right one still counts.', async () => {
    const server = await OAuthServer.start();
    const { begin, start, reaches } = await scene(server.url);
    await start();
    const address = await begin();
    const callback = new URL(new URL(address).searchParams.get('redirect_uri') ?? '');
    callback.search = '?code=stolen&state=guessed';
    expect((await fetch(callback)).status).toBe(400);
    await signInAsUser(address);
    await reaches('running');
  });

  test('Other paths and other host names find nothing there.', async () => {
    const server = await OAuthServer.start();
    const { begin, start } = await scene(server.url);
    await start();
    const callback = new URL(new URL(await begin()).searchParams.get('redirect_uri') ?? '');
    expect((await fetch(new URL('/', callback))).status).toBe(404);
    callback.hostname = 'localhost';
    expect((await fetch(callback)).status).toBe(404);
  });

  test('An answer that refuses is told in a word, and nothing of its own text is shown.', async () => {
    const server = await OAuthServer.start();
    const { begin, start, shown } = await scene(server.url);
    await start();
    const { searchParams } = new URL(await begin());
    const callback = new URL(searchParams.get('redirect_uri') ?? '');
    callback.search = String(
      new URLSearchParams({
        error: 'access_denied',
        error_description: '<b>Call us</b>',
        state: searchParams.get('state') ?? '',
      }),
    );
    const page = await signInAsUser(callback.href);
    expect(page.text).toContain('It was refused (access_denied).');
    expect(page.text).not.toContain('Call us');
    expect(shown.get(serverId)?.state.kind).toBe('unauthorized');
  });

  test('It closes when its time is over, and the log of the server says so.', async () => {
    const server = await OAuthServer.start();
    const { begin, start, supervisor } = await scene(server.url, { timeoutMs: 50 });
    await start();
    const callback = new URL(await begin()).searchParams.get('redirect_uri') ?? '';
    await expect
      .poll(() =>
        fetch(callback).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    const said = () => supervisor.records.log(serverId, { count: 10, text: 'sign-in failed' }).lines.length;
    await expect.poll(said).toBe(1);
  });

  test('An answer that comes in while it closes is told so, and an address that no parser takes finds nothing.', async () => {
    const open = { state: 'asked', name: 'far', timeoutMs: 60_000, onAnswer: async () => {}, onClosed() {} };
    const callback = await LoopbackCallback.open(open);
    const { host, port } = new URL(callback.redirectUrl);
    const rest = `Host: ${host}\r\nConnection: close\r\n\r\n`;
    const ask = async (start: string) => {
      const socket = connect(Number(port), '127.0.0.1');
      const said: Buffer[] = [];
      socket.on('data', chunk => said.push(chunk));
      const closed = once(socket, 'close').then(() => Buffer.concat(said).toString());
      await new Promise<void>(done => socket.write(start, () => done()));
      return { socket, closed };
    };
    const late = await ask('GET /callback?state=asked HTTP/1.1\r\n');
    const odd = await ask(`GET // HTTP/1.1\r\n${rest}`);
    expect(await odd.closed).toMatch(/^HTTP\/1\.1 404 /);
    callback.close();
    late.socket.write(rest);
    expect(await late.closed).toMatch(/^HTTP\/1\.1 400 .*The time for this sign-in is over/s);
  });

  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Das ist nicht die Antwort auf eine Anmeldung'],
    ['fr, de', 'de', 'Das ist nicht die Antwort'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en', 'This is not the answer'],
    ['den, *', 'en', 'This is not the answer'],
  ])('For a browser that wants %s its page speaks %s.', async (wanted, language, sentence) => {
    const open = { state: 'asked', name: 'far', timeoutMs: 60_000, onAnswer: async () => {}, onClosed() {} };
    const callback = await LoopbackCallback.open(open);
    const page = await fetch(callback.redirectUrl, { headers: { 'accept-language': wanted } });
    const text = await page.text();
    callback.close();
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(sentence);
  });

  test('A failed one says why in German too.', async () => {
    const open = {
      state: 'asked',
      name: '<far>',
      timeoutMs: 60_000,
      onAnswer: async () => {
        throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'sign-in-granted-nothing' });
      },
      onClosed() {},
    };
    const callback = await LoopbackCallback.open(open);
    const page = await fetch(`${callback.redirectUrl}?state=asked`, { headers: { 'accept-language': 'de' } });
    expect(await page.text()).toContain(
      'Die Anmeldung bei &#60;far&#62; ist fehlgeschlagen. Es wurde nichts gewährt. In Pilothouse neu beginnen.',
    );
  });

  test('A second sign-in takes the place of the first, whose address is closed.', async () => {
    const server = await OAuthServer.start();
    const { begin, start, reaches } = await scene(server.url);
    await start();
    const first = await begin();
    const second = await begin();
    await expect(signInAsUser(first)).rejects.toThrow();
    await signInAsUser(second);
    await reaches('running');
  });

  test('Plain http to another machine is not signed in to.', async () => {
    const { begin } = await scene('http://mcp.example.com/mcp');
    await expect(begin()).rejects.toThrow(/is not opened: it must begin with https:\/\//);
  });

  test('A server that was not approved is not asked.', async () => {
    const server = await OAuthServer.start();
    const { supervisor, begin } = await scene(server.url);
    await supervisor.changes.change(serverId, { config: { kind: 'http', url: `${server.url}?other`, headers: {} } });
    await expect(begin()).rejects.toThrow(/approve/);
  });

  test('A server of this machine has none.', async () => {
    const { supervisor, handlers } = await scene('http://127.0.0.1:1/mcp');
    await supervisor.changes.change(serverId, { config: { kind: 'stdio', command: 'node', args: [], env: {} } });
    await expect(handlers['servers:sign-in']({ serverId }, panel)).rejects.toThrow(/runs on this machine/);
  });
});
