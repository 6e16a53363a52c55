// Updates of an AppImage from a real feed on loopback, by the real electron-updater: what is not signed, or is not what was signed, is
// neither taken nor put in place.

import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signedProvider } from '../../../electron/main/signed-feed.ts';
import { readUpdateKey } from '../../../electron/main/update-signature.ts';
import { Updates } from '../../../electron/main/updates.ts';
import { publicHalf, readSigningKey, signUpdates } from '../../../resources/packaging/sign-updates.mjs';
import { until } from '../../support/panel-client.ts';
import { saying } from '../../support/saying.ts';
import { createTempHome } from '../../support/temp-home.ts';
import type { AppUpdater } from 'electron-updater';

/** electron-updater's own, over Node's HTTP in the place of Electron's. */
class NodeHttp extends ElectronHttpExecutor {
  override createRequest(options: http.RequestOptions, callback: (response: never) => void): never {
    return http.request(options, callback as (response: http.IncomingMessage) => void) as never;
  }
}

let folder = '';
let server: http.Server;
let asked: string[] = [];
let key: KeyObject;
let quit: () => void;
const at = (...names: string[]) => path.join(folder, ...names);
const list = () => at('feed', `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`);
const fileOf = (version: string) => `Pilothouse-${version}.AppImage`;
/** An AppImage that writes down that it ran. */
const program = (version: string) => `#!/bin/sh\necho ${version} >> ${at('ran')}\n`;
const installed = () => fs.readFileSync(at('Pilothouse.AppImage'), 'utf8');

function writeKey(file: string): KeyObject {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  fs.writeFileSync(file, pem, { mode: 0o600 });
  return readSigningKey(file);
}

/** A release as electron-builder leaves it, signed as `npm run dist -- --update-key` does. */
function publish(version: string): void {
  const bytes = Buffer.from(program(version));
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const file = fileOf(version);
  fs.writeFileSync(at('feed', file), bytes);
  const files = `files:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${bytes.length}\n`;
  fs.writeFileSync(
    list(),
    `version: ${version}\n${files}path: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`,
  );
  expect(signUpdates(at('feed'), key)).toEqual([path.basename(list())]);
}

function openUpdates(): Updates {
  fs.writeFileSync(
    at('app-update.yml'),
    'provider: generic\nurl: https://feed.invalid/\nupdaterCacheDirName: pilothouse\n',
  );
  const app = {
    version: '1.0.0',
    name: 'pilothouse',
    isPackaged: true,
    appUpdateConfigPath: at('app-update.yml'),
    userDataPath: at('data'),
    baseCachePath: at('cache'),
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: (handler: (code: number) => void) => {
      quit = () => handler(0);
    },
  };
  const updater: AppUpdater = new AppImageUpdater(null, app);
  Object.assign(updater, { httpExecutor: new NodeHttp() });
  const baked = readUpdateKey(publicHalf(key));
  if (!baked) throw new Error('The public half cannot be read.');
  const updateProvider = signedProvider(GenericProvider, baked);
  const setFeed = (url: string) => updater.setFeedURL({ provider: 'custom', updateProvider, url } as never);
  return new Updates({ hindrance: null, load: async () => Object.assign(updater, { setFeed }) });
}

/** Looks once, waits for what comes of it, and quits the app: then what is ready is put in place. */
async function lookAndQuit(): Promise<Updates['state']> {
  const updates = openUpdates();
  updates.follow(`http://127.0.0.1:${(server.address() as { port: number }).port}/`);
  await updates.look();
  await until(() => !['looking', 'fetching'].includes(updates.state.kind), 'the look has ended');
  quit?.();
  const { state } = updates;
  updates.follow(null);
  return state;
}

const refused = async (reason: RegExp) => {
  expect(await lookAndQuit()).toEqual({ kind: 'failed', reason: saying(reason) });
  expect([installed(), fs.existsSync(at('ran'))]).toEqual([program('1.0.0'), false]);
};

describe.runIf(process.platform === 'linux')('an update of the AppImage', () => {
  beforeEach(async () => {
    const home = createTempHome();
    folder = home.folder;
    for (const name of ['feed', 'data', 'cache']) fs.mkdirSync(at(name));
    fs.writeFileSync(at('Pilothouse.AppImage'), program('1.0.0'), { mode: 0o755 });
    vi.stubEnv('APPIMAGE', at('Pilothouse.AppImage'));
    key = writeKey(at('update.key'));
    asked = [];
    quit = () => {};
    server = http.createServer((request, response) => {
      const name = path.basename(new URL(request.url ?? '', 'http://feed').pathname);
      asked.push(name);
      const file = at('feed', name);
      if (!fs.existsSync(file)) return response.writeHead(404).end();
      return response.end(fs.readFileSync(file));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return home.remove;
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });

  test('that is signed and whole is fetched, and in place when the app has quit', async () => {
    publish('2.0.0');
    expect(await lookAndQuit()).toEqual({ kind: 'ready', version: '2.0.0' });
    expect([installed(), fs.readFileSync(at('ran'), 'utf8')]).toEqual([program('2.0.0'), '2.0.0\n']);
  });

  test('whose file was exchanged is not put in place', async () => {
    publish('2.0.0');
    fs.writeFileSync(at('feed', fileOf('2.0.0')), program('6.6.6'));
    await refused(/sha512 checksum mismatch/);
  });

  test('whose list was written anew for another file is not even fetched', async () => {
    publish('2.0.0');
    const bytes = Buffer.from(program('6.6.6'));
    fs.writeFileSync(at('feed', fileOf('2.0.0')), bytes);
    const sha512 = createHash('sha512').update(bytes).digest('base64');
    const forged = fs.readFileSync(list(), 'utf8').replaceAll(/sha512: .*/g, `sha512: ${sha512}`);
    fs.writeFileSync(list(), forged);
    await refused(/^The feed is not signed with the key of this build/);
    expect(asked).not.toContain(fileOf('2.0.0'));
  });

  test('without a signature is not fetched', async () => {
    publish('2.0.0');
    fs.rmSync(`${list()}.sig`);
    await refused(/^The feed has no signature beside its list of files/);
    expect(asked).not.toContain(fileOf('2.0.0'));
  });

  test.each([
    ['another key', (file: string) => void signUpdates(at('feed'), writeKey(`${file}.other`))],
    ['nothing', () => fs.writeFileSync(`${list()}.sig`, '')],
    ['half a signature', () => fs.truncateSync(`${list()}.sig`, 40)],
  ])('signed with %s is not fetched', async (_what, sign) => {
    publish('2.0.0');
    sign(at('update.key'));
    await refused(/^The feed (is not signed with the key of this build|has no signature)/);
    expect(asked).not.toContain(fileOf('2.0.0'));
  });

  test('to an older version is not taken, although it was signed once', async () => {
    publish('0.9.0');
    expect(await lookAndQuit()).toEqual({ kind: 'idle' });
    expect([installed(), asked.includes(fileOf('0.9.0'))]).toEqual([program('1.0.0'), false]);
  });

  test('cannot be signed with a key that others can read, nor with one of another kind', () => {
    fs.chmodSync(at('update.key'), 0o644);
    expect(() => readSigningKey(at('update.key'))).toThrow(/can be read by others; run "chmod 600"/);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    fs.writeFileSync(at('rsa.key'), rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
    expect(() => readSigningKey(at('rsa.key'))).toThrow(/is of the kind rsa/);
    const der = rsa.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect([der, 'x', null, 7].map(readUpdateKey)).toEqual([null, null, null, null]);
  });
});
