// A call that waits until its server is back is decided again before it is sent: over the router and the gateway's requests as they are.
import { expect, test } from 'vitest';
import { ProgressTokens } from '../../../../electron/core/gateway/progress.ts';
import { ServerRequests } from '../../../../electron/core/gateway/server-requests.ts';
import { createExecutor } from '../../../../electron/core/router/execute.ts';
import { buildServer } from '../../../support/hub-fixtures.ts';
import { noTasks } from '../../../support/no-tasks.ts';
import { createWorld, doneResult, turn } from './router-world.ts';
import type { Targets } from '../../../../electron/core/router/execute.ts';
import type { McpClient } from '../../../../electron/core/servers/client/mcp-client.ts';

const foreverAway = {
  kind: 'waiting',
  since: 0,
  until: 60_000,
  reason: { kind: 'stream-broke', host: 'far' },
} as const;

/** A call that was let through and waits for its server; `back` is when that runs again. */
async function waitingCall() {
  const made = createWorld();
  const sent: string[] = [];
  let back: () => void = () => {};
  const client = { request: async (method: string) => (sent.push(method), doneResult) } as Partial<McpClient>;
  const servers = new ServerRequests({
    sent: () => () => {},
    progress: new ProgressTokens(),
    connectedAgent: () => undefined,
    isPerAgent: () => false,
    runOf: id => id,
    timeoutOf: () => 60_000,
    clientFor: () => new Promise(resolve => (back = () => resolve(client as McpClient))),
    tasks: noTasks(),
    runEnded() {},
    noteNeed() {},
  });
  made.world.execute = createExecutor({ servers } as Partial<Targets> as Targets);
  made.world.server = buildServer({ kind: 'http', state: foreverAway });
  const { result, request } = made.call('everything__echo');
  await turn();
  await made.answer('allow', 'always');
  await turn();
  expect(sent).toEqual([]);
  return { ...made, result, request, sent, back: () => back() };
}

test('Where nothing has changed it is sent once the server is back.', async () => {
  const { result, sent, back } = await waitingCall();
  back();
  expect(await result).toEqual(doneResult);
  expect(sent).toEqual(['tools/call']);
});

type Waiting = Awaited<ReturnType<typeof waitingCall>>;

test.each<[string, (call: Waiting) => unknown, string]>([
  ['what allowed it was taken back', ({ grants }) => grants.revoke(grants.all()[0]?.id ?? ''), 'allowed'],
  ['all is paused', ({ world }) => (world.mode = 'paused'), 'paused'],
  ['its agent is paused', ({ world }) => (world.agent = { mode: 'paused' }), 'paused'],
  ['agents only read now', ({ world }) => (world.mode = 'read-only'), 'read'],
  ['all is stopped', ({ world }) => (world.mode = 'stopped'), 'stopped'],
  ['its credential was revoked', ({ world }) => (world.client = null), 'revoked'],
  [
    'its server has another config, which nobody has approved',
    ({ world }) => {
      const reason = { kind: 'approval-changed', what: 'address' } as const;
      world.server = buildServer({ state: { kind: 'blocked', since: 0, by: 'approval', reason } });
    },
    'everything',
  ],
  [
    'its server was stopped',
    ({ world }) => (world.server = buildServer({ state: { kind: 'stopped', since: 0 } })),
    'stopped',
  ],
  ['its server was removed', ({ catalogue }) => catalogue.setServerTools('everything', []), 'everything'],
])('Where %s meanwhile it is refused and never sent.', async (_what, change, said) => {
  const call = await waitingCall();
  await change(call);
  call.back();
  const result = await call.result;
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result.content)).toContain(said);
  expect(call.sent).toEqual([]);
  expect(call.audit.at(-1)).toMatchObject({ outcome: 'dropped' });
});
