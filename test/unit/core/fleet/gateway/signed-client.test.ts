// Entries of the bucket of gateways: what is taken, and what is refused with which reason.
import { expect, test } from 'vitest';
import { clientFault, readSignedClient } from '../../../../../electron/core/fleet/gateway/signed-client.ts';
import { policySigner } from '../../../../support/fleet-signer.ts';
import type { GatewayClient } from '../../../../../contract/schemas/fleet-gateway.ts';

const ops = policySigner();
const now = Date.parse('2026-11-30T12:00:00Z');
const client: GatewayClient = {
  kind: 'pilothouse-gateway-client',
  fleet: 'pilothouse',
  id: 'ci',
  name: 'ci',
  version: 2,
  signedAt: '2026-11-30T11:00:00Z',
  expires: null,
  secretHash: 'a'.repeat(64),
  grants: [{ hub: null, share: 'files', tools: ['read'], reading: false }],
};
const at = { id: 'ci', fleet: 'pilothouse', signers: [ops.signer] };
const signed = (members: object = {}) => ops.signText(JSON.stringify({ ...client, ...members }));
const changed = (change: (envelope: Record<string, string>) => object) =>
  JSON.stringify(change(JSON.parse(signed()) as Record<string, string>));

test('What a named key has signed for this fleet and place is taken.', () => {
  expect(readSignedClient(signed(), at)).toEqual({ ok: true, client, signer: 'Ops' });
});

test.each([
  ['no-json', 'nothing'],
  ['no-json', `${signed().slice(0, -1)},"key":"twice"}`],
  ['unsigned', JSON.stringify(client)],
  ['unknown-key', policySigner().signText(JSON.stringify(client))],
  ['wrong-signature', changed(envelope => ({ ...envelope, payload: Buffer.from('{}').toString('base64') }))],
  ['wrong-signature', changed(envelope => ({ ...envelope, signature: Buffer.alloc(64).toString('base64') }))],
  ['does-not-fit', ops.sign()],
  ['does-not-fit', signed({ more: true })],
  ['does-not-fit', signed({ secretHash: 'short' })],
  ['elsewhere', signed({ id: 'other' })],
  ['elsewhere', signed({ fleet: 'another' })],
  ['too-large', ops.signText('x'.repeat(50_000))],
])('%s: it is refused.', (so, envelope) => {
  expect(readSignedClient(envelope, at)).toEqual({ ok: false, so });
});

test('Versions only rise, one version says one thing, and moments have to fit.', () => {
  expect(clientFault(client, null, now)).toBeNull();
  expect(clientFault(client, { ...client, version: 1 }, now)).toBeNull();
  expect(clientFault(client, client, now)).toBeNull();
  expect(clientFault(client, { ...client, version: 3, secretHash: null }, now)).toBe('older');
  expect(clientFault(client, { ...client, grants: [] }, now)).toBe('older');
  expect(clientFault({ ...client, signedAt: '2026-11-30T12:09:00Z' }, null, now)).toBeNull();
  expect(clientFault({ ...client, signedAt: '2026-11-30T12:11:00Z' }, null, now)).toBe('future');
  expect(clientFault({ ...client, expires: '2026-11-30T12:00:00Z' }, null, now)).toBe('expired');
  expect(clientFault({ ...client, expires: '2026-11-30T12:00:01Z' }, null, now)).toBeNull();
});
