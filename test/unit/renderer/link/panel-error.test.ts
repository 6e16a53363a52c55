// What the panel says of a request that the hub refused.
import { expect, test } from 'vitest';
import { isReason } from '../../../../contract/reason.ts';
import { PanelError } from '../../../../renderer/link/panel-error.ts';

const nested = (why: object) => ({ kind: 'value-at', at: 'a', why });
const several = { kind: 'several', reasons: [{ kind: 'trace-is-off' }, nested({ kind: 'of-a-newer-hub' })] };

test.each([
  ['worded by the panel', { kind: 'trace-is-off' }, 'The trace is off; start Pilothouse again to have it.'],
  ['that only a newer hub has, as the hub says it', { kind: 'of-a-newer-hub' }, 'So says the hub.'],
  ['within which is one of a newer hub, as the hub says it', nested({ kind: 'of-a-newer-hub' }), 'So says the hub.'],
  ['within which all are known, by the panel', nested({ kind: 'value-missing' }), 'a: It is missing.'],
  ['among several of which one is newer, as the hub says it', several, 'So says the hub.'],
  [
    'whose facts only a newer hub has, as the hub says it',
    { kind: 'manifest-failed', place: '/p' },
    'So says the hub.',
  ],
  ['that is a name of every object, too', { kind: 'constructor' }, 'So says the hub.'],
])('A code %s.', (_, reason, said) => {
  if (!isReason(reason)) throw new Error('This is a reason by its form.');
  expect(new PanelError({ code: 'ERR_INTERNAL', message: 'So says the hub.', reason }).message).toBe(said);
});
