// A Chromium with the companion that nothing automates: a library that drives a browser from outside changes what its background tabs do.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { unseen } from './chromium.ts';
import { until } from './panel-client.ts';
import { providedPath, repositoryRoot } from './provided.ts';

export interface PlainChromiumOptions {
  /** A fresh folder for the profile, in which native messaging manifests are looked up too. */
  readonly userDataDir: string;
  /** HOME of the browser and of the relay that it starts. */
  readonly home: string;
  /** Outer size of its window in pixels. */
  readonly window: { readonly width: number; readonly height: number };
  /** As programs have it that drive a headless Chromium from outside; pages are laid out over the whole width then. */
  readonly hidesScrollbars?: boolean;
}

export class PlainChromium {
  readonly #child: ChildProcess;
  #said = '';

  /** Starts it without a window on any screen, with one empty tab. */
  constructor({ userDataDir, home, window, hidesScrollbars = false }: PlainChromiumOptions) {
    const extension = join(repositoryRoot, 'dist/extension/chromium');
    const args = [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
      ...[
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        `--disable-features=${unseen.join()}`,
        `--user-data-dir=${userDataDir}`,
      ],
      ...[`--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
      ...['--screen-info={1600x1200}', `--window-size=${window.width},${window.height}`],
      ...(hidesScrollbars ? ['--hide-scrollbars'] : []),
      ...['--remote-debugging-port=0', 'about:blank'],
    ];
    const env = { ...process.env, HOME: home };
    this.#child = spawn(providedPath('chromium'), args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#said += String(chunk)));
  }

  /** As a click on the tab whose address holds `part`; throws where no tab does. */
  async bringToFront(part: string): Promise<void> {
    await until(() => /ws:\/\/127\.0\.0\.1:\d+/.test(this.#said), 'Chromium names the port of its debugger');
    const [, port] = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(this.#said) ?? [];
    const at = `http://127.0.0.1:${port}/json`;
    const targets = (await (await fetch(`${at}/list`)).json()) as { id: string; type: string; url: string }[];
    const tab = targets.find(({ type, url }) => type === 'page' && url.includes(part));
    if (!tab) throw new Error(`No tab shows ${part}: ${targets.map(({ url }) => url).join(', ')}.`);
    await fetch(`${at}/activate/${tab.id}`);
  }

  async close(): Promise<void> {
    const isOver = this.#child.exitCode !== null || this.#child.signalCode !== null;
    const exited = isOver ? null : once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }
}
