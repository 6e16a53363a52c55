// The actions of computer that use the keyboard: in what has the focus, or in an element that gets it first.
import { ToolError } from '../tool-error.ts';
import { expectSpot } from './expected-elements.ts';
import { inPage } from './in-page.ts';
import { beginAct, outcomeOf, outcomeResult } from './outcome.ts';
import { readTarget } from './target.ts';
import { type Arguments, readNumber, readString, type ToolContext, type ToolResult, textResult } from './tool.ts';
import { Patience, whenReady } from './when-ready.ts';
import type { KeyTaker } from '../page/focus-element.ts';
import type { Changes } from '../page/watch.ts';
import type { Action } from './page-input.ts';

export const type: Action = async (args, context, input) => {
  const text = readString(args, 'text');
  if (text === null || (text === '' && typeof args.clear !== 'boolean'))
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'type needs a text to type; with clear: true it may be empty.');
  if (text === '')
    return args.clear === true ? empty(args, context, input) : textResult('The empty text types nothing.');
  const patience = new Patience(args, context);
  context.ifCut?.('Nothing was typed; call again.');
  const { told, unfit, ...taker } = await findTaker(args, context, patience, args.clear === true);
  if (unfit !== '') throw new ToolError('ERR_TOOL_FAILED', unfit);
  const act = beginAct(context);
  await input.type(context, text, taker);
  const into = told === '' ? '' : ` into ${told}`;
  const done = `Typed ${text.length} characters${into}${patience.told}${input.caveat}`;
  return toldWhere(done, act, changes => holdsOnly(changes, text));
};

/** As a user does it: all that the field holds is selected, and deleted. */
const empty: Action = async (args, context, input) => {
  const patience = new Patience(args, context);
  context.ifCut?.('Nothing was deleted; call again.');
  const { told, unfit } = await findTaker(args, context, patience, true);
  if (unfit !== '') throw new ToolError('ERR_TOOL_FAILED', unfit);
  const act = beginAct(context);
  const beside = await input.press(context, ['Delete']);
  const done = `Deleted all of ${told || 'what has the focus'}${patience.told}${input.caveat}${beside}`;
  // A choice or a date has no text to delete, and a page may put something in its place.
  return toldWhere(done, act, ({ held }) => /^(nothing|""|0 characters)?$/.test(held));
};

/** What was typed is known; what a page made of it is not. Who has the focus goes without saying. */
async function toldWhere(
  done: string,
  act: Awaited<ReturnType<typeof beginAct>>,
  isExpected: (changes: Changes) => boolean,
): Promise<ToolResult> {
  const outcome = await outcomeOf(act);
  const { changes } = outcome;
  const others = changes?.state.filter(each => !each.startsWith('holds ')) ?? [];
  const state = changes && !isExpected(changes) ? [heldIn(changes), ...others] : others;
  return outcomeResult(done, { ...outcome, changes: changes && { ...changes, state, focus: '' } });
}

export const key: Action = async (args, context, input) => {
  const text = readString(args, 'text')?.trim();
  if (!text) throw new ToolError('ERR_INVALID_ARGUMENTS', 'key needs a text such as "Enter" or "ctrl+a".');
  const times = Math.round(readNumber(args, 'repeat', 1, 1, 100));
  const patience = new Patience(args, context);
  context.ifCut?.('No key was pressed; call again.');
  const { told } = await findTaker(args, context, patience, false);
  const keys = text.split(/\s+/);
  const act = beginAct(context);
  const beside = await input.press(context, Array.from({ length: times }, () => keys).flat());
  const on = told === '' ? '' : ` on ${told}`;
  const done = `Pressed ${text}${times === 1 ? '' : ` ${times} times`}${on}${patience.told}${input.caveat}${beside}`;
  return outcomeResult(done, await outcomeOf(act));
};

/** A long text is told by its beginning, with a mark in place of the rest; a password by its length. */
function holdsOnly({ held, heldSize }: Changes, text: string): boolean {
  if (held === '' || held === `${text.length} characters` || held === JSON.stringify(text)) return true;
  const isAsLong = heldSize === null || heldSize.solid === text.replace(/\s/g, '').length;
  return isAsLong && held.endsWith('…"') && JSON.stringify(text).startsWith(held.slice(0, -2));
}

function heldIn({ held, heldSize }: Changes): string {
  return `holds ${held}${held.endsWith('…"') && heldSize ? ` (${heldSize.chars} characters)` : ''}`;
}

/** What takes the keys, with what it holds selected where that is to be replaced. */
async function findTaker(
  args: Arguments,
  context: ToolContext,
  patience: Patience,
  replaces: boolean,
): Promise<KeyTaker> {
  if (args.coordinate !== undefined && args.coordinate !== null)
    throw new ToolError(
      'ERR_INVALID_ARGUMENTS',
      'Keys go to a ref, a selector or what has the focus, and not to a coordinate; click there first, or send its ref.',
    );
  const target = readTarget(args);
  if (target) return whenReady(args, context, patience, target, 'focusElement', replaces);
  await context.page.stepOn(false);
  const taker = await inPage(context, 'keyTaker', replaces);
  await expectSpot(context, 'focus');
  return taker;
}
