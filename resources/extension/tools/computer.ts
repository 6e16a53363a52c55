// computer: sees and uses a page. What an action means is here and in the actions beside; how it is done depends on the browser.
import { ToolError } from '../tool-error.ts';
import { debuggerInput } from './debugger-input.ts';
import { drag } from './drag-action.ts';
import { key, type } from './key-actions.ts';
import { screenshot, zoom } from './look-actions.ts';
import { click, hover } from './pointer-actions.ts';
import { scriptedInput } from './scripted-input.ts';
import { scroll, scrollTo } from './scroll-actions.ts';
import { readString, type Tool } from './tool.ts';
import { tellingUnused } from './unused-arguments.ts';
import { wait } from './wait-for.ts';
import type { Action, PageInput } from './page-input.ts';

const actions: Readonly<Record<string, Action>> = {
  screenshot,
  zoom,
  left_click: click('left_click', 'left', 1),
  right_click: click('right_click', 'right', 1),
  double_click: click('double_click', 'left', 2),
  triple_click: click('triple_click', 'left', 3),
  left_click_drag: drag,
  hover,
  type,
  key,
  scroll,
  scroll_to: scrollTo,
  wait,
};

/** How this browser is used. Chromium gives trusted events through chrome.debugger; Firefox has no such thing, and its events are scripted. */
export const pageInput: PageInput = 'debugger' in chrome ? debuggerInput : scriptedInput;

export const computer: Tool = async (args, context) => {
  const name = readString(args, 'action') ?? '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) {
    const known = Object.keys(actions).join(', ');
    throw new ToolError('ERR_INVALID_ARGUMENTS', `action is ${JSON.stringify(name)}; send one of ${known}.`);
  }
  return tellingUnused(name, args, await action(args, context, pageInput));
};
