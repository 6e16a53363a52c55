// Who tells the hub that the screen has locked: on Linux logind; elsewhere the shell does.
import { LogindLock } from '../screen-lock/logind-lock.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';
import type { Registries } from './registries.ts';

export function watchScreenLock(
  { platform, closers, events }: Boot,
  { state }: BaseParts,
  { grants }: Pick<Registries, 'grants'>,
): void {
  const { env, machine, os } = platform;
  if (os !== 'linux' || machine.uid === undefined) return;
  const lock = new LogindLock({
    address: env['DBUS_SYSTEM_BUS_ADDRESS'],
    uid: machine.uid,
    onLocked: () => events.emit({ kind: 'screenLocked' }),
    onReported: locks => {
      state.setHub({ locks });
      // What was granted until the lock would not end any more.
      if (!locks) grants.screenLocked();
    },
  });
  closers.add(() => lock.stop());
  // Nothing waits for it: an answer on the bus may take seconds.
  void lock.start();
}
