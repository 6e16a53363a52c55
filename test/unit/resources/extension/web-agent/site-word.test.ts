// What the companion keeps of the hub's word on sites: only what it can read, at once, and for as long as no other one comes.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageFlags } from '../../../../../contract/web-agent.ts';
import { defaultSites, readSites, SiteWord } from '../../../../../resources/extension/web-agent/site-word.ts';

describe('The word of the hub', () => {
  let kept: Record<string, unknown>;
  beforeEach(() => {
    kept = {};
    const local = {
      get: async (key: string) => ({ [key]: kept[key] }),
      set: async (all: object) => void Object.assign(kept, all),
    };
    vi.stubGlobal('chrome', { storage: { local } });
    return () => vi.unstubAllGlobals();
  });

  test('before any hub has spoken is that all pages have it, with the defaults, and files have not.', async () => {
    const word = new SiteWord();
    expect(await word.read()).toEqual({ on: true, files: false, flags: pageFlags, sites: [] });
    await word.expectOffered('https://shop.example');
    await expect(word.expectOffered('file://')).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  });

  test('is kept for the next run, and holds at once.', async () => {
    const word = new SiteWord();
    const sites = [{ origin: 'https://shop.example', blocked: true, flags: {} }];
    expect(await word.take({ ...defaultSites, sites })).toBe(true);
    await expect(word.expectOffered('https://shop.example')).rejects.toMatchObject({
      code: 'ERR_PERMISSION_DENIED',
      message: expect.stringContaining('Permission'),
    });
    await word.expectOffered('https://shop.example:8443');
    expect(await new SiteWord().read()).toEqual({ ...defaultSites, sites });
    await word.take({ ...defaultSites, on: false });
    await expect(word.expectOffered('https://other.example')).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
  });

  test('that comes before what was kept is read is not undone by that.', async () => {
    kept['sites'] = { ...defaultSites, on: false };
    const word = new SiteWord();
    await word.take(defaultSites);
    expect((await word.read()).on).toBe(true);
  });

  test.each([[null], [{}], ['on'], [{ on: 'yes', sites: [] }], [{ on: true, sites: {} }]])(
    'that is %j changes nothing.',
    async said => {
      const word = new SiteWord();
      expect(await word.take(said)).toBe(false);
      expect(kept).toEqual({});
    },
  );

  test('is taken without what is no origin and no flag.', () => {
    const row = (origin: unknown) => ({
      origin,
      blocked: true,
      flags: { toolCalling: true, other: true, multiAgent: 1 },
    });
    const origins = [
      'https://a.example',
      'https://A.example',
      'https://a.example/',
      'a.example',
      7,
      'file://',
      'http://[::1]:80',
    ];
    const sites = readSites({ on: true, flags: { toolAccess: false, zzz: true }, sites: origins.map(row) });
    expect(sites?.flags).toEqual({ ...pageFlags, toolAccess: false });
    expect(sites?.sites).toEqual([
      { origin: 'https://a.example', blocked: true, flags: { toolCalling: true } },
      { origin: 'file://', blocked: true, flags: { toolCalling: true } },
    ]);
  });
});
