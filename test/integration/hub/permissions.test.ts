// The question to the user, from an agent's call to its answer, over real connections.
import { describe, expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { answer, runSpeaker, say } from './scenes.ts';
import type { HubPlace } from '../../support/hub-process.ts';

async function ready(place: HubPlace) {
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await runSpeaker(panel);
  const credential = await panel.request('clients:create', { name: 'Asking', start: 'ask' });
  const agent = await place.httpAgent(credential);
  return { hub, panel, credential, agent };
}

describe('an answer', () => {
  test('"Allow this use" holds for one call; the next one is asked about again.', async () => {
    const { panel, agent } = await ready(usePlace());
    for (const message of ['one', 'two']) {
      const called = agent.call(say, { message });
      await answer(panel, 'allow', 'use');
      expect(await called).toEqual({ text: `Said: ${message}`, isError: false });
    }
    expect(panel.snapshot.grants).toEqual({});
  });

  test('"Deny" refuses the call with one sentence and its code, and the server never sees it.', async () => {
    const { panel, agent } = await ready(usePlace());
    const called = agent.call(say, { message: 'never' });
    await answer(panel, 'deny', 'use');
    expect(await called).toEqual({
      text: 'The user refused speaker/say this time (servers:call). [ERR_PERMISSION_DENIED]',
      isError: true,
    });
    const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
    const calls = entries.filter(({ method }) => method === 'tools/call');
    expect(calls).toMatchObject([{ outcome: 'refused', code: 'ERR_PERMISSION_DENIED', rule: 'this-use' }]);
  });

  test('"Deny always" refuses every further call by that grant without a question.', async () => {
    const { panel, agent } = await ready(usePlace());
    const called = agent.call(say, { message: 'one' });
    await answer(panel, 'deny', 'always');
    expect((await called).isError).toBe(true);
    const next = await agent.call(say, { message: 'two' });
    expect(next).toMatchObject({ isError: true, text: expect.stringContaining('ERR_PERMISSION_DENIED') });
    expect(panel.snapshot.prompts).toEqual({});
    await panel.waitFor(({ grants }) => Object.values(grants)[0]?.uses === 2, 'both refusals are its uses');
  });

  test('Two calls that ask the same share one question and one answer.', async () => {
    const { panel, agent } = await ready(usePlace());
    const calls = ['same', 'same'].map(message => agent.call(say, { message }));
    await panel.waitFor(({ prompts }) => Object.values(prompts)[0]?.calls === 2, 'both wait');
    await answer(panel, 'allow', 'use');
    expect((await Promise.all(calls)).map(({ text }) => text)).toEqual(['Said: same', 'Said: same']);
  });

  test('"Allow this use" leaves a call with other arguments waiting, and "always" answers it.', async () => {
    const { panel, agent } = await ready(usePlace());
    const first = agent.call(say, { message: 'one' });
    await panel.waitFor(({ prompts }) => Object.values(prompts)[0]?.calls === 1, 'the first waits');
    const second = agent.call(say, { message: 'two' });
    await panel.waitFor(({ prompts }) => Object.values(prompts)[0]?.calls === 2, 'both wait');
    await answer(panel, 'allow', 'use');
    expect((await first).text).toBe('Said: one');
    await answer(panel, 'allow', 'always');
    expect((await second).text).toBe('Said: two');
  });

  test('A grant of one client is none of another.', async () => {
    const place = usePlace();
    const { panel, agent } = await ready(place);
    const called = agent.call(say, { message: 'mine' });
    await answer(panel, 'allow', 'always');
    await called;
    const other = await place.httpAgent(await panel.request('clients:create', { name: 'Other', start: 'ask' }));
    const foreign = other.call(say, { message: 'mine too' });
    await answer(panel, 'deny', 'use');
    expect((await foreign).isError).toBe(true);
  });
});

test('A question whose asker has left is taken away, and its call is never carried out.', async () => {
  const { panel, agent } = await ready(usePlace());
  const called = agent.call(say, { message: 'never' }).catch(() => 'closed');
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'it is asked about');
  await agent.client.transport?.close();
  expect(await called).toBe('closed');
  await panel.request('clients:revoke', { clientId: Object.keys(panel.snapshot.clients)[0] ?? '' });
  await panel.waitFor(({ prompts }) => Object.keys(prompts).length === 0, 'the question is gone');
  const { entries } = await panel.request('trace:window', { filter: {}, from: -1, count: 200 });
  expect(entries.filter(({ to, method }) => to.kind === 'server' && method === 'tools/call')).toEqual([]);
});

test('Without an open panel a call that would be asked about is refused at once and says what to do.', async () => {
  const place = usePlace();
  const { panel, credential } = await ready(place);
  await panel.close();
  const agent = await place.httpAgent(credential);
  const { text, isError } = await agent.call(say, { message: 'x' });
  expect(isError).toBe(true);
  expect(text).toContain('no Pilothouse window is open. Ask the user to open it, then call again.');
});

test('While all is paused a call waits, and is carried out when the agents run again.', async () => {
  const { panel, agent } = await ready(usePlace());
  const allowed = agent.call(say, { message: 'one' });
  await answer(panel, 'allow', 'always');
  await allowed;
  await panel.request('hub:set-mode', { mode: 'paused' });
  const called = agent.call(say, { message: 'two' });
  await panel.waitFor(({ agents }) => Object.keys(agents).length === 1, 'it is shown');
  await panel.request('hub:set-mode', { mode: 'running' });
  expect(await called).toEqual({ text: 'Said: two', isError: false });
});

test('Revoking one client disconnects its agents and no other, and its token is refused from then on.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSpeaker(panel);
  const first = await panel.request('clients:create', { name: 'First', start: 'ask' });
  const second = await panel.request('clients:create', { name: 'Second', start: 'ask' });
  const agents = {
    stdio: await place.stdioAgent(first),
    http: await place.httpAgent(first),
    kept: await place.stdioAgent(second),
    keptHttp: await place.httpAgent(second),
  };
  await panel.request('clients:revoke', { clientId: first.client.id });
  await panel.waitFor(
    ({ agents }) => Object.values(agents).filter(({ state }) => state.kind === 'gone').length === 2,
    'both agents of the first client are gone',
  );
  await expect(agents.http.call(say, { message: 'x' })).rejects.toThrow();
  await expect(agents.stdio.call(say, { message: 'x' })).rejects.toThrow();
  await expect(place.httpAgent(first)).rejects.toThrow();
  for (const agent of [agents.kept, agents.keptHttp]) {
    const called = agent.call(say, { message: 'still here' });
    await answer(panel, 'allow', 'use');
    expect(await called).toEqual({ text: 'Said: still here', isError: false });
  }
  const states = Object.values(panel.snapshot.agents).map(({ clientId, state }) => [clientId, state.kind]);
  expect(states).toEqual([
    [first.client.id, 'gone'],
    [first.client.id, 'gone'],
    [second.client.id, 'connected'],
    [second.client.id, 'connected'],
  ]);
});

test('A server added under the name of a removed one has none of its grants.', async () => {
  const { panel, agent } = await ready(usePlace());
  const commandLine = panel.snapshot.servers['speaker']?.commandLine ?? '';
  const called = agent.call(say, { message: 'before' });
  await answer(panel, 'allow', 'always');
  expect((await called).isError).toBe(false);
  await panel.request('servers:remove', { serverId: 'speaker' });
  await panel.waitFor(
    ({ grants, servers }) => Object.keys(grants).length === 0 && !('speaker' in servers),
    'it is gone and its grant with it',
  );

  await runSpeaker(panel);
  expect(panel.snapshot.servers['speaker']?.commandLine).toBe(commandLine);
  const again = agent.call(say, { message: 'after' });
  await answer(panel, 'deny', 'use');
  expect(await again).toMatchObject({ isError: true, text: expect.stringContaining('The user refused') });
});
