// The actions of computer that use a pointer: at a coordinate, or at the middle of an element.
import { ToolError } from '../tool-error.ts';
import { readModifiers } from './keys.ts';
import { onElement, readTarget } from './target.ts';
import { type Arguments, readNumber, readString, type ToolContext, textResult } from './tool.ts';
import type { ClickKind } from '../page/scripted-pointer.ts';
import type { Action, Point } from './page-input.ts';

const scrollStepPx = 100;

export function click(name: string, button: ClickKind['button'], count: number): Action {
  return async (args, context, input) => {
    const modifiers = readModifiers(readString(args, 'modifiers') ?? '');
    const place = await expectPlace(name, args, context);
    await input.click(context, place, { button, count, modifiers });
    const clicked = { left_click: 'Clicked', right_click: 'Right-clicked' }[name] ?? `Clicked ${count} times`;
    return textResult(`${clicked} at ${shown(place)}${input.caveat}.`);
  };
}

export const hover: Action = async (args, context, input) => {
  const place = await expectPlace('hover', args, context);
  await input.hover(context, place);
  return textResult(`The pointer is at ${shown(place)}${input.caveat}.`);
};

export const drag: Action = async (args, context, input) => {
  const from = readPoint(args, 'start_coordinate');
  const to = readPoint(args, 'coordinate');
  if (!from || !to)
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'left_click_drag needs start_coordinate and coordinate, each [x, y].');
  await input.drag(context, from, to);
  return textResult(`Dragged from ${shown(from)} to ${shown(to)}${input.caveat}.`);
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

async function expectPlace(action: string, args: Arguments, context: ToolContext): Promise<Point> {
  const place = await readPlace(args, context);
  if (place) return place;
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `${action} needs a coordinate [x, y], a ref from read_page or a CSS selector.`,
  );
}

async function readPlace(args: Arguments, context: ToolContext): Promise<Point | null> {
  const target = readTarget(args);
  return target ? onElement(args, context, target, 'locateElement') : readPoint(args, 'coordinate');
}

/** Null when absent. Throws ERR_INVALID_ARGUMENTS for what is no [x, y]. */
export function readPoint(args: Arguments, name: string): Point | null {
  const value = args[name];
  if (value === undefined || value === null) return null;
  if (Array.isArray(value) && value.length === 2 && value.every(Number.isFinite))
    return { x: Number(value[0]), y: Number(value[1]) };
  throw new ToolError('ERR_INVALID_ARGUMENTS', `${name} is ${JSON.stringify(value)}; send [x, y] in CSS pixels.`);
}

function shown({ x, y }: Point): string {
  return `(${Math.round(x)}, ${Math.round(y)})`;
}
