// Signatures by the official program and by OpenSSL: whom they are by, and when they are broken.
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBundleFile } from '../../../../electron/core/servers/bundles/open-bundle.ts';
import { mcpb, writeSmallServer } from '../../../support/bundles/official-tool.ts';
import { createTempHome } from '../../../support/temp-home.ts';
import type { BundleSignature } from '../../../../contract/schemas/bundles.ts';

const { folder, remove } = createTempHome();
const at = (name: string) => path.join(folder, name);
const packed = at('packed.mcpb');
const hasOpenssl = works('openssl', ['version']);

afterAll(() => remove());

function works(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
}

/** A key and a certificate that `by` has signed, or itself. */
function certify(name: string, { by, extensions, key = ['rsa:2048'] }: Certified): void {
  const request = ['req', '-newkey', ...key, '-nodes', '-keyout', `${name}.key`, '-subj', `/O=Ada Ltd/CN=${name}`];
  writeFileSync(at(`${name}.ext`), extensions.join('\n'));
  openssl(...request, '-out', `${name}.csr`);
  const signer =
    by === null ? ['-signkey', `${name}.key`] : ['-CA', `${by}.pem`, '-CAkey', `${by}.key`, '-CAcreateserial'];
  openssl(
    'x509',
    '-req',
    '-in',
    `${name}.csr`,
    ...signer,
    '-days',
    '30',
    '-extfile',
    `${name}.ext`,
    '-out',
    `${name}.pem`,
  );
}

interface Certified {
  readonly by: string | null;
  readonly extensions: readonly string[];
  readonly key?: readonly string[];
}

const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'];
const signing = ['basicConstraints=CA:FALSE', 'extendedKeyUsage=codeSigning'];

async function signatureOf(file: string, now = Date.now()): Promise<BundleSignature> {
  const trust = { now: () => now, roots: () => [new X509Certificate(readFileSync(at('root.pem')))] };
  const { bundle, close } = await openBundleFile(file, { machine: { platform: 'linux', homeDir: '/' }, trust });
  await close();
  return bundle.signature;
}

async function signedBy(name: string, ...intermediates: string[]): Promise<string> {
  const file = at(`by-${name}.mcpb`);
  copyFileSync(packed, file);
  const more = intermediates.length === 0 ? [] : ['--intermediate', ...intermediates.map(one => at(`${one}.pem`))];
  await mcpb(['sign', file, '--cert', at(`${name}.pem`), '--key', at(`${name}.key`), ...more], folder);
  return file;
}

/** As OpenSSL writes it, in the block that the format has for it. */
function signedByOpenssl(name: string, ...options: string[]): string {
  const file = at(`by-openssl-${name}.mcpb`);
  const signer = ['-signer', `${name}.pem`, '-inkey', `${name}.key`, '-outform', 'DER', '-out', `${name}.p7`];
  openssl('cms', '-sign', '-binary', '-in', packed, ...signer, ...options);
  const signature = readFileSync(at(`${name}.p7`));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signature.length);
  copyFileSync(packed, file);
  appendFileSync(file, Buffer.concat([Buffer.from('MCPB_SIG_V1'), length, signature, Buffer.from('MCPB_SIG_END')]));
  return file;
}

describe.runIf(hasOpenssl)('a signature', () => {
  beforeAll(async () => {
    writeSmallServer(at('source'));
    await mcpb(['pack', at('source'), packed], folder);
    certify('root', { by: null, extensions: authority });
    certify('middle', {
      by: 'root',
      extensions: [...authority.slice(1), 'basicConstraints=critical,CA:TRUE,pathlen:0'],
    });
    certify('leaf', { by: 'middle', extensions: signing });
    certify('direct', { by: 'root', extensions: signing });
  });

  it('that leads to somebody trusted says whose it is', async () => {
    const file = await signedBy('leaf', 'middle');
    const fingerprint = new X509Certificate(readFileSync(at('leaf.pem'))).fingerprint256;
    expect(await signatureOf(file)).toEqual({ kind: 'trusted', by: 'leaf', fingerprint });
    expect(await signatureOf(await signedBy('direct'))).toMatchObject({ kind: 'trusted', by: 'direct' });
  });

  it('of an elliptic curve is checked too', async () => {
    certify('curve', { by: 'root', extensions: signing, key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] });
    expect(await signatureOf(signedByOpenssl('curve', '-md', 'sha256'))).toMatchObject({
      kind: 'trusted',
      by: 'curve',
    });
  });

  it('is by somebody unknown where the chain is cut, over, or for something else', async () => {
    expect(await signatureOf(await signedBy('leaf'))).toMatchObject({ kind: 'unknown', by: 'leaf' });
    const later = Date.now() + 60 * 24 * 3_600_000;
    expect(await signatureOf(await signedBy('direct'), later)).toMatchObject({ kind: 'unknown' });
    certify('website', { by: 'root', extensions: ['basicConstraints=CA:FALSE', 'extendedKeyUsage=serverAuth'] });
    expect(await signatureOf(await signedBy('website'))).toMatchObject({ kind: 'unknown', by: 'website' });
  });

  it('is by somebody unknown where a certificate signed another that it may not', async () => {
    certify('below-leaf', { by: 'direct', extensions: signing });
    expect(await signatureOf(await signedBy('below-leaf', 'direct'))).toMatchObject({ kind: 'unknown' });
    certify('second-middle', { by: 'middle', extensions: authority });
    certify('too-deep', { by: 'second-middle', extensions: signing });
    expect(await signatureOf(await signedBy('too-deep', 'second-middle', 'middle'))).toMatchObject({ kind: 'unknown' });
    certify('named', { by: 'root', extensions: [...authority, 'nameConstraints=permitted;DNS:example.com'] });
    certify('below-named', { by: 'named', extensions: signing });
    expect(await signatureOf(await signedBy('below-named', 'named'))).toMatchObject({ kind: 'unknown' });
  });

  it('is broken where the content, the signature or its certificate is another', async () => {
    const bytes = readFileSync(await signedBy('direct'));
    const exchanged = (name: string, find: string, by: string) => {
      const found = bytes.indexOf(Buffer.from(find, 'latin1'));
      const changed = Buffer.from(bytes);
      changed.write(by, found, 'latin1');
      writeFileSync(at(name), changed);
      return at(name);
    };
    // The date in the header of the first file, which nobody reads.
    const dated = Buffer.from(bytes);
    dated[10] = (dated[10] ?? 0) ^ 1;
    writeFileSync(at('dated.mcpb'), dated);
    expect(await signatureOf(at('dated.mcpb'))).toEqual({
      kind: 'broken',
      reason: { kind: 'bundle-signature-altered' },
    });
    // A byte of the signature itself, which stands last.
    const signed = Buffer.from(bytes);
    const last = signed.length - 'MCPB_SIG_END'.length - 1;
    signed[last] = (signed[last] ?? 0) ^ 1;
    writeFileSync(at('signed.mcpb'), signed);
    expect(await signatureOf(at('signed.mcpb'))).toEqual({
      kind: 'broken',
      reason: { kind: 'bundle-signature-false' },
    });
    // The attribute that holds the digest, by its object identifier.
    const other = exchanged(
      'attribute.mcpb',
      '\x2a\x86\x48\x86\xf7\x0d\x01\x09\x04',
      '\x2a\x86\x48\x86\xf7\x0d\x01\x09\x05',
    );
    expect(await signatureOf(other)).toMatchObject({
      kind: 'broken',
      reason: { kind: 'bundle-signature-unreadable' },
    });
  });

  it('is broken where it is made by what is not checked, or by nobody', async () => {
    expect(await signatureOf(signedByOpenssl('direct', '-md', 'sha1'))).toMatchObject({
      kind: 'broken',
      reason: { kind: 'bundle-signature-algorithm', algorithm: '1.3.14.3.2.26' },
    });
    // What it is of would stand in it a second time, for whoever reads the archive from its end.
    const twice = signatureOf(signedByOpenssl('direct', '-md', 'sha256', '-nodetach'));
    await expect(twice).rejects.toMatchObject({ reason: { kind: 'bundle-signature-block' } });
    expect(await signatureOf(signedByOpenssl('direct', '-md', 'sha256', '-noattr'))).toMatchObject({ kind: 'broken' });
  });

  it('that was taken away is none', async () => {
    const file = await signedBy('direct');
    await mcpb(['unsign', file], folder);
    expect(await signatureOf(file)).toEqual({ kind: 'none' });
  });
});
