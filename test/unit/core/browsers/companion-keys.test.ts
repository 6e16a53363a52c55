// Which keys outlive a start of the hub, a new pairing, and their browser.
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { CompanionKeys } from '../../../../electron/core/browsers/companion-keys.ts';

let files: Map<string, string>;
let keys: CompanionKeys;

const create = () =>
  new CompanionKeys({
    files: {
      list: async () => [...files].map(([id, text]) => ({ id, text })),
      write: async (id, text) => void files.set(id, text),
      remove: async id => void files.delete(id),
    },
    randomBytes,
  });

beforeEach(() => {
  files = new Map();
  keys = create();
});

test('A key is kept with its browser, and is the same after a start.', async () => {
  const made = await keys.make('extension', 'profile');
  await keys.belongs(made.id, 'browser');
  const next = create();
  await next.load(new Set(['browser']));
  expect(next.get(made.id)).toMatchObject({ secret: made.secret, extensionId: 'extension', profileId: 'profile' });
});

test('A key of a pairing that never came to its end, of a browser that is not known, or that cannot be read, goes at the start.', async () => {
  const unfinished = await keys.make('extension', 'profile');
  const unknown = await keys.make('extension', 'profile');
  await keys.belongs(unknown.id, 'a browser of before');
  files.set('0'.repeat(32), '{"v":1,');
  files.set('1'.repeat(32), '{"v":2}');
  const next = create();
  await next.load(new Set(['browser']));
  expect(files.size).toBe(0);
  expect([next.get(unfinished.id), next.get(unknown.id)]).toEqual([null, null]);
});

test('The newest key of a browser takes the place of those before it, and of no other browser’s.', async () => {
  const [first, other, second] = [await keys.make('e', 'p'), await keys.make('e', 'q'), await keys.make('e', 'p')];
  await keys.belongs(first.id, 'browser');
  await keys.belongs(other.id, 'another');
  await keys.belongs(second.id, 'browser');
  expect([first, other, second].map(({ id }) => keys.get(id) !== null)).toEqual([false, true, true]);
  expect([...files.keys()].toSorted()).toEqual([other.id, second.id].toSorted());
});

test('A forgotten browser has none, from that moment on.', async () => {
  const { id } = await keys.make('e', 'p');
  await keys.belongs(id, 'browser');
  const forgotten = keys.forgetBrowser('browser');
  expect(keys.get(id)).toBeNull();
  await forgotten;
  expect(files.size).toBe(0);
});
