// Attack 21 (path traversal) at the panel's own files, and the headers under which they are served.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPanelAssets } from '../../../../electron/core/http/panel-assets.ts';

let folder: string;
let root: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'pilothouse-assets-'));
  root = path.join(folder, 'panel');
  await mkdir(path.join(root, 'assets', 'folder.js'), { recursive: true });
  await mkdir(path.join(folder, 'panel-evil'));
  await Promise.all([
    writeFile(path.join(root, 'index.html'), '<style nonce="__CSP_NONCE__"></style><i data-n="__CSP_NONCE__"></i>'),
    writeFile(path.join(root, 'assets', 'app.js'), 'let __CSP_NONCE__;'),
    writeFile(path.join(root, 'assets', 'ünï code.css'), 'a{}'),
    writeFile(path.join(root, 'assets', 'app.js.map'), '{}'),
    writeFile(path.join(root, 'Makefile'), 'all:'),
    writeFile(path.join(folder, 'secret.txt'), 'secret'),
    writeFile(path.join(folder, 'panel-evil', 'secret.txt'), 'secret'),
    symlink(path.join(folder, 'secret.txt'), path.join(root, 'link.txt')),
    symlink(folder, path.join(root, 'up')),
    symlink(path.join(root, 'assets', 'app.js'), path.join(root, 'inside.js')),
  ]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const common = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};
const get = async (pathname: string, connect?: string) => {
  const { status, headers, body } = await createPanelAssets(root, connect)(pathname);
  return { status, headers, text: body.toString() };
};
const notFound = {
  status: 404,
  headers: { ...common, 'content-type': 'text/plain; charset=utf-8' },
  text: 'There is no such file in the panel.',
};
const nonceOf = (policy: string | undefined) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1];

describe('What is served', () => {
  test.each([
    ['/assets/app.js', 'text/javascript; charset=utf-8', 'let __CSP_NONCE__;'],
    ['/assets/%C3%BCn%C3%AF%20code.css', 'text/css; charset=utf-8', 'a{}'],
    ['//assets//app.js', 'text/javascript; charset=utf-8', 'let __CSP_NONCE__;'],
    ['/assets/../assets/app.js', 'text/javascript; charset=utf-8', 'let __CSP_NONCE__;'],
    ['/inside.js', 'text/javascript; charset=utf-8', 'let __CSP_NONCE__;'],
  ])('%s is served as it is.', async (pathname, type, text) => {
    expect(await get(pathname)).toEqual({ status: 200, headers: { ...common, 'content-type': type }, text });
  });

  test.each(['/', '', '/index.html'])('%j is the page.', async pathname => {
    expect(await get(pathname)).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
});

describe('Attack 21: what is not served', () => {
  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%2fpanel-evil/secret.txt',
    '/../panel-evil/secret.txt',
    '/..%5csecret.txt',
    '/assets%5capp.js',
    '/..\\secret.txt',
    '/%252e%252e%252fsecret.txt',
    '/index.html%00.js',
    '/%00',
    '/\0index.html',
    '/link.txt',
    '/up/secret.txt',
    '/up/panel-evil/secret.txt',
    '/etc/passwd',
    '//etc/passwd',
    '/%2fetc%2fpasswd',
    '/file:///etc/passwd',
    '/C:/Windows/win.ini',
    '/assets/app.js.map',
    '/Makefile',
    '/assets',
    '/assets/folder.js',
    '/assets/app.js/',
    '/nothing.js',
    '/%',
    '/%ff',
    `/${'a'.repeat(10_000)}.js`,
  ])('%j', async pathname => {
    expect(await get(pathname)).toEqual(notFound);
  });
});

describe('The policy of the page', () => {
  test('It is exactly this, with the nonce that stands in the page.', async () => {
    const { headers, text } = await get('/', 'ws://127.0.0.1:4000');
    const nonce = nonceOf(headers['content-security-policy']);
    expect(headers).toEqual({
      ...common,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
        "font-src 'self'; connect-src 'self' ws://127.0.0.1:4000; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'",
    });
    expect(text).toBe(`<style nonce="${nonce}"></style><i data-n="${nonce}"></i>`);
  });

  test('Without a WebSocket it connects to itself only.', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toContain("connect-src 'self'; ");
  });

  test('The nonce has 128 bits and is fresh for every response.', async () => {
    const assets = createPanelAssets(root);
    const nonces = [];
    for (let count = 0; count < 20; count++)
      nonces.push(nonceOf((await assets('/')).headers['content-security-policy']) ?? '');
    expect(new Set(nonces).size).toBe(20);
    expect(nonces.map(nonce => Buffer.from(nonce, 'base64').length)).toEqual(nonces.map(() => 16));
  });
});
