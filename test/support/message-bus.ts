// A message bus of its own for a test (a real dbus-daemon), and services on it that are owned by the test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DbusConnection, theBus } from '../../electron/core/screen-lock/dbus-connection.ts';
import { until } from './panel-client.ts';
import { providedPath } from './provided.ts';
import type { DbusMessage } from '../../electron/core/screen-lock/dbus-message.ts';
import type { DbusValue } from '../../electron/core/screen-lock/dbus-values.ts';

export interface MessageBus {
  /** As `DBUS_SYSTEM_BUS_ADDRESS` or `DBUS_SESSION_BUS_ADDRESS` has it. */
  readonly address: string;
  readonly socket: string;
  stop(): Promise<void>;
}

/** Resolves when it listens below `folder`. */
export async function startBus(folder: string): Promise<MessageBus> {
  const socket = path.join(folder, 'bus.sock');
  const address = `unix:path=${socket}`;
  const args = ['--session', '--nofork', '--nopidfile', '--nosyslog', '--print-address=1', `--address=${address}`];
  const daemon = spawn(providedPath('message bus'), args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await Promise.race([
    once(daemon.stdout, 'data'),
    once(daemon, 'exit').then(() => Promise.reject(new Error('dbus-daemon ended before it listened.'))),
  ]);
  return {
    address,
    socket,
    stop: async () => {
      if (daemon.exitCode !== null || daemon.signalCode !== null) return;
      daemon.kill('SIGKILL');
      await once(daemon, 'exit');
    },
  };
}

export interface BusService {
  readonly connection: DbusConnection;
  emit(path: string, from: string, member: string, signature?: string, body?: readonly DbusValue[]): void;
  close(): Promise<void>;
}

/** What a service answers to a call: its signature and values; null for an error. */
export type Answering = (call: DbusMessage) => readonly [string, readonly DbusValue[]] | null;

/** Takes up `name`, which makes others believe what it says. A null name stays anonymous. */
export async function startService(socket: string, name: string | null, answering: Answering): Promise<BusService> {
  let isClosed = false;
  const heard = (call: DbusMessage) => {
    if (call.kind !== 'call') return;
    const answer = answering(call);
    const to = { replySerial: call.serial, ...(call.sender === undefined ? {} : { destination: call.sender }) };
    if (answer === null) {
      const error = { errorName: 'org.freedesktop.DBus.Error.UnknownMethod', signature: 's' };
      connection.send({ kind: 'error', ...to, ...error, body: ['There is no such method.'] });
      return;
    }
    const [signature, body] = answer;
    connection.send({ kind: 'return', ...to, ...(signature && { signature }), body });
  };
  const connection = await DbusConnection.open(socket, process.getuid?.() ?? 0, {
    onMessage: heard,
    onClosed: () => (isClosed = true),
  });
  if (name !== null) await connection.call({ ...theBus, member: 'RequestName', signature: 'su', body: [name, 0] });
  return {
    connection,
    emit: (at, from, member, signature, body = []) =>
      connection.send({
        kind: 'signal',
        path: at,
        interface: from,
        member,
        ...(signature === undefined ? {} : { signature }),
        body,
      }),
    close: async () => {
      connection.close();
      await until(() => isClosed, 'the service has left the bus');
    },
  };
}
