// Icons of tabs: what is taken for one, what is refused, and whose it is when a tab goes on to another site.
import photon from '@silvia-odwyer/photon-node';
import { describe, expect, test } from 'vitest';
import { maxIconBytes } from '../../../../contract/companion.ts';
import { CompanionIconSchema } from '../../../../contract/schemas/companion.ts';
import { TabIcons } from '../../../../electron/core/tabs/tab-icons.ts';
import { TabRegistry } from '../../../../electron/core/tabs/tab-registry.ts';
import { buildReportedTab, buildState, noon } from '../../../support/hub-fixtures.ts';
import { noise, pngHead } from '../../../support/pictures.ts';

/** A plain picture, which every encoder makes small. */
function plain(side: number, shade = 7): string {
  const image = new photon.PhotonImage(new Uint8Array(side * side * 4).fill(shade), side, side);
  return Buffer.from(image.get_bytes()).toString('base64');
}

function chunk(type: string, body = Buffer.alloc(0)): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
}

const head = (side: number) => {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(side, 0);
  body.writeUInt32BE(side, 4);
  return chunk('IHDR', body);
};
const png = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]).toString('base64');

describe('An icon', () => {
  test('of a small PNG is kept once under one id, and handed out as it came.', () => {
    const icons = new TabIcons();
    const id = icons.keep(plain(32));
    expect(icons.keep(plain(32))).toBe(id);
    expect(icons.of([id ?? '', 'another'])).toEqual([{ id, data: plain(32) }]);
  });

  test.each<[string, string]>([
    ['a picture of 65 pixels', plain(65)],
    ['a picture without any pixel', png(head(0), chunk('IDAT'), chunk('IEND'))],
    ['a JPEG', noise(8, 8).jpeg.toString('base64')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(80)).toString('base64')],
    ['nothing', ''],
    ['a PNG that ends in the middle', pngHead(16, 16).toString('base64')],
    [
      'a PNG with something behind it',
      Buffer.concat([Buffer.from(plain(16), 'base64'), Buffer.from('x')]).toString('base64'),
    ],
    ['an animation', png(head(16), chunk('acTL', Buffer.alloc(8)), chunk('IDAT'), chunk('IEND'))],
    ['a PNG with text in it', png(head(16), chunk('tEXt', Buffer.from('Comment\0x')), chunk('IDAT'), chunk('IEND'))],
    [
      'a PNG whose chunk says that it is longer than all',
      png(head(16), Buffer.from('ffffffff49444154', 'hex'), chunk('IEND')),
    ],
    ['a PNG of more than 8 KiB', noise(64, 64).png.toString('base64')],
  ])('is not %s.', (_what, data) => {
    expect(new TabIcons().keep(data)).toBeNull();
  });

  test('that is too long or no base64 does not even come that far.', () => {
    const icon = { tabId: 1, url: 'https://example.com/' };
    const parses = (data: string) => CompanionIconSchema.safeParse({ ...icon, data }).success;
    expect([parses(plain(32)), parses('A'.repeat(maxIconBytes * 2)), parses('<svg>')]).toEqual([true, false, false]);
  });

  test('goes when 500 newer ones have come.', () => {
    const icons = new TabIcons();
    const shade = (at: number) => {
      const pixels = Uint8Array.from({ length: 16 }, (_, index) =>
        index % 4 === 3 ? 255 : (at >> ((index % 3) * 4)) & 0xff,
      );
      return Buffer.from(new photon.PhotonImage(pixels, 2, 2).get_bytes()).toString('base64');
    };
    const ids = Array.from({ length: 501 }, (_, at) => icons.keep(shade(at)) ?? '');
    expect([icons.of(ids.slice(0, 1)).length, icons.of(ids.slice(1)).length]).toEqual([0, 500]);
  });
});

describe('The icon of a tab', () => {
  const url = 'https://example.com/orders';
  function open() {
    const state = buildState();
    const tabs = new TabRegistry({ state, now: () => noon, onEnded: () => {} });
    tabs.report('b1', [buildReportedTab({ url })]);
    tabs.setIcon('b1', { tabId: 42, url, data: plain(32) });
    return { tabs, icon: () => tabs.get('b1', 42)?.icon };
  }

  test('is shown with the tab, and stays on the same site whatever happens there.', () => {
    const { tabs, icon } = open();
    const first = icon();
    tabs.report('b1', [buildReportedTab({ url: 'https://example.com/next', title: 'Next' })]);
    tabs.touch('b1', 42, 'navigate');
    tabs.takeOver('b1', 42);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(icon()).toBe(first);
  });

  test('goes with the site: another one never bears it.', () => {
    const { tabs, icon } = open();
    tabs.report('b1', [buildReportedTab({ url: 'https://evil.example/' })]);
    expect(icon()).toBeUndefined();
  });

  test('that comes late, for the site before, is not taken.', () => {
    const { tabs, icon } = open();
    tabs.report('b1', [buildReportedTab({ url: 'https://evil.example/' })]);
    tabs.setIcon('b1', { tabId: 42, url, data: plain(16) });
    expect(icon()).toBeUndefined();
  });

  test('is taken away when the page has none any more, or sends what is none.', () => {
    const first = open();
    first.tabs.setIcon('b1', { tabId: 42, url, data: null });
    const second = open();
    second.tabs.setIcon('b1', { tabId: 42, url, data: plain(65) });
    expect([first.icon(), second.icon()]).toEqual([undefined, undefined]);
  });

  test('of a tab that is not known is dropped.', () => {
    const { tabs } = open();
    tabs.setIcon('b1', { tabId: 43, url, data: plain(32) });
    expect(tabs.get('b1', 43)).toBeNull();
  });
});
