// Whether the desktop has a place for a tray icon, now and later: one that starts after us gets an icon too.
import { execFile } from 'node:child_process';
import { systemProgram } from '../../native-host/endpoints/system-program.ts';

const askLimitMs = 2_000;
const checkMs = 5_000;

const bus = ['org.freedesktop.DBus', '/org/freedesktop/DBus'] as const;
const watcher = ['org.kde.StatusNotifierWatcher', '/StatusNotifierWatcher'] as const;

/** Asks the session bus; answers what dbus-send prints, or null where there is no answer. */
export type AskBus = (name: string, object: string, method: string, args: readonly string[]) => Promise<string | null>;

/** Who draws tray icons: another text for another program, null for nobody. */
export async function findTrayHost(os: NodeJS.Platform, askBus: AskBus): Promise<string | null> {
  if (os !== 'linux') return 'system';
  const owner = await askBus(...bus, `${bus[0]}.GetNameOwner`, [`string:${watcher[0]}`]);
  const name = /"(:[\d.]+)"/.exec(owner ?? '')?.[1];
  if (!name) return null;
  const property = [`string:${watcher[0]}`, 'string:IsStatusNotifierHostRegistered'];
  const host = await askBus(...watcher, 'org.freedesktop.DBus.Properties.Get', property);
  // A watcher alone keeps a list that nobody draws.
  return host?.includes('boolean false') ? null : name;
}

export function askSessionBus(env: NodeJS.ProcessEnv): AskBus {
  const program = systemProgram('dbus-send', { os: 'linux', env });
  return (name, object, method, args) => {
    if (program === null || !env['DBUS_SESSION_BUS_ADDRESS']) return Promise.resolve(null);
    const question = ['--session', '--print-reply', `--dest=${name}`, object, method, ...args];
    return new Promise(resolve => {
      execFile(program, question, { timeout: askLimitMs, env }, (error, answer) => resolve(error ? null : answer));
    });
  };
}

/** Calls `listener` with each new host; resolves after the first look. Elsewhere than on Linux trays neither come nor go. */
export async function watchTrayHost(
  os: NodeJS.Platform,
  askBus: AskBus,
  listener: (host: string | null) => void,
): Promise<() => Promise<string | null>> {
  let known: string | null = null;
  const look = async () => {
    const host = await findTrayHost(os, askBus);
    if (host !== known) {
      known = host;
      listener(host);
    }
    return host;
  };
  await look();
  if (os === 'linux') setInterval(() => void look(), checkMs).unref();
  return look;
}
