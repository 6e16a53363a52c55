// A desktop session of its own for a test: a session bus, a tray that keeps its list, a notification service, and hands for both.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from './panel-client.ts';
import { providedPath } from './provided.ts';

const run = promisify(execFile);
const watcher = ['org.kde.StatusNotifierWatcher', '/StatusNotifierWatcher', 'org.kde.StatusNotifierWatcher'] as const;
const item = ['/StatusNotifierItem', 'org.kde.StatusNotifierItem'] as const;
const notifications = 'org.freedesktop.Notifications';

/** Who offers no icon says nothing for 25 s, and is asked again as long as an icon is looked for. */
const offerMs = 3_000;
/** A bound for what hangs; a busy machine must not reach it. */
const answerMs = 60_000;

/** An entry of the tray's menu as the desktop gets it over com.canonical.dbusmenu. */
export interface MenuEntry {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
  readonly checked: boolean;
  readonly children: readonly MenuEntry[];
}

export class DesktopSession {
  readonly #session: ChildProcess;
  readonly #address: string;
  readonly #programs = new Map<string, ChildProcess>();

  private constructor(session: ChildProcess, address: string) {
    this.#session = session;
    this.#address = address;
  }

  /**
   * The bus lives for as long as the shell in dbus-run-session waits for the end of its input. What it starts by itself finds
   * `home` and no screen, so that it neither writes into the tester's home nor asks on the tester's screen.
   */
  static async start(home?: string): Promise<DesktopSession> {
    const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
    const env = { ...inherited, ...(home !== undefined && { HOME: home, XDG_RUNTIME_DIR: home }) };
    const shell = ['sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat'];
    const session = spawn(providedPath('session-bus'), ['--', ...shell], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    let address = '';
    session.stdout.on('data', (chunk: Buffer) => (address += chunk.toString()));
    await until(() => address.endsWith('\n'), 'the session bus names its address');
    return new DesktopSession(session, address.trim());
  }

  /** What a program of this session finds in its environment. */
  get env(): Record<string, string> {
    return { DBUS_SESSION_BUS_ADDRESS: this.#address };
  }

  async startTray(): Promise<void> {
    this.#spawn('tray', providedPath('tray'), {});
    await until(() => this.hasName(watcher[0]), 'the tray is there');
  }

  async stopTray(): Promise<void> {
    await this.#end('tray');
    await until(async () => !(await this.hasName(watcher[0])), 'the tray is gone');
  }

  /** Draws on `display`; its history tells what was shown. */
  async startNotifications(display: string): Promise<void> {
    this.#spawn('notifications', providedPath('notifications'), { DISPLAY: display });
    await until(() => this.hasName(notifications), 'the notification service is there');
  }

  async hasIcon(): Promise<boolean> {
    return this.#find().then(
      () => true,
      () => false,
    );
  }

  /** The tooltip of the one icon. */
  async tooltip(): Promise<string> {
    const { data } = await this.ask('get-property', await this.#item(), ...item, 'ToolTip');
    return (data as [string, unknown, string, string])[2];
  }

  /** The pixels of the one icon, as text that is equal for equal pictures. */
  async picture(): Promise<string> {
    const { data } = await this.ask('get-property', await this.#item(), ...item, 'IconPixmap');
    return JSON.stringify(data);
  }

  async activate(): Promise<void> {
    await this.ask('call', await this.#item(), ...item, 'Activate', 'ii', '0', '0');
  }

  async menu(): Promise<readonly MenuEntry[]> {
    const place = await this.#menuPlace();
    const { data } = await this.ask(
      'call',
      ...place,
      'com.canonical.dbusmenu',
      'GetLayout',
      'iias',
      '0',
      '--',
      '-1',
      '0',
    );
    return readEntry((data as [number, Layout])[1]).children;
  }

  /** Clicks the entry under these labels once it is there, from the outermost menu inwards; each a whole label or the start of one. */
  async click(...labels: string[]): Promise<void> {
    let found: MenuEntry | undefined;
    const isThere = async () => {
      found = entryUnder(await this.menu(), labels);
      return found !== undefined;
    };
    await until(isThere, `the tray has ${labels.join(' / ')}`);
    const event = ['Event', 'isvu', String(found?.id), 'clicked', 'i', '0', '0'];
    await this.ask('call', ...(await this.#menuPlace()), 'com.canonical.dbusmenu', ...event);
  }

  /** Summary and body of what is shown or was, the newest first. */
  async notices(): Promise<{ readonly summary: string; readonly body: string }[]> {
    const dunst = [notifications, '/org/freedesktop/Notifications', 'org.dunstproject.cmd0'] as const;
    await this.ask('call', ...dunst, 'NotificationCloseAll');
    const { data } = await this.ask('call', ...dunst, 'NotificationListHistory');
    const [list] = data as [Record<'summary' | 'body', { data: string }>[]];
    return list.map(({ summary, body }) => ({ summary: summary.data, body: body.data }));
  }

  async stop(): Promise<void> {
    for (const name of this.#programs.keys()) await this.#end(name);
    const ended = new Promise<void>(resolve => this.#session.once('exit', () => resolve()));
    this.#session.stdin?.end();
    await ended;
  }

  /** The connection that offers a tray icon, once it does. */
  async #item(): Promise<string> {
    let found: string | null = null;
    const look = async () => (found = await this.#find().catch(() => null)) !== null;
    await until(look, 'an icon is offered');
    return found ?? '';
  }

  /** Rejects when none is offered. All are asked: this watcher takes icons in, but does not tell its list. */
  async #find(): Promise<string> {
    const { stdout } = await this.#run(answerMs, 'list', '--unique');
    const names = (JSON.parse(stdout) as { name: string; process: string }[]).filter(one => one.process === 'electron');
    // Connections that offer nothing do not answer at all.
    const offers = names.map(({ name }) => this.#run(offerMs, 'get-property', name, ...item, 'Id').then(() => name));
    return Promise.any(offers);
  }

  async #menuPlace(): Promise<[string, string]> {
    const name = await this.#item();
    const { data } = await this.ask('get-property', name, ...item, 'Menu');
    return [name, data as string];
  }

  /** Whether a program of the session goes by this name. */
  async hasName(name: string): Promise<boolean> {
    const bus = ['org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus'];
    return (await this.ask('call', ...bus, 'NameHasOwner', 's', name)).data[0] === true;
  }

  /** What busctl prints for these words. */
  async ask(...args: string[]): Promise<{ data: readonly unknown[] | string }> {
    const { stdout } = await this.#run(answerMs, ...args);
    return stdout.trim() === '' ? { data: [] } : JSON.parse(stdout);
  }

  #run(timeout: number, ...args: string[]): Promise<{ stdout: string }> {
    const options = { env: { ...process.env, ...this.env }, timeout };
    return run(providedPath('busctl'), ['--user', '--json=short', ...args], options);
  }

  #spawn(name: string, program: string, env: Record<string, string>): void {
    this.#programs.set(name, spawn(program, { env: { ...process.env, ...this.env, ...env }, stdio: 'ignore' }));
  }

  async #end(name: string): Promise<void> {
    const program = this.#programs.get(name);
    this.#programs.delete(name);
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const ended = new Promise<void>(resolve => program.once('exit', () => resolve()));
    program.kill('SIGTERM');
    await ended;
  }
}

function entryUnder(entries: readonly MenuEntry[], [first = '', ...rest]: readonly string[]): MenuEntry | undefined {
  const found = entries.find(({ label }) => label.startsWith(first));
  return found && rest.length > 0 ? entryUnder(found.children, rest) : found;
}

type Layout = readonly [number, Readonly<Record<string, { data: unknown }>>, readonly { data: Layout }[]];

function readEntry([id, properties, children]: Layout): MenuEntry {
  return {
    id,
    label: String(properties['label']?.data ?? ''),
    enabled: properties['enabled']?.data !== false,
    checked: properties['toggle-state']?.data === 1,
    children: children.map(child => readEntry(child.data)),
  };
}
