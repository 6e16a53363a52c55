// Sizes that pages were given: of each tab its own, also when two are given at once, and none of a tab that has closed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, unknown>();
const removed: ((tabId: number) => void)[] = [];
/** The browser takes its time with each. */
const later = () => new Promise(resolve => setTimeout(resolve, 5));

beforeEach(() => {
  stored.clear();
  removed.length = 0;
  vi.resetModules();
  vi.stubGlobal('chrome', {
    tabs: { onRemoved: { addListener: (listener: (tabId: number) => void) => removed.push(listener) } },
    storage: {
      session: {
        get: async (key: string) => {
          await later();
          return stored.has(key) ? { [key]: stored.get(key) } : {};
        },
        set: async (values: object) => {
          await later();
          for (const [key, value] of Object.entries(values)) stored.set(key, value);
        },
        remove: async (key: string) => {
          await later();
          stored.delete(key);
        },
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('Sizes of two tabs that are given at once are both kept; that of a tab goes with it.', async () => {
  const { keepViewport, viewportOf } = await import('../../../../resources/extension/tools/page-viewport.ts');
  const [small, large] = [
    { width: 375, height: 667 },
    { width: 900, height: 500 },
  ];
  await Promise.all([keepViewport(1, small), keepViewport(2, large), keepViewport(3, small)]);
  await Promise.all([keepViewport(1, large), keepViewport(3, null)]);
  expect(await Promise.all([1, 2, 3].map(viewportOf))).toEqual([large, large, null]);
  removed.forEach(close => close(2));
  await expect.poll(() => viewportOf(2)).toBeNull();
  expect(await viewportOf(1)).toEqual(large);
});
