// A real Chromium takes the manifest that the installer writes, and starts the launcher that it names.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installManifest } from '../../../native-host/manifests/installer.ts';
import { writeLaunchers } from '../../../native-host/manifests/launcher.ts';
import { quietSwitches } from '../../support/chromium.ts';
import { describeWith, providedPath } from '../../support/provided.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "pilothouse chromium's "));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 20 }));

/** Answers the first frame with the arguments it was started with. */
const relaySource = `
process.stdin.once('data', () => {
  const text = Buffer.from(JSON.stringify(process.argv.slice(2)));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(text.length);
  process.stdout.write(Buffer.concat([head, text]));
});
`;

const workerSource = `
globalThis.ask = () => new Promise((resolve, reject) => {
  const port = chrome.runtime.connectNative('dev.pilothouse.relay');
  port.onMessage.addListener(message => { port.disconnect(); resolve(message); });
  port.onDisconnect.addListener(() => reject(new Error(chrome.runtime.lastError?.message)));
  port.postMessage('hello');
});
`;

async function writeExtension(folder: string): Promise<string> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const manifest = {
    manifest_version: 3,
    name: 'Manifest test',
    version: '1',
    key: key.toString('base64'),
    permissions: ['nativeMessaging'],
    background: { service_worker: 'worker.js' },
  };
  await mkdir(folder);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'worker.js'), workerSource);
  const digits = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return digits.replaceAll(/./g, digit => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
}

describeWith(['chromium'], 'Chromium', () => {
  it('starts the installed launcher with the verified origin of the extension', async () => {
    const extension = join(root, 'extension');
    const extensionId = await writeExtension(extension);
    await writeFile(join(root, 'relay.cjs'), relaySource);
    const dataHome = join(root, 'data home');
    const { relay } = await writeLaunchers({
      platform: process.platform,
      dataHome,
      nodePath: process.execPath,
      relayBundle: join(root, 'relay.cjs'),
      cliPath: join(root, 'cli.js'),
      relayHash: null,
      relayProblem: null,
    });
    // --user-data-dir moves the lookup, so the folder that XDG_CONFIG_HOME leads to serves as one.
    const userData = join(root, 'config', 'chromium');
    await mkdir(userData, { recursive: true });
    await installManifest(
      {
        platform: 'linux',
        homeDir: root,
        dataHome,
        env: { XDG_CONFIG_HOME: join(root, 'config') },
        launcherPath: relay,
        extensionIds: { chromium: extensionId, firefox: 'companion@pilothouse.dev' },
        userName: 'test',
        uid: process.getuid?.(),
        runReg: () => Promise.reject(new Error('There is no registry here.')),
      },
      'chromium',
    );
    const browser = await chromium.launchPersistentContext(userData, {
      executablePath: providedPath('chromium'),
      headless: false,
      args: [
        '--headless=new',
        ...quietSwitches,
        '--disable-component-update',
        '--disable-sync',
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
      ],
    });
    try {
      const worker = browser.serviceWorkers()[0] ?? (await browser.waitForEvent('serviceworker'));
      const answer = await worker.evaluate(() => (globalThis as unknown as { ask(): Promise<string[]> }).ask());
      expect(answer).toEqual(['--home', dataHome, `chrome-extension://${extensionId}/`]);
    } finally {
      await browser.close();
    }
  });
});
