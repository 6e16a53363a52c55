// Pings of a server that may be busy, silent, wedged, or asleep together with its machine.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Heartbeat } from '../../../../../electron/core/servers/client/heartbeat.ts';
import { AwakeClock } from '../../../../../electron/core/servers/lifecycle/awake-clock.ts';
import { inEnglish } from '../../../../../words/english.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function server() {
  const clock = new AwakeClock();
  const looks = { answers: true, busy: false };
  const told: string[] = [];
  let pings = 0;
  const heartbeat = new Heartbeat({
    clock,
    times: { everyMs: 30_000, answerMs: 10_000 },
    isBusy: () => looks.busy,
    ping: async timeoutMs => {
      pings += 1;
      if (looks.answers) return true;
      await new Promise(resolve => setTimeout(resolve, timeoutMs));
      return false;
    },
    onSilent: reason => told.push(`silent: ${inEnglish(reason)}`),
    onAnswer: () => told.push('answered'),
    onWedged: reason => told.push(`wedged: ${inEnglish(reason)}`),
  });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
  return { clock, heartbeat, looks, told, pass, pings: () => pings };
}

const silent = 'silent: It answers nothing: 3 pings in a row.';
const wedged = 'wedged: It answers nothing: 4 pings in a row.';

describe('Heartbeat', () => {
  test('A server that answers is pinged every 30 s and nothing is said.', async () => {
    const { told, pass, pings } = server();
    await pass(301);
    expect([told, pings()]).toEqual([[], 10]);
  });

  test('Three pings in a row without an answer make it silent, one more wedged.', async () => {
    const { looks, told, pass } = server();
    looks.answers = false;
    await pass(30 + 30 + 30 + 9);
    expect(told).toEqual([]);
    await pass(2);
    expect(told).toEqual([silent]);
    await pass(10);
    expect(told).toEqual([silent, wedged]);
  });

  test('One answer in between begins the count anew.', async () => {
    const { looks, told, pass } = server();
    looks.answers = false;
    await pass(75);
    looks.answers = true;
    await pass(30);
    looks.answers = false;
    await pass(75);
    expect(told).toEqual([]);
  });

  test('A silent server that answers its last chance runs again.', async () => {
    const { looks, told, pass } = server();
    looks.answers = false;
    await pass(99);
    looks.answers = true;
    await pass(2);
    expect(told).toEqual([silent, 'answered']);
    await pass(600);
    expect(told).toHaveLength(2);
  });

  test('A busy server is not pinged and never called silent.', async () => {
    const { looks, told, pass, pings } = server();
    Object.assign(looks, { answers: false, busy: true });
    await pass(600);
    expect([told, pings()]).toEqual([[], 0]);
  });

  test('A call that comes while a ping waits excuses it.', async () => {
    const { looks, told, pass } = server();
    looks.answers = false;
    await pass(105);
    looks.busy = true;
    await pass(600);
    expect(told).toEqual([silent, 'answered']);
  });

  test('A ping that was under way in a sleep is not counted, and one follows at once.', async () => {
    const { clock, looks, told, pass, pings } = server();
    looks.answers = false;
    await pass(65);
    expect(pings()).toBe(2);
    clock.suspend();
    await pass(5);
    looks.answers = true;
    clock.resume();
    await pass(1);
    expect(pings()).toBe(3);
    await pass(20);
    expect(told).toEqual([]);
  });

  test('After stop nothing is told any more.', async () => {
    const { heartbeat, looks, told, pass } = server();
    looks.answers = false;
    await pass(95);
    heartbeat.stop();
    heartbeat.stop();
    await pass(600);
    expect(told).toEqual([]);
  });
});
