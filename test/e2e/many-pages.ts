// The matrix: every tool on every page where it makes sense, in front and in the background, through relay and hub as an agent comes.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { manyPages } from '../support/many-pages/site.ts';
import { describeWith } from '../support/provided.ts';
import { actStories } from './act-stories.ts';
import { fieldStories } from './field-stories.ts';
import { type Look, looks } from './looks.ts';
import { type Family, type Layer, layers, type ManyPagesScene, openManyPages } from './many-pages-scene.ts';
import { surpriseStories } from './surprise-stories.ts';
import type { SitePage } from '../support/many-pages/page.ts';
import type { PageTab } from './page-tab.ts';
import type { Story } from './story.ts';

const stories = [...fieldStories, ...actStories, ...surpriseStories];
/** A bound for what the page says of itself after the last answer. */
const settleMs = 10_000;
/** A tab that hangs may hold up a few calls, each to the agent's own bound. */
const cellMs = 120_000;

/** One browser for all cells; each page has a tab for those who look, each story one of its own. */
export function describeManyPages(family: Family): void {
  describeWith([family], `many pages in ${family}`, () => {
    let scene: ManyPagesScene;
    beforeAll(async () => {
      scene = await openManyPages(family);
    });
    afterAll(async () => {
      await scene?.close();
    });
    for (const layer of layers)
      describe(layer, () => {
        for (const page of manyPages) describeLooks(() => scene, looksOf(family, page), page, layer);
        for (const story of stories.filter(({ only = family }) => only === family))
          testStory(() => scene, story, layer);
      });
  });
}

function looksOf(family: Family, page: SitePage): readonly Look[] {
  return looks.filter(({ where, only = family }) => only === family && where(page));
}

function describeLooks(scene: () => ManyPagesScene, here: readonly Look[], page: SitePage, layer: Layer): void {
  if (here.length === 0) return;
  describe(page.path, () => {
    let tab: PageTab | null = null;
    afterAll(() => tab?.close());
    test.each(here)('$title', { timeout: cellMs }, async ({ faults }) => {
      tab ??= await scene().open(page.path, layer);
      const used = tab;
      // After a cell that failed the next one begins with a tab that nothing hangs in.
      tab = null;
      expect(await faults(used, page)).toEqual([]);
      tab = used;
    });
  });
}

function testStory(scene: () => ManyPagesScene, { path, title, act, facts, says }: Story, layer: Layer): void {
  test(`${path}: ${title}`, { timeout: cellMs }, async () => {
    const tab = await scene().open(path, layer);
    // A tab that hangs does not close either, and the next story has one of its own.
    onTestFinished(() => tab.close().catch(() => {}));
    const answer = await act(tab, scene());
    if (says) expect(String(answer)).toMatch(says);
    if (facts) await expect.poll(() => tab.facts(), { timeout: settleMs }).toMatchObject(facts);
  });
}
