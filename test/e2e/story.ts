// A row of the matrix that has a story: what an agent does on a page, and what the page has to say afterwards.
import type { Family, ManyPagesScene } from './many-pages-scene.ts';
import type { PageTab } from './page-tab.ts';

export interface Story {
  readonly path: string;
  /** The end of a sentence that begins with the path. */
  readonly title: string;
  /** Every browser where it is absent. */
  readonly only?: Family;
  readonly act: (tab: PageTab, scene: ManyPagesScene) => Promise<unknown>;
  /** What `facts()` of the page has to hold at last; a page without scripts has none. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What the answer of `act` has to say, where that is told. */
  readonly says?: RegExp;
}
