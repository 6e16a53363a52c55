// One run kept through time: what follows a crash, a stop, a missing sign-in; over runs that do what the test says.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HubError } from '../../../../../contract/errors.ts';
import { foreign } from '../../../../../contract/reason.ts';
import { ServerOptionsSchema } from '../../../../../contract/schemas/servers.ts';
import { AwakeClock } from '../../../../../electron/core/servers/lifecycle/awake-clock.ts';
import { RunKeeper } from '../../../../../electron/core/servers/lifecycle/run-keeper.ts';
import { StartQueue } from '../../../../../electron/core/servers/lifecycle/start-queue.ts';
import { defaultTimes } from '../../../../../electron/core/servers/lifecycle/times.ts';
import { saying } from '../../../../support/saying.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { Handshake } from '../../../../../electron/core/servers/client/handshake.ts';
import type { McpClient } from '../../../../../electron/core/servers/client/mcp-client.ts';
import type { LazyRun } from '../../../../../electron/core/servers/lifecycle/run-keeper.ts';
import type { ServerRow } from '../../../../../electron/core/servers/lifecycle/server-row.ts';
import type { KeptRun, RunSurroundings } from '../../../../../electron/core/servers/lifecycle/server-run.ts';
import type { RunEnd } from '../../../../../electron/core/servers/lifecycle/server-transport.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const handshake = { serverInfo: { name: 's', version: '1' } } as Handshake;

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}

const row = (id: string): ServerRow => ({
  id,
  name: id,
  config: { kind: 'stdio', command: 'x', args: [], env: {} },
  options: ServerOptionsSchema.parse({}),
  approvedHash: null,
  wanted: 'running',
  position: 1,
});

/** A run that is ready and ends when told. */
function playRun(pid: number | null, isAskingEra = false) {
  const ready = deferred<Handshake>();
  const ended = deferred<RunEnd>();
  ready.promise.catch(() => {});
  const client = { isBusy: false, isAskingEra, uses: 0, ping: () => Promise.resolve(true) } as unknown as McpClient;
  const run: KeptRun = {
    client,
    pid,
    stderr: ['a line'],
    ready: ready.promise,
    ended: ended.promise,
    gone: Promise.resolve(),
    stop: async () => ended.resolve({ reason: foreign('It exited with code 0.'), cause: 'ended' }),
    fail: reason => ended.resolve({ reason, cause: 'ended' }),
  };
  const end = (said: string | Reason = 'It fell.', cause: RunEnd['cause'] = 'ended') => {
    ready.reject(new HubError('ERR_SERVER_UNAVAILABLE', 'It ended.'));
    ended.resolve({ reason: typeof said === 'string' ? foreign(said) : said, cause });
  };
  return { run, end, ready: () => ready.resolve(handshake) };
}

function scene({
  pid = 7,
  lazy = null,
  isAskingEra = false,
}: {
  pid?: number | null;
  lazy?: LazyRun | null;
  isAskingEra?: boolean;
} = {}) {
  const listeners = new Set<() => void>();
  const network = {
    onChange: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed: () => {
      for (const listener of [...listeners]) listener();
    },
    listeners,
  };
  const clock = new AwakeClock();
  const runs: ReturnType<typeof playRun>[] = [];
  const seen: string[] = [];
  // The rest is of runs alone, which are played here.
  const surroundings = {
    clock,
    network,
    queue: new StartQueue(4),
    times: defaultTimes,
    platform: { now: () => Date.now() },
    random: () => 0,
    mask: (text: string) => text.replace('s3cret', '••••'),
  } as unknown as RunSurroundings;
  const keeper = new RunKeeper(
    {
      row: row('s'),
      surroundings,
      asker: () => null,
      era: { isOlder: false },
      lazy,
      open: () => {
        const played = playRun(pid, isAskingEra);
        runs.push(played);
        return played.run;
      },
      events: {
        onChange() {},
        onTools() {},
        onState: state => seen.push(`${Date.now()} ${state.kind}`),
        onReady() {},
        onRun() {},
        onLog() {},
      },
    },
    { kind: 'stopped', since: 0 },
  );
  const start = () => void keeper.start().catch(() => {});
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const settle = () => pass(0);
  return { keeper, clock, network, runs, seen, start, pass, settle };
}

describe('RunKeeper', () => {
  test('A run that ends by the question which era it speaks is followed by one more at once, and no further one.', async () => {
    const { runs, seen, start, settle, keeper } = scene({ isAskingEra: true });
    start();
    await settle();
    runs[0]?.end();
    await settle();
    expect([runs.length, keeper.state.kind, keeper.counts.crashes]).toEqual([2, 'starting', 0]);
    runs[1]?.end();
    await settle();
    expect([runs.length, keeper.counts.restarts]).toEqual([2, 0]);
    expect(seen.at(-1)).toBe('0 crashed');
  });

  test.each(['away', 'unauthorized', 'secret', 'runtime'] as const)(
    'One that ends as %s while it is asked is followed by none.',
    async cause => {
      const { runs, start, settle, keeper } = scene({ isAskingEra: true });
      start();
      await settle();
      runs[0]?.end('It fell.', cause);
      await settle();
      expect([runs.length, keeper.state.kind === 'starting']).toEqual([1, false]);
    },
  );

  test('A crash is shown for 1 s, then it waits, and starts 2 s after the crash.', async () => {
    const { runs, seen, start, pass, settle, keeper } = scene();
    start();
    await settle();
    runs[0]?.end();
    await settle();
    expect(keeper.state).toEqual({ kind: 'crashed', since: 0, reason: foreign('It fell.') });
    await pass(1_000);
    expect(keeper.state).toEqual({ kind: 'waiting', since: 1_000, until: 2_000, reason: foreign('It fell.') });
    await pass(1_000);
    expect(seen).toEqual(['0 starting', '0 starting', '0 crashed', '1000 waiting', '2000 starting', '2000 starting']);
    expect(keeper.state).toMatchObject({ reason: saying('Automatic start 1 of 3 in 10 minutes: It fell.') });
  });

  test('While it comes back it says how many of its restarts are used, and after 10 minutes they count no more.', async () => {
    const { keeper, runs, start, pass, settle } = scene();
    start();
    await settle();
    expect(keeper.restarts).toBeNull();
    runs[0]?.end();
    await settle();
    expect([keeper.state.kind, keeper.restarts]).toEqual(['crashed', { used: 1, of: 3 }]);
    await pass(2_000);
    runs[1]?.end();
    await pass(1_000);
    expect([keeper.state.kind, keeper.restarts]).toEqual(['waiting', { used: 2, of: 3 }]);
    await pass(3_000);
    expect([keeper.state.kind, keeper.restarts]).toEqual(['starting', { used: 2, of: 3 }]);
    runs[2]?.ready();
    await settle();
    expect([keeper.state.kind, keeper.restarts]).toEqual(['running', null]);
    await pass(600_000);
    runs[2]?.end();
    await settle();
    expect(keeper.restarts).toEqual({ used: 1, of: 3 });
  });

  test('A restart is a start in the place of a run that crashed or was to start anew, and none after a stop.', async () => {
    const { keeper, runs, start, pass, settle } = scene();
    const restarts = async (act: () => unknown) => {
      act();
      await settle();
      return keeper.counts.restarts;
    };
    const graces = { inputMs: 0, termMs: 0 };
    expect(await restarts(start)).toBe(0);
    runs[0]?.ready();
    await settle();
    runs[0]?.end();
    expect(await restarts(() => pass(2_000))).toBe(0);
    await pass(2_000);
    expect([runs.length, keeper.counts.restarts]).toEqual([2, 1]);
    runs[1]?.ready();
    expect(await restarts(() => keeper.stop(graces))).toBe(1);
    expect(await restarts(start)).toBe(1);
    runs[2]?.ready();
    expect(await restarts(() => keeper.stopToRestart(graces).then(start))).toBe(2);
    runs[3]?.ready();
    await restarts(() => keeper.stop(graces));
    expect(await restarts(() => keeper.stopToRestart(graces).then(start))).toBe(2);
    expect(keeper.counts).toMatchObject({ starts: 5, restarts: 2 });
  });

  test('Four crashes in a row end in failed, and time alone changes nothing any more.', async () => {
    const { runs, start, pass, settle, keeper } = scene();
    start();
    for (const wait of [2_000, 4_000, 6_000, 1_000]) {
      await settle();
      runs.at(-1)?.end();
      await pass(wait);
    }
    expect(keeper.state).toMatchObject({
      kind: 'failed',
      reason: saying('It crashed once more after 3 automatic starts: It fell.'),
    });
    await pass(3_600_000);
    expect([runs.length, keeper.state.kind, keeper.counts.crashes]).toEqual([4, 'failed', 4]);
    start();
    await settle();
    expect(keeper.state.kind).toBe('starting');
  });

  const noModule: Reason = {
    kind: 'exited-because',
    of: 'server',
    code: 1,
    why: { kind: 'python-no-module', module: 'anthropic' },
  };

  test('A start that would fail again waits for the user after the first, and starts when that is wanted.', async () => {
    const { runs, start, pass, settle, keeper, seen } = scene();
    start();
    await settle();
    runs.at(-1)?.end(noModule);
    await pass(3_600_000);
    expect([runs.length, keeper.state.kind, keeper.counts.crashes]).toEqual([1, 'failed', 1]);
    expect(seen.map(entry => entry.split(' ')[1]).slice(-2)).toEqual(['crashed', 'failed']);
    expect(keeper.state).toMatchObject({ reason: saying({ part: 'It is not started again by itself' }) });
    start();
    await settle();
    expect(keeper.state.kind).toBe('starting');
  });

  test('The same after it has been ready is started again: it was there a moment ago.', async () => {
    const { runs, start, pass, settle, keeper } = scene();
    start();
    await settle();
    runs.at(-1)?.ready();
    await settle();
    runs.at(-1)?.end(noModule);
    await pass(2_000);
    expect([runs.length, keeper.state.kind]).toEqual([2, 'starting']);
  });

  test('A crash after an hour of running is started again 2 s later.', async () => {
    const { runs, start, pass, settle, keeper } = scene();
    start();
    await settle();
    runs[0]?.ready();
    await pass(3_600_000);
    expect(keeper.state).toMatchObject({ kind: 'running', pid: 7 });
    runs[0]?.end();
    await pass(2_001);
    expect([runs.length, keeper.counts.crashes]).toEqual([2, 1]);
  });

  test.each([
    ['unauthorized', { kind: 'unauthorized', since: 0, reason: foreign('No key.') }],
    ['secret', { kind: 'blocked', since: 0, by: 'secret', reason: foreign('No key.') }],
    ['runtime', { kind: 'blocked', since: 0, by: 'runtime', reason: foreign('No key.') }],
  ] as const)('An end for %s is no crash and is not started again by itself.', async (cause, state) => {
    const { runs, start, pass, settle, keeper } = scene();
    start();
    await settle();
    runs[0]?.end('No key.', cause);
    await settle();
    expect(keeper.state).toEqual(state);
    await pass(60_000);
    expect([runs.length, keeper.counts.crashes]).toEqual([1, 0]);
    start();
    await settle();
    runs[1]?.ready();
    await settle();
    expect(keeper.state.kind).toBe('running');
  });

  test('A stop while it runs is no crash, and nothing follows it.', async () => {
    const { runs, seen, start, pass, settle, keeper } = scene();
    start();
    await settle();
    runs[0]?.ready();
    await settle();
    await keeper.stop({ inputMs: 1, termMs: 1 });
    await pass(60_000);
    expect(seen.slice(-2)).toEqual(['0 stopping', '0 stopped']);
    expect([runs.length, keeper.counts.crashes]).toEqual([1, 0]);
  });

  test('A stop right after a crash ends the restart.', async () => {
    const { runs, start, pass, settle, keeper } = scene();
    start();
    await settle();
    runs[0]?.end();
    await settle();
    await keeper.stop({ inputMs: 1, termMs: 1 });
    await pass(60_000);
    expect([runs.length, keeper.state.kind]).toEqual([1, 'stopped']);
  });

  test('A start by the user while it waits begins at once and only once.', async () => {
    const { runs, start, pass, settle } = scene();
    start();
    await settle();
    runs[0]?.end();
    await pass(1_500);
    start();
    await settle();
    runs[1]?.ready();
    await pass(60_000);
    expect(runs.length).toBe(2);
  });

  test('A sleep between crash and restart moves the restart, and what is shown of it.', async () => {
    const { runs, clock, start, pass, settle, keeper } = scene();
    start();
    await settle();
    runs[0]?.end();
    await pass(1_500);
    clock.suspend();
    await pass(3_000);
    clock.resume();
    await settle();
    expect(keeper.state).toMatchObject({ kind: 'waiting', since: 1_000, until: 5_000 });
    await pass(499);
    expect(runs.length).toBe(1);
    await pass(1);
    expect(runs.length).toBe(2);
  });

  test('A run elsewhere has no pid and runs all the same.', async () => {
    const { runs, start, settle, keeper } = scene({ pid: null });
    start();
    await settle();
    runs[0]?.ready();
    await settle();
    expect(keeper.state).toEqual({ kind: 'running', since: 0, pid: null });
  });

  test('A reason shows no secret.', async () => {
    const { runs, start, settle, keeper } = scene();
    start();
    await settle();
    runs[0]?.end('It exited with code 1: bad key s3cret.');
    await settle();
    expect(keeper.state).toMatchObject({ reason: foreign('It exited with code 1: bad key ••••.') });
  });

  test('A caller gets the client as soon as it runs, and the reason when it crashes meanwhile.', async () => {
    const { runs, start, pass, settle, keeper } = scene();
    start();
    const first = expect(keeper.client({ timeoutMs: 60_000 })).rejects.toThrow('crashed');
    await settle();
    runs[0]?.end();
    await first;
    const second = keeper.client({ timeoutMs: 60_000 });
    await pass(2_001);
    runs[1]?.ready();
    await settle();
    expect(await second).toBe(runs[1]?.run.client);
  });
});

describe('RunKeeper of what runs elsewhere', () => {
  /** It was up, and is away now. */
  async function away() {
    const played = scene({ pid: null });
    played.start();
    await played.settle();
    played.runs[0]?.ready();
    await played.settle();
    played.runs[0]?.end('No route.', 'away');
    await played.settle();
    return played;
  }

  test('It is away and no crash, and says when it is tried next.', async () => {
    const { keeper, seen } = await away();
    expect(keeper.state).toEqual({ kind: 'waiting', since: 0, until: 2_000, reason: foreign('No route.') });
    expect(seen).not.toContain('0 crashed');
    expect([keeper.counts.crashes, keeper.restarts]).toEqual([0, null]);
  });

  test('Through two hours of outage it is tried at least every 5 min, and runs within 5 min of its end.', async () => {
    const { keeper, runs, pass, settle } = await away();
    while (Date.now() < 2 * 3_600_000) {
      const tries = runs.length;
      await pass(300_000);
      expect(runs.length).toBeGreaterThan(tries);
      runs.at(-1)?.end('No route.', 'away');
      await settle();
    }
    await pass(300_000);
    expect(keeper.state).toMatchObject({ kind: 'starting', reason: saying({ part: 'to reach it again: No route.' }) });
    runs.at(-1)?.ready();
    await settle();
    expect(keeper.state.kind).toBe('running');
  });

  test('On another network, and after a sleep, it is tried at once, and then from the shortest delay on.', async () => {
    const { keeper, runs, clock, network, pass, settle } = await away();
    for (const waitMs of [2_000, 2_000, 4_000]) {
      await pass(waitMs);
      runs.at(-1)?.end('No route.', 'away');
      await settle();
    }
    expect(keeper.state).toMatchObject({ kind: 'waiting', until: 16_000 });
    network.changed();
    await settle();
    expect([runs.length, keeper.state.kind]).toEqual([5, 'starting']);
    runs.at(-1)?.end('No route.', 'away');
    await settle();
    expect(keeper.state).toMatchObject({ kind: 'waiting', until: 10_000 });
    clock.suspend();
    await pass(4_000);
    expect(runs.length).toBe(5);
    clock.resume();
    await settle();
    expect([runs.length, keeper.state.kind]).toEqual([6, 'starting']);
  });

  test('While it runs or is stopped nobody looks at the network.', async () => {
    const { keeper, runs, network, pass, settle } = await away();
    expect(network.listeners.size).toBe(1);
    await pass(2_000);
    runs[1]?.ready();
    await settle();
    expect(network.listeners.size).toBe(0);
    runs[1]?.end('No route.', 'away');
    await settle();
    await keeper.stop({ inputMs: 1, termMs: 1 });
    expect(network.listeners.size).toBe(0);
  });

  test('Stopped while it is away it does not come back: not by time, by the network, by a wake-up or by a call.', async () => {
    const { keeper, runs, clock, network, pass, settle } = await away();
    await keeper.stop({ inputMs: 1, termMs: 1 });
    network.changed();
    clock.suspend();
    clock.resume();
    await settle();
    await expect(keeper.client({ timeoutMs: 1_000 })).rejects.toThrow('stopped');
    await pass(3_600_000);
    expect([runs.length, keeper.state.kind]).toEqual([1, 'stopped']);
  });

  test('A call tries it at once and gets its client; a second call joins the first.', async () => {
    const { keeper, runs, settle } = await away();
    const calls = Promise.all([keeper.client({ timeoutMs: 60_000 }), keeper.client({ timeoutMs: 60_000 })]);
    await settle();
    expect([runs.length, keeper.state.kind]).toEqual([2, 'starting']);
    runs[1]?.ready();
    const client = runs[1]?.run.client;
    expect(await calls).toEqual([client, client]);
  });

  test('A call hears at once that it is still away, and why.', async () => {
    const { keeper, runs, settle } = await away();
    const refused = expect(keeper.client({ timeoutMs: 60_000 })).rejects.toThrow('No route');
    await settle();
    runs[1]?.end('No route.', 'away');
    await refused;
    expect(keeper.state.kind).toBe('waiting');
  });

  test('A call that waits for it hears when it is stopped meanwhile.', async () => {
    const { keeper, settle } = await away();
    const refused = expect(keeper.client({ timeoutMs: 60_000 })).rejects.toThrow('stop');
    await settle();
    void keeper.stop({ inputMs: 1, termMs: 1 });
    await refused;
  });

  test.each([
    ['unauthorized', 'unauthorized'],
    ['secret', 'blocked'],
  ] as const)('When it comes back as %s nothing more follows by itself.', async (cause, kind) => {
    const { keeper, runs, network, pass, settle } = await away();
    await pass(2_000);
    runs[1]?.end('No key.', cause);
    await settle();
    network.changed();
    await pass(3_600_000);
    expect([runs.length, keeper.state.kind]).toEqual([2, kind]);
  });
});
