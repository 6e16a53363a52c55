// A real GNOME Keyring in a desktop session of a test: unlocked by a password as at login, or locked as it lies on the disk.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from './panel-client.ts';
import { providedPath } from './provided.ts';
import type { DesktopSession } from './desktop-session.ts';

const name = 'org.freedesktop.secrets';
const login = '/org/freedesktop/secrets/collection/login';

export class Keyring {
  readonly #session: DesktopSession;
  readonly #home: string;
  #daemon: ChildProcess | null = null;

  /** Its files lie below `home`. */
  constructor(session: DesktopSession, home: string) {
    this.#session = session;
    this.#home = home;
  }

  /** With a null password it stays locked. */
  async start(password: string | null): Promise<void> {
    const args = ['--foreground', '--components=secrets', ...(password === null ? [] : ['--unlock'])];
    const env = { ...process.env, ...this.#session.env, HOME: this.#home, XDG_RUNTIME_DIR: this.#home };
    const daemon = spawn(providedPath('keyring'), args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    this.#daemon = daemon;
    daemon.stdin.end(password ?? '');
    const isThere = async () => (await this.#session.hasName(name)) && (await this.#isLocked()) === (password === null);
    await until(isThere, 'the keyring is there');
  }

  async stop(): Promise<void> {
    const daemon = this.#daemon;
    this.#daemon = null;
    if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return;
    daemon.kill('SIGTERM');
    await once(daemon, 'exit');
    await until(async () => !(await this.#session.hasName(name)), 'the keyring is gone');
  }

  /** The labels of what it holds. */
  async labels(): Promise<string[]> {
    const collection = [name, login, 'org.freedesktop.Secret.Collection'];
    const { data } = await this.#session.ask('get-property', ...collection, 'Items');
    const items = (data as unknown as readonly string[]).map(async item => {
      const told = await this.#session.ask('get-property', name, item, 'org.freedesktop.Secret.Item', 'Label');
      return String(told.data);
    });
    return Promise.all(items);
  }

  /** Null while there is none. */
  async #isLocked(): Promise<boolean | null> {
    const collection = [name, login, 'org.freedesktop.Secret.Collection'];
    const told = await this.#session.ask('get-property', ...collection, 'Locked').catch(() => null);
    return told && Boolean(told.data);
  }
}
