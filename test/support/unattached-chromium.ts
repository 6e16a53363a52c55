// Starts a real Chromium that no test program is attached to: one that is keeps every page of it awake, focused and drawing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { extensionIds } from '../../contract/names.ts';
import { unseen } from './chromium.ts';
import { until } from './panel-client.ts';
import { providedPath } from './provided.ts';

export interface UnattachedChromiumOptions {
  readonly extensionDir: string;
  readonly userDataDir: string;
  /** What its only tab shows. */
  readonly url: string;
  /** Value for DISPLAY; without it Chromium runs headless. */
  readonly display?: string | undefined;
}

export interface UnattachedChromium {
  /** A command to the browser itself, such as `Target.getTargets` (Chrome DevTools Protocol 1.3). */
  ask(method: string, params?: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function launchUnattachedChromium(options: UnattachedChromiumOptions): Promise<UnattachedChromium> {
  const { extensionDir, userDataDir, url, display } = options;
  const args = [
    `--user-data-dir=${userDataDir}`,
    '--remote-debugging-port=0',
    ...(display === undefined ? ['--headless=new'] : []),
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${['DisableLoadExtensionCommandLineSwitch', ...unseen].join()}`,
    `--disable-extensions-except=${extensionDir}`,
    `--load-extension=${extensionDir}`,
    'about:blank',
  ];
  const env = { ...process.env, ...(display === undefined ? {} : { DISPLAY: display }) };
  const child = spawn(providedPath('chromium'), args, { stdio: 'ignore', env });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  try {
    const socket = await connect(userDataDir);
    const browser: UnattachedChromium = { ask: (method, params) => ask(socket, method, params), close: end };
    await openOnly(browser, url);
    return browser;
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * In place of the blank tab that the browser starts with. A page that it was started with may never be asked for: Chromium loses what it loads
 * while it takes in an extension of its command line that may use webRequest.
 */
async function openOnly(browser: UnattachedChromium, url: string): Promise<void> {
  const targets = async () =>
    (await browser.ask('Target.getTargets')).targetInfos as { type: string; targetId: string; url: string }[];
  const worker = `chrome-extension://${extensionIds.chromium}/`;
  const hasExtension = async () => (await targets()).some(target => target.url.startsWith(worker));
  await until(hasExtension, 'Chromium has taken in the extension');
  const blank = (await targets()).filter(({ type }) => type === 'page');
  await browser.ask('Target.createTarget', { url });
  for (const { targetId } of blank) await browser.ask('Target.closeTarget', { targetId });
}

async function connect(userDataDir: string): Promise<WebSocket> {
  let place: readonly string[] = [];
  await until(async () => {
    const text = await readFile(join(userDataDir, 'DevToolsActivePort'), 'utf8').catch(() => '');
    place = text.split('\n');
    return place.length > 1;
  }, 'Chromium names its debugging port');
  const socket = new WebSocket(`ws://127.0.0.1:${place[0]}${place[1]}`);
  await once(socket, 'open');
  return socket;
}

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

let nextId = 1;

function ask(socket: WebSocket, method: string, params: object = {}): Promise<Record<string, unknown>> {
  const id = nextId++;
  return new Promise((resolve, reject) => {
    const take = (data: WebSocket.RawData) => {
      const message = JSON.parse(String(data)) as Answer;
      if (message.id !== id) return;
      socket.off('message', take);
      if (message.error) reject(new Error(`${method}: ${message.error.message}`));
      else resolve(message.result ?? {});
    };
    socket.on('message', take);
    socket.send(JSON.stringify({ id, method, params }));
  });
}
