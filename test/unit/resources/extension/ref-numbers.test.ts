// Numbers of refs are given out once in the life of a tab, also when the browser stops the worker that gives them.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const stored = new Map<string, unknown>();
const removed: ((tabId: number) => void)[] = [];

/** The module as a worker has it that has just begun. */
function begin() {
  vi.resetModules();
  return import('../../../../resources/extension/ref-numbers.ts');
}

describe('The numbers of a tab', () => {
  beforeEach(() => {
    stored.clear();
    removed.length = 0;
    vi.stubGlobal('chrome', {
      tabs: { onRemoved: { addListener: (listener: (tabId: number) => void) => removed.push(listener) } },
      storage: {
        session: {
          get: async (key: string) => (stored.has(key) ? { [key]: structuredClone(stored.get(key)) } : {}),
          set: async (values: object) => {
            for (const [key, value] of Object.entries(values)) stored.set(key, structuredClone(value));
          },
          remove: async (key: string) => void stored.delete(key),
        },
      },
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test('go on from one document to the next, and never back.', async () => {
    const { firstRefOf, noteNextRef } = await begin();
    expect(await firstRefOf(1)).toBe(1);
    await noteNextRef(1, 58);
    await noteNextRef(1, 3);
    expect(await firstRefOf(1)).toBe(58);
    expect(await firstRefOf(2)).toBe(1);
  });

  test('are known to the next worker.', async () => {
    const before = await begin();
    await before.noteNextRef(1, 58);
    expect(await before.frameNumberOf(1, 'first')).toBe(1);
    expect(await before.frameNumberOf(1, 'second')).toBe(2);
    const after = await begin();
    expect(await after.firstRefOf(1)).toBe(58);
    expect(await after.documentOfFrame(1, 2)).toBe('second');
    expect(await after.frameNumberOf(1, 'third')).toBe(3);
  });

  test('of frames stand for one document each, asked for at once or later.', async () => {
    const { documentOfFrame, frameNumberOf } = await begin();
    const numbers = await Promise.all(['a', 'b', 'a', 'c'].map(id => frameNumberOf(1, id)));
    expect(numbers).toEqual([1, 2, 1, 3]);
    expect(await documentOfFrame(1, 4)).toBeNull();
    for (let at = 0; at < 1_100; at += 1) await frameNumberOf(1, `ad ${at}`);
    expect(await documentOfFrame(1, 1)).toBeNull();
    expect(await frameNumberOf(1, 'a')).toBe(1_104);
  });

  test('are forgotten with the tab.', async () => {
    const { firstRefOf, noteNextRef } = await begin();
    await noteNextRef(1, 58);
    for (const listener of removed) listener(1);
    expect(stored.size).toBe(0);
    expect(await firstRefOf(1)).toBe(1);
  });
});
