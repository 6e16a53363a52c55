// The lock of the screen on Linux, as logind tells of it on the system bus (org.freedesktop.login1(5)).
import { DbusConnection, theBus } from './dbus-connection.ts';
import type { DbusMessage } from './dbus-message.ts';
import type { DbusValue } from './dbus-values.ts';

export interface LogindLockOptions {
  /** Of the system bus, as `DBUS_SYSTEM_BUS_ADDRESS` has it; its usual place when undefined. */
  readonly address: string | undefined;
  /** Whose screen. */
  readonly uid: number;
  /** Whether logind answers, each time that changes. */
  readonly onReported: (reported: boolean) => void;
  readonly onLocked: () => void;
}

const logind = 'org.freedesktop.login1';
const sessionInterface = `${logind}.Session`;
const properties = 'org.freedesktop.DBus.Properties';
const usualAddress = 'unix:path=/run/dbus/system_bus_socket';
/** After the bus went away, or was not there. */
const againMs = 10_000;

const fromLogind = `type='signal',sender='${logind}'`;
const matches = [
  `${fromLogind},interface='${sessionInterface}',member='Lock'`,
  // Lock screens that are not told to lock by logind tell it that they have (SetLockedHint).
  `${fromLogind},interface='${properties}',member='PropertiesChanged',path_namespace='/org/freedesktop/login1/session'`,
  // A machine that wakes up asks for the password, and some lock screens tell nobody.
  `${fromLogind},interface='${logind}.Manager',member='PrepareForSleep'`,
  `type='signal',sender='${theBus.destination}',interface='${theBus.interface}',member='NameOwnerChanged',arg0='${logind}'`,
];

export class LogindLock {
  readonly #options: LogindLockOptions;
  #connection: DbusConnection | null = null;
  /** The unique name of logind on the bus: whoever else says that the screen is locked is not believed. */
  #owner: string | null = null;
  #reported = false;
  #timer: NodeJS.Timeout | null = null;
  readonly #stopping = new AbortController();

  constructor(options: LogindLockOptions) {
    this.#options = options;
  }

  /** Resolves when it is known whether logind answers. Until `stop` it is looked for again when it went away. */
  async start(): Promise<void> {
    const path = socketPath(this.#options.address ?? usualAddress);
    if (path === null) return;
    try {
      this.#connection = await DbusConnection.open(path, this.#options.uid, {
        onMessage: message => this.#heard(message),
        onClosed: () => this.#lost(),
        signal: this.#stopping.signal,
      });
      for (const match of matches) await this.#call({ ...theBus, member: 'AddMatch', signature: 's', body: [match] });
      await this.#lookForLogind();
    } catch {
      // A bus that is not there, or is none, is as good as one without logind.
      this.#connection?.close();
    }
  }

  stop(): void {
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
  }

  #call(call: Parameters<DbusConnection['call']>[0]): Promise<readonly DbusValue[]> {
    if (!this.#connection) throw new Error('There is no connection to the system bus.');
    return this.#connection.call(call);
  }

  /** It is started by the question where it can be; on a machine without it the bus answers with an error. */
  async #lookForLogind(): Promise<void> {
    const manager = { destination: logind, path: '/org/freedesktop/login1', interface: `${logind}.Manager` };
    try {
      await this.#call({ ...manager, member: 'ListSessions' });
      const [owner] = await this.#call({ ...theBus, member: 'GetNameOwner', signature: 's', body: [logind] });
      this.#owner = String(owner);
      this.#report(true);
    } catch {
      this.#owner = null;
      this.#report(false);
    }
  }

  #heard({ kind, sender, path = '', interface: from, member, body }: DbusMessage): void {
    if (kind !== 'signal') return;
    if (sender === theBus.destination && member === 'NameOwnerChanged' && body[0] === logind) {
      this.#owner = null;
      if (body[2] === '') this.#report(false);
      else void this.#lookForLogind();
      return;
    }
    if (sender === undefined || sender !== this.#owner) return;
    if (from === `${logind}.Manager` && member === 'PrepareForSleep' && body[0] === true) this.#options.onLocked();
    else if (from === sessionInterface && member === 'Lock') void this.#lockedSession(path);
    else if (from === properties && body[0] === sessionInterface && hasLocked(body[1])) void this.#lockedSession(path);
  }

  /** Another user's session, the login screen's among them, is none of ours. */
  async #lockedSession(path: string): Promise<void> {
    const asked = { destination: logind, path, interface: properties, member: 'Get' };
    try {
      const [user] = await this.#call({ ...asked, signature: 'ss', body: [sessionInterface, 'User'] });
      if (Array.isArray(user) && user[0] === this.#options.uid) this.#options.onLocked();
    } catch {
      // The session has ended already, and its screen with it.
    }
  }

  #lost(): void {
    this.#connection = null;
    this.#owner = null;
    this.#report(false);
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => void this.start(), againMs);
    this.#timer.unref();
  }

  #report(reported: boolean): void {
    if (reported === this.#reported || this.#stopping.signal.aborted) return;
    this.#reported = reported;
    this.#options.onReported(reported);
  }
}

function hasLocked(changed: DbusValue | undefined): boolean {
  return Array.isArray(changed) && changed.some(([name, value]) => name === 'LockedHint' && value === true);
}

/** The first socket of an address that has a path: `unix:path=/run/dbus/system_bus_socket`. */
function socketPath(address: string): string | null {
  for (const part of address.split(';')) {
    const [, path] = /^unix:(?:.*,)?path=([^,]+)/.exec(part) ?? [];
    if (path !== undefined) return decodeURIComponent(path);
  }
  return null;
}
