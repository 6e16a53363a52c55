// A person who takes their time: how long an asker waits, how long the card stays, and what a late answer is for.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildAgent, buildRequest } from '../../../support/hub-fixtures.ts';
import { createWorld, doneResult, turn } from './router-world.ts';

const navigate = { url: 'https://example.org/', tabId: 42 };
const reached = [{ tool: 'navigate', tabId: 42, args: navigate }];

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

async function pass(world: { now: number }, ms: number) {
  world.now += ms;
  vi.advanceTimersByTime(ms);
  await turn();
}

test('After 50 seconds the asker is told to call again; a later answer is for the next call, and never for this one.', async () => {
  const { world, executed, call, prompt, answer, grants } = createWorld();
  const { request, result } = call('navigate', navigate);
  await turn();
  await pass(world, 49_999);
  expect(request.verdict).toBe(null);
  await pass(world, 1);
  expect(await result).toMatchObject({
    content: [{ text: expect.stringMatching(/^Waiting for the user's approval \(browser:navigate\)\. Call again\. /) }],
    isError: true,
    _meta: { 'dev.pilothouse/code': 'ERR_SCOPE_REQUIRED', 'dev.pilothouse/permission': { scope: 'browser:navigate' } },
  });
  expect(request.verdict).toMatchObject({ outcome: 'refused', rule: 'not-answered', waitedMs: 50_000 });
  await pass(world, 69_999);
  expect(prompt()).toMatchObject({ calls: 0 });
  await answer('allow', 'always');
  await turn();
  expect({ executed, grants: grants.all().length, prompt: prompt() }).toEqual({
    executed: [],
    grants: 1,
    prompt: undefined,
  });
  expect(await call('navigate', navigate).result).toBe(doneResult);
  expect(executed).toEqual(reached);
});

test('An answer for this use that comes too late is for nobody: the next call is asked about again.', async () => {
  const { world, executed, call, prompt, answer } = createWorld();
  const { result } = call('navigate', navigate);
  await turn();
  await pass(world, 50_000);
  expect(await result).toMatchObject({ isError: true });
  await answer('allow', 'use');
  call('navigate', navigate);
  await turn();
  expect({ executed, prompt: prompt()?.calls }).toEqual({ executed: [], prompt: 1 });
});

test('Who calls again joins the card that stayed, and is answered with it.', async () => {
  const { world, executed, call, prompt, answer } = createWorld();
  call('navigate', navigate);
  await turn();
  await pass(world, 50_000);
  const { result } = call('navigate', navigate);
  await turn();
  expect(prompt()).toMatchObject({ id: '1', calls: 1 });
  await answer('allow', 'use');
  expect(await result).toBe(doneResult);
  expect(executed).toEqual(reached);
});

test('After 120 seconds the card is gone, and an answer to it is refused.', async () => {
  const { world, executed, call, prompt, prompts } = createWorld();
  call('navigate', navigate);
  await turn();
  await pass(world, 119_999);
  expect(prompt()).toBeDefined();
  await pass(world, 1);
  expect(prompt()).toBeUndefined();
  const late = prompts.answer('1', { effect: 'allow', lifetime: 'always', breadth: 'scope' });
  await expect(late).rejects.toThrow('Prompt 1 has ended; the agent may ask again.');
  expect(executed).toEqual([]);
});

test('A question of a call that names its time lives as long as the call, past what the wire and the card have otherwise.', async () => {
  const { world, executed, call, prompt, answer } = createWorld();
  const { request, result } = call('navigate', { ...navigate, timeout: 300_000 });
  await turn();
  expect(prompt()).toMatchObject({ askedAt: world.now, expiresAt: world.now + 300_000 });
  await pass(world, 50_001);
  await pass(world, 200_000);
  expect({ verdict: request.verdict, calls: prompt()?.calls }).toEqual({ verdict: null, calls: 1 });
  await answer('allow', 'use');
  expect(await result).toBe(doneResult);
  expect(executed).toEqual(reached);
});

test('It ends with the call, and its agent reads what the call waited for.', async () => {
  const { world, executed, call, prompt } = createWorld();
  const { request, result } = call('navigate', { ...navigate, timeout: 90_000 });
  await turn();
  await pass(world, 89_999);
  expect(request.verdict).toBe(null);
  await pass(world, 1);
  expect(await result).toMatchObject({
    content: [{ text: expect.stringMatching(/^navigate had 90 s, which ended while it waited for the user's answer/) }],
    isError: true,
    _meta: { 'dev.pilothouse/code': 'ERR_TOOL_TIMEOUT' },
  });
  expect({ executed, prompt: prompt() }).toEqual({ executed: [], prompt: undefined });
});

test('A call that joins an older card keeps it for as long as it waits itself.', async () => {
  const { world, executed, call, prompt, answer } = createWorld();
  call('navigate', navigate);
  await turn();
  await pass(world, 40_000);
  const { result } = call('navigate', { ...navigate, timeout: 150_000 });
  await turn();
  expect(prompt()).toMatchObject({ id: '1', calls: 2, expiresAt: world.now + 150_000 });
  await pass(world, 149_999);
  await answer('allow', 'use');
  expect(await result).toBe(doneResult);
  expect(executed).toEqual(reached);
});

test('Where a wire waits for nobody, a call that names its time waits for nobody either.', async () => {
  const { world, call } = createWorld();
  const { result } = call('navigate', { ...navigate, timeout: 300_000 }, undefined, { policy: { patienceMs: 0 } });
  await turn();
  await pass(world, 0);
  expect(await result).toMatchObject({ _meta: { 'dev.pilothouse/code': 'ERR_SCOPE_REQUIRED' } });
});

test('The time of a batch ends a server’s tool in it, whose own arguments and own time stay as they are.', async () => {
  const { world, executed, call, answer } = createWorld();
  const policies: (number | undefined)[] = [];
  world.execute = ({ signal }, { policy }) => {
    policies.push(policy.timeoutMs);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const echo = { timeout: 7 };
  const { result } = call('everything__echo', echo, undefined, { withinMs: 60_000 });
  await turn();
  await answer('allow', 'use');
  await turn();
  expect({ executed, policies }).toEqual({
    executed: [{ tool: 'everything/echo', tabId: null, args: echo }],
    policies: [undefined],
  });
  await pass(world, 60_000);
  expect(await result).toMatchObject({
    content: [
      { text: expect.stringMatching(/^everything\/echo had 60 s, which ended while it waited for the server/) },
    ],
    isError: true,
    _meta: { 'dev.pilothouse/code': 'ERR_TOOL_TIMEOUT' },
  });
});

test('A question may have a time of its own, apart from the patience for pauses; its asker hears when it begins and ends.', async () => {
  const { world, router, answer } = createWorld();
  const heard: string[] = [];
  const asked = router.use(
    () => buildAgent(),
    {
      ...{ scope: 'model:prompt', id: 'models/chat', what: { kind: 'at-model', model: null }, params: {} },
      ...{ request: buildRequest({ method: 'chat' }), policy: { patienceMs: 25_000, questionMs: 120_000 } },
      onWait: waitsFor => heard.push(waitsFor),
    },
    async expectAllowed => {
      expectAllowed();
      return 'done';
    },
  );
  await turn();
  await pass(world, 100_000);
  expect(heard).toEqual(['question']);
  await answer('allow', 'use');
  expect(await asked).toMatchObject({ kind: 'result', result: 'done' });
  expect(heard).toEqual(['question', 'target']);
});
