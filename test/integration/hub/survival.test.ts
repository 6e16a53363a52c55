// What the user decided is there again after a restart, and after a hub that was killed in the middle of it.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { saying } from '../../support/saying.ts';
import { answer, runSample, runSpeaker, say } from './scenes.ts';
import type { HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const endings = { 'a restart': 'SIGTERM', 'a kill -9': 'SIGKILL' } as const;

async function again(place: HubPlace, hub: HubProcess, signal: NodeJS.Signals): Promise<PanelClient> {
  await hub.kill(signal);
  return place.panel(await place.serve());
}

describe.each(Object.entries(endings))('after %s', (_, signal) => {
  test('The run mode is the one that was set.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    await (await place.panel(hub)).request('hub:set-mode', { mode: 'paused' });
    const panel = await again(place, hub, signal);
    expect(panel.snapshot.hub.mode).toBe('paused');
  });

  test('Clients, servers and their approval are as they were, and what ran is started again.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const before = await place.panel(hub);
    await runSample(before);
    const { client } = await before.request('clients:create', { name: 'Kept', start: 'read-only' });
    await before.request('servers:add', { kind: 'command', name: 'Second', commandLine: 'node -e 0' });
    const panel = await again(place, hub, signal);
    await panel.waitFor(({ servers }) => servers['everything']?.state.kind === 'running', 'the sample runs again');
    expect(panel.snapshot.clients[client.id]).toEqual(client);
    expect(panel.snapshot.servers['second']).toMatchObject({ name: 'Second', state: { kind: 'blocked' } });
    expect(Object.keys(panel.snapshot.servers)).toHaveLength(2);
  });

  test('A revoked client and a removed server do not come back.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const before = await place.panel(hub);
    const { client } = await before.request('clients:create', { name: 'Gone', start: 'ask' });
    await before.request('clients:revoke', { clientId: client.id });
    await before.request('servers:remove', { serverId: 'everything' });
    const panel = await again(place, hub, signal);
    expect(panel.snapshot.clients).not.toHaveProperty([client.id]);
    expect(panel.snapshot.servers).toEqual({});
    expect(fs.readdirSync(path.join(place.home, 'secrets/clients'))).toEqual([]);
  });

  test.each(['allow', 'deny'] as const)(
    'An answer "%s always" that was just given holds for a hundred calls, none of which is asked about.',
    async effect => {
      const place = usePlace();
      const hub = await place.serve();
      const before = await place.panel(hub);
      await runSpeaker(before);
      const credential = await before.request('clients:create', { name: 'Trusted', start: 'ask' });
      const agent = await place.httpAgent(credential);
      agent.call(say, { message: 'one' }).catch(() => {});
      await answer(before, effect, 'always');
      const panel = await again(place, hub, signal);
      await panel.waitFor(({ servers }) => servers['speaker']?.state.kind === 'running', 'the speaker runs again');
      expect(Object.values(panel.snapshot.grants)).toMatchObject([
        {
          id: '1',
          subject: { kind: 'client', id: credential.client.id },
          effect,
          scope: 'servers:call',
          lifetime: 'always',
        },
      ]);
      const next = await place.stdioAgent(credential);
      for (let call = 0; call < 100; call += 1) {
        expect((await next.call(say, { message: 'two' })).isError).toBe(effect === 'deny');
      }
      if (effect === 'allow')
        await panel.waitFor(({ grants }) => (Object.values(grants)[0]?.uses ?? 0) >= 100, 'its uses are counted');
      const { entries, matched } = await panel.request('audit:query', { filter: { outcome: 'undecided' }, count: 1 });
      expect([entries, matched]).toEqual([[], 0]);
    },
  );

  test('The learning mode is off and says so; what it saw until then is proposed.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const before = await place.panel(hub);
    await runSpeaker(before);
    const credential = await before.request('clients:create', { name: 'Watched', start: 'ask' });
    await before.request('learning:start', {});
    const agent = await place.httpAgent(credential);
    expect(await agent.call(say, { message: 'one' })).toEqual({ text: 'Said: one', isError: false });
    // Begun anew it goes on; when that is answered, all that was seen is on the disk.
    await before.request('learning:start', {});
    const panel = await again(place, hub, signal);
    expect(panel.snapshot.hub).toMatchObject({ learning: null, learned: 1 });
    expect(panel.snapshot.hub.problems).toMatchObject([{ reason: saying({ part: 'ended with the last run' }) }]);
    const { proposals } = await panel.request('learning:proposals', {});
    expect(proposals).toMatchObject([{ scope: 'servers:call', tools: ['speaker/say'], calls: 1 }]);
    await panel.request('learning:accept', { accept: proposals.map(({ id }) => id), refuse: [] });
    await panel.waitFor(({ servers }) => servers['speaker']?.state.kind === 'running', 'the speaker runs again');
    const next = await place.stdioAgent(credential);
    expect(await next.call(say, { message: 'two' })).toEqual({ text: 'Said: two', isError: false });
    await panel.waitFor(({ hub: { problems } }) => problems.length === 0, 'the problem is gone');
  });

  test('An answer for a time goes on until the time that it had.', async () => {
    const place = usePlace();
    const hub = await place.serve();
    const before = await place.panel(hub);
    await runSpeaker(before);
    const agent = await place.httpAgent(await before.request('clients:create', { name: 'Short', start: 'ask' }));
    const called = agent.call(say, { message: 'one' });
    await answer(before, 'allow', 'once');
    await called;
    const given = Object.values(before.snapshot.grants)[0];
    const panel = await again(place, hub, signal);
    expect(Object.values(panel.snapshot.grants)).toMatchObject([{ id: given?.id, expiresAt: given?.expiresAt }]);
  });
});

test('After a kill -9 the old socket is removed and the endpoint record is a new one.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const record = () => JSON.parse(fs.readFileSync(path.join(place.home, 'endpoint.json'), 'utf8')) as { path: string };
  const old = record();
  await hub.kill('SIGKILL');
  expect(fs.existsSync(old.path)).toBe(true);
  const next = await place.serve();
  expect(fs.existsSync(old.path)).toBe(false);
  expect(record()).toMatchObject({ pid: next.pid });
  expect(record().path).not.toBe(old.path);
});

test('After a kill -9 no server of the old hub runs on.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const before = await place.panel(hub);
  await runSpeaker(before);
  const { state } = before.snapshot.servers['speaker'] ?? {};
  const old = state?.kind === 'running' ? state.pid : 0;
  expect(place.processes()).toContain(old);
  const panel = await again(place, hub, 'SIGKILL');
  await panel.waitFor(({ servers }) => servers['speaker']?.state.kind === 'running', 'the speaker runs again');
  await expect.poll(place.processes).not.toContain(old);
});

test('A hub that stops answers the calls that are in flight, over stdio and over HTTP.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await runSpeaker(panel);
  const credential = await panel.request('clients:create', { name: 'Waiting', start: 'ask' });
  const agents = [await place.httpAgent(credential), await place.stdioAgent(credential, ['--no-start'])];
  const errors = agents.map(agent => agent.call(say, { message: 'never' }).catch((error: Error) => error.message));
  await panel.waitFor(({ prompts }) => Object.values(prompts)[0]?.calls === 2, 'both calls wait');
  expect((await hub.kill('SIGTERM')).code).toBe(0);
  expect(await Promise.all(errors)).toEqual([
    expect.stringContaining('The hub is stopping. Call again.'),
    expect.stringContaining('Call again.'),
  ]);
});
