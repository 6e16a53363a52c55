// The form of credentials for NATS: what is one of the two kinds of files and given as the other is told so, without a word of what stands in it.
import { nkeys } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { proofOf } from '../../../../electron/core/fleet/link/fleet-credentials.ts';

const seed = new TextDecoder().decode(nkeys.createUser().getSeed());
const creds = `-----BEGIN NATS USER JWT-----\na.b.c\n------END NATS USER JWT------\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------`;
const said = (kind: 'creds' | 'nkey', secret: string) => {
  try {
    proofOf({ kind, user: null, secret });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

test('A seed that is given as a .creds file is told to be an nkey, and the other way round; each is taken as what it is.', () => {
  expect(said('nkey', seed)).toBeNull();
  expect(said('creds', creds)).toBeNull();
  expect(said('creds', seed)).toMatch(/the seed of an nkey and not a \.creds file; give it as an nkey \(--nkey/);
  expect(said('nkey', creds)).toMatch(/a \.creds file and no seed of an nkey; give it as such \(--creds/);
  expect(said('creds', 'else')).toMatch(/not a \.creds file of NATS/);
  expect(said('nkey', 'SUelse')).toMatch(/begins with SU/);
  for (const [kind, text] of [
    ['creds', seed],
    ['nkey', creds],
  ] as const)
    expect(said(kind, text)).not.toContain(seed);
});
