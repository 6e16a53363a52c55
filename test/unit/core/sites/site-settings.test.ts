// Where pages may use the Web Agent API: the user's rules for all, what is set of one origin, how much each was used, and what is kept.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pageFlags } from '../../../../contract/web-agent.ts';
import { SiteSettings, siteBounds } from '../../../../electron/core/sites/site-settings.ts';
import { buildState, noon } from '../../../support/hub-fixtures.ts';
import type { SiteRules } from '../../../../contract/schemas/web-agent.ts';
import type { StoredSite } from '../../../../electron/core/store/sites-table.ts';

const shop = 'https://shop.example';
const day = 86_400_000;
const page = { origin: shop, browserId: 'b1', tabId: 23, title: 'Shop' };

beforeEach(() => {
  vi.useFakeTimers({ now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

function createSites({ rows = [] as StoredSite[], rules = null as SiteRules | null } = {}) {
  const state = buildState();
  const kept = new Map(rows.map(row => [row.origin, row]));
  const log: string[] = [];
  const disk = { fails: false, rules: rules as unknown };
  const write = async (origin: string, row: StoredSite | null) => {
    if (disk.fails) throw new Error('ENOSPC');
    if (row) kept.set(origin, row);
    else kept.delete(origin);
  };
  const sites = new SiteSettings({
    state,
    rows,
    persist: {
      put: row => write(row.origin, row),
      putLater: row => void write(row.origin, row),
      remove: origin => write(origin, null),
      removeLater: origin => void write(origin, null),
    },
    settings: { get: async () => disk.rules as never, set: async (_, value) => void (disk.rules = value) },
    showRules: siteRules => state.setHub({ siteRules }),
    now: () => Date.now(),
    onBlocked: async origin => void log.push(`blocked ${origin}`),
    onForgotten: async origin => void log.push(`forgotten ${origin}`),
  });
  sites.onChanged(origin => log.push(`changed ${origin}`));
  return { sites, state, kept, log, disk, shown: (origin = shop) => state.get('sites', origin) };
}

describe('The rules for all pages', () => {
  test('They begin as spec 003 has the flags, on for the web and off for files.', async () => {
    const { sites, state } = createSites();
    await sites.load();
    expect(sites.rules).toEqual({ on: true, files: false, flags: pageFlags });
    expect(state.hub.siteRules).toEqual(sites.rules);
    expect(sites.isBlocked(shop)).toBe(false);
    expect(sites.isBlocked('file://')).toBe(true);
  });

  test('What the user changes is kept, and the next run begins with it.', async () => {
    const { sites, disk, log } = createSites();
    await sites.load();
    await Promise.all([sites.setRules({ files: true }), sites.setRules({ flags: { toolCalling: true } })]);
    expect(sites.isBlocked('file://')).toBe(false);
    expect(sites.flagsOf(shop).toolCalling).toBe(true);
    expect(log).toEqual(['changed null', 'changed null']);
    const next = createSites({ rules: disk.rules as SiteRules });
    await next.sites.load();
    expect(next.sites.rules).toEqual({ on: true, files: true, flags: { ...pageFlags, toolCalling: true } });
  });

  test('Off means that no page may, whatever is set of it.', async () => {
    const { sites } = createSites();
    await sites.set(shop, { flags: { toolCalling: true } });
    await sites.setRules({ on: false });
    expect(sites.isBlocked(shop)).toBe(true);
  });
});

describe('One origin', () => {
  test('Its flags are the user’s own with its own over them; null takes one back.', async () => {
    const { sites, shown } = createSites();
    await sites.set(shop, { flags: { toolCalling: true, textGeneration: false } });
    expect(sites.flagsOf(shop)).toEqual({ ...pageFlags, toolCalling: true, textGeneration: false });
    expect(sites.flagsOf('https://other.example')).toEqual(pageFlags);
    await sites.set(shop, { flags: { textGeneration: null } });
    expect(shown()?.flags).toEqual({ toolCalling: true });
  });

  test('A flag that all pages have is set no more; one that all pages get later shows as changed no longer.', async () => {
    const { sites, shown, kept } = createSites();
    await sites.set(shop, { flags: { toolCalling: false } });
    expect(kept.get(shop)?.flags).toEqual({});
    await sites.set(shop, { flags: { toolCalling: true } });
    await sites.setRules({ flags: { toolCalling: true } });
    expect(shown()?.flags).toEqual({});
    expect(sites.companionWord().sites).toEqual([]);
    await sites.setRules({ flags: { toolCalling: false } });
    expect(sites.flagsOf(shop).toolCalling).toBe(true);
  });

  test('Blocking takes effect before it is written, and what is open of it ends once.', async () => {
    const { sites, log, disk, shown } = createSites();
    disk.fails = true;
    await expect(sites.set(shop, { blocked: true })).rejects.toThrow('ENOSPC');
    expect(sites.isBlocked(shop)).toBe(true);
    expect(shown()?.blocked).toBe(true);
    disk.fails = false;
    await sites.set(shop, { blocked: true });
    expect(log).toEqual([`changed ${shop}`, `blocked ${shop}`, `changed ${shop}`]);
  });

  test('Forgetting takes away what is set and known of it; a page that is open stays.', async () => {
    const { sites, log, kept, shown } = createSites();
    sites.pageOpened(page);
    await sites.set(shop, { blocked: true });
    await sites.forget(shop);
    expect(kept.has(shop)).toBe(false);
    expect(sites.isBlocked(shop)).toBe(false);
    expect(shown()?.pages).toEqual([{ browserId: 'b1', tabId: 23, title: 'Shop' }]);
    expect(log.at(-1)).toBe(`forgotten ${shop}`);
    sites.stop();
    expect(kept.has(shop)).toBe(false);
  });

  test('Companions are told of what differs, and of nothing else.', async () => {
    const { sites } = createSites();
    sites.pageOpened(page);
    sites.used('https://other.example');
    await sites.set('https://b.example', { blocked: true });
    await sites.set('https://c.example', { flags: { multiAgent: true } });
    expect(sites.companionWord()).toEqual({
      on: true,
      files: false,
      flags: pageFlags,
      sites: [
        { origin: 'https://b.example', blocked: true, flags: {} },
        { origin: 'https://c.example', blocked: false, flags: { multiAgent: true } },
      ],
    });
  });
});

describe('Uses', () => {
  test('They are counted by day for seven days, and shown and kept a second later, not for each.', async () => {
    const { sites, shown, kept } = createSites();
    for (let use = 0; use < 100; use += 1) sites.used(shop);
    expect(shown()).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown()).toMatchObject({ uses: 100, days: [0, 0, 0, 0, 0, 0, 100], firstAt: noon, lastAt: noon });
    expect(kept.get(shop)?.days).toEqual([{ day: Math.floor(noon / day), uses: 100 }]);
    vi.advanceTimersByTime(6 * day);
    sites.used(shop);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown()).toMatchObject({ uses: 101, days: [100, 0, 0, 0, 0, 0, 1] });
    vi.advanceTimersByTime(day);
    expect(shown()).toMatchObject({ uses: 1, days: [0, 0, 0, 0, 0, 1, 0] });
    sites.stop();
  });

  test('Those that wait when the hub stops are kept.', () => {
    const { sites, kept } = createSites();
    sites.used(shop);
    sites.stop();
    expect(kept.get(shop)?.lastAt).toBe(noon);
  });

  test('What was refused for its rate is counted until it may again.', async () => {
    const { sites, shown } = createSites();
    for (let time = 0; time < 3; time += 1) sites.refusedByRate(shop, noon + 20_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown()?.overRate).toEqual({ until: noon + 20_000, refused: 3 });
    await vi.advanceTimersByTimeAsync(20_000);
    sites.refusedByRate(shop, noon + 50_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown()?.overRate).toEqual({ until: noon + 50_000, refused: 1 });
    // What its companion has refused comes as one number.
    sites.refusedByRate(shop, noon + 60_000, 9_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown()?.overRate).toEqual({ until: noon + 60_000, refused: 9_001 });
  });

  test('Pages are shown by tab, and go one at a time.', () => {
    const { sites, shown } = createSites();
    sites.pageOpened(page);
    sites.pageOpened({ ...page, title: 'Basket' });
    sites.pageOpened({ ...page, tabId: 24 });
    expect(shown()?.pages).toEqual([
      { browserId: 'b1', tabId: 23, title: 'Basket' },
      { browserId: 'b1', tabId: 24, title: 'Shop' },
    ]);
    sites.pageClosed(page);
    expect(shown()?.pages).toHaveLength(2);
    sites.pageClosed(page);
    sites.pageClosed(page);
    expect(shown()?.pages).toEqual([{ browserId: 'b1', tabId: 24, title: 'Shop' }]);
    sites.stop();
  });
});

describe('How many are kept', () => {
  const rowOf = (at: number, set: Partial<StoredSite> = {}): StoredSite => {
    const origin = `https://${at}.example`;
    return { origin, blocked: false, flags: {}, firstAt: noon, lastAt: noon + at, days: [], ...set };
  };

  test('Those that did nothing for the longest go first, but none about which something is set.', () => {
    const rows = Array.from({ length: siteBounds.all }, (_, at) => rowOf(at, { blocked: at === 0 }));
    const { sites, shown, kept } = createSites({ rows });
    sites.pageOpened(page);
    expect(shown('https://0.example')?.blocked).toBe(true);
    expect(shown('https://1.example')).toBeNull();
    expect(kept.has('https://1.example')).toBe(false);
    expect(shown('https://2.example')).not.toBeNull();
    sites.stop();
  });

  test('More than companions are told of is not set; taking back is always possible.', async () => {
    const rows = Array.from({ length: siteBounds.set }, (_, at) => rowOf(at, { blocked: true }));
    const { sites } = createSites({ rows });
    await expect(sites.set(shop, { blocked: true })).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
      message: expect.stringContaining('5000 sites'),
    });
    await sites.set('https://7.example', { blocked: false });
    await sites.set(shop, { blocked: true });
  });
});
