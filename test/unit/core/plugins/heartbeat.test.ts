// Pings: when they go out, what a missed one does, and where a plugin lives that lives in two browsers.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noon } from '../../../support/hub-fixtures.ts';
import { envelope, FakeBrowser, obliging, openPlugins, tool } from '../../../support/plugin-world.ts';

const time = 'time@plugins.example';

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

function opened() {
  const world = openPlugins();
  const firefox = world.browser('a');
  firefox.register(time, [tool('now')]);
  const pings = () => firefox.to(time).filter(({ type }) => type === 'PLUGIN_PING').length;
  return { ...world, firefox, pings };
}

describe('pings', () => {
  test('002 Timeouts: each plugin is pinged every 60 s.', async () => {
    const { firefox, pings, registry } = opened();
    firefox.answers.set(time, obliging());
    await vi.advanceTimersByTimeAsync(59_000);
    expect(pings()).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(pings()).toBe(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(pings()).toBe(3);
    expect(registry.detail(time)).toMatchObject({ pings: [{}, {}, {}], uptimeSeconds: 7 });
  });

  test('002 PLUGIN_PONG: one that answers it is not healthy is in error, until it says that it is.', async () => {
    const { firefox, row } = opened();
    firefox.answers.set(time, ({ requestId }) => envelope('PLUGIN_PONG', { healthy: false }, requestId));
    await vi.advanceTimersByTimeAsync(60_001);
    expect(row(time)?.state).toMatchObject({ kind: 'error', reason: { kind: 'plugin-unwell' } });
    firefox.answers.set(time, obliging());
    await vi.advanceTimersByTimeAsync(60_001);
    expect(row(time)?.state.kind).toBe('active');
  });

  test('002 Heartbeat: a ping has 2 s; after three missed in a row a plugin is unreachable, and is pinged ever later.', async () => {
    const { pings, row, catalogue } = opened();
    await vi.advanceTimersByTimeAsync(60_000 + 2_000);
    await vi.advanceTimersByTimeAsync(60_000 + 2_000);
    expect([pings(), row(time)?.state.kind]).toEqual([2, 'active']);
    await vi.advanceTimersByTimeAsync(60_000 + 2_000);
    expect(row(time)?.state).toMatchObject({
      kind: 'unreachable',
      missed: 3,
      away: false,
      nextPingAt: Date.now() + 120_000,
    });
    expect(catalogue.lookUp(`${time}::now`)).toBeNull();
    await vi.advanceTimersByTimeAsync(120_000 + 2_000);
    expect(row(time)?.state).toMatchObject({ missed: 4, nextPingAt: Date.now() + 240_000 });
  });

  test('An unreachable plugin is there again with the first ping that it answers, and with a registration.', async () => {
    const { firefox, row, pings } = opened();
    await vi.advanceTimersByTimeAsync(3 * 62_000);
    expect(row(time)?.state.kind).toBe('unreachable');
    firefox.answers.set(time, obliging());
    await vi.advanceTimersByTimeAsync(120_001);
    expect([row(time)?.state.kind, pings()]).toEqual(['active', 4]);
    firefox.answers.clear();
    await vi.advanceTimersByTimeAsync(3 * 62_000);
    expect(row(time)?.state.kind).toBe('unreachable');
    firefox.register(time, [tool('now')]);
    expect(row(time)?.state.kind).toBe('active');
  });

  test('One that is disabled is not pinged.', async () => {
    const { registry, pings } = opened();
    await registry.setEnabled(time, false);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(pings()).toBe(0);
  });

  test('002 PLUGIN_TOOLS_LIST: the hub asks for the tools when the user wants that, within 5 s; some plugins never answer it.', async () => {
    const { firefox, registry, row } = opened();
    firefox.answers.set(time, ({ requestId }) =>
      envelope('PLUGIN_TOOLS_LIST_RESULT', { tools: [tool('now'), tool('later')] }, requestId),
    );
    await registry.listTools(time);
    expect(row(time)).toMatchObject({ tools: 2, held: 1 });
    firefox.answers.clear();
    const late = expect(registry.listTools(time)).rejects.toMatchObject({ code: 'TIMEOUT' });
    await vi.advanceTimersByTimeAsync(5_000);
    await late;
  });
});

describe('browsers', () => {
  test('A plugin whose browser left is away, and its calls in flight end.', async () => {
    const { firefox, call, row } = opened();
    const lost = expect(call(`${time}::now`)).rejects.toMatchObject({ reason: { kind: 'plugin-gone' } });
    firefox.leave();
    await lost;
    expect(row(time)).toMatchObject({ state: { kind: 'unreachable', away: true }, browsers: [{ here: false }] });
  });

  test('In two browsers it is one plugin, and called where it was heard from last and has these tools.', async () => {
    const { firefox, browser, row, call } = opened();
    const second = browser('b');
    vi.advanceTimersByTime(5);
    second.register(time, [tool('now')]);
    expect(row(time)?.browsers.map(({ here }) => here)).toEqual([true, true]);
    second.answers.set(time, obliging('second'));
    firefox.answers.set(time, obliging('first'));
    expect(await call(`${time}::now`)).toMatchObject({ content: [{ text: 'second' }] });
    second.leave();
    expect(row(time)?.state.kind).toBe('active');
    expect(await call(`${time}::now`)).toMatchObject({ content: [{ text: 'first' }] });
  });

  test('A browser that connects again takes the place of its connection before.', () => {
    const { firefox, browser, row } = opened();
    browser('a');
    expect(firefox.closedBy).toBe('The same browser connected again.');
    expect(row(time)?.browsers).toHaveLength(1);
  });

  test('Nothing is heard before a browser has said which one it is, and three frames of nonsense end its connection.', () => {
    const { registry, state } = openPlugins();
    const browser = openSilent(registry);
    browser.say(time, envelope('PLUGIN_REGISTER', { plugin: {} }));
    expect([browser.sent, Object.keys(state.snapshot().plugins)]).toEqual([[], []]);
    for (let at = 0; at < 3; at += 1) browser.frame({ kind: 'nonsense' });
    expect(browser.closedBy).not.toBeNull();
  });
});

function openSilent(registry: ReturnType<typeof openPlugins>['registry']): FakeBrowser {
  const made = new FakeBrowser();
  registry.accept(made.channel);
  return made;
}
