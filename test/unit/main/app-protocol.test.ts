// What `app://bundle/…` answers, with real files below a real folder and a secret beside it (D7, D8).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPanelAssets } from '../../../electron/core/http/panel-assets.ts';
import { createAppProtocol } from '../../../electron/main/app-protocol.ts';

let folder: string;
let answer: (request: Request) => Promise<Response>;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-app-'));
  fs.mkdirSync(path.join(folder, 'renderer/assets'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'renderer/index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">');
  fs.writeFileSync(path.join(folder, 'renderer/assets/a.js'), 'export {};');
  fs.writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  answer = createAppProtocol(createPanelAssets(path.join(folder, 'renderer')));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const get = (url: string, init?: RequestInit) => answer(new Request(url, init));

test('the root is the page, with a nonce that its policy names', async () => {
  const response = await get('app://bundle/');
  const nonce = /content="([^"]+)"/.exec(await response.text())?.[1];
  expect(response.status).toBe(200);
  expect(nonce).toMatch(/^[A-Za-z0-9+/=]{20,}$/);
  expect(response.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
});

test('each load has a nonce of its own', async () => {
  const [one, two] = await Promise.all([get('app://bundle/'), get('app://bundle/')]);
  expect(await one.text()).not.toBe(await two.text());
});

test('the policy allows nothing from elsewhere and nothing unsafe', async () => {
  const policy = (await get('app://bundle/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/unsafe-|https?:|ws:|\*/);
});

test('a script comes with its type and may not be read as another', async () => {
  const response = await get('app://bundle/assets/a.js');
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  'app://bundle/../secret.txt',
  'app://bundle/assets/../../secret.txt',
  'app://bundle/%2e%2e%2fsecret.txt',
  'app://bundle/%2e%2e%5csecret.txt',
  'app://bundle/assets/%2e%2e/%2e%2e/secret.txt',
  'app://bundle/%00',
  'app://bundle/%zz',
  'app://bundle//etc/passwd',
  'app://bundle/nothing.js',
])('%s finds nothing', async url => {
  const response = await get(url);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('secret');
});

test.each(['app://evil/', 'app://bundle.evil/index.html'])('the host of %s has no files', async url => {
  expect((await get(url)).status).toBe(404);
});

test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('%s is refused', async method => {
  expect((await get('app://bundle/', { method })).status).toBe(405);
});
