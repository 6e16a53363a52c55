// Holds a call to the elements that the user was told of when they allowed it: compared before it begins, and where it uses them.
import { changedError } from '../page-problem.ts';
import { dialogTool, expectDialog, meansDialog } from './asked-dialog.ts';
import { inPage } from './in-page.ts';
import { isTarget, type Meant, meantBy } from './meant-elements.ts';
import { findSpot } from './spots.ts';
import { expectUsable, onElement } from './target.ts';
import type { Spot } from '../page/describe-element.ts';
import type { ExpectedElement } from '../page/described-elements.ts';
import type { ShownPage } from '../shown-page.ts';
import type { Arguments, ToolContext } from './tool.ts';

/** By the page of their call: what the user was told lies at a place, or has the focus. */
const expectedSpots = new WeakMap<ShownPage, ReadonlyMap<string, string>>();

/**
 * Throws ERR_TOOL_FAILED when one of the elements with these keys is another by now, or is called otherwise. From then on every element
 * that is looked up by its name is compared where it is used, and every other one by `expectSpot`.
 */
export async function expectElements(
  tool: string,
  args: Arguments,
  context: ToolContext,
  keys: readonly (string | null)[],
): Promise<void> {
  const { tabId } = context.page;
  if (tool === dialogTool || meansDialog(tool, args, tabId)) return expectDialog(tabId, keys[0] ?? null);
  const told = meantBy(tool, args).flatMap((meant, at) => {
    // What has a name may come yet; where nothing lies and where nothing has the focus, nothing may have come since.
    const key = keys[at] === null && !isTarget(meant) ? '' : keys[at];
    return typeof key === 'string' ? [{ meant, key }] : [];
  });
  const targets = told.flatMap(({ meant, key }): ExpectedElement[] => (isTarget(meant) ? [{ ...meant, key }] : []));
  const spots = told.flatMap(({ meant, key }) => (isTarget(meant) ? [] : [{ spot: meant, key }]));
  expectedSpots.set(context.page, new Map(spots.map(({ spot, key }) => [nameOf(spot), key])));
  context.page.expected = targets;
  await expectUsable(context, targets);
  for (const target of targets) await onElement({ selector_timeout: 0 }, context, target, 'describeTarget');
  for (const { spot } of spots) await expectSpot(context, spot);
}

/** Throws ERR_TOOL_FAILED when the user allowed the call for something else than what is there now. */
export async function expectSpot(context: ToolContext, spot: Spot): Promise<void> {
  const key = expectedSpots.get(context.page)?.get(nameOf(spot));
  if (key === undefined) return;
  const found = await findSpot(context, spot);
  const { document, spot: inner } = found ?? { document: context, spot };
  const change = await inPage(document, 'spotChange', inner, key);
  if (change !== '') throw changedError(change);
}

function nameOf(meant: Exclude<Meant, { ref: string }>): string {
  return meant === 'focus' ? meant : `${meant.x} ${meant.y}`;
}
