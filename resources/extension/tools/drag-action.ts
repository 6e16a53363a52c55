// The drag of computer: from one place or element to another, both in view at once.
import { ToolError } from '../tool-error.ts';
import { type Aim, confirmAim, expectAim, expectSteady, untilSteady } from './aim.ts';
import { aimNames, startNames } from './aim-names.ts';
import { innerPlaceOf } from './frame-geometry.ts';
import { beginAct, type Outcome, outcomeOf, outcomeResult, shown } from './outcome.ts';
import { expectUsable, readTarget } from './target.ts';
import { Patience } from './when-ready.ts';
import type { Action } from './page-input.ts';
import type { Arguments, ToolContext } from './tool.ts';

const name = 'left_click_drag';

export const drag: Action = async (args, context, input) => {
  const patience = new Patience(args, context);
  const ends = [startNames, aimNames].map(({ ref, selector }) => readTarget(args, ref, selector));
  await expectUsable(
    context,
    ends.filter(end => end !== null),
  );
  const act = beginAct(context);
  const { from, to, dragged, end } = await untilSteady(context, patience, async () => {
    const ends = await takeBoth(args, context, patience);
    let dragged = '';
    const end = await input.drag(context, ends.from.place, ends.to.place, async () => {
      dragged = await confirmAim(args, context, ends.from, 'press');
    });
    return { ...ends, dragged, end };
  });
  const outcome = await outcomeOf(act);
  const places = `${shown(from.place)} to ${shown(to.place)}`;
  const what = [dragged || 'nothing', ontoWhat(from, to, outcome)].filter(Boolean).join(' onto ');
  const done = `Dragged from ${places}${patience.told}${input.caveat}: ${what}${end || dropWords(from, to, outcome)}`;
  const result = outcomeResult(done, outcome, from.told);
  return { ...result, points: [from.place, to.place] };
};

/** What was aimed at, or what the page saw the pointer let go on. */
function ontoWhat(from: Aim, to: Aim, { changes }: Outcome): string {
  if (to.target) return to.told;
  return changes !== null && isWithinOne(from, to) ? changes.taker : '';
}

/** What became of something that the browser dragged, as the page saw it: the end of a sentence. */
function dropWords(from: Aim, to: Aim, { changes }: Outcome): string {
  if (!changes || changes.drop === 'none' || !isWithinOne(from, to)) return '';
  if (changes.drop === 'refused') return ', which nothing took';
  return changes.taker === to.told || !to.target ? '' : `, which ${changes.taker} took`;
}

/** A drop in another document is not seen by the one in which the drag began. */
function isWithinOne(from: Aim, to: Aim): boolean {
  return innerPlaceOf(from.place)?.document.documentId === innerPlaceOf(to.place)?.document.documentId;
}

/** Bringing one end into view may move the other out of it, or only away. */
async function takeBoth(args: Arguments, context: ToolContext, patience: Patience): Promise<{ from: Aim; to: Aim }> {
  const press = { use: 'press', watches: false } as const;
  const point = { use: 'point', watches: false } as const;
  const first = await expectAim(name, args, context, patience, press, startNames);
  const to = await expectAim(name, args, context, patience, point, aimNames);
  if (!first.target || !to.target) return { from: first, to };
  const from = await expectAim(name, args, context, patience, press, startNames);
  try {
    await expectSteady(args, context, to, 'point', false);
  } catch {
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `The ${from.told} and the ${to.told} are not in view at once; make the window larger with resize_window.`,
    );
  }
  return { from, to };
}
