// Registering: who may, with what, and what becomes of it when it happens again.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pluginBounds } from '../../../../contract/plugins.ts';
import { noon } from '../../../support/hub-fixtures.ts';
import { descriptor, envelope, obliging, openPlugins, tool } from '../../../support/plugin-world.ts';

const time = 'time@plugins.example';

beforeEach(() => void vi.useFakeTimers({ now: noon }));
afterEach(() => void vi.useRealTimers());

describe('registering', () => {
  test('002 PLUGIN_REGISTER_ACK: a plugin is told that it is registered, with its id as the namespace of its tools.', () => {
    const { browser, row, catalogue } = openPlugins();
    const ack = browser('a').register(time, [tool('now'), tool('format')]);
    expect(ack).toMatchObject({ requestId: `reg-${time}`, payload: { success: true, toolNamespace: time } });
    expect(row(time)).toMatchObject({ state: { kind: 'active' }, tools: 2, registrations: 1, held: 0 });
    expect(catalogue.list().map(({ name }) => name)).toContain(catalogue.definition(`${time}::now`)['name']);
  });

  test('002 Registration Messages: the id is that which the browser told; one who says another is refused.', () => {
    const { browser, row } = openPlugins();
    const firefox = browser('a');
    firefox.say('liar@plugins.example', envelope('PLUGIN_REGISTER', descriptor(time, [tool('now')])));
    expect(firefox.newest('liar@plugins.example', 'PLUGIN_REGISTER_ACK')?.payload).toMatchObject({ success: false });
    expect(firefox.to(time)).toEqual([]);
    expect([row(time), row('liar@plugins.example')?.state]).toMatchObject([
      null,
      { kind: 'error', reason: { kind: 'plugin-other-id', claimed: time } },
    ]);
  });

  test.each(['harbor-plugin/v0', 'harbor-plugin/v2', 'harbor-plugin/v1.1'])(
    '002 Compatibility Rules: only the exact version is taken, and another one gets PROTOCOL_VERSION_MISMATCH: %s.',
    version => {
      const { browser, row } = openPlugins();
      const firefox = browser('a');
      firefox.say(time, envelope('PLUGIN_REGISTER', descriptor(time, []), 'r', version));
      expect(firefox.newest(time, 'PLUGIN_REGISTER_ACK')?.payload).toEqual({
        success: false,
        error: expect.stringMatching(/^PROTOCOL_VERSION_MISMATCH: harbor-plugin\/v1 is spoken here/),
      });
      expect(row(time)?.state).toMatchObject({ kind: 'error', reason: { kind: 'plugin-speaks', version } });
    },
  );

  test.each([
    ['no list of tools', { tools: 'none' }, 'tools'],
    ['a tool without a name', { tools: [{ inputSchema: {} }] }, 'tools.0.name'],
    ['a name with a space', { tools: [tool('a b')] }, 'tools.0.name'],
    [
      'a schema that takes no object',
      { tools: [tool('a', { inputSchema: { type: 'string' } })] },
      'tools.0.inputSchema.type',
    ],
    ['a tool twice', { tools: [tool('a'), tool('a')] }, 'tools.1.name'],
    ['no name of its own', { name: 7 }, 'name'],
  ])('002 Tool Definition Format: what cannot be read is refused with its place: %s.', (_, more, at) => {
    const { browser, row } = openPlugins();
    const ack = browser('a').register(time, [], more);
    expect(ack?.payload['error']).toMatch(/^INVALID_ARGUMENTS: /);
    expect(row(time)?.state).toMatchObject({ reason: { kind: 'plugin-unreadable', at } });
  });

  test('A plugin has at most 200 tools, and a browser at most 100 plugins.', () => {
    const { browser, row } = openPlugins();
    const firefox = browser('a');
    firefox.register(
      time,
      Array.from({ length: 201 }, (_, at) => tool(`t${at}`)),
    );
    expect(row(time)?.state).toMatchObject({ reason: { kind: 'plugin-too-many-tools', most: 200 } });
    for (let at = 0; at < 101; at += 1) firefox.register(`p${at}@plugins.example`, []);
    expect(row('p99@plugins.example')?.state.kind).toBe('active');
    expect(row('p100@plugins.example')?.state).toMatchObject({ reason: { kind: 'plugins-too-many', most: 100 } });
    browser('b').register('p100@plugins.example', []);
    expect(row('p100@plugins.example')?.state.kind).toBe('active');
  });

  test('Registering again is normal: nothing that the user decided changes by it.', async () => {
    const { browser, row, registry, catalogue } = openPlugins();
    const firefox = browser('a');
    firefox.register(time, [tool('now')]);
    await registry.setEnabled(time, false);
    expect(firefox.newest(time, 'PLUGIN_DISABLED')).toBeDefined();
    expect(firefox.register(time, [tool('now')])?.payload).toMatchObject({ success: true });
    expect(row(time)).toMatchObject({ state: { kind: 'disabled' }, registrations: 2 });
    expect(firefox.to(time).at(-1)?.type).toBe('PLUGIN_DISABLED');
    expect(catalogue.lookUp(`${time}::now`)).toBeNull();
  });

  test('002 PLUGIN_ENABLED: a plugin that the user enables again is told so, asked whether it is there, and called again.', async () => {
    const { browser, row, registry } = openPlugins();
    const firefox = browser('a');
    firefox.answers.set(time, obliging());
    firefox.register(time, [tool('now')]);
    await registry.setEnabled(time, false);
    await registry.setEnabled(time, true);
    await vi.advanceTimersByTimeAsync(1);
    expect(firefox.to(time).map(({ type }) => type)).toEqual([
      'PLUGIN_REGISTER_ACK',
      'PLUGIN_DISABLED',
      'PLUGIN_ENABLED',
      'PLUGIN_PING',
    ]);
    expect(row(time)?.state.kind).toBe('active');
  });

  test('A tool that comes back with another definition is held back until it was reviewed; the others stay.', async () => {
    const { browser, row, pins, catalogue } = openPlugins();
    const firefox = browser('a');
    firefox.register(time, [tool('now'), tool('format')]);
    firefox.register(time, [tool('now', { description: 'Deletes your files.' }), tool('format'), tool('new')]);
    const offered = () => catalogue.offered({ clientId: null, browserId: null }).map(({ id }) => id);
    expect(offered()).toContain(`${time}::format`);
    expect(offered()).not.toContain(`${time}::now`);
    expect(pins.reviews().map(({ toolId, held }) => [toolId, held])).toEqual([
      [`${time}::now`, 'changed'],
      [`${time}::new`, 'new'],
    ]);
    expect(row(time)?.held).toBe(2);
    const [review] = pins.reviews();
    catalogue.setHeld(`${time}::now`, await pins.review(`${time}::now`, review?.hash ?? '', true));
    expect(offered()).toContain(`${time}::now`);
  });

  test('002 PLUGIN_UNREGISTER_ACK: who says goodbye is told that it worked, and is gone; who was never there is told that it did not.', () => {
    const { browser, row } = openPlugins();
    const firefox = browser('a');
    firefox.register(time, [tool('now')]);
    firefox.say(time, envelope('PLUGIN_UNREGISTER', { reason: 'off' }, 'u'));
    expect(firefox.newest(time, 'PLUGIN_UNREGISTER_ACK')).toMatchObject({ requestId: 'u', payload: { success: true } });
    expect(row(time)).toBeNull();
    firefox.say(time, envelope('PLUGIN_UNREGISTER', {}, 'v'));
    expect(firefox.newest(time, 'PLUGIN_UNREGISTER_ACK')?.payload).toEqual({ success: false });
  });

  test('One that the user disabled stays so when it says goodbye and comes back.', async () => {
    const { browser, row, registry } = openPlugins();
    const firefox = browser('a');
    firefox.register(time, [tool('now')]);
    await registry.setEnabled(time, false);
    firefox.say(time, envelope('PLUGIN_UNREGISTER', {}, 'u'));
    firefox.register(time, [tool('now')]);
    expect(row(time)?.state.kind).toBe('disabled');
  });
});

describe('two browsers with two versions', () => {
  const offered = (world: ReturnType<typeof openPlugins>) =>
    ['now', 'format', 'zones'].filter(name => world.catalogue.lookUp(`${time}::${name}`) !== null);

  function inTwo(first: string, second: string) {
    const world = openPlugins();
    const [one, two] = [world.browser('a'), world.browser('b')];
    one.answers.set(time, obliging('one'));
    two.answers.set(time, obliging('two'));
    one.register(time, [tool('now'), tool('format')], { version: first });
    two.register(time, [tool('now'), tool('zones')], { version: second });
    const browsers = () => world.row(time)?.browsers.map(({ version, offers }) => ({ version, offers }));
    return { ...world, one, two, browsers };
  }

  test('It is one plugin: the later version is offered, whichever registered last, and the other browser is shown as what it is.', async () => {
    const world = inTwo('1.10.0', '1.9.0');
    expect([offered(world), world.browsers()]).toEqual([
      ['now', 'format'],
      [
        { version: '1.10.0', offers: true },
        { version: '1.9.0', offers: false },
      ],
    ]);
    expect(await world.call(`${time}::now`)).toMatchObject({ content: [{ text: 'one' }] });
    world.two.register(time, [tool('now'), tool('zones')], { version: '1.10.1' });
    expect([offered(world), world.browsers()]).toMatchObject([
      ['now', 'zones'],
      [{ offers: false }, { version: '1.10.1', offers: true }],
    ]);
  });

  test('When its browser leaves, the other version is offered in its place, and is not called by the words of the first.', async () => {
    const world = inTwo('2.0.0', '1.0.0');
    world.one.leave();
    expect(world.row(time)).toMatchObject({ state: { kind: 'active' }, tools: 2, held: 1 });
    expect(offered(world)).toEqual(['now', 'zones']);
    expect(await world.call(`${time}::now`)).toMatchObject({ content: [{ text: 'two' }] });
  });

  test('Of one version with different tools what is offered stays, however often the other browser registers.', () => {
    const world = inTwo('1.0.0', '1.0.0');
    for (const _ of [1, 2]) world.two.register(time, [tool('now'), tool('zones')], { version: '1.0.0' });
    expect([offered(world), world.row(time)?.held]).toEqual([['now', 'format'], 0]);
  });

  test('What is refused in one browser goes on in the other.', async () => {
    const world = inTwo('1.0.0', '1.0.0');
    world.one.say(time, envelope('PLUGIN_REGISTER', descriptor(time, []), 'r', 'harbor-plugin/v0'));
    expect(world.row(time)).toMatchObject({
      state: { kind: 'active' },
      browsers: [
        { offers: false, fault: { kind: 'plugin-speaks' } },
        { offers: true, fault: null },
      ],
    });
    world.two.leave();
    expect(world.row(time)?.state).toMatchObject({ kind: 'error', reason: { kind: 'plugin-speaks' } });
    expect(offered(world)).toEqual([]);
  });

  test('A call that was decided by the words of one version is not sent to another.', async () => {
    const world = openPlugins();
    const firefox = world.browser('a');
    firefox.answers.set(time, obliging());
    firefox.register(time, [tool('now')], { version: '1.0.0' });
    const callable = world.catalogue.find(`${time}::now`);
    firefox.register(time, [tool('now', { description: 'Deletes your files.' })], { version: '1.0.1' });
    await expect(world.call(`${time}::now`, {}, { callable })).rejects.toMatchObject({
      code: 'ERR_TOOL_NOT_ALLOWED',
      reason: { kind: 'tool-held', held: 'changed' },
    });
    expect(firefox.newest(time, 'PLUGIN_TOOL_CALL')).toBeUndefined();
  });

  test('Both versions are known after a restart, each in its browser.', async () => {
    const first = inTwo('2.0.0', '1.0.0');
    const second = openPlugins({ rows: JSON.parse(JSON.stringify([...first.rows.values()])) });
    second.browser('b').answers.set(time, obliging());
    expect(second.row(time)).toMatchObject({ browsers: [{ version: '2.0.0' }, { version: '1.0.0', offers: false }] });
    const firefox = second.browser('b');
    firefox.say(time, envelope('PLUGIN_PONG', { healthy: true }, firefox.to(time)[0]?.requestId));
    expect([second.row(time)?.state.kind, offered(second)]).toEqual(['active', ['now', 'zones']]);
  });
});

describe('the list of those that may register', () => {
  test('002 Plugin Allowlist: by default any extension may register.', async () => {
    const { registry, state } = openPlugins();
    await registry.load();
    expect(state.hub.plugins).toEqual({ onlyListed: false, listed: [] });
  });

  test('002 Plugin Allowlist: where only listed ones may, another one is refused and counted, and is in once it is listed.', async () => {
    const { browser, row, registry, catalogue } = openPlugins();
    await registry.load();
    const firefox = browser('a');
    await registry.setOnlyListed(true);
    expect(firefox.register(time, [tool('now')])?.payload['error']).toMatch(/^PLUGIN_NOT_ALLOWED: /);
    firefox.register(time, [tool('now')]);
    expect(row(time)).toMatchObject({ refusals: 2, tools: null, state: { reason: { kind: 'plugin-not-listed' } } });
    await registry.allow(time);
    expect(firefox.register(time, [tool('now')])?.payload).toMatchObject({ success: true });
    expect(row(time)).toMatchObject({ refusals: 0, state: { kind: 'active' } });
    await registry.disallow(time);
    expect([row(time)?.state.kind, catalogue.lookUp(`${time}::now`)]).toEqual(['error', null]);
    expect(firefox.to(time).at(-1)?.type).toBe('PLUGIN_DISABLED');
  });

  test('The list outlives the hub, and so does what is shut out by it.', async () => {
    const first = openPlugins();
    await first.registry.load();
    first.browser('a').register(time, [tool('now')]);
    await first.registry.setOnlyListed(true);
    const second = openPlugins({ rows: [...first.rows.values()], settings: first.settings });
    await second.registry.load();
    expect(second.row(time)?.state).toMatchObject({ kind: 'error', reason: { kind: 'plugin-not-listed' } });
  });

  test('Changes at the same moment are made one after another, and none is lost.', async () => {
    const { registry, state, settings } = openPlugins();
    await registry.load();
    await Promise.all([
      registry.allow('a@plugins.example'),
      registry.setOnlyListed(true),
      registry.allow('b@plugins.example'),
      registry.disallow('a@plugins.example'),
      registry.allow('c@plugins.example'),
    ]);
    const rules = { onlyListed: true, listed: ['b@plugins.example', 'c@plugins.example'] };
    expect([state.hub.plugins, settings.get('pluginRules')]).toEqual([rules, rules]);
  });

  test('Of extensions that may not register the newest 20 are shown.', async () => {
    const { browser, registry, state } = openPlugins();
    await registry.load();
    await registry.setOnlyListed(true);
    const firefox = browser('a');
    for (let at = 0; at < 30; at += 1) {
      vi.advanceTimersByTime(1);
      firefox.register(`p${at}@plugins.example`, []);
    }
    const shown = Object.keys(state.snapshot().plugins);
    expect([shown.length, shown.includes('p29@plugins.example')]).toEqual([20, true]);
  });
});

describe('ids that nobody knows', () => {
  test('Whatever they say, but for registering, is answered where it has an answer and leaves nothing behind.', () => {
    const { browser, state } = openPlugins();
    const firefox = browser('a');
    for (const version of ['harbor-plugin/v1', 'harbor-plugin/v0']) {
      firefox.say(time, envelope('PLUGIN_UNREGISTER', {}, `u ${version}`, version));
      firefox.say(time, envelope('PLUGIN_PONG', { healthy: true }, 'p', version));
    }
    expect(firefox.to(time).map(({ type, payload }) => [type, payload])).toEqual([
      ['PLUGIN_UNREGISTER_ACK', { success: false }],
      ['PLUGIN_UNREGISTER_ACK', { success: false }],
    ]);
    expect(state.snapshot().plugins).toEqual({});
  });

  test('A plugin that is forgotten while it is called is not counted afterwards, nor told of.', async () => {
    const { browser, registry, call, news } = openPlugins();
    const firefox = browser('a');
    firefox.register(time, [tool('now')]);
    const called = expect(call(`${time}::now`)).rejects.toMatchObject({ reason: { kind: 'plugin-gone' } });
    await registry.forget(time);
    news.length = 0;
    await called;
    expect(news).toEqual([]);
    firefox.register(time, [tool('now')]);
    expect(registry.detail(time).events.map(({ kind }) => kind)).toEqual(['hub']);
  });

  test('That its tools were offered to nobody is forgotten with it.', async () => {
    const { browser, registry, catalogue } = openPlugins();
    const firefox = browser('a');
    firefox.register(time, [tool('now')]);
    await registry.setOffered(time, false);
    await registry.forget(time);
    const told: (string | null)[] = [];
    catalogue.onChange(source => told.push(source));
    firefox.register(time, [tool('now')]);
    expect([
      told,
      catalogue.offered({ clientId: null, browserId: null }).some(({ id }) => id === `${time}::now`),
    ]).toEqual([[time], true]);
  });
});

describe('what outlives the hub', () => {
  test('A plugin is known after a restart, and there again once it answers a ping in its browser.', async () => {
    const first = openPlugins();
    first.browser('a').register(time, [tool('now')]);
    const second = openPlugins({ rows: [...first.rows.values()] });
    expect(second.row(time)?.state).toMatchObject({ kind: 'unreachable', away: true });
    const firefox = second.browser('a');
    firefox.answers.set(time, obliging());
    expect(firefox.to(time).map(({ type }) => type)).toEqual(['PLUGIN_PING']);
    await vi.advanceTimersByTimeAsync(10);
    firefox.say(time, envelope('PLUGIN_PONG', { healthy: true }, firefox.to(time)[0]?.requestId));
    await vi.advanceTimersByTimeAsync(1);
    expect(second.row(time)?.state.kind).toBe('active');
    expect(second.catalogue.lookUp(`${time}::now`)).not.toBeNull();
  });

  test('A switch that could not be written is written when it is asked for again.', async () => {
    const { browser, registry, rows, disk } = openPlugins();
    browser('a').register(time, [tool('now')]);
    disk.isFull = true;
    await expect(registry.setEnabled(time, false)).rejects.toThrow('full');
    await expect(registry.setEnabled(time, false)).rejects.toThrow('full');
    disk.isFull = false;
    await registry.setEnabled(time, false);
    expect(rows.get(time)).toMatchObject({ enabled: false });
  });

  test('What follows from forgetting a plugin follows also where its row could not be removed.', async () => {
    const { browser, registry, row, forgotten, disk } = openPlugins();
    browser('a').register(time, [tool('now')]);
    disk.isFull = true;
    await expect(registry.forget(time)).rejects.toThrow('full');
    expect([row(time), forgotten]).toEqual([null, [time]]);
  });

  test('Of browsers that are not connected so many are remembered; who was heard from longest ago goes, never one that is there.', () => {
    const { browser, rows } = openPlugins();
    const homes = (all: typeof rows) => all.get(time)?.homes.map(({ browserId }) => browserId) ?? [];
    browser('ff').register(time, [tool('now')]);
    const there = homes(rows);
    const left: string[] = [];
    for (let at = 0; at < pluginBounds.homes + 2; at += 1) {
      vi.setSystemTime(noon + at * 1_000);
      const firefox = browser(`${at}`.padStart(2, '0'));
      firefox.register(time, [tool('now')]);
      left.push(...homes(rows).slice(-1));
      firefox.leave();
    }
    const kept = left.slice(2);
    expect(homes(rows)).toEqual([...there, ...kept]);
    const row = rows.get(time);
    const [home] = row?.homes ?? [];
    if (!row || !home) throw new Error('It has no row.');
    const extra = ['x1', 'x2'].map(browserId => ({ ...home, browserId }));
    const again = openPlugins({ rows: [{ ...row, homes: [...extra, ...row.homes] }] });
    again.browser('ee').register(time, [tool('now')]);
    expect(homes(again.rows).slice(0, -1)).toEqual(kept);
  });

  test('What the user forgets is gone, with what follows from it, until it registers again.', async () => {
    const { browser, row, registry, rows, forgotten, catalogue } = openPlugins();
    const firefox = browser('a');
    firefox.register(time, [tool('now')]);
    await registry.forget(time);
    expect([row(time), rows.size, forgotten, catalogue.lookUp(`${time}::now`)]).toEqual([null, 0, [time], null]);
    firefox.register(time, [tool('now')]);
    expect(row(time)).toMatchObject({ registrations: 1 });
  });
});
