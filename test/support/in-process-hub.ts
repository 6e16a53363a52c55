// A hub in the process of the test, on a temporary home, ended with it.
import { createHub } from '../../electron/core/hub.ts';
import { quietPlatform } from './quiet-platform.ts';
import { createTempHome } from './temp-home.ts';
import type { Hub } from '../../electron/core/hub.ts';

export async function startHubHere(onEnd: (end: () => Promise<void>) => void): Promise<Hub> {
  const temp = createTempHome();
  const hub = createHub(quietPlatform({ folder: temp.folder, home: temp.home, env: { ...temp.env } }));
  await hub.start();
  onEnd(async () => {
    await hub.stop();
    temp.remove();
  });
  return hub;
}
