// What a page has registered, as it is kept for the next hub.
import { describe, expect, test } from 'vitest';
import {
  isRegistering,
  KeptRegistrations,
  keptChars,
  withoutSecret,
} from '../../../../../resources/extension/web-agent/kept-registrations.ts';

const agent = (kept: KeptRegistrations, id: string) =>
  kept.answered('agent.agents.register', { name: id }, { id, name: id, secret: `secret of ${id}` });
const names = (kept: KeptRegistrations) => kept.all().map(({ id }) => id);

describe('What a page has registered', () => {
  test('is kept as it was asked for, agents with the proof of their ids, until it is taken away.', () => {
    const kept = new KeptRegistrations();
    agent(kept, 'a1');
    agent(kept, 'a2');
    kept.answered('agent.agents.subscribe', { eventType: 'news' }, null);
    kept.answered('agent.addressBar.registerProvider', { id: 'p' }, { providerId: 'p' });
    kept.answered('agent.tools.call', { tool: 'x' }, { id: 'x', secret: 'y' });
    expect(kept.all()).toEqual([
      ...['a1', 'a2'].map(id => ({
        ...{ type: 'agent.agents.register', id },
        payload: { name: id, again: { id, secret: `secret of ${id}` } },
      })),
      { type: 'agent.agents.subscribe', id: 'news', payload: { eventType: 'news' } },
      { type: 'agent.addressBar.registerProvider', id: 'p', payload: { id: 'p' } },
    ]);
    kept.answered('agent.agents.unregister', {}, true);
    expect(names(kept)).toEqual(['a1', 'news', 'p']);
    kept.answered('agent.agents.unregister', { agentId: 'a1' }, true);
    kept.answered('agent.agents.unsubscribe', { eventType: 'news' }, null);
    kept.answered('agent.addressBar.unregisterProvider', { providerId: 'p' }, null);
    expect(kept.size).toBe(0);
  });

  test('has each shortcut by itself, and one in place of another where that stood.', () => {
    const kept = new KeptRegistrations();
    const shortcuts = [{ trigger: '@say' }, { trigger: '@run' }];
    const type = 'agent.addressBar.registerToolShortcuts';
    kept.answered(type, { shortcuts, resultHandler: 'inline' }, { providerIds: ['tool-say', 'tool-run'] });
    kept.answered('agent.addressBar.registerProvider', { id: 'tool-say', name: 'New' }, { providerId: 'tool-say' });
    expect(kept.all()).toEqual([
      { type: 'agent.addressBar.registerProvider', id: 'tool-say', payload: { id: 'tool-say', name: 'New' } },
      { type, id: 'tool-run', payload: { shortcuts: [{ trigger: '@run' }], resultHandler: 'inline' } },
    ]);
    kept.answered('agent.addressBar.unregisterProvider', { providerId: 'tool-run' }, null);
    kept.lost({ type: 'agent.addressBar.registerProvider', id: 'tool-say' });
    expect(kept.size).toBe(0);
  });

  test('is kept without what no hub reads of it.', () => {
    const kept = new KeptRegistrations();
    const more = { picture: 'x'.repeat(keptChars) };
    kept.answered('agent.agents.register', { name: 'a', tags: ['t'], ...more }, { id: 'a1', secret: 's' });
    kept.answered('agent.agents.subscribe', { eventType: 'news', ...more }, null);
    kept.answered('agent.addressBar.registerSiteProvider', { patterns: ['x *'], ...more }, { providerId: 'p' });
    expect(kept.all().map(({ payload }) => payload)).toEqual([
      { name: 'a', tags: ['t'], again: { id: 'a1', secret: 's' } },
      { eventType: 'news' },
      { patterns: ['x *'] },
    ]);
  });

  test('is kept up to a size; of what is over that it is known that it was registered, here and in another part of the companion.', () => {
    const kept = new KeptRegistrations();
    const type = 'agent.addressBar.registerProvider';
    const large = 'x'.repeat(keptChars / 2);
    const put = (id: string, description: string) => kept.answered(type, { id, description }, { providerId: id });
    for (const id of ['a', 'b', 'c']) put(id, large);
    put('d', 'small');
    const whole = (id: string, description: string) => ({ type, id, payload: { id, description } });
    const known = [whole('a', large), { type, id: 'b', payload: null }, { type, id: 'c', payload: null }];
    expect(kept.all()).toEqual([...known, whole('d', 'small')]);
    const other = new KeptRegistrations();
    other.load(kept.all());
    expect(other.all()).toEqual(kept.all());
    // One that is registered anew counts as it is then.
    put('a', 'small');
    put('b', large);
    put('d', large);
    expect(kept.all().map(({ id, payload }) => [id, payload !== null])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
      ['d', false],
    ]);
  });

  test('has bounds, and takes from another part of the companion what has its form alone.', () => {
    const kept = new KeptRegistrations();
    for (let at = 0; at < 300; at += 1) kept.answered('agent.agents.subscribe', { eventType: `e${at}` }, null);
    expect(kept.size).toBe(200);
    const other = new KeptRegistrations();
    other.load(null);
    other.load([
      null,
      7,
      { type: 'agent.tools.call', id: 'x', payload: {} },
      { type: 'agent.agents.subscribe', id: 1 },
      { type: 'agent.agents.subscribe', id: 'x'.repeat(1_000), payload: { eventType: 'x' } },
    ]);
    expect(other.size).toBe(0);
    other.load(kept.all());
    expect(other.all()).toEqual(kept.all());
  });

  test('leaves the proof with the companion; what no hub has proved is not kept.', () => {
    expect(withoutSecret('agent.agents.register', { id: 'a', secret: 'c' })).toEqual({ id: 'a' });
    expect(withoutSecret('agent.tools.call', { secret: 'c' })).toEqual({ secret: 'c' });
    const kept = new KeptRegistrations();
    kept.answered('agent.agents.register', { name: 'a' }, { id: 'a' });
    expect(kept.size).toBe(0);
    expect(['agent.agents.register', 'agent.agents.unsubscribe', 'agent.run'].map(isRegistering)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
