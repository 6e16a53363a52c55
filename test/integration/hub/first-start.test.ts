// The main job on a fresh home: the sample server is offered, approved, and called by agents over stdio and HTTP.
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { answer, echo, runSample, runSpeaker, say } from './scenes.ts';

test('A first start offers the sample server, which waits for approval and runs nothing.', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  expect(Object.values(panel.snapshot.servers)).toMatchObject([
    { id: 'everything', state: { kind: 'blocked', by: 'approval' }, toolCount: 0, starts: 0 },
  ]);
  await expect.poll(place.processes).toEqual([hub.pid]);
});

test('The approved sample runs, and its tools are listed to a stdio agent and to an HTTP agent.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSample(panel);
  const credential = await panel.request('clients:create', { name: 'Both', start: 'ask' });
  for (const agent of [await place.stdioAgent(credential), await place.httpAgent(credential)]) {
    const { tools } = await agent.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain(echo);
    expect(names).toContain('navigate');
    expect(tools.find(({ name }) => name === echo)?.inputSchema).toMatchObject({ required: ['message'] });
  }
});

test('An agent over stdio and one over HTTP call a tool that acts once the user has allowed it, and one that reads at once.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSample(panel);
  await runSpeaker(panel);
  for (const kind of ['stdio', 'http'] as const) {
    const credential = await panel.request('clients:create', { name: `Over ${kind}`, start: 'ask' });
    const agent = kind === 'stdio' ? await place.stdioAgent(credential) : await place.httpAgent(credential);
    expect(await agent.call(echo, { message: kind })).toEqual({ text: `Echo: ${kind}`, isError: false });
    const called = agent.call(say, { message: kind });
    await answer(panel, 'allow', 'use');
    expect(await called).toEqual({ text: `Said: ${kind}`, isError: false });
  }
});

test('A tool list that changes is told to the agents that are connected.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const agent = await place.stdioAgent(await panel.request('clients:create', { name: 'Listening', start: 'ask' }));
  const changed = new Promise<void>(resolve =>
    agent.client.setNotificationHandler('notifications/tools/list_changed', () => resolve()),
  );
  await runSample(panel);
  await changed;
  expect((await agent.client.listTools()).tools.map(({ name }) => name)).toContain(echo);
});

test('The panel shows the agent as connected with its transport, its program and its calls.', async () => {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  await runSample(panel);
  const credential = await panel.request('clients:create', { name: 'Shown', start: 'ask' });
  const agent = await place.stdioAgent(credential);
  expect((await agent.call(echo, { message: 'x' })).isError).toBe(false);
  const ended = ({ calls, inFlight }: { calls: number; inFlight: number }) => calls === 1 && inFlight === 0;
  await panel.waitFor(({ agents }) => Object.values(agents).some(ended), 'the call has ended');
  expect(Object.values(panel.snapshot.agents)).toMatchObject([
    {
      clientId: credential.client.id,
      name: 'Shown',
      claimedName: 'a test',
      version: '1.0.0',
      transport: 'stdio',
      state: { kind: 'connected' },
      program: { pid: process.pid },
      calls: 1,
      refused: 0,
      failed: 0,
    },
  ]);
  await agent.close();
  await panel.waitFor(({ agents }) => Object.values(agents)[0]?.state.kind === 'gone', 'the agent has left');
});
