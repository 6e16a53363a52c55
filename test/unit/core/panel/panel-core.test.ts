// The panel's way into the core: whatever is asked and whatever is thrown, an answer is a value.
import { describe, expect, test, vi } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { panelRequests } from '../../../../contract/schemas/panel-requests.ts';
import { OpenPanels } from '../../../../electron/core/panel/open-panels.ts';
import { PanelCore } from '../../../../electron/core/panel/panel-core.ts';
import { buildGrant, buildState } from '../../../support/hub-fixtures.ts';
import type { PanelAsker, PanelHandlers } from '../../../../contract/schemas/panel-requests.ts';

/** Handlers that write down what they are given. A request that is not listed throws. */
/** No other hub is looked at here. */
const look = (): never => {
  throw new Error('There is no fleet.');
};

function createPanel(listed: Partial<PanelHandlers> = {}) {
  const seen: unknown[] = [];
  const names = Object.keys(panelRequests) as (keyof PanelHandlers)[];
  const handlers = Object.fromEntries(
    names.map(name => [
      name,
      (params: unknown) => {
        seen.push([name, params]);
        return {};
      },
    ]),
  ) as unknown as PanelHandlers;
  const state = buildState();
  const panels = new OpenPanels();
  const panel = new PanelCore({ panels, state, handlers: { ...handlers, ...listed }, look });
  const { request } = panel.connect(() => {});
  return { state, panel, panels, request, seen };
}

const refused = (message: string) => ({ ok: false, error: { code: 'ERR_INVALID_ARGUMENTS', message } });

describe('Requests', () => {
  test('A handler sees parsed params, and its answer is the value.', async () => {
    const { request, seen } = createPanel();
    const params = { name: '  Claude Code ', start: 'ask', isAdmin: true };
    expect(await request('clients:create', params)).toEqual({ ok: true, value: {} });
    expect(seen).toEqual([['clients:create', { name: 'Claude Code', start: 'ask' }]]);
  });

  test.each(['', 'state:set', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'The unknown request %j is refused.',
    async name => {
      const { request, seen } = createPanel();
      const message = `The panel asked for ${JSON.stringify(name)}, which the core does not know. Reload the panel.`;
      expect(await request(name, {})).toMatchObject(refused(message));
      expect(seen).toEqual([]);
    },
  );

  test('A handler knows which panel asks, can send to it alone, and hears when it goes.', async () => {
    const askers: PanelAsker[] = [];
    const { panel } = createPanel({
      'servers:watch': (_params, asker) => {
        askers.push(asker);
        return {};
      },
    });
    const [heard, other] = [vi.fn(), vi.fn()];
    const connection = panel.connect(heard);
    panel.connect(other);
    await connection.request('servers:watch', { on: true });
    await connection.request('servers:watch', { on: false });
    const [asker, again] = askers;
    expect(asker).toBe(again);
    asker?.send({ event: 'servers:usage', data: { usage: [] } });
    expect([heard.mock.calls.length, other.mock.calls.length, asker?.gone.aborted]).toEqual([1, 0, false]);
    connection.close();
    expect(asker?.gone.aborted).toBe(true);
  });

  test('An endless name is cut in the error.', async () => {
    const reply = await createPanel().request('x'.repeat(1_000_000), {});
    expect(JSON.stringify(reply).length).toBeLessThan(400);
  });

  test.each([undefined, null, 7, {}, []])('A request named %j is refused as a value.', async name => {
    const reply = await createPanel().request(name as string, {});
    expect(reply).toMatchObject({ ok: false });
  });

  test.each<[string, unknown, string]>([
    ['hub:set-mode', { mode: 'off' }, 'mode: '],
    ['hub:set-mode', null, ''],
    ['state:get', { all: true }, ''],
    ['prompts:answer', { promptId: '1', effect: 'allow', lifetime: 'forever' }, 'lifetime: '],
    ['tabs:release', { browserId: 'b1', tabId: 4.2 }, 'tabId: '],
    ['trace:window', { filter: {}, from: -1, count: 201 }, 'count: '],
    ['servers:start', { serverId: '../x' }, 'serverId: '],
    ['clients:create', { name: '   ', start: 'ask' }, 'name: '],
  ])('%s with %j is refused, and the sentence names where.', async (name, params, where) => {
    const { request, seen } = createPanel();
    const reply = await request(name, params);
    const message = expect.stringMatching(new RegExp(`^${name}: ${where}.+\\.$`)) as unknown as string;
    expect(reply).toMatchObject({ ...refused(message), error: { reason: { kind: 'value-at', at: name } } });
    expect(seen).toEqual([]);
  });

  test('A HubError that is thrown is a value with code, sentence and data.', async () => {
    const { request } = createPanel({
      'grants:revoke': () => {
        throw new HubError('ERR_RATE_LIMITED', 'Too many.', { after: 5 });
      },
    });
    expect(await request('grants:revoke', { grantId: '24' })).toEqual({
      ok: false,
      error: { code: 'ERR_RATE_LIMITED', message: 'Too many.', data: { after: 5 } },
    });
  });

  test.each<[unknown, string]>([
    [new TypeError('x is undefined'), 'x is undefined'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('odd'), 'Symbol(odd)'],
  ])('Anything else that is thrown is an internal error.', async (thrown, message) => {
    const { request } = createPanel({ 'state:get': () => Promise.reject(thrown) });
    expect(await request('state:get', {})).toEqual({ ok: false, error: { code: 'ERR_INTERNAL', message } });
  });
});

describe('Events', () => {
  test('Every panel hears of patches and of the trace, until it closes.', () => {
    const { state, panel, panels } = createPanel();
    const first = vi.fn();
    const second = vi.fn();
    const connection = panel.connect(first);
    panel.connect(second);
    state.set('grants', '24', buildGrant());
    state.flush();
    connection.close();
    panels.tell({ event: 'trace:changed', data: { total: 5, newest: 4 } });
    const patch = {
      event: 'state:patch',
      data: { seq: 1, changes: [{ collection: 'grants', id: '24', value: buildGrant() }] },
    };
    const news = { event: 'trace:changed', data: { total: 5, newest: 4 } };
    expect([first.mock.calls, second.mock.calls]).toEqual([[[patch]], [[patch], [news]]]);
  });

  test('A panel is open while somebody looks.', () => {
    const panels = new OpenPanels();
    const panel = new PanelCore({ panels, state: buildState(), handlers: {} as PanelHandlers, look });
    const seen = [panels.any];
    const [first, second] = [panel.connect(() => {}), panel.connect(() => {})];
    seen.push(panels.any);
    first.close();
    seen.push(panels.any);
    second.close();
    second.close();
    seen.push(panels.any);
    expect(seen).toEqual([false, true, true, false]);
  });

  test('Two panels with one listener are two panels.', () => {
    const panels = new OpenPanels();
    const panel = new PanelCore({ panels, state: buildState(), handlers: {} as PanelHandlers, look });
    const listener = () => {};
    const [first] = [panel.connect(listener), panel.connect(listener)];
    first.close();
    expect(panels.any).toBe(true);
  });
});
