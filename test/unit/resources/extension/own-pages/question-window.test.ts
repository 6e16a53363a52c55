// The window for questions, in a played browser: what it has shown may be left waiting, and nothing that it has not shown.
import { beforeEach, expect, test, vi } from 'vitest';
import type { QuestionWindow as Windows } from '../../../../../resources/extension/own-pages/question-window.ts';

type Hear = (windowId: number) => void;

let closes: Hear[] = [];
let open: number[] = [];
let kept: Record<string, unknown> = {};
let opened = 0;

const close = (id: number) => {
  open = open.filter(each => each !== id);
  for (const hear of closes) hear(id);
};
const noEvent = { addListener: () => {} };

/** Whatever needs no time has happened. */
const settled = () => new Promise(resolve => setTimeout(resolve, 20));
const closing = () => new Promise(resolve => setTimeout(resolve, 5));
const asks = (...questions: [id: string, version: number][]) => ({
  questions: questions.map(([id, version]) => ({ id, version, tabId: 1 })),
  panel: false,
});

async function start(shown = false): Promise<Windows> {
  const { QuestionWindow } = await import('../../../../../resources/extension/own-pages/question-window.ts');
  return new QuestionWindow(() => shown);
}

beforeEach(() => {
  vi.resetModules();
  [closes, open, kept, opened] = [[], [], {}, 0];
  vi.stubGlobal('chrome', {
    runtime: { getURL: (path: string) => path },
    storage: {
      session: { get: async () => structuredClone(kept), set: async (next: object) => void Object.assign(kept, next) },
    },
    tabs: { get: async () => ({ windowId: 1 }), query: async () => [], onActivated: noEvent },
    windows: {
      WINDOW_ID_NONE: -1,
      onRemoved: { addListener: (hear: Hear) => closes.push(hear) },
      onFocusChanged: noEvent,
      getAll: async () => [],
      get: async (id: number) => {
        if (id !== 1 && !open.includes(id)) throw new Error('There is no such window.');
        return { id };
      },
      create: async () => {
        opened += 1;
        open.push(100 + opened);
        return { id: 100 + opened };
      },
      update: async () => {},
      remove: async (id: number) => {
        await closing();
        close(id);
      },
    },
  });
});

test('A question that comes while the window closes after the one before has a window.', async () => {
  const window = await start();
  window.take(asks(['a', 1]));
  await settled();
  expect(open).toEqual([101]);
  window.seen('a', 1);
  window.take(asks());
  window.done(101, { a: 1 });
  await new Promise(resolve => setImmediate(resolve));
  window.take(asks(['b', 1]));
  expect(open).toEqual([101]);
  await settled();
  expect(open).toEqual([102]);
});

test('A window that is done stays for what has come before it said so, and is closed when it is done with that too.', async () => {
  const window = await start();
  window.take(asks(['a', 1]));
  window.take(asks(['b', 1]));
  await settled();
  window.done(101, { a: 1 });
  await settled();
  expect(open).toEqual([101]);
  window.done(101, { a: 1, b: 1 });
  await settled();
  expect(open).toEqual([]);
});

test('What its user closes is left waiting, until it asks for more; what the window has not shown gets one.', async () => {
  const window = await start();
  window.take(asks(['a', 1], ['b', 1]));
  await settled();
  window.seen('a', 1);
  await settled();
  close(101);
  await settled();
  expect(open).toEqual([102]);
  window.seen('b', 1);
  await settled();
  close(102);
  await settled();
  expect(open).toEqual([]);
  window.take(asks(['a', 1], ['b', 2]));
  await settled();
  expect(open).toEqual([103]);
});

test('A background that begins anew knows what its window has shown.', async () => {
  const before = await start();
  before.take(asks(['a', 1]));
  await settled();
  before.seen('a', 1);
  await settled();
  closes = [];
  const after = await start();
  after.take(asks(['a', 1]));
  await settled();
  close(101);
  await settled();
  expect(opened).toBe(1);
});
