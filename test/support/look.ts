// Looks at a page as it is drawn in both themes and two sizes: what axe finds serious and, for whoever watches, a picture of each.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { repositoryRoot } from './provided.ts';
import type { Page } from 'playwright';

const folder = join(repositoryRoot, 'test-results/screenshots');
/** A run with nobody watching keeps no pictures, four of which are a seventh of a look. */
const isLookedAt = !process.env.CI;
const sizes = [
  [1440, 900],
  [800, 600],
] as const;

/** Findings of impact serious or critical, each with its theme, size and first element. The page is left wide and dark. */
export async function look(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { theme, width, title } of pictures(page, name)) {
    // Each theme and each size once: axe takes seconds.
    if ((theme === 'dark') === (width === 1440))
      found.push(...(await seriousFindings(page)).map(finding => `${title}: ${finding}`));
  }
  return found;
}

interface Drawn {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** Name, theme and width. */
  readonly title: string;
}

/** The page in both themes and sizes, each told once it is drawn and its picture taken. The page is left wide and dark. */
export async function* pictures(page: Page, name: string): AsyncGenerator<Drawn> {
  if (isLookedAt) await mkdir(folder, { recursive: true });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const [width, height] of sizes.toReversed()) {
      await page.setViewportSize({ width, height });
      await settle(page);
      if (isLookedAt) await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
      yield { theme, width, title: `${name} ${theme} ${width}` };
    }
  }
}

/**
 * Two frames, one to lay out and one to draw, and the end of what fades in sight: colours in between are nobody's choice. What is skipped
 * by `content-visibility` has no frames, so a transition that is out of sight by then never says that it has ended (CSS Containment, section 4).
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const isInSight = ({ effect }: Animation) =>
      (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true }) === true;
    const ends = (each: Animation) => each.effect?.getTiming().iterations !== Infinity;
    const fades = (each: Animation) => ends(each) && each.playState === 'running' && isInSight(each);
    await frame();
    await frame();
    while (document.getAnimations().some(fades)) await frame();
  });
}

/** What axe knows of its rules beside their titles; `axe.getRules` leaves it out. */
interface RuleImpacts {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string | null }[] };
}

async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated beside the page's policy, which allows no inline script; a page keeps it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => {
    const { axe: here } = globalThis as unknown as { axe: typeof axe & RuleImpacts };
    // A rule's own impact is that of all its findings, so those whose findings would not be told need not look: a seventh of what is left.
    const untold = here._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
    if (untold.length === 0) throw new Error('axe tells the impact of none of its rules; run all of them then.');
    // What passes is not told, no style sheet fetched once more, and no selector sought for what is told as it is written: three quarters of the work.
    return here.run({
      resultTypes: ['violations'],
      preload: false,
      selectors: false,
      rules: Object.fromEntries(untold.map(({ id }) => [id, { enabled: false }])),
    });
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}
