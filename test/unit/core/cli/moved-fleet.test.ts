// A hub that a shell wants elsewhere in its fleet: the user reads where that is, and on whose word the server is believed.
import { expect, test } from 'vitest';
import { wideningOf } from '../../../../electron/core/cli/widening-requests.ts';
import type { PanelParams } from '../../../../contract/schemas/panel-requests.ts';
import type { WideningFacts } from '../../../../electron/core/cli/widening-requests.ts';

const facts = { state: { hub: { fleet: null } } } as unknown as WideningFacts;
const asked = (params: PanelParams<'fleet:rename'>) => wideningOf('fleet:rename', params, facts);

test('Another name alone is told as such, and another place with all that comes with it.', async () => {
  expect(await asked({ name: 'jun', credential: { kind: 'kept' } })).toEqual({
    what: { kind: 'fleet-renamed', hub: 'jun' },
    shown: null,
  });
  const place = { address: 'nats://me:secret@eve:4222', ca: '/tmp/eve.pem', allowPlaintext: true, roles: ['ops'] };
  const moved = await asked({ name: 'jun', credential: { kind: 'kept' }, place });
  expect(moved).toEqual({
    what: { kind: 'fleet-joined', address: 'nats://eve:4222', hub: 'jun', roles: ['ops'] },
    shown: 'ca: /tmp/eve.pem\nplaintext: allowed',
  });
});
