// Metrics at a running hub: off by default, on with a token of their own, and what a real call makes of them.
import { describe, expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { askHttp } from '../../support/raw-http.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function openHub() {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const credential = await panel.request('clients:create', { name: 'First', start: 'ask' });
  const origin = new URL(panel.snapshot.endpoints['mcp-http']?.address ?? '').origin;
  const read = (headers: Record<string, string> = {}, method = 'GET') =>
    askHttp(origin, { method, path: '/metrics', headers });
  return { place, hub, panel, credential, origin, read };
}

/** The value of the one sample whose name and labels contain all of these. */
function sampleOf(text: string, ...parts: readonly string[]): number | null {
  const line = text.split('\n').find(each => !each.startsWith('#') && parts.every(part => each.includes(part)));
  return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ') + 1));
}

describe('metrics for Prometheus', () => {
  test('Off, as a hub begins, /metrics is not there, for whatever token.', async () => {
    const { panel, credential, read } = await openHub();
    expect((await panel.request('prometheus:get', {})).prometheus).toMatchObject({ enabled: false, hasToken: false });
    expect((await read()).status).toBe(404);
    expect((await read(bearer(credential.http.token))).status).toBe(404);
  });

  test('On, its own token reads it, and nothing else does: no token, a wrong one, an agent’s; and it opens nothing else.', async () => {
    const { panel, credential, origin, read } = await openHub();
    const { token, prometheus } = await panel.request('prometheus:set', { on: true });
    expect(prometheus).toEqual({ enabled: true, address: `${origin}/metrics`, hasToken: true });
    const shown = token ?? '';
    expect(shown).toMatch(/^[\w-]{43}$/);
    const refused = await read();
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="metrics"']);
    expect((await read(bearer(`${shown}x`))).status).toBe(401);
    expect((await read(bearer(credential.http.token))).status).toBe(401);
    expect((await read({ ...bearer(shown), host: 'example.com' })).status).toBe(403);
    expect((await read({ ...bearer(shown), origin: 'https://example.com' })).status).toBe(403);
    expect((await read(bearer(shown), 'POST')).status).toBe(405);
    expect((await askHttp(origin, { method: 'GET', path: '/tools', headers: bearer(shown) })).status).toBe(401);
    const answered = await read(bearer(shown));
    expect([answered.status, answered.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(sampleOf(answered.text, 'pilothouse_run_mode{', '"running"')).toBe(1);
    const open = await read({ ...bearer(shown), accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' });
    expect(open.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect(open.text.endsWith('\n# EOF\n')).toBe(true);
  });

  test('A new token ends the one before; off and on again keeps it; it is kept over a restart, and never shown again.', async () => {
    const { place, hub, panel, read } = await openHub();
    const first = (await panel.request('prometheus:set', { on: true })).token ?? '';
    const second = (await panel.request('prometheus:new-token', {})).token ?? '';
    expect((await read(bearer(first))).status).toBe(401);
    expect((await read(bearer(second))).status).toBe(200);
    await panel.request('prometheus:set', { on: false });
    expect((await read(bearer(second))).status).toBe(404);
    expect((await panel.request('prometheus:set', { on: true })).token).toBeNull();
    await hub.kill('SIGTERM');
    const again = await place.panel(await place.serve());
    const origin = new URL(again.snapshot.endpoints['mcp-http']?.address ?? '').origin;
    const answered = await askHttp(origin, { method: 'GET', path: '/metrics', headers: bearer(second) });
    expect(answered.status).toBe(200);
  });

  test('Past twenty wrong tokens they are braked with 429, and the right one still reads.', async () => {
    const { panel, read } = await openHub();
    const token = (await panel.request('prometheus:set', { on: true })).token ?? '';
    for (let count = 0; count < 20; count += 1) expect((await read(bearer(`wrong-${count}`))).status).toBe(401);
    const braked = await read(bearer('wrong'));
    expect([braked.status, braked.headers['retry-after']]).toEqual([429, '60']);
    expect((await read(bearer(token))).status).toBe(200);
  });

  test('A call that is carried out and one that is refused are counted once each, with their delays.', async () => {
    const { place, panel, credential, read } = await openHub();
    const token = (await panel.request('prometheus:set', { on: true })).token ?? '';
    const agent = await place.httpAgent(credential);
    await agent.call('list_servers');
    await agent.call('list_servers');
    const unknown = await agent.call('navigate', { url: 'https://example.com' }).catch(() => ({ isError: true }));
    expect(unknown.isError).toBe(true);
    const { text } = await read(bearer(token));
    const calls = 'pilothouse_calls_total{';
    expect(sampleOf(text, calls, 'gen_ai_tool_name="list_servers"', 'pilothouse_kind="own"', '"ok"')).toBe(2);
    expect(sampleOf(text, calls, 'gen_ai_tool_name="navigate"')).toBe(1);
    const count = 'mcp_server_operation_duration_seconds_count{';
    expect(sampleOf(text, count, 'gen_ai_tool_name="list_servers"', 'mcp_method_name="tools/call"')).toBe(2);
    expect(sampleOf(text, count, 'mcp_method_name="initialize"')).toBeNull();
    expect(sampleOf(text, 'pilothouse_agents_connected ')).toBe(1);
    expect(sampleOf(text, 'process_memory_usage_bytes ')).toBeGreaterThan(1_000_000);
    expect(sampleOf(text, 'pilothouse_errors_total{')).toBe(1);
  });
});
