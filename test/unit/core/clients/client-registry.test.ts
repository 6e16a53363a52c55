// The approved clients: credentials that are shown once, proofs in constant time, and revocations that hold.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClientRegistry } from '../../../../electron/core/clients/client-registry.ts';
import { buildClient, buildPending, buildState, noon } from '../../../support/hub-fixtures.ts';
import type { Client } from '../../../../contract/schemas/entities.ts';
import type { StoredClient } from '../../../../electron/core/store/clients-table.ts';

const secret = '02'.repeat(32);
const id = 'claude-code-010101';
const token = `ph_${id}_${secret}`;

function createRegistry(rows: readonly StoredClient[] = [], builtIn: readonly Client[] = []) {
  const state = buildState();
  const written: string[] = [];
  const disk = {
    put: async (row: StoredClient): Promise<void> => void written.push(`put ${row.id} ${row.start}`),
    seen: (clientId: string, at: number) => void written.push(`seen ${clientId} ${at}`),
    remove: async (clientId: string): Promise<void> => void written.push(`remove ${clientId}`),
  };
  const files = new Map<string, string>();
  let made = 0;
  const clients = new ClientRegistry({
    state,
    rows,
    builtIn,
    persist: {
      put: row => disk.put(row),
      seen: (clientId, at) => disk.seen(clientId, at),
      remove: clientId => disk.remove(clientId),
    },
    secrets: {
      write: async (clientId, text) => void files.set(clientId, text),
      remove: async clientId => void files.delete(clientId),
    },
    now: () => noon,
    randomBytes: size => Buffer.alloc(size, ++made),
  });
  const shown = () => state.snapshot().clients;
  return { state, written, disk, files, clients, shown };
}

describe('Making a credential', () => {
  test('The client is shown, its row and its secret are on disk, and the token is in the answer.', async () => {
    const { clients, written, files, shown } = createRegistry();
    const client = buildClient({ id });
    expect(await clients.create('Claude Code', 'ask')).toEqual({ client, token });
    expect({ written, files: [...files], shown: shown() }).toEqual({
      written: [`put ${id} ask`],
      files: [[id, secret]],
      shown: { [id]: client },
    });
  });

  test('Neither the secret nor its hash is ever in the state.', async () => {
    const { clients, state } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const text = JSON.stringify(state.snapshot());
    expect({ secret: text.includes(secret), hash: text.includes('Hash') }).toEqual({ secret: false, hash: false });
    expect(clients.get(id)).toEqual(buildClient({ id }));
  });

  test.each([
    ['Claude Code', 'claude-code-010101'],
    ['  Ünïcode & co__1 ', 'n-code-co-1-010101'],
    ['__proto__', 'proto-010101'],
    ['日本', 'client-010101'],
    ['a'.repeat(60), `${'a'.repeat(24)}-010101`],
  ])('A client named %j gets the id %j.', async (name, expected) => {
    const { client } = await createRegistry().clients.create(name, 'ask');
    expect(client.id).toBe(expected);
  });

  test('The ten colours are given out in order and then again.', async () => {
    const { clients } = createRegistry();
    const colours = [];
    for (let index = 0; index < 11; index++) colours.push((await clients.create('Codex', 'ask')).client.colour);
    expect(colours).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]);
  });

  test('A disk that refuses leaves neither a client nor a secret behind.', async () => {
    const { clients, disk, files, shown } = createRegistry();
    disk.put = () => Promise.reject(new Error('The disk is full.'));
    await expect(clients.create('Claude Code', 'ask')).rejects.toThrow('The disk is full.');
    expect({ files: files.size, shown: shown(), verified: clients.verifyToken(token) }).toEqual({
      files: 0,
      shown: {},
      verified: null,
    });
  });
});

describe('Attack 10: verifying a token', () => {
  test('The whole token is the client.', async () => {
    const { clients } = createRegistry();
    await clients.create('Claude Code', 'ask');
    expect(clients.verifyToken(token)).toEqual(buildClient({ id }));
  });

  test.each([
    ['nothing', ''],
    ['the prefix alone', 'ph'],
    ['no secret', `ph_${id}`],
    ['an empty secret', `ph_${id}_`],
    ['another secret', `ph_${id}_${'03'.repeat(32)}`],
    ['a shorter secret', token.slice(0, -1)],
    ['a longer secret', `${token}0`],
    ['something behind it', `${token}_x`],
    ['another prefix', token.replace('ph_', 'pk_')],
    ['capital letters', token.toUpperCase()],
    ['an unknown client', `ph_codex-010101_${secret}`],
    ['an unknown client without a secret', 'ph_codex-010101_'],
    ['the name of a prototype member', `ph_constructor_${secret}`],
    ['the key __proto__', `ph___proto___${secret}`],
    ['white space', ` ${token}`],
    ['a NUL', `${token}\0`],
  ])('A token with %s is nobody.', async (_what, wrong) => {
    const { clients } = createRegistry();
    await clients.create('Claude Code', 'ask');
    expect(clients.verifyToken(wrong)).toBeNull();
  });

  test('No other text verifies, whatever its length, and none throws.', async () => {
    const { clients } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const guess = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }).map(text => `ph_${id}_${text}`),
    );
    fc.assert(fc.property(guess, text => clients.verifyToken(text) === null || text === token));
  });

  test('A client knows its token again after a restart, from the hash alone.', async () => {
    const rows: StoredClient[] = [];
    const first = createRegistry();
    first.disk.put = async row => void rows.push(row);
    await first.clients.create('Claude Code', 'own-tabs');
    const { clients, shown } = createRegistry(rows);
    expect(clients.verifyToken(token)).toEqual(buildClient({ id, start: 'own-tabs' }));
    expect(JSON.stringify(shown())).not.toContain('Hash');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('Changing a client', () => {
  test('How far it may go is on disk and shown.', async () => {
    const { clients, written, shown } = createRegistry();
    await clients.create('Claude Code', 'ask');
    await clients.setStart(id, 'read-only');
    expect({ last: written.at(-1), start: shown()[id]?.start }).toEqual({
      last: `put ${id} read-only`,
      start: 'read-only',
    });
  });

  test('A disk that refuses changes nothing.', async () => {
    const { clients, disk } = createRegistry();
    await clients.create('Claude Code', 'ask');
    disk.put = () => Promise.reject(new Error('The disk is full.'));
    await expect(clients.setStart(id, 'own-tabs')).rejects.toThrow('The disk is full.');
    expect(clients.get(id)?.start).toBe('ask');
  });

  test('When it was seen last is noted, and is not lost by a change under way.', async () => {
    const { clients, disk, written } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const write = buildPending();
    disk.put = () => write.promise;
    const changing = clients.setStart(id, 'own-tabs');
    clients.seen(id);
    write.resolve();
    await changing;
    expect(clients.get(id)).toEqual(buildClient({ id, start: 'own-tabs', lastSeenAt: noon }));
    expect(written.at(-1)).toBe(`seen ${id} ${noon}`);
  });

  test('Its new name is on disk and shown; its id, its token and all else stay.', async () => {
    const { clients, disk, shown } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const rows: StoredClient[] = [];
    disk.put = async row => void rows.push(row);
    await clients.rename(id, 'Reviewer');
    expect(shown()[id]).toEqual(buildClient({ id, name: 'Reviewer' }));
    expect(rows).toMatchObject([{ id, name: 'Reviewer', start: 'ask' }]);
    expect(clients.verifyToken(token)?.name).toBe('Reviewer');
  });

  test('Two changes at a time are both on disk in the end.', async () => {
    const { clients, disk } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const rows: StoredClient[] = [];
    const write = buildPending();
    disk.put = async row => {
      await write.promise;
      rows.push(row);
    };
    const both = [clients.rename(id, 'Reviewer'), clients.setStart(id, 'read-only')];
    write.resolve();
    await Promise.all(both);
    expect(rows.at(-1)).toMatchObject({ name: 'Reviewer', start: 'read-only' });
    expect(clients.get(id)).toMatchObject({ name: 'Reviewer', start: 'read-only' });
  });

  test('A change that could not be kept does not hold up the next one.', async () => {
    const { clients, disk } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const { put } = disk;
    disk.put = () => Promise.reject(new Error('The disk is full.'));
    const first = clients.rename(id, 'Lost');
    await expect(first).rejects.toThrow('The disk is full.');
    disk.put = put;
    await clients.rename(id, 'Reviewer');
    expect(clients.get(id)?.name).toBe('Reviewer');
  });

  test('Who came without a credential is let in or shut out, and that stays over a restart.', async () => {
    const builtIn = [buildClient({ id: 'compat-claude', verified: false })];
    const rows: StoredClient[] = [];
    const first = createRegistry([], builtIn);
    first.disk.put = async row => void rows.push(row);
    await first.clients.admit('compat-claude', false);
    const second = createRegistry(rows, builtIn);
    expect(second.clients.get('compat-claude')).toMatchObject({ admitted: false, verified: false });
    await second.clients.admit('compat-claude', true);
    expect(second.clients.get('compat-claude')?.admitted).toBe(true);
  });

  test('How a client is offered tools and whether it may ask about itself hold once they are kept, each for itself.', async () => {
    const { clients, disk, shown } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const rows: StoredClient[] = [];
    disk.put = async row => void rows.push(row);
    expect(clients.get(id)).not.toHaveProperty('listing');
    await Promise.all([clients.setOffer(id, { listing: 'search' }), clients.setOffer(id, { seesHub: true })]);
    expect(rows.at(-1)).toMatchObject({ listing: 'search', seesHub: true });
    expect(shown()[id]).toMatchObject({ listing: 'search', seesHub: true });
    disk.put = () => Promise.reject(new Error('The disk is full.'));
    await expect(clients.setOffer(id, { seesHub: false })).rejects.toThrow('The disk is full.');
    expect(createRegistry(rows).clients.get(id)).toMatchObject({ listing: 'search', seesHub: true });
  });

  test('Who has a credential was let in when it was made.', async () => {
    const { clients } = createRegistry();
    await clients.create('Claude Code', 'ask');
    await expect(clients.admit(id, false)).rejects.toThrow('revoke that to shut it out');
  });

  test('A client that is not there is named in the error.', async () => {
    await expect(createRegistry().clients.setStart('codex', 'ask')).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
      message: 'There is no client "codex"; it may have been revoked. Reload the list.',
    });
  });
});

describe('Revoking a client', () => {
  test('Row, secret and entry go, and its token is nobody’s.', async () => {
    const { clients, written, files, shown } = createRegistry();
    await clients.create('Claude Code', 'ask');
    await clients.revoke(id);
    expect({
      written: written.at(-1),
      files: files.size,
      shown: shown(),
      verified: clients.verifyToken(token),
    }).toEqual({ written: `remove ${id}`, files: 0, shown: {}, verified: null });
  });

  test('It takes effect before the disk has taken it.', async () => {
    const { clients, disk } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const write = buildPending();
    disk.remove = () => write.promise;
    const revoking = clients.revoke(id);
    expect([clients.verifyToken(token), clients.get(id)]).toEqual([null, null]);
    write.resolve();
    await revoking;
  });

  test('A disk that refuses leaves the client in sight, because it would come back with the next start.', async () => {
    const { clients, disk, files, shown } = createRegistry();
    await clients.create('Claude Code', 'ask');
    disk.remove = () => Promise.reject(new Error('The disk is full.'));
    await expect(clients.revoke(id)).rejects.toThrow('The disk is full.');
    expect({ files: files.size, shown: Object.keys(shown()) }).toEqual({ files: 1, shown: [id] });
  });

  test('A change that is under way meanwhile does not bring it back.', async () => {
    const { clients, disk, shown } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const write = buildPending();
    disk.put = () => write.promise;
    const changing = clients.setStart(id, 'own-tabs');
    await clients.revoke(id);
    write.resolve();
    await changing;
    expect({ shown: shown(), verified: clients.verifyToken(token) }).toEqual({ shown: {}, verified: null });
  });

  test('A change that comes while it is being revoked is refused and writes nothing.', async () => {
    const { clients, written } = createRegistry();
    await clients.create('Claude Code', 'ask');
    const revoking = clients.revoke(id);
    await expect(clients.setStart(id, 'own-tabs')).rejects.toMatchObject({ code: 'ERR_INVALID_ARGUMENTS' });
    await revoking;
    expect(written).toEqual([`put ${id} ask`, `remove ${id}`]);
  });
});
