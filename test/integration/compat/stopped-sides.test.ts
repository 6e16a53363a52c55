// Sides that stand still or die in the middle of a frame, with real processes: what was under way ends, and nobody else notices.
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { encodeFrame } from '../../../native-host/framing/frame-codec.ts';
import { until } from '../../support/panel-client.ts';
import { companionOrigin } from '../native-host/relay-child.ts';
import { contextResult, openScene, RawClient, textResult, withGroup } from './claude-scene.ts';
import { claudezillaFiles, exchange, PlayedBrowser } from './claudezilla-scene.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { RelayChild } from '../native-host/relay-child.ts';
import type { ClaudeScene } from './claude-scene.ts';

const tabsOf = contextResult(7);

interface Companion {
  readonly relay: RelayChild;
  readonly browser: PlayedBrowser;
  /** Every frame from the relay, in order. */
  readonly heard: string[];
}

/** Our own extension behind a relay that is a process. */
async function openCompanion({ startRelay, panel }: ClaudeScene): Promise<Companion> {
  const relay = startRelay(companionOrigin);
  // It is told when the hub is there, and says nothing before.
  await relay.take();
  const heard: string[] = [];
  const browser = new PlayedBrowser({
    send: payload => relay.child.stdin?.write(encodeFrame(payload)) ?? false,
    onFrame: listener => void listen(relay, heard, listener),
    close: () => relay.child.stdin?.end(),
  });
  const isPending = ({ browsers }: PanelClient['snapshot']) =>
    Object.values(browsers).find(({ state }) => state.kind === 'pending');
  await panel.waitFor(snapshot => isPending(snapshot) !== undefined, 'the companion waits');
  await panel.request('browsers:approve', { browserId: isPending(panel.snapshot)?.id ?? '' });
  await panel.waitFor(snapshot => isPending(snapshot) === undefined, 'the companion is connected');
  return { relay, browser, heard };
}

async function listen(relay: RelayChild, heard: string[], listener: (frame: Buffer) => void): Promise<void> {
  for (;;) {
    const frame = await relay.take();
    heard.push(frame.toString());
    listener(frame);
  }
}

/** Commands of spec 000 on the socket of this scene. */
function claudezillaOf({ place }: ClaudeScene) {
  const { socket, tokenFile } = claudezillaFiles(place);
  const agentId = `agent_${'d35b'.repeat(8)}_${process.pid}`;
  return async (command: string, params: object) => {
    const authToken = fs.readFileSync(tokenFile, 'utf8');
    const [reply] = await exchange(socket, [{ command, params: { ...params, agentId }, authToken }]);
    return reply;
  };
}

test('A browser side that stands still costs its asker the asked time; others are served meanwhile, and its late reply reaches nobody.', async () => {
  const scene = await openScene();
  const { panel, socketPath, extend } = scene;
  await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
  const other = await RawClient.connect(socketPath);
  const before = await extend(withGroup(() => null));
  await other.execute('tabs_context_mcp', { createIfEmpty: true });
  before.relay.child.stdin?.end();
  await before.relay.exited;

  const { relay, browser } = await openCompanion(scene);
  const ask = claudezillaOf(scene);
  const created = await ask('createWindow', { url: 'https://still.example/' });
  expect(created).toMatchObject({ success: true });
  await extend(withGroup(() => null));
  // The tabs of another port are other tabs.
  await other.execute('tabs_context_mcp', { createIfEmpty: true });
  relay.child.kill('SIGSTOP');
  onTestFinished(() => void relay.child.kill('SIGCONT'));

  const ends: string[] = [];
  const late = ask('navigate', { url: 'https://late.example/', _timeout: 10_000 }).then(reply => {
    ends.push('late');
    return reply;
  });
  // Where several browsers are connected a list says of which it is.
  const text = tabsOf.result.content[0]?.text ?? '';
  const listed = { result: { content: [{ text: expect.stringContaining(text.slice(0, -1)) }] } };
  for (let round = 0; round < 5; round += 1) expect(await other.execute('tabs_context_mcp')).toMatchObject(listed);
  ends.push('others');
  expect(await late).toMatchObject({
    success: false,
    error: 'Request timed out after 10000ms (command: navigate)',
    timeoutMs: 10_000,
  });
  expect([ends, browser.calls.some(({ tool }) => tool === 'navigate')]).toEqual([['others', 'late'], false]);

  relay.child.kill('SIGCONT');
  expect(await ask('getContent', {})).toMatchObject({ success: true, result: { text: 'HelloGo' } });
  // What came in late was cancelled, and its answer, if there was one, is not this one.
  expect(await other.execute('tabs_context_mcp')).toMatchObject(listed);
  expect(other.waiting).toEqual([]);
});

test('A relay that is killed in the middle of a frame ends the call that waits for it, and the next one is served.', async () => {
  const { hub, socketPath, extend, panel } = await openScene();
  const big = textResult('x'.repeat(30_000_000));
  let answer: (value: object) => void = () => {};
  const extension = await extend(() => new Promise(resolve => (answer = resolve)));
  const client = await RawClient.connect(socketPath);
  const call = client.execute('tabs_context_mcp');
  await until(() => extension.requests.length === 1, 'the extension is asked');
  // While the hub stands still, a part of the frame lies between the two, and its rest never comes.
  process.kill(hub.pid, 'SIGSTOP');
  answer(big);
  await until(() => (extension.relay.child.stdin?.writableLength ?? 0) > 0, 'the answer is on its way');
  extension.relay.child.kill('SIGKILL');
  await extension.relay.exited;
  process.kill(hub.pid, 'SIGCONT');
  expect(await call).toEqual({ error: { content: expect.stringMatching(/disconnected/) } });
  await extend(() => textResult('whole'));
  expect(await client.execute('tabs_context_mcp')).toEqual(textResult('whole'));
  expect(panel.snapshot.hub.problems).toEqual([]);
});

test('A hub that is killed in the middle of a frame leaves no part of it to the browser, and the relay finds the next hub.', async () => {
  const scene = await openScene();
  const { hub, place, panel } = scene;
  await panel.request('clients:set-start', { clientId: 'compat-claudezilla', start: 'own-tabs' });
  const { relay, heard } = await openCompanion(scene);
  const ask = claudezillaOf(scene);
  await ask('createWindow', { url: 'https://one.example/' });
  const before = heard.length;
  relay.child.kill('SIGSTOP');
  const lost = ask('navigate', { url: `https://two.example/${'x'.repeat(900_000)}` });
  const sent = async () => {
    const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 50 });
    return entries.some(({ to, bytes }) => to.kind === 'browser' && bytes > 900_000);
  };
  await until(sent, 'the call is on its way');
  await hub.kill('SIGKILL');
  relay.child.kill('SIGCONT');
  expect(await lost).toBeUndefined();
  await until(() => heard.length > before, 'the relay sees that the hub is gone');
  await place.serve();
  await until(() => heard.length > before + 1, 'the relay finds the next hub');
  expect(heard.slice(before)).toEqual(['{"relay":"away"}', '{"relay":"connected"}']);
});
