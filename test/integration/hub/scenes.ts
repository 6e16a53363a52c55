// What many tests of the running hub begin with: the sample server runs, a client has a credential.
import type { PanelClient } from '../../support/panel-client.ts';

export const echo = 'everything__echo';

/** Approves the bundled sample, as it was offered, and waits until it runs. */
export async function runSample(panel: PanelClient): Promise<void> {
  const { everything } = panel.snapshot.servers;
  if (!everything) throw new Error('The sample server was not offered.');
  await panel.request('servers:approve', { serverId: 'everything', hash: everything.hash });
  await panel.waitFor(({ servers }) => servers['everything']?.state.kind === 'running', 'the sample server runs');
}

/** Answers the question that waits, or the next one, and waits until it is taken away. */
export async function answer(
  panel: PanelClient,
  effect: 'allow' | 'deny',
  lifetime: 'use' | 'once' | 'agent' | 'always',
): Promise<void> {
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'a question is asked');
  const [promptId = ''] = Object.keys(panel.snapshot.prompts);
  await panel.request('prompts:answer', { promptId, effect, lifetime });
  await panel.waitFor(({ prompts }) => !(promptId in prompts), 'the answered question is taken away');
}
