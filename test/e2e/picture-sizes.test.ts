// Pictures of one tab in several sizes, also of pages that go away: each shows the whole page, and leaves the page as large as it was.
import photon from '@silvia-odwyer/photon-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differenceAt } from '../support/pictures.ts';
import { describeWith } from '../support/provided.ts';
import { layers, type ManyPagesScene, openManyPages } from './many-pages-scene.ts';
import type { PageTab } from './page-tab.ts';

const colour = [10, 80, 160];
/** By an element: the background of a page fills whatever the page itself leaves empty. */
const painted = `document.body.innerHTML = '<div style="position: fixed; inset: 0; background: rgb(${colour.join()})">', 1`;

let scene: ManyPagesScene;

describeWith(['chromium'], 'pictures in several sizes', () => {
  beforeAll(async () => {
    scene = await openManyPages('chromium');
  }, 60_000);
  afterAll(() => scene?.close());

  test.for(layers)('a whole picture after smaller ones shows the whole page, %s', async layer => {
    const tab = await scene.open('/article', layer);
    await tab.value(painted);
    for (const scale of [0.5, 0.25, 1, 0.5, 1]) expect(await differenceNearEnd(tab, { scale })).toBeLessThan(10);
    expect(await tab.value('innerWidth === outerWidth && visualViewport.scale === 1')).toBe(true);
    await tab.close();
  });

  test.for(layers)('so does one after pictures whose page went away, %s', async layer => {
    const tab = await scene.open('/article', layer);
    for (let ms = 0; ms < 60; ms += 3) {
      const leave = `setTimeout(() => location.assign('/shop?after=${ms}'), ${ms}), 1`;
      const left = await tab.ask('javascript_tool', { text: leave });
      const { images, text } = await tab.ask('computer', { action: 'screenshot' });
      if (left.isError) expect(left.text).toMatch(/its page was left|is on its way|shows another page|moved/);
      if (!images[0]) expect(text).toMatch(/^Tab \d+ (is on its way to another page|shows another page)/);
    }
    await tab.call('navigate', { url: `${scene.site.origin}/article` });
    await tab.value(painted);
    expect(await differenceNearEnd(tab, { scale: 1 })).toBeLessThan(10);
    await tab.close();
  });
});

/** In the quarter of the picture that a page drawn at half its size leaves empty. */
async function differenceNearEnd(tab: PageTab, args: object): Promise<number> {
  const { images, text } = await tab.ask('computer', { action: 'screenshot', ...args });
  if (!images[0]) throw new Error(text);
  return differenceAt(photon.PhotonImage.new_from_byteslice(Buffer.from(images[0].data, 'base64')), 0.75, colour);
}
