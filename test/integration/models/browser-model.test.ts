// The model that a browser has itself: the companion's real answers to a real hub, over an interface of the browser that the test plays.
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { companionProtocol } from '../../../contract/companion.ts';
import { extensionIds } from '../../../contract/names.ts';
import { connectToHub } from '../../../native-host/relay/hub-connection.ts';
import { askOwnModel, downloadOwnModel, hasOwnModel, ownModelState } from '../../../resources/extension/own-model.ts';
import { Rpc } from '../../../resources/extension/rpc.ts';
import { usePlace } from '../../support/hub-process.ts';
import { refusalOf } from '../../support/panel-client.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const globals = globalThis as { LanguageModel?: unknown };
afterEach(() => {
  delete globals.LanguageModel;
});

/** The Prompt API as the browser has it, with an answer in pieces. */
function playApi(state: { now: string }, pieces: readonly string[]) {
  const asked: unknown[] = [];
  globals.LanguageModel = {
    availability: () => Promise.resolve(state.now),
    create: ({ initialPrompts = [] }: { initialPrompts?: unknown[] }) => {
      state.now = 'available';
      return Promise.resolve({
        inputUsage: 17,
        destroy: () => {},
        promptStreaming: (prompts: unknown[]) => {
          asked.push([...initialPrompts, ...prompts]);
          return new ReadableStream<string>({
            start: controller => {
              for (const piece of pieces) controller.enqueue(piece);
              controller.close();
            },
          });
        },
      });
    },
  };
  return asked;
}

/** The part of the companion that answers for the model, on the relay's wire. */
async function connect(home: string) {
  const hello = { argv: [`chrome-extension://${extensionIds.chromium}/`], pid: process.pid };
  const relay = await connectToHub({ home, role: 'relay', hello });
  const rpc: Rpc = new Rpc({
    post: message => relay.send(Buffer.from(JSON.stringify(message))),
    notified: () => {},
    serve: async ({ method, params, id }, signal) => {
      if (method === 'model-state') return ownModelState();
      if (method === 'model-download') return downloadOwnModel(signal);
      if (method === 'model-ask') return askOwnModel(params, signal, text => rpc.notify('model-piece', { id, text }));
      return {};
    },
  });
  relay.onFrame(frame => rpc.receive(JSON.parse(frame.toString())));
  onTestFinished(() => relay.close('The test ends.'));
  const browser = { family: 'chromium', name: 'Chromium', version: '150.0', os: 'linux' };
  const said = {
    protocol: companionProtocol,
    profileId: 'profile-of-a-test',
    runId: 'run-of-a-test',
    pairKey: null,
    browser,
  };
  await rpc.request('hello', { ...said, extensionVersion: '0.1.0', describes: true, model: hasOwnModel() });
  return relay;
}

async function open(state: { now: string }, pieces: readonly string[]) {
  const asked = playApi(state, pieces);
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const relay = await connect(place.home);
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the browser waits');
  expect(panel.snapshot.modelProviders).toEqual({});
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(() => providerOf(panel) !== undefined, 'its model is a provider');
  return { panel, relay, asked, browserId, id: providerOf(panel)?.id ?? '' };
}

function providerOf(panel: PanelClient): ModelProvider | undefined {
  return Object.values(panel.snapshot.modelProviders)[0];
}

test('it answers as any other, and goes with its browser', async () => {
  const { panel, relay, asked, browserId, id } = await open({ now: 'available' }, ['It is ', 'noon']);
  await panel.waitFor(() => providerOf(panel)?.state.kind === 'ready', 'it is ready');
  expect(providerOf(panel)).toMatchObject({ type: 'chrome', browserId, isLocal: true, goesTo: null, modelCount: 1 });
  const { test: done } = await panel.request('models:test', {
    providerId: id,
    testId: 'one',
    text: 'What time is it?',
  });
  expect(done).toMatchObject({ text: 'It is noon', tools: 'none', usage: { input: 17, output: null } });
  expect(asked[0]).toMatchObject([{ role: 'system' }, { role: 'user', content: 'What time is it?' }]);
  relay.close('The browser ends.');
  await panel.waitFor(() => providerOf(panel)?.state.kind === 'not-running', 'it is gone with its browser');
  const refusal = await refusalOf(panel.request('models:test', { providerId: id, testId: 'two' }));
  expect(refusal).toContain('is not connected');
});

test('it is downloaded only when the user asks', async () => {
  const { panel, id } = await open({ now: 'downloadable' }, []);
  await panel.waitFor(() => providerOf(panel)?.state.kind === 'not-downloaded', 'it is not there yet');
  await panel.request('models:download', { providerId: id });
  await panel.waitFor(() => providerOf(panel)?.state.kind === 'ready', 'it is there');
});
