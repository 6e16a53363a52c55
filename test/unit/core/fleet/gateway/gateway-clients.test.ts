// Which clients are in force at a gateway: what was verified, until something signed, its end or a deletion says otherwise.
import { expect, test } from 'vitest';
import { GatewayClients } from '../../../../../electron/core/fleet/gateway/gateway-clients.ts';
import { policySigner } from '../../../../support/fleet-signer.ts';

const ops = policySigner();
const noon = Date.parse('2026-11-30T12:00:00Z');
const minute = 60_000;
/** What the server answers who asks it about itself. */
const junk = '{"type":"io.nats.jetstream.api.v1.account_info_response"}';

function signed(version: number, members: object = {}): string {
  return ops.signText(
    JSON.stringify({
      ...{ kind: 'pilothouse-gateway-client', fleet: 'pilothouse', id: 'ci', name: 'ci', version },
      ...{ signedAt: new Date(noon).toISOString(), expires: null, secretHash: 'a'.repeat(64), grants: [] },
      ...members,
    }),
  );
}

function gateway() {
  const said: string[] = [];
  let now = noon;
  const clients = new GatewayClients({
    signers: [ops.signer],
    now: () => now,
    first: () => Promise.resolve(),
    taken: (id, client) => said.push(client ? `${id} ${client.version}` : `${id} gone`),
    refused: (id, so) => said.push(`${id} ${so ?? 'solved'}`),
    refusedMany: count => said.push(`more than ${count}`),
    other: () => {},
    onFault: () => {},
  });
  return {
    said,
    goOn: (ms: number) => {
      now += ms;
    },
    /** These came one after the other before it was looked at. */
    reads: (texts: readonly (string | null)[], id = 'ci') => {
      for (const text of texts) clients.entry(id, text, 'pilothouse');
      clients.settle(id);
      return said.splice(0);
    },
  };
}

test('What nobody has signed takes nothing out of force, and a later version does.', () => {
  const { reads } = gateway();
  expect(reads([signed(2)])).toEqual(['ci 2']);
  expect(reads([junk])).toEqual(['ci unsigned']);
  expect(reads([junk])).toEqual([]);
  expect(reads([policySigner().signText(JSON.stringify({ version: 9 }))])).toEqual(['ci unknown-key']);
  expect(reads([signed(1)])).toEqual(['ci older']);
  expect(reads([signed(3)])).toEqual(['ci 3', 'ci solved']);
  expect(reads([signed(4, { secretHash: null })])).toEqual(['ci gone']);
  expect(reads([signed(3), junk])).toEqual(['ci unsigned']);
});

test('Beneath what nobody has signed the newest that somebody has is found; what was removed is not let in for a moment.', () => {
  expect(gateway().reads([signed(1), signed(2), junk, junk])).toEqual(['ci 2', 'ci unsigned']);
  expect(gateway().reads([signed(1), signed(2, { secretHash: null })])).toEqual([]);
  expect(gateway().reads([signed(1), null])).toEqual([]);
  expect(gateway().reads([junk, null])).toEqual([]);
});

test('One that is signed ahead is taken once its moment has come, and one ends when it expires.', () => {
  const { reads, goOn } = gateway();
  const at = new Date(noon + 20 * minute).toISOString();
  expect(reads([signed(1)])).toEqual(['ci 1']);
  expect(reads([signed(2, { signedAt: at, expires: new Date(noon + 30 * minute).toISOString() })])).toEqual([
    'ci future',
  ]);
  goOn(15 * minute);
  expect(reads([])).toEqual(['ci 2', 'ci solved']);
  goOn(15 * minute);
  expect(reads([])).toEqual(['ci gone', 'ci expired']);
  goOn(-minute);
  expect(reads([])).toEqual(['ci 2', 'ci solved']);
});

test('However many are brought that nobody has signed, few are told, and a client that is signed is taken.', () => {
  const { reads } = gateway();
  const said: string[] = [];
  for (let at = 0; at < 5_000; at += 1) said.push(...reads([junk], `j${at}`));
  expect(said).toHaveLength(21);
  expect(said.at(-1)).toBe('more than 20');
  expect(reads([junk, signed(1)])).toEqual(['ci 1']);
});
