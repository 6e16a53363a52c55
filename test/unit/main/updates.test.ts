// Looking for updates: off without a feed, and what the states are with one (D20).
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { foreign } from '../../../contract/reason.ts';
import { DesktopChangeSchema } from '../../../contract/schemas/desktop.ts';
import { type Updater, Updates, updateHindrance } from '../../../electron/main/updates.ts';
import type { Reason } from '../../../contract/reasons.ts';

class FakeUpdater extends EventEmitter implements Updater {
  autoDownload = false;
  autoInstallOnAppQuit = false;
  allowDowngrade = true;
  logger: unknown = console;
  readonly asked: string[] = [];
  #feed = '';
  answer: () => void = () => this.emit('update-not-available');
  setFeed(url: string): void {
    this.#feed = url;
  }
  checkForUpdates(): Promise<null> {
    this.asked.push(this.#feed);
    this.answer();
    return Promise.resolve(null);
  }
}

let updater: FakeUpdater;
let loads = 0;
const make = (hindrance: Reason | null = null) =>
  new Updates({
    hindrance,
    load: () => {
      loads += 1;
      return Promise.resolve(updater);
    },
  });
beforeEach(() => {
  updater = new FakeUpdater();
  loads = 0;
});

test('without a feed nothing is loaded and nobody is asked', async () => {
  const updates = make();
  updates.follow(null);
  await updates.look();
  expect([updates.state, loads, updater.asked]).toEqual([{ kind: 'off' }, 0, []]);
});

describe('with a feed', () => {
  const feed = 'https://updates.example/pilothouse';

  test('it is asked there alone, and an older version is never taken', async () => {
    const updates = make();
    updates.follow(feed);
    await updates.look();
    expect([updates.state, updater.asked, updater.allowDowngrade]).toEqual([{ kind: 'idle' }, [feed], false]);
  });

  test('a newer version is fetched, and ready for the next start', async () => {
    const updates = make();
    const states: unknown[] = [];
    updater.answer = () => {
      updater.emit('update-available', { version: '2.0.0' });
      updater.emit('download-progress', { percent: 41.7 });
      states.push(updates.state);
      updater.emit('update-downloaded', { version: '2.0.0' });
    };
    updates.follow(feed);
    await updates.look();
    expect([...states, updates.state]).toEqual([
      { kind: 'fetching', version: '2.0.0', percent: 42 },
      { kind: 'ready', version: '2.0.0' },
    ]);
    await updates.look();
    expect(updater.asked).toHaveLength(1);
  });

  test('a feed that fails is a state with its first line, and the next look starts anew', async () => {
    const updates = make();
    updater.answer = () => {
      throw new Error('EBUSY: the file is in use\n    at somewhere');
    };
    updates.follow(feed);
    await updates.look();
    expect(updates.state).toEqual({ kind: 'failed', reason: foreign('EBUSY: the file is in use') });
    updater.answer = () => updater.emit('update-not-available');
    await updates.look();
    expect(updates.state).toEqual({ kind: 'idle' });
  });

  test('a feed that is taken back is not asked any more', async () => {
    const updates = make();
    updates.follow(feed);
    updates.follow(null);
    await updates.look();
    expect([updates.state, updater.asked]).toEqual([{ kind: 'off' }, []]);
  });

  test('a copy that cannot replace itself says why and asks nobody', async () => {
    const updates = make({ kind: 'update-of-package' });
    updates.follow(feed);
    await updates.look();
    expect([updates.state, loads]).toEqual([{ kind: 'unsupported', reason: { kind: 'update-of-package' } }, 0]);
  });
});

test.each(['http://updates.example/', 'file:///tmp/feed', 'ftp://updates.example/', 'updates.example'])(
  'the feed %s is refused, because it is not https',
  updateFeed => {
    expect(DesktopChangeSchema.safeParse({ updateFeed }).success).toBe(false);
  },
);

test('only an installed copy can be replaced, under Linux only an AppImage, and only by what it can check', () => {
  const installed = { packaged: true, env: {}, hasKey: true } as const;
  const appImage = { ...installed, os: 'linux', env: { APPIMAGE: '/home/ana/Pilothouse.AppImage' } } as const;
  expect(updateHindrance({ ...installed, packaged: false, os: 'darwin' })).toEqual({ kind: 'update-of-sources' });
  expect(updateHindrance({ ...installed, os: 'linux' })).toEqual({ kind: 'update-of-package' });
  expect(updateHindrance(appImage)).toBeNull();
  expect(updateHindrance({ ...appImage, hasKey: false })).toEqual({ kind: 'update-without-key' });
  expect(updateHindrance({ ...installed, os: 'win32' })).toBeNull();
  expect(updateHindrance({ ...installed, os: 'win32', hasKey: false })).toEqual({ kind: 'update-without-key' });
  expect(updateHindrance({ ...installed, os: 'darwin', hasKey: false })).toBeNull();
});
