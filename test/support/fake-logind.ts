// A logind for tests: a session of this user, one of another, and the signals that the real one sends (org.freedesktop.login1(5)).
import { Variant } from '../../electron/core/screen-lock/dbus-values.ts';
import { startService } from './message-bus.ts';
import type { BusService } from './message-bus.ts';

const login1 = 'org.freedesktop.login1';
const sessions = '/org/freedesktop/login1/session';

export interface FakeLogind {
  readonly service: BusService;
  /** As `loginctl lock-session` does: it asks the lock screen to lock. */
  lock(who: 'this user' | 'another'): void;
  /** As a lock screen does that has locked by itself, or unlocked. */
  hint(who: 'this user' | 'another', locked: boolean): void;
  sleep(begins: boolean): void;
  /** How often it was asked whose a session is. */
  asked(): number;
  close(): Promise<void>;
}

const paths = { 'this user': `${sessions}/_31`, another: `${sessions}/_32` } as const;

/** `name` null makes an impostor: it says the same, and is nobody. */
export async function startLogind(socket: string, name: string | null = login1): Promise<FakeLogind> {
  const uid = process.getuid?.() ?? 0;
  const uids: Readonly<Record<string, number>> = { [paths['this user']]: uid, [paths.another]: uid + 1 };
  let asked = 0;
  const service = await startService(socket, name, ({ path = '', member, body }) => {
    if (member === 'ListSessions')
      return ['a(susso)', [Object.entries(uids).map(([at, user]) => [at.slice(-1), user, 'somebody', 'seat0', at])]];
    const user = uids[path];
    if (member !== 'Get' || body[1] !== 'User' || user === undefined) return null;
    asked += 1;
    return ['v', [new Variant('(uo)', [user, `/org/freedesktop/login1/user/_${user}`])]];
  });
  return {
    service,
    lock: who => service.emit(paths[who], `${login1}.Session`, 'Lock'),
    hint: (who, locked) => {
      const changed = [['LockedHint', new Variant('b', locked)]];
      const body = [`${login1}.Session`, changed, []];
      service.emit(paths[who], 'org.freedesktop.DBus.Properties', 'PropertiesChanged', 'sa{sv}as', body);
    },
    sleep: begins => service.emit('/org/freedesktop/login1', `${login1}.Manager`, 'PrepareForSleep', 'b', [begins]),
    asked: () => asked,
    close: () => service.close(),
  };
}
