// The actions of computer that use a pointer: at a coordinate, or at the middle of an element.
import { ToolError } from '../tool-error.ts';
import { confirmAim, expectAim, readPoint, untilSteady } from './aim.ts';
import { readModifiers } from './keys.ts';
import { beginAct, outcomeOf, outcomeResult, shown } from './outcome.ts';
import { onElement, readTarget } from './target.ts';
import { type Arguments, readNumber, readString, type ToolContext, textResult } from './tool.ts';
import { Patience } from './when-ready.ts';
import type { ClickKind } from '../page/scripted-pointer.ts';
import type { Action, Point } from './page-input.ts';

const scrollStepPx = 100;

export function click(name: string, button: ClickKind['button'], count: number): Action {
  return async (args, context, input) => {
    const modifiers = readModifiers(readString(args, 'modifiers') ?? '');
    const patience = new Patience(args);
    const act = beginAct(context);
    const { place, told } = await untilSteady(context, patience, async () => {
      const aim = await expectAim(name, args, context, patience, { use: 'press', watches: false });
      let seen = aim.told;
      await input.click(context, aim.place, { button, count, modifiers }, async () => {
        seen = await confirmAim(args, context, aim, 'press');
      });
      return { ...aim, told: seen };
    });
    const outcome = await outcomeOf(act);
    const clicked = { left_click: 'Clicked', right_click: 'Right-clicked' }[name] ?? `Clicked ${count} times`;
    const done = `${clicked} at ${shown(place)}${patience.told}${input.caveat}: ${told || 'nothing'}`;
    return outcomeResult(done, outcome, told);
  };
}

export const hover: Action = async (args, context, input) => {
  const patience = new Patience(args);
  const act = beginAct(context);
  const aim = await expectAim('hover', args, context, patience, { use: 'point', watches: true });
  const told = aim.target ? aim.told : await confirmAim(args, context, aim, 'point');
  await input.hover(context, aim.place);
  const done = `The pointer is at ${shown(aim.place)}${patience.told}${input.caveat}: ${told || 'nothing'}`;
  const { changes, surprise } = await outcomeOf(act, false);
  // Most of what lies under a pointer does nothing about that.
  return outcomeResult(done, { surprise, changes: changes && { ...changes, any: true } });
};

export const scroll: Action = async (args, context, input) => {
  const direction = readString(args, 'scroll_direction') ?? 'down';
  const step = readNumber(args, 'scroll_amount', 3, 1, 10) * scrollStepPx;
  const deltas: Record<string, [number, number]> = {
    up: [0, -step],
    down: [0, step],
    left: [-step, 0],
    right: [step, 0],
  };
  const delta = Object.hasOwn(deltas, direction) ? deltas[direction] : undefined;
  if (!delta) {
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      `scroll_direction is ${JSON.stringify(direction)}; send up, down, left or right.`,
    );
  }
  await input.scroll(context, await readPlace(args, context), ...delta);
  return textResult(`Scrolled ${direction} by ${step} pixels.`);
};

export const scrollTo: Action = async (args, context) => {
  const target = readTarget(args);
  if (!target) throw new ToolError('ERR_INVALID_ARGUMENTS', 'scroll_to needs a ref from read_page, or a CSS selector.');
  const place = await onElement(args, context, target, 'locateElement');
  return textResult(`The element is in view, with its middle at ${shown(place)}.`);
};

async function readPlace(args: Arguments, context: ToolContext): Promise<Point | null> {
  const target = readTarget(args);
  return target ? onElement(args, context, target, 'locateElement') : readPoint(args, 'coordinate');
}
