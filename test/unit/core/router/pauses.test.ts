// While all or one agent is paused calls wait, no longer than their asker; and what the learning mode lets pass.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PauseQueue } from '../../../../electron/core/router/pause-queue.ts';
import { agentId, buildGrant, noon } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult } from './router-world.ts';

const args = { url: 'https://example.org/', tabId: 42 };
const settle = () => vi.advanceTimersByTimeAsync(0);
const { id: _id, createdAt: _at, expiresAt: _until, uses: _uses, lastUsedAt: _last, ...allow } = buildGrant();

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('The queue of a pause', () => {
  test('A thousand calls of one agent wait; one more of it is refused, and another agent’s waits all the same.', async () => {
    const queue = new PauseQueue();
    const { signal } = new AbortController();
    let isOver = false;
    const wait = (asker: string) => queue.wait(signal, 60_000, () => isOver, asker);
    const flood = Array.from({ length: 1_000 }, () => wait('flood'));
    expect(await wait('flood')).toBe(false);
    const other = wait('other');
    isOver = true;
    queue.recheck();
    expect([await other, (await Promise.all(flood)).every(Boolean)]).toEqual([true, true]);
  });
});

describe('A pause', () => {
  test('A call waits for its end, and is then carried out.', async () => {
    const { world, executed, pauses, grants, call } = createWorld();
    await grants.add(allow);
    world.mode = 'paused';
    const { request, result } = call('navigate', args);
    await settle();
    expect(executed).toEqual([]);
    world.mode = 'running';
    world.now += 7_000;
    pauses.recheck();
    expect(await result).toBe(doneResult);
    expect(request.verdict).toMatchObject({ outcome: 'ok', rule: 'grant 1', waitedMs: 7_000 });
  });

  test('A call whose asker waits no longer is refused, and never carried out afterwards.', async () => {
    const { world, executed, pauses, grants, call } = createWorld();
    await grants.add(allow);
    world.mode = 'paused';
    const { request, result } = call('navigate', args);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(request.verdict).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ isError: true, _meta: { 'dev.pilothouse/code': 'ERR_PAUSED' } });
    world.mode = 'running';
    pauses.recheck();
    await settle();
    expect(executed).toEqual([]);
  });

  test('Its end does not answer what has to be asked.', async () => {
    const { world, pauses, call, prompt } = createWorld();
    world.mode = 'paused';
    call('navigate', args);
    await settle();
    expect(prompt()).toBeUndefined();
    world.mode = 'running';
    pauses.recheck();
    await settle();
    expect(prompt()).toMatchObject({ tool: 'navigate', calls: 1 });
  });

  test('A pause that begins while the user thinks holds up the call that they allowed.', async () => {
    const { world, executed, pauses, call, answer } = createWorld();
    const { result } = call('navigate', args);
    await settle();
    world.mode = 'paused';
    await answer('allow', 'use');
    await settle();
    expect(executed).toEqual([]);
    world.mode = 'running';
    pauses.recheck();
    expect(await result).toBe(doneResult);
  });

  test.each([
    ['the user', { mode: 'paused' }],
    ['the user, of this agent', { agent: { mode: 'paused' } }],
    ['the fleet', { fleet: { version: 2, signer: 'Ops', pausesAll: true, stop: null } }],
  ] as const)(
    'A question stays in a pause by %s, also where rules change in it; the answer is carried out after it.',
    async (_, paused) => {
      const { world, executed, pauses, prompts, prompt, call, answer } = createWorld();
      const { result } = call('navigate', args);
      await settle();
      Object.assign(world, paused);
      pauses.recheck();
      prompts.recheck();
      expect(prompt()).toMatchObject({ tool: 'navigate', calls: 1 });
      await answer('allow', 'use');
      await settle();
      expect(executed).toEqual([]);
      Object.assign(world, { mode: 'running', agent: {}, fleet: null });
      pauses.recheck();
      prompts.recheck();
      expect(await result).toBe(doneResult);
    },
  );

  test('A rule that comes in a pause answers the question all the same.', async () => {
    const { world, executed, pauses, prompt, grants, call } = createWorld();
    const { result } = call('navigate', args);
    await settle();
    world.mode = 'paused';
    await grants.add(allow);
    await settle();
    expect(prompt()).toBeUndefined();
    expect(executed).toEqual([]);
    world.mode = 'running';
    pauses.recheck();
    expect(await result).toBe(doneResult);
  });

  test('A call that its asker takes back while all is paused is gone.', async () => {
    const { world, executed, pauses, call } = createWorld();
    world.mode = 'paused';
    const { result, cancel } = call('navigate', args);
    await settle();
    cancel();
    await expect(result).rejects.toMatchObject({ code: 'ERR_CANCELLED' });
    world.mode = 'running';
    pauses.recheck();
    expect(executed).toEqual([]);
  });

  test('Stopped means refused at once, also for what waits.', async () => {
    const { world, pauses, call } = createWorld();
    world.mode = 'paused';
    const { result } = call('navigate', args);
    await settle();
    world.mode = 'stopped';
    pauses.recheck();
    expect(await result).toMatchObject({ _meta: { 'dev.pilothouse/code': 'ERR_PAUSED' } });
  });
});

describe('The learning mode', () => {
  test('It allows what would be asked about, and proposes what was used.', async () => {
    const { learning, audit, call, prompt } = createWorld();
    await learning.start();
    expect(await call('navigate', args).result).toBe(doneResult);
    expect(prompt()).toBeUndefined();
    expect(audit).toMatchObject([{ rule: 'learning', outcome: 'allow' }]);
    await learning.stop();
    expect(learning.proposals()).toMatchObject([
      {
        subject: { kind: 'client' },
        scope: 'browser:navigate',
        tools: ['navigate'],
        resource: { kind: 'site', origin: 'https://example.org' },
        calls: 1,
      },
    ]);
  });

  test('It begins for what waits already.', async () => {
    const { learning, call } = createWorld();
    const { result } = call('navigate', args);
    await settle();
    await learning.start();
    expect(await result).toBe(doneResult);
  });

  test('A denial stands, and is not learned.', async () => {
    const { learning, grants, call } = createWorld();
    await grants.add({ ...allow, effect: 'deny' });
    await learning.start();
    expect(await call('navigate', args).result).toMatchObject({ isError: true });
    await learning.stop();
    expect(learning.proposals()).toEqual([]);
  });

  test('It ends by itself after 15 minutes, to the millisecond.', async () => {
    const { world, state, learning } = createWorld();
    await learning.start();
    world.now += 15 * 60_000 - 1;
    expect(learning.on).toBe(true);
    world.now += 1;
    expect(learning.on).toBe(false);
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(state.hub.learning).toBeNull();
  });

  test('What is accepted is granted for always and covers the call; what is refused is proposed no more.', async () => {
    const { learning, grants, call } = createWorld();
    await learning.start();
    await call('navigate', args).result;
    await call('navigate', { ...args, url: 'https://other.example/' }).result;
    await learning.stop();
    const [first, second] = learning.proposals();
    expect(await learning.answer([first?.id ?? ''], [second?.id ?? ''])).toMatchObject([{ lifetime: 'always' }]);
    expect({ left: learning.proposals(), grants: grants.all().length }).toEqual({ left: [], grants: 1 });
    expect(await call('navigate', args, agentId).result).toBe(doneResult);
  });
});
