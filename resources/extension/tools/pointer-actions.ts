// The actions of computer that use a pointer: at a coordinate, or at the middle of an element.
import { confirmAim, expectAim, untilSteady } from './aim.ts';
import { readModifiers } from './keys.ts';
import { beginAct, outcomeOf, outcomeResult, shown } from './outcome.ts';
import { readString } from './tool.ts';
import { Patience } from './when-ready.ts';
import type { ClickKind } from '../page/scripted-pointer.ts';
import type { Action } from './page-input.ts';

export function click(name: string, button: ClickKind['button'], count: number): Action {
  return async (args, context, input) => {
    const modifiers = readModifiers(readString(args, 'modifiers') ?? '');
    const patience = new Patience(args, context);
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
    return { ...outcomeResult(done, outcome, told), points: [place] };
  };
}

export const hover: Action = async (args, context, input) => {
  const patience = new Patience(args, context);
  const act = beginAct(context);
  const aim = await expectAim('hover', args, context, patience, { use: 'point', watches: true });
  const told = aim.target ? aim.told : await confirmAim(args, context, aim, 'point');
  await input.hover(context, aim.place);
  const done = `The pointer is at ${shown(aim.place)}${patience.told}${input.caveat}: ${told || 'nothing'}`;
  const { changes, surprise } = await outcomeOf(act, false);
  // Most of what lies under a pointer does nothing about that.
  const result = outcomeResult(done, { surprise, changes: changes && { ...changes, any: true } });
  return { ...result, points: [aim.place] };
};
