// MCP over HTTP on a hub that is made up: what takes long, and what goes wrong inside.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { AgentRegistry } from '../../../../electron/core/agents/agent-registry.ts';
import { McpAccess } from '../../../../electron/core/http/mcp-access.ts';
import { listenMcpHttp } from '../../../../electron/core/http/mcp-http.ts';
import { buildBrowser, buildClient, buildState } from '../../../support/hub-fixtures.ts';
import { askHttp, openEvents } from '../../../support/raw-http.ts';
import type { AgentServices } from '../../../../electron/core/agent-connections/agent-services.ts';

const noon = 1_704_067_200_000;
const headers = { authorization: 'Bearer any' };

afterEach(() => vi.useRealTimers());

/** Everybody is the same client. `services` stands in place of what the hub has. */
async function listen(services: Partial<AgentServices> = {}) {
  const randomBytes = (size: number) => Buffer.alloc(size, 7);
  const agents = new AgentRegistry({ state: buildState(), now: () => noon, randomBytes, onLeft: () => {} });
  const agentServices = {
    agents,
    browsers: { connected: () => [buildBrowser()] },
    gateway: { enter: () => () => {} },
    catalogue: { onChange: () => () => {} },
    version: '0.0.0',
    ...services,
  } as unknown as AgentServices;
  const client = buildClient();
  const listening = await listenMcpHttp({
    agentServices,
    access: new McpAccess({ get: () => client, verifyToken: () => client, seen: () => {} }),
    port: 0,
    randomBytes,
    now: () => noon,
    limits: () => ({ message: 100, mcp: 100 }),
    origins: () => [],
    withoutToken: () => false,
    serverName: () => 'claude-browser-extension',
  });
  onTestFinished(() => listening.close());
  return { ...listening, origin: `http://127.0.0.1:${listening.port}` };
}

test('004 ping: a stream is told the time every 30 seconds.', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { origin, close } = await listen();
  const stream = await openEvents(origin, { path: '/sse', headers });
  await stream.next(({ event }) => event === 'endpoint');
  vi.advanceTimersByTime(29_999 + 60_001);
  await close();
  await stream.ended;
  expect(stream.events.filter(({ event }) => event === 'ping')).toEqual(
    Array.from({ length: 3 }, () => ({ event: 'ping', data: `{"timestamp":${noon}}` })),
  );
});

test('004 error: a stream that the hub ends is told why first.', async () => {
  const { origin, close } = await listen();
  const stream = await openEvents(origin, { path: '/sse', headers });
  await stream.next(({ event }) => event === 'endpoint');
  await close();
  await stream.ended;
  const { event, data = '' } = stream.events.at(-1) ?? {};
  expect([event, JSON.parse(data)]).toEqual(['error', { code: -32000, message: expect.stringMatching(/\S/) }]);
});

test('004 Error Responses: what goes wrong inside is answered 500 with -32603, and the next request is served.', async () => {
  const toolsReady = Promise.reject(new Error('The list is broken.'));
  toolsReady.catch(() => {});
  const { origin } = await listen({ toolsReady });
  const broken = await askHttp(origin, { method: 'GET', path: '/tools', headers });
  expect([broken.status, broken.json()]).toEqual([500, { error: { code: -32603, message: 'The list is broken.' } }]);
  expect((await askHttp(origin, { method: 'GET', path: '/health', headers })).json()).toEqual({
    status: 'ok',
    version: '0.0.0',
    activeSessions: 0,
  });
});
