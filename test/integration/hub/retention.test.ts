// How much the hub keeps on disk is the user's choice, and holds after a restart.
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';

test('The number of decisions kept in the audit is set from the panel, bounded, and kept over a restart of the hub.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  // The address that this panel was opened with stands in it already.
  await expect
    .poll(() => panel.request('retention:get', {}))
    .toEqual({ retention: { auditRows: 100_000 }, kept: { auditRows: 1 } });
  const answer = await panel.request('retention:set', { change: { auditRows: 5_000 } });
  expect(answer.retention).toEqual({ auditRows: 5_000 });
  await expect(panel.request('retention:set', { change: { auditRows: 10 } })).rejects.toMatchObject({
    code: 'ERR_INVALID_ARGUMENTS',
  });
  await hub.kill('SIGKILL');
  const again = await place.panel(await place.serve());
  expect((await again.request('retention:get', {})).retention).toEqual({ auditRows: 5_000 });
});

test('A hub without a desktop app looks for no updates.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  expect(await panel.request('desktop:get', {})).toEqual({ settings: null });
  await expect(panel.request('desktop:look-for-updates', {})).rejects.toMatchObject({ code: 'ERR_INVALID_ARGUMENTS' });
});
