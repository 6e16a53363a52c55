// The user who answers, in a panel that is open, what the command line asks to widen.
import { until } from './panel-client.ts';
import type { PanelClient } from './panel-client.ts';

/** The end of `work`, whose change is answered in the panel as soon as it waits there. */
export async function confirmed<T>(
  panel: Pick<PanelClient, 'snapshot' | 'request'>,
  work: Promise<T>,
  effect: 'allow' | 'deny' = 'allow',
): Promise<T> {
  let over = false;
  const ended = work.finally(() => (over = true));
  ended.catch(() => {});
  await until(() => over || Object.keys(panel.snapshot.confirmations).length > 0, 'the change waits in the panel');
  for (const confirmationId of Object.keys(panel.snapshot.confirmations)) {
    await panel.request('confirmations:answer', { confirmationId, effect });
    await until(() => !(confirmationId in panel.snapshot.confirmations), 'it is taken away');
  }
  return ended;
}
