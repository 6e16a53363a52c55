// Whoever asks whether it works is told the truth: without a browser, with one, and when that was killed.

import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { companionProtocol } from '../../../contract/companion.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectSteps } from '../../../renderer/screens/connect/ladder/steps.ts';
import { usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { namedAgent } from '../compat/claudezilla-scene.ts';
import { startRelay } from '../native-host/relay-child.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const relayScript = path.join(repositoryRoot, 'dist/relay/relay.cjs');

/** What `firefox_diagnose` of the real program asks of the socket. */
const diagnosed = ['ping', 'version', 'getTabs'] as const;

function ladder(panel: PanelClient): Record<string, string> {
  const facts = { snapshot: panel.snapshot, agents: [], browsers: [], question: null, now: Date.now() };
  return Object.fromEntries(connectSteps(facts).map(({ id, state }) => [id, state]));
}

/** A real relay that a played browser has started, whose companion says hello and answers calls. */
function playCompanion(home: string) {
  const relay = startRelay(relayScript, home, [`chrome-extension://${extensionIds.chromium}/`]);
  onTestFinished(() => void relay.child.kill('SIGKILL'));
  const say = (message: object) => relay.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const browser = { family: 'chromium', name: 'Chromium', version: '150.0', os: 'linux' };
  const run = { profileId: 'profile-of-a-test', runId: 'run-of-a-test', pairKey: null, extensionVersion: '0.1.0' };
  const answer = ({ id, method, relay: notice }: { id?: number; method?: string; relay?: string }) => {
    if (notice === 'connected')
      say({ id: 1, method: 'hello', params: { protocol: companionProtocol, ...run, browser } });
    if (method === 'call') say({ id, result: { content: [{ type: 'text', text: '{"availableTabs":[]}' }] } });
  };
  void (async () => {
    for (;;) answer(JSON.parse((await relay.take()).toString()) as Parameters<typeof answer>[0]);
  })().catch(() => {});
  return relay;
}

test('firefox_diagnose, health and the ladder are green while an extension is there, and neither before nor after it was killed.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const { http } = await panel.request('clients:create', { name: 'A test', start: 'own-tabs' });
  const ask = await namedAgent(panel, place);
  const truth = async () => {
    const replies = await Promise.all(diagnosed.map(async command => (await ask(command))?.success));
    const { status } = (await (await fetch(new URL('/health', http.url ?? ''))).json()) as { status: string };
    const { browser, extension, answer } = ladder(panel);
    return { replies, status, browser, extension, answer };
  };
  const none = { replies: [false, false, false], status: 'no-browser', extension: 'waits' };
  expect(await truth()).toMatchObject({ ...none, browser: 'untried', answer: 'waits' });
  const relay = playCompanion(place.home);
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  expect(await truth()).toMatchObject({ ...none, extension: 'untried' });
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is connected');
  expect(await truth()).toEqual({
    replies: [true, true, true],
    status: 'ok',
    browser: 'proven',
    extension: 'proven',
    answer: 'untried',
  });
  relay.child.kill('SIGKILL');
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'away', 'it is away');
  expect(await truth()).toMatchObject({ ...none, browser: 'untried' });
});
