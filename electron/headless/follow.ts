// `--follow`: asks the hub again and again over one connection, until the user ends it or nobody reads any more.
import { setTimeout as sleep } from 'node:timers/promises';
import { openHub } from '../core/ask-hub.ts';
import type { AskedHub } from '../core/ask-hub.ts';

const pauseMs = 300;

/** Calls `look` with the hub, once or until the process ends. */
export async function look(home: string, follow: boolean, look: (hub: AskedHub) => Promise<void>): Promise<void> {
  // `… | head` closes its end when it has enough.
  process.stdout.on('error', () => process.exit());
  const hub = await openHub(home);
  try {
    for (;;) {
      await look(hub);
      if (!follow) return;
      await sleep(pauseMs);
    }
  } finally {
    hub.close();
  }
}
