// How a hub and a NATS server prove who they are: certificates of an authority of one's own, .creds files and nkeys, and their end.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAccount, encodeOperator, encodeUser, fmtCreds } from '@nats-io/jwt';
import { createAccount, createOperator, createUser } from '@nats-io/nkeys';
import { expect, onTestFinished, test } from 'vitest';
import { fleetSecret } from '../../../contract/fleet.ts';
import { joinOf, startLink } from '../../support/fleet-link.ts';
import { startNats } from '../../support/nats-server.ts';
import { describeWith } from '../../support/provided.ts';
import { createTempHome } from '../../support/temp-home.ts';

/** An authority, and a certificate of it for 127.0.0.1, made by openssl. */
function makeAuthority() {
  const temp = createTempHome();
  onTestFinished(() => temp.remove());
  const at = (name: string) => join(temp.folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
    '-days',
    '2',
    '-subj',
    '/CN=Fleet CA',
  );
  openssl('req', ...newKey, '-keyout', at('key.pem'), '-out', at('csr.pem'), '-subj', '/CN=nats');
  writeFileSync(at('ext'), 'subjectAltName=IP:127.0.0.1\n');
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', at('ext')];
  openssl('x509', '-req', '-in', at('csr.pem'), ...signed, '-out', at('cert.pem'));
  return { ca: at('ca.pem'), tls: `tls { cert_file: "${at('cert.pem')}", key_file: "${at('key.pem')}" }` };
}

async function server(config: string) {
  const nats = await startNats({ config });
  onTestFinished(() => nats.remove());
  return nats;
}

describeWith(['nats'], 'Proofs between a hub and its NATS server', () => {
  test('A certificate counts by the authority that was named, and by no other.', async () => {
    const [own, other] = [makeAuthority(), makeAuthority()];
    const nats = await server(own.tls);
    const address = nats.url.replace('nats:', 'tls:');
    const mia = await startLink();
    const failureWith = async (ca: string | null) =>
      (await mia.link.try(joinOf(address, 'mia', { ca }))).trials.find(({ state }) => state === 'failed');
    expect(await failureWith(null)).toMatchObject({ step: 'connection', reason: { kind: 'fleet-certificate' } });
    expect(await failureWith(other.ca)).toMatchObject({ step: 'connection', reason: { kind: 'fleet-certificate' } });
    await mia.link.join(joinOf(address, 'mia', { ca: own.ca }));
    expect(await mia.reaches('online')).toMatchObject({ tls: true, address });
    await nats.kill();
    await mia.reaches('offline');
    await nats.restart();
    await mia.reaches('online');
  });

  test('A server that wants TLS is not spoken to without, and one that is called by another name is not trusted.', async () => {
    const own = makeAuthority();
    const nats = await server(own.tls);
    const mia = await startLink();
    const failed = async (address: string, ca: string | null) =>
      (await mia.link.try(joinOf(address, 'mia', { ca }))).trials.find(({ state }) => state === 'failed')?.reason?.kind;
    expect(await failed(nats.url, null)).toBe('fleet-certificate');
    expect(await failed(`tls://localhost:${nats.port}`, own.ca)).toBe('fleet-certificate');
  });

  test('A .creds file lets a hub in until it is revoked, and another one then does.', async () => {
    const [operator, account, system] = [createOperator(), createAccount(), createAccount()];
    const operatorJwt = await encodeOperator('fleet', operator, { system_account: system.getPublicKey() });
    const limits = {
      mem_storage: -1,
      disk_storage: -1,
      streams: -1,
      consumer: -1,
      conn: -1,
      subs: -1,
      data: -1,
      payload: -1,
    };
    const accountJwt = (revocations?: Record<string, number>) =>
      encodeAccount('hubs', account, { limits, ...(revocations && { revocations }) }, { signer: operator });
    const configOf = async (revocations?: Record<string, number>) =>
      [
        `operator: "${operatorJwt}"`,
        'resolver: MEMORY',
        `system_account: "${system.getPublicKey()}"`,
        'resolver_preload {',
        `  ${account.getPublicKey()}: "${await accountJwt(revocations)}"`,
        `  ${system.getPublicKey()}: "${await encodeAccount('SYS', system, {}, { signer: operator })}"`,
        '}',
      ].join('\n');
    const credsOf = async (user = createUser()) => {
      const text = fmtCreds(await encodeUser('mia', user, account), user);
      return { user: user.getPublicKey(), text: new TextDecoder().decode(text) };
    };
    const nats = await server(await configOf());
    const mia = await startLink();
    const { user, text } = await credsOf();
    await mia.link.join(joinOf(nats.url, 'mia', { credential: { kind: 'creds', text } }));
    expect(await mia.reaches('online')).toMatchObject({ credential: 'creds' });
    expect(mia.secrets.get(fleetSecret)).toBe(text.trim());
    expect(readFileSync(join(mia.home, 'pilothouse.db')).includes('NKEY SEED')).toBe(false);
    const later = Math.floor(Date.now() / 1000) + 10;
    nats.configure(await configOf({ [user]: later }));
    expect(await mia.reaches('refused')).toMatchObject({ reason: { kind: 'fleet-credential-ended' } });
    const another = await credsOf();
    await mia.link.rename('mia', { kind: 'creds', text: another.text });
    await mia.reaches('online');
    expect(mia.secrets.get(fleetSecret)).toBe(another.text.trim());
  });

  test('The seed of an nkey lets its user in, and that of an account is none of a user.', async () => {
    const user = createUser();
    const nats = await server(`accounts { A { jetstream: enabled, users: [ { nkey: ${user.getPublicKey()} } ] } }`);
    const seed = new TextDecoder().decode(user.getSeed());
    const mia = await startLink();
    const ofAccount = new TextDecoder().decode(createAccount().getSeed());
    await expect(
      mia.link.join(joinOf(nats.url, 'mia', { credential: { kind: 'nkey', seed: ofAccount } })),
    ).rejects.toThrow(/begins with SU/);
    await mia.link.join(joinOf(nats.url, 'mia', { credential: { kind: 'nkey', seed } }));
    expect(await mia.reaches('online')).toMatchObject({ credential: 'nkey' });
  });

  test('A token in the address is kept as a secret, and stands nowhere else.', async () => {
    const nats = await server('authorization { token: "t0ken-of-the-fleet" }');
    const mia = await startLink();
    await mia.link.join(joinOf(nats.url.replace('//', '//t0ken-of-the-fleet@'), 'mia'));
    expect(await mia.reaches('online')).toMatchObject({ credential: 'token', address: nats.url });
    expect(mia.secrets.get(fleetSecret)).toBe('t0ken-of-the-fleet');
    await mia.stop();
    expect(readFileSync(join(mia.home, 'pilothouse.db')).includes('t0ken-of-the-fleet')).toBe(false);
  });
});
