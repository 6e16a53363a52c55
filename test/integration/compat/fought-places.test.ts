// Two hubs of one user on two data homes want the same well-known places: each place has one owner, and nobody is cut off.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { saying } from '../../support/saying.ts';
import { RawClient, user } from './claude-scene.ts';
import { claudezillaFiles, exchange } from './claudezilla-scene.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const contested = ['claude-code-frames', 'claudezilla'] as const;
const states = ({ snapshot }: PanelClient) => contested.map(id => snapshot.endpoints[id]?.state);

/** Two hubs, started one after the other or at once, and their panels. */
async function openTwo(atOnce: boolean) {
  const place = usePlace();
  const serve = (name: string) => place.serve([], { home: path.join(place.folder, name) });
  const hubs = atOnce ? await Promise.all([serve('one'), serve('two')]) : [await serve('one'), await serve('two')];
  const [one, two] = hubs as [(typeof hubs)[0], (typeof hubs)[0]];
  const panels = [await place.panel(one), await place.panel(two)] as const;
  return { place, one, two, panels, tmp: path.join(place.folder, 'tmp') };
}

test('The second one shows who holds each place, and both stand in the folder of sockets by their pids.', async () => {
  const { one, two, panels, tmp } = await openTwo(false);
  const by = saying({ part: `process ${one.pid} (` });
  expect(panels.map(states)).toEqual([
    [{ kind: 'listening' }, { kind: 'listening' }],
    [expect.objectContaining({ kind: 'held', by }), expect.objectContaining({ kind: 'held', by })],
  ]);
  const bridge = path.join(tmp, `claude-mcp-browser-bridge-${user}`);
  expect(fs.readdirSync(bridge).toSorted()).toEqual([`${one.pid}.sock`, `${two.pid}.sock`].toSorted());
  for (const { pid } of [one, two]) {
    const client = await RawClient.connect(path.join(bridge, `${pid}.sock`));
    client.send({ type: 'ping' });
    expect(await client.take()).toMatchObject({ type: 'pong' });
  }
});

test('The end of the second takes nothing from the first, not even the token.', async () => {
  const { place, two, panels, tmp } = await openTwo(false);
  const { socket, tokenFile } = claudezillaFiles(place);
  const token = fs.readFileSync(tokenFile, 'utf8');
  await two.kill('SIGTERM');
  expect(fs.readFileSync(tokenFile, 'utf8')).toBe(token);
  const [reply] = await exchange(socket, [{ command: 'getLoopState', params: {}, authToken: token }]);
  expect(reply).toMatchObject({ success: true });
  const client = await RawClient.connect(path.join(tmp, `claude-code-mcp-${user}.sock`));
  client.send({ type: 'ping' });
  expect(await client.take()).toMatchObject({ type: 'pong' });
  expect(states(panels[0])).toEqual([{ kind: 'listening' }, { kind: 'listening' }]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'After the first one ended by %s the second takes its places when it is asked to.',
  async signal => {
    const { place, one, panels, tmp } = await openTwo(false);
    const panel = panels[1];
    await one.kill(signal);
    for (const endpointId of contested) await panel.request('endpoints:set', { endpointId, on: true });
    await panel.waitFor(() => states(panel).every(state => state?.kind === 'listening'), 'both places are taken');
    const { socket, tokenFile } = claudezillaFiles(place);
    const authToken = fs.readFileSync(tokenFile, 'utf8');
    const [reply] = await exchange(socket, [{ command: 'getLoopState', params: {}, authToken }]);
    expect(reply).toMatchObject({ success: true });
    await RawClient.connect(path.join(tmp, `claude-code-mcp-${user}.sock`));
  },
);

test('Started at the same moment, each place has exactly one owner, and the token opens its owner’s socket.', async () => {
  const { place, panels } = await openTwo(true);
  const kinds = panels.map(panel => states(panel).map(state => state?.kind));
  for (const index of contested.keys())
    expect(kinds.map(ofHub => ofHub[index]).toSorted()).toEqual(['held', 'listening']);
  const { socket, tokenFile } = claudezillaFiles(place);
  const authToken = fs.readFileSync(tokenFile, 'utf8');
  const [reply] = await exchange(socket, [{ command: 'getLoopState', params: {}, authToken }]);
  expect(reply).toMatchObject({ success: true });
});
