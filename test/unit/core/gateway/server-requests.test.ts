// Requests at servers as long as the server works on them, whether or not somebody still waits: over a client on a wire of its own.
import { expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { HostRequests } from '../../../../electron/core/gateway/host-requests.ts';
import { ProgressTokens } from '../../../../electron/core/gateway/progress.ts';
import { ServerRequests } from '../../../../electron/core/gateway/server-requests.ts';
import { mcpCancel, Peer } from '../../../../electron/core/wire/peer.ts';
import { buildRequest } from '../../../support/hub-fixtures.ts';
import { noTasks } from '../../../support/no-tasks.ts';
import { RecordingTap } from '../wire/recording-tap.ts';
import type { McpClient } from '../../../../electron/core/servers/client/mcp-client.ts';
import type { StatelessRequestOptions } from '../../../../electron/core/servers/stateless/stateless-server.ts';

const asked = buildRequest({ method: 'harbor/request_host' });

/** A script that two call: the extension with 1, which answers what is asked for its call, and another with 2. */
function openScene() {
  const hostRequests = new HostRequests();
  hostRequests.serveFor({ seq: 1 }, async () => 'served');
  const ids = new Map<number | null, unknown>();
  const peer = new Peer({
    hub: { kind: 'hub', id: 'hub', label: 'hub' },
    other: () => ({ kind: 'server', id: 's', label: 's' }),
    tap: new RecordingTap(),
    cancel: mcpCancel,
    send: () => {},
    handle: async () => ({ result: {} }),
  });
  const closed: (() => void)[] = [];
  const client = {
    isStateless: false,
    onClosed: (listener: () => void) => void closed.push(listener),
    request: (method: string, params: unknown, options: StatelessRequestOptions) =>
      peer.request(method, params, {
        ...options,
        onId: id => {
          ids.set(options.parent, id);
          options.onId?.(id);
        },
      }),
  } as Partial<McpClient> as McpClient;
  const requests = new ServerRequests({
    sent: (serverId, request) => hostRequests.sent(serverId, request),
    progress: new ProgressTokens(),
    connectedAgent: () => undefined,
    isPerAgent: () => false,
    runOf: id => id,
    timeoutOf: () => 60_000,
    clientFor: async () => client,
    tasks: noTasks(),
    runEnded() {},
    noteNeed() {},
  });
  const call = (seq: number, signal = new AbortController().signal) => {
    const request = buildRequest({ seq, method: 'tools/call', signal });
    return requests.ask('a', { serverId: 's', method: 'tools/call', params: {}, request }).catch(() => 'failed');
  };
  const answer = (seq: number) => peer.receive(JSON.stringify({ jsonrpc: '2.0', id: ids.get(seq), result: {} }));
  const isServed = () => hostRequests.ask('s', asked) !== null;
  return { call, answer, isServed, closed, peer };
}

/** The other one's call, which its asker leaves. */
async function leave({ call }: ReturnType<typeof openScene>): Promise<void> {
  const left = new AbortController();
  const other = call(2, left.signal);
  await new Promise(resolve => setImmediate(resolve));
  left.abort();
  expect(await other).toBe('failed');
}

test('What a script asks while it goes on with a call that its asker has left is asked of nobody, until it has answered that.', async () => {
  const scene = openScene();
  await leave(scene);
  const own = scene.call(1);
  await new Promise(resolve => setImmediate(resolve));
  expect(scene.isServed()).toBe(false);
  scene.answer(2);
  expect(scene.isServed()).toBe(true);
  scene.answer(1);
  await own;
  expect(scene.isServed()).toBe(false);
});

test('The same until its run has ended, with which the call ends.', async () => {
  const scene = openScene();
  await leave(scene);
  for (const listener of scene.closed) listener();
  void scene.call(1);
  await new Promise(resolve => setImmediate(resolve));
  expect(scene.isServed()).toBe(true);
  scene.peer.close(new HubError('ERR_CANCELLED', 'over'));
});

test('A call that was left before it was sent is none.', async () => {
  const scene = openScene();
  expect(await scene.call(2, AbortSignal.abort())).toBe('failed');
  void scene.call(1);
  await new Promise(resolve => setImmediate(resolve));
  expect(scene.isServed()).toBe(true);
  scene.peer.close(new HubError('ERR_CANCELLED', 'over'));
});
