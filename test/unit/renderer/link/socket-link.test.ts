// The WebSocket to the hub: the token is traded once, requests find their answers, a lost line comes back.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { backoffMs, SocketLink } from '../../../../renderer/link/socket-link.ts';
import { createFixtureHub, type FixtureHub } from '../../../support/panel-fixture/hub.ts';
import { type FixtureServer, serveFixture } from '../../../support/panel-fixture/serve.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';
import { fixtureTrace } from '../../../support/panel-fixture/traces.ts';
import type { PanelEvent } from '../../../../contract/schemas/panel-events.ts';
import type { LinkStatus } from '../../../../renderer/link/link.ts';

let hub: FixtureHub;
let server: FixtureServer;
let sockets: NodeSocket[];

beforeEach(async () => {
  hub = createFixtureHub(fixtureSnapshot(Date.now()), fixtureTrace(Date.now(), 10));
  server = await serveFixture(hub);
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await server.stop();
});

function open(given: { token?: string; key?: string }) {
  const url = new URL(server.freshUrl());
  const storage = { key: given.key ?? null };
  const link = new SocketLink({
    url: `ws://${url.host}/panel`,
    token: given.token === 'fresh' ? url.hash.slice('#token='.length) : (given.token ?? null),
    keys: {
      read: () => storage.key,
      keep: key => {
        storage.key = key;
      },
      forget: () => {
        storage.key = null;
      },
    },
    openSocket: address => {
      const socket = new NodeSocket(address);
      // The link goes on trying after its test: its sockets fail quietly.
      socket.on('error', () => {});
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    now: () => 5000,
  });
  const seen: LinkStatus[] = [];
  link.onStatus(status => seen.push(status));
  const reaches = (kind: LinkStatus['kind']) => expect.poll(() => seen.at(-1)?.kind).toBe(kind);
  return { link, storage, seen, reaches };
}

describe('SocketLink', () => {
  it('trades the token of the address for a key and keeps it', async () => {
    const { storage, reaches } = open({ token: 'fresh' });
    await reaches('open');
    expect(storage.key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('opens with a kept key, so that a reload works', async () => {
    const first = open({ token: 'fresh' });
    await first.reaches('open');
    const second = open({ key: first.storage.key ?? '' });
    await second.reaches('open');
  });

  it('says that an address was used already', async () => {
    const { seen, reaches } = open({ token: 'used' });
    await reaches('refused');
    expect(seen.at(-1)).toEqual({
      kind: 'refused',
      sentence: 'This address was used already. Run `pilothouse open` for a fresh one.',
    });
  });

  it('says that the hub does not know the page any more, and forgets its key', async () => {
    const { seen, storage, reaches } = open({ key: 'stale' });
    await reaches('refused');
    expect(seen.at(-1)).toEqual({
      kind: 'refused',
      sentence:
        'The hub does not know this page any more, as after a new start. Run `pilothouse open` for a fresh address.',
    });
    expect(storage.key).toBe(null);
  });

  it('says that an address carries no token, without opening a socket', () => {
    const { seen } = open({});
    expect([seen.at(-1)?.kind, sockets.length]).toEqual(['refused', 0]);
  });

  it('answers requests, several at a time', async () => {
    const { link, reaches } = open({ token: 'fresh' });
    await reaches('open');
    const [snapshot, window] = await Promise.all([
      link.request('state:get', {}),
      link.request('trace:window', { filter: {}, from: 0, count: 2 }),
    ]);
    expect([snapshot.seq, window.entries.map(({ seq }) => seq)]).toEqual([hub.snapshot().seq, [1, 2]]);
  });

  it('throws the hub’s code and sentence', async () => {
    const { link, reaches } = open({ token: 'fresh' });
    await reaches('open');
    await expect(link.request('tools:get', { toolId: 'nothing' })).rejects.toMatchObject({
      name: 'PanelError',
      code: 'ERR_TOOL_NOT_FOUND',
      message: 'There is no tool “nothing”; its server may have stopped.',
    });
  });

  it('hands on the events of the hub until it is told to stop', async () => {
    const { link, reaches } = open({ token: 'fresh' });
    const events: PanelEvent[] = [];
    const end = link.onEvent(event => events.push(event));
    await reaches('open');
    hub.change('grants', 'grant-9', null);
    await expect.poll(() => events).toHaveLength(1);
    end();
    hub.change('grants', 'grant-10', null);
    await link.request('state:get', {});
    expect(events.map(({ event }) => event)).toEqual(['state:patch']);
  });

  it('refuses a request at once while the hub is away', async () => {
    const { link, reaches } = open({ token: 'fresh' });
    await reaches('open');
    server.dropPanels();
    await reaches('lost');
    await expect(link.request('state:get', {})).rejects.toThrow(
      'The hub does not answer, so “state:get” was not carried out. Try again once it is back.',
    );
  });

  it('fails the requests that were under way when the line was lost', async () => {
    const { link, reaches } = open({ token: 'fresh' });
    await reaches('open');
    vi.spyOn(hub, 'answer').mockReturnValue(new Promise(() => undefined));
    const asked = link.request('manifests:list', {});
    server.dropPanels();
    await expect(asked).rejects.toThrow('“manifests:list” was not carried out');
  });

  it('comes back with its key when it is told to try now', async () => {
    const { link, seen, reaches } = open({ token: 'fresh' });
    await reaches('open');
    server.dropPanels();
    await reaches('lost');
    expect(seen.at(-1)).toEqual({ kind: 'lost', since: 5000, attempt: 1, retryAt: 6000 });
    link.retryNow();
    await reaches('open');
  });

  it('waits 1, 2, 4, 8 and then 10 seconds between attempts', () => {
    expect([1, 2, 3, 4, 5, 9].map(backoffMs)).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  });
});
