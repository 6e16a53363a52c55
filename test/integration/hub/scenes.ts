// What many tests of the running hub begin with: a server runs, a client has a credential.
import path from 'node:path';
import { repositoryRoot } from '../../support/provided.ts';
import type { HubView } from '../../support/panel-client.ts';

/** Of the sample, which marks it as reading: nobody is asked about it. */
export const echo = 'everything__echo';
/** Of the speaker: nothing marks it as reading, so it is asked about. Answers `Said: ` and its message. */
export const say = 'speaker__say';

export const speakerPath = path.join(repositoryRoot, 'test/fixtures/servers/speaking.mjs');

/** Approves the bundled sample, as it was offered, and waits until it runs. */
export async function runSample(panel: HubView): Promise<void> {
  const { everything } = panel.snapshot.servers;
  if (!everything) throw new Error('The sample server was not offered.');
  await panel.request('servers:approve', { serverId: 'everything', hash: everything.hash });
  await panel.waitFor(({ servers }) => servers['everything']?.state.kind === 'running', 'the sample server runs');
}

/** Adds the server that has `say`, approves it and waits until it runs. */
export async function runSpeaker(panel: HubView): Promise<void> {
  const text = JSON.stringify({ mcpServers: { speaker: { command: process.execPath, args: [speakerPath] } } });
  await panel.request('servers:add', { kind: 'json', text });
  await panel.waitFor(({ servers }) => 'speaker' in servers, 'the speaker is shown');
  await panel.request('servers:approve', { serverId: 'speaker', hash: panel.snapshot.servers['speaker']?.hash ?? '' });
  await panel.waitFor(({ servers }) => servers['speaker']?.state.kind === 'running', 'the speaker runs');
}

/** Answers the question that waits, or the next one, and waits until it is taken away. */
export async function answer(
  panel: HubView,
  effect: 'allow' | 'deny',
  lifetime: 'use' | 'once' | 'agent' | 'always',
): Promise<void> {
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'a question is asked');
  const [promptId = ''] = Object.keys(panel.snapshot.prompts);
  await panel.request('prompts:answer', { promptId, effect, lifetime });
  await panel.waitFor(({ prompts }) => !(promptId in prompts), 'the answered question is taken away');
}
