// What stands in the way of a link, told apart by what was said.
import { JetStreamApiError } from '@nats-io/jetstream';
import { expect, test } from 'vitest';
import { readFleetAddress } from '../../../../electron/core/fleet/link/fleet-address.ts';
import { faultOf, isPassing } from '../../../../electron/core/fleet/link/link-faults.ts';

const place = { address: 'nats://127.0.0.1:4222', prefix: 'pilothouse', hub: 'mia', wasLetIn: true };

function said(code: number, errCode: number, description: string) {
  const reason = faultOf(new JetStreamApiError({ code, err_code: errCode, description }), place);
  return [reason.kind, isPassing(reason)];
}

test('A cluster without a leader is an outage; what JetStream refuses for good is not.', () => {
  expect(said(503, 10_008, 'JetStream system temporarily unavailable')).toEqual(['fleet-unreachable', true]);
  expect(said(503, 10_023, 'insufficient resources')).toEqual(['fleet-server-refuses', false]);
  expect(said(400, 10_005, 'no suitable peers for placement')).toEqual(['fleet-server-refuses', false]);
  expect(said(400, 10_026, 'maximum consumers limit reached')).toEqual(['fleet-server-refuses', false]);
  expect(said(500, 10_047, 'insufficient storage resources available')).toEqual(['fleet-server-refuses', false]);
});

test('TLS that takes too long is a matter of TLS, and everything else that takes too long is silence.', () => {
  expect(faultOf(new Error('TLS handshake timeout'), place).kind).toBe('fleet-no-tls');
  expect(faultOf(new Error('timeout'), place).kind).toBe('fleet-silent');
  expect(faultOf(Object.assign(new Error('connect'), { code: 'ETIMEDOUT' }), place).kind).toBe('fleet-silent');
});

test('Addresses of several servers may name one user, once or each time, and not two.', () => {
  expect(readFleetAddress('nats://mia:a@127.0.0.1,nats://mia:a@127.0.0.1:2,127.0.0.1:3', false)).toMatchObject({
    user: 'mia',
    password: 'a',
  });
  expect(readFleetAddress('127.0.0.1:1,nats://mia:a@127.0.0.1:2', false)).toMatchObject({ user: 'mia' });
  expect(() => readFleetAddress('nats://mia:a@127.0.0.1,nats://mia:b@127.0.0.1:2', false)).toThrow(
    /nats:\/\/127.0.0.1:4222,nats:\/\/127.0.0.1:2 name different users/,
  );
  expect(() => readFleetAddress('nats://mia:a@127.0.0.1,nats://jun:a@127.0.0.1:2', false)).toThrow(/different users/);
  expect(() => readFleetAddress('nats://mia@127.0.0.1,nats://mia:a@127.0.0.1:2', false)).toThrow(/different users/);
});
