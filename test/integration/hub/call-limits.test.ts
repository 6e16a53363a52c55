// Spec 003's limits and its nine error codes, each raised by a real hub for a real agent.
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { urlOf } from '../../support/hub-process.ts';
import { until } from '../../support/panel-client.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { askHttp } from '../../support/raw-http.ts';
import { openScene } from '../gateway/scene.ts';
import { answer } from './scenes.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { Scene } from '../gateway/scene.ts';

const page = 'http://page.example';
const otherPage = 'http://other.example';
const runKey = 'dev.pilothouse/run';

let scene: Scene;
let agent: Client;

beforeAll(async () => {
  scene = await openScene();
  const { panel } = scene;
  const fixture = path.join(repositoryRoot, 'test/fixtures/servers/troubled.mjs');
  await scene.addServer('troubled', [fixture], { timeoutMs: 5_000 });
  await scene.addServer('patient', [fixture]);
  await scene.allow('troubled');
  await scene.allow('patient');
  await panel.request('mcp-server:set', { change: { corsOrigins: [page, otherPage] } });
  agent = await scene.agent();
});

afterAll(() => scene.end());

const codeOf = ({ _meta }: { _meta?: Record<string, unknown> | undefined }) => _meta?.['dev.pilothouse/code'];
const call = (name: string, run?: unknown) =>
  agent.callTool({ name, arguments: {}, ...(run !== undefined && { _meta: { [runKey]: run } }) });

describe('a run with a budget', () => {
  test('A call in no run is not counted.', async () => {
    for (let calls = 0; calls < 7; calls += 1) expect((await call('troubled__echo')).isError).toBeFalsy();
  });

  test('A run ends with its budget; each result says how much is left, and the panel how much is used.', async () => {
    const left: unknown[] = [];
    for (let calls = 0; calls < 3; calls += 1)
      left.push((await call('troubled__echo', { id: 'trip', maxCalls: 3 }))._meta?.[runKey]);
    expect(left).toEqual([2, 1, 0].map(callsLeft => ({ id: 'trip', maxCalls: 3, callsLeft })));
    const over = await call('troubled__echo', { id: 'trip', maxCalls: 9 });
    expect(over).toMatchObject({
      isError: true,
      content: [
        {
          text: 'The run "trip" has made its 3 calls. Tell the user how far you came, or open another run. [ERR_BUDGET_EXCEEDED]',
        },
      ],
    });
    const shown = () => Object.values(scene.panel.snapshot.agents).map(({ run }) => run);
    await until(() => shown().some(run => run?.id === 'trip' && run.calls === 3 && run.maxCalls === 3), 'it is shown');
  });

  test('A run whose agent names no budget has the one of the settings, and none has more.', async () => {
    const { limits } = await scene.panel.request('limits:get', {});
    expect(limits).toEqual({ maxCallsPerRun: 5, maxConcurrentPerOrigin: 2, defaultTimeoutMs: 30_000 });
    expect((await call('troubled__echo', { id: 'bare' }))._meta?.[runKey]).toMatchObject({ callsLeft: 4 });
    expect((await call('troubled__echo', { id: 'greedy', maxCalls: 900 }))._meta?.[runKey]).toMatchObject({
      maxCalls: 5,
    });
    await scene.panel.request('limits:set', { change: { maxCallsPerRun: 8 } });
    expect((await call('troubled__echo', { id: 'later' }))._meta?.[runKey]).toMatchObject({ maxCalls: 8 });
    const { limits: after } = await scene.panel.request('limits:set', { change: { maxCallsPerRun: 5 } });
    expect(after).toEqual(limits);
  });

  test('Calls in a batch draw from the budget too, and its answer says what the last of them says.', async () => {
    const batch = (calls: number) =>
      agent.callTool({
        name: 'browser_batch',
        arguments: { actions: Array.from({ length: calls }, () => ({ name: 'troubled__echo', input: {} })) },
        _meta: { [runKey]: { id: 'batched', maxCalls: 3 } },
      });
    expect((await batch(2))._meta?.[runKey]).toEqual({ id: 'batched', maxCalls: 3, callsLeft: 1 });
    const over = await batch(3);
    expect(codeOf(over)).toBe('ERR_BUDGET_EXCEEDED');
    expect(JSON.stringify(over.content)).toContain('Action 2 of 3 (troubled__echo) failed; the 1 after it was not');
  });

  test('A run that cannot be read is refused, so that no budget is lost by a slip.', async () => {
    expect(codeOf(await call('troubled__echo', { id: 7 }))).toBe('ERR_INVALID_ARGUMENTS');
  });
});

describe('a web origin', () => {
  const post = (origin: string, name: string, id: number) =>
    askHttp(new URL(urlOf(scene.credential)).origin, {
      path: '/mcp',
      headers: {
        authorization: `Bearer ${scene.credential.http.token}`,
        origin,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: {
          name,
          arguments: {},
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'page', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
    });

  test('Two of its calls run at a time, a third is refused; another origin has its own share.', async () => {
    const inFlight = () => {
      const mine = Object.values(scene.panel.snapshot.agents).find(({ origin }) => origin === page);
      return mine?.inFlight ?? 0;
    };
    const waiting = [1, 2].map(id => post(page, 'troubled__wait', id));
    await until(() => inFlight() === 2, 'two calls are under way');
    const third = await post(page, 'patient__echo', 3);
    expect(third.text).toContain(
      'http://page.example has 2 calls under way, and 2 at a time are let through. Call again when one has ended. [ERR_RATE_LIMITED]',
    );
    expect((await post(otherPage, 'patient__echo', 4)).text).not.toContain('ERR_');
    for (const { text } of await Promise.all(waiting)) expect(text).toContain('ERR_TOOL_TIMEOUT');
    expect((await post(page, 'patient__echo', 5)).text).not.toContain('ERR_');
  });
});

describe('the other codes of spec 003', () => {
  test('ERR_TOOL_TIMEOUT: the server did not answer within its time.', async () => {
    const result = await call('troubled__wait');
    expect([codeOf(result), result.content]).toEqual([
      'ERR_TOOL_TIMEOUT',
      [{ type: 'text', text: 'troubled did not answer tools/call within 5 s. [ERR_TOOL_TIMEOUT]' }],
    ]);
  });

  test('A server without a time of its own has the one that is set for all.', async () => {
    await scene.panel.request('limits:set', { change: { defaultTimeoutMs: 1_500 } });
    expect(scene.panel.snapshot.servers['patient']?.options.timeoutMs).toBeNull();
    const result = await call('patient__wait');
    await scene.panel.request('limits:set', { change: { defaultTimeoutMs: 30_000 } });
    expect(result.content).toEqual([
      { type: 'text', text: 'patient did not answer tools/call within 1.5 s. [ERR_TOOL_TIMEOUT]' },
    ]);
  });

  test('ERR_TOOL_FAILED: its answer cannot be used.', async () => {
    expect(codeOf(await call('troubled__odd'))).toBe('ERR_TOOL_FAILED');
  });

  test('ERR_TOOL_NOT_FOUND: there is no such tool.', async () => {
    expect(codeOf(await call('troubled__none'))).toBe('ERR_TOOL_NOT_FOUND');
  });

  test('ERR_TOOL_NOT_ALLOWED: the user has switched it off.', async () => {
    const toolId = 'troubled/echo';
    await scene.panel.request('tools:set', { toolId, on: false });
    expect(codeOf(await call('troubled__echo'))).toBe('ERR_TOOL_NOT_ALLOWED');
    await scene.panel.request('tools:set', { toolId, on: true });
  });

  test('ERR_PERMISSION_DENIED: the user has said no.', async () => {
    const other = await scene.panel.request('clients:create', { name: 'Refused', start: 'ask' });
    const refused = await scene.place.stdioAgent(other);
    const called = refused.call('troubled__echo');
    await answer(scene.panel, 'deny', 'always');
    expect((await called).text).toContain('[ERR_PERMISSION_DENIED]');
  });

  test('ERR_SERVER_UNAVAILABLE: its server was stopped.', async () => {
    await scene.panel.request('servers:stop', { serverId: 'troubled' });
    await scene.panel.waitFor(({ servers }) => servers['troubled']?.state.kind === 'stopped', 'it has stopped');
    expect(codeOf(await call('troubled__echo'))).toBe('ERR_SERVER_UNAVAILABLE');
  });

  test('ERR_SCOPE_REQUIRED: it was never granted, and nobody is there to be asked.', async () => {
    const other = await scene.panel.request('clients:create', { name: 'Unheard', start: 'ask' });
    const unheard = await scene.place.stdioAgent(other);
    await scene.panel.close();
    expect((await unheard.call('patient__echo')).text).toContain('[ERR_SCOPE_REQUIRED]');
  });
});
