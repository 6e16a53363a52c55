// A page's line to the background, which may end at any time: every act has an answer, also one that nobody hears.
import { beforeEach, expect, test, vi } from 'vitest';
import { ActRefused } from '../../../../../resources/extension/own-pages/act-refused.ts';
import { OwnLink } from '../../../../../resources/extension/own-pages/link.ts';

interface Port {
  readonly posted: { readonly kind: string; readonly id?: number }[];
  say(message: object): void;
  end(): void;
}
let ports: Port[];

function connect() {
  const heard: ((message: object) => void)[] = [];
  const ended: (() => void)[] = [];
  const port: Port = {
    posted: [],
    say: message => heard.forEach(hear => hear(message)),
    end: () => ended.forEach(end => end()),
  };
  ports.push(port);
  return {
    postMessage: (message: Port['posted'][number]) => port.posted.push(message),
    onMessage: { addListener: (hear: (message: object) => void) => heard.push(hear) },
    onDisconnect: { addListener: (end: () => void) => ended.push(end) },
  };
}

/** What became of it, once whatever needs no time has happened; `open` where it waits. */
async function endOf(act: Promise<unknown>): Promise<unknown> {
  let end: unknown = 'open';
  act.then(
    value => (end = { value }),
    error => (end = error instanceof ActRefused ? error.fault : error),
  );
  await vi.advanceTimersByTimeAsync(0);
  return end;
}

beforeEach(() => {
  vi.useFakeTimers();
  ports = [];
  vi.stubGlobal('chrome', { runtime: { connect } });
});

test('An act of the time between two ports is refused, and one after it is heard.', async () => {
  const link = new OwnLink({ onView: () => {} });
  link.show(7);
  ports[0]?.end();
  expect(await endOf(link.act({ kind: 'take-over' }))).toEqual({ kind: 'anew' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ports[1]?.posted).toEqual([{ kind: 'show', tabId: 7 }]);
  const act = link.act({ kind: 'take-over' });
  expect(await endOf(act)).toBe('open');
  ports[1]?.say({ kind: 'answer', id: ports[1].posted[1]?.id, ok: true, value: 'done' });
  expect(await endOf(act)).toEqual({ value: 'done' });
});

test('What waits when the background ends is refused.', async () => {
  const link = new OwnLink({ onView: () => {} });
  const act = link.act({ kind: 'take-over' });
  expect(await endOf(act)).toBe('open');
  ports[0]?.end();
  expect(await endOf(act)).toEqual({ kind: 'anew' });
});
