// What the user is asked about a call: what it carries, and nothing that hubs say to each other.
import { expect, test } from 'vitest';
import { askedOf } from '../../../../electron/core/router/asked-of-call.ts';
import { withHop } from '../../../../electron/core/wire/hops.ts';

test('Which hubs a call came through, and its trace, are no part of the question; what is for its server is.', () => {
  const call = { name: 'say', arguments: { message: 'hello' } };
  const sent = withHop({ ...call, _meta: { traceparent: '00-a-b-01', progressToken: 1 } }, 'a-hub');
  expect(askedOf({ params: sent as typeof call })).toEqual({ message: 'hello' });
  const told = withHop({ ...call, _meta: { 'acme/mode': 'loud' } }, 'a-hub');
  expect(askedOf({ params: told as typeof call })).toEqual({
    arguments: { message: 'hello' },
    _meta: { 'acme/mode': 'loud' },
  });
});
