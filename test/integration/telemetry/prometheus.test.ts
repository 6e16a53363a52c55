// Metrics at a running hub: off by default, on with a token of their own, and what a real call makes of them.
import { describe, expect, onTestFinished, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { askHttp } from '../../support/raw-http.ts';
import { openScene } from '../gateway/scene.ts';

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
    const open = await read({
      ...bearer(shown),
      accept: 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5',
    });
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

  test('Calls that are carried out by a server and one that is not are counted once each, with the delays of hub and server.', async () => {
    const scene = await openScene();
    onTestFinished(() => scene.end());
    const { panel } = scene;
    await scene.addServer('typed', [`${repositoryRoot}/test/fixtures/servers/typed.mjs`]);
    await scene.allow('typed');
    const { prometheus, token } = await panel.request('prometheus:set', { on: true });
    const agent = await scene.httpAgent();
    const order = { name: 'typed__order', arguments: { title: 'Ink', to: { kind: 'room', floor: 3 } } };
    await agent.callTool(order);
    await agent.callTool(order);
    const failed = await agent.callTool({ name: 'navigate', arguments: { url: 'https://example.com' } });
    expect(failed.isError).toBe(true);
    const address = new URL(prometheus.address ?? '');
    const { text } = await askHttp(address.origin, { method: 'GET', path: '/metrics', headers: bearer(token ?? '') });
    const ordered = 'gen_ai_tool_name="typed__order"';
    const calls = 'pilothouse_calls_total{';
    expect(sampleOf(text, calls, ordered, 'pilothouse_kind="server"', 'pilothouse_server="typed"', '"ok"')).toBe(2);
    expect(sampleOf(text, calls, 'gen_ai_tool_name="navigate"')).toBe(1);
    expect(sampleOf(text, 'pilothouse_errors_total{')).toBe(1);
    const asked = 'mcp_server_operation_duration_seconds';
    const served = 'mcp_client_operation_duration_seconds';
    const method = 'mcp_method_name="tools/call"';
    expect(sampleOf(text, `${asked}_count{`, ordered, method)).toBe(2);
    expect(sampleOf(text, `${served}_count{`, 'pilothouse_server="typed"', method)).toBe(2);
    // What the hub took is the rest of the whole, to the last digit that is written.
    const whole = sampleOf(text, `${asked}_sum{`, ordered) ?? 0;
    const target = sampleOf(text, `${served}_sum{`, 'pilothouse_server="typed"', method) ?? 0;
    const hub = sampleOf(text, 'pilothouse_hub_duration_seconds_sum{', 'pilothouse_kind="server"') ?? 0;
    expect(hub + target).toBeCloseTo(whole, 9);
    expect(sampleOf(text, 'pilothouse_servers{', '"running"')).toBe(1);
    expect(sampleOf(text, 'pilothouse_agents_connected ')).toBe(1);
    expect(sampleOf(text, 'process_memory_usage_bytes ')).toBeGreaterThan(1_000_000);
  });

  test('From the command line it is switched on once that was confirmed in the panel, and its token printed once.', async () => {
    const { place, panel, read } = await openHub();
    const asked = place.run(['telemetry', 'prometheus', 'on', '--json']);
    expect((await read()).status).toBe(404);
    const { stdout, code } = await confirmed(panel, asked);
    expect(code).toBe(0);
    const { token } = JSON.parse(stdout) as { token: string };
    expect((await read(bearer(token))).status).toBe(200);
    const again = await place.run(['telemetry', 'prometheus', 'status', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ prometheus: { enabled: true, hasToken: true }, token: null });
    expect(again.stdout).not.toContain(token);
  });
});
