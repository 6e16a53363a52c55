// computer: sees and uses a page. What an action means is here; how it is done depends on the browser.
import { locateRef } from '../page/locate-ref.ts';
import { ToolError } from '../tool-error.ts';
import { debuggerInput } from './debugger-input.ts';
import { inPage } from './in-page.ts';
import type { PageInput } from './page-input.ts';
import { scriptedInput } from './scripted-input.ts';
import {
  type Arguments,
  readNumber,
  readString,
  sleep,
  type Tool,
  type ToolContext,
  type ToolResult,
  textResult,
} from './tool.ts';

const SCROLL_STEP_PX = 100;
/** The hub and the browser's port both end at 64 MiB; the rest of the message needs a little. */
const MAX_IMAGE_CHARS = 60 * 1024 * 1024;

type Action = (args: Arguments, context: ToolContext, input: PageInput) => Promise<ToolResult>;

const actions: Readonly<Record<string, Action>> = { screenshot, left_click: leftClick, type, key, scroll, wait };

/** Chromium gives trusted events through chrome.debugger; Firefox has no such thing, and its events are scripted. */
export const computer: Tool = (args, context) => {
  const name = readString(args, 'action') ?? '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) {
    const known = Object.keys(actions).join(', ');
    throw new ToolError('ERR_INVALID_ARGUMENTS', `action is ${JSON.stringify(name)}; send one of ${known}.`);
  }
  return action(args, context, 'debugger' in chrome ? debuggerInput : scriptedInput);
};

async function screenshot(_args: Arguments, context: ToolContext, input: PageInput): Promise<ToolResult> {
  const { data, mimeType } = await input.screenshot(context);
  if (data.length > MAX_IMAGE_CHARS) {
    throw new ToolError('ERR_TOO_LARGE', `The screenshot has ${data.length} characters; make the window smaller.`);
  }
  return { content: [{ type: 'image', data, mimeType }] };
}

async function leftClick(args: Arguments, context: ToolContext, input: PageInput): Promise<ToolResult> {
  const place = await readPlace(args, context);
  if (!place)
    throw new ToolError('ERR_INVALID_ARGUMENTS', 'left_click needs a coordinate [x, y] or a ref from read_page.');
  await input.click(context, place.x, place.y);
  return textResult(`Clicked at (${Math.round(place.x)}, ${Math.round(place.y)})${input.caveat}.`);
}

async function type(args: Arguments, context: ToolContext, input: PageInput): Promise<ToolResult> {
  const text = readString(args, 'text');
  if (!text) throw new ToolError('ERR_INVALID_ARGUMENTS', 'type needs a text to type.');
  await input.type(context, text);
  return textResult(`Typed ${text.length} characters${input.caveat}.`);
}

async function key(args: Arguments, context: ToolContext, input: PageInput): Promise<ToolResult> {
  const text = readString(args, 'text');
  if (!text?.trim()) throw new ToolError('ERR_INVALID_ARGUMENTS', 'key needs a text such as "Enter" or "ctrl+a".');
  await input.press(context, text.trim().split(/\s+/));
  return textResult(`Pressed ${text.trim()}.`);
}

async function scroll(args: Arguments, context: ToolContext, input: PageInput): Promise<ToolResult> {
  const direction = readString(args, 'scroll_direction') ?? 'down';
  const step = readNumber(args, 'scroll_amount', 3, 1, 10) * SCROLL_STEP_PX;
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
}

async function wait(args: Arguments, { signal }: ToolContext): Promise<ToolResult> {
  const seconds = readNumber(args, 'duration', 1, 0, 30);
  await sleep(seconds * 1000, signal);
  return textResult(`Waited ${seconds} s.`);
}

async function readPlace(args: Arguments, { tabId, signal }: ToolContext): Promise<{ x: number; y: number } | null> {
  const ref = readString(args, 'ref');
  if (ref !== null) {
    const place = await inPage(tabId, locateRef, [ref], signal);
    if ('problem' in place) throw new ToolError('ERR_TOOL_FAILED', place.problem);
    return place;
  }
  const { coordinate } = args;
  if (coordinate === undefined || coordinate === null) return null;
  if (Array.isArray(coordinate) && coordinate.length === 2 && coordinate.every(Number.isFinite)) {
    return { x: Number(coordinate[0]), y: Number(coordinate[1]) };
  }
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `coordinate is ${JSON.stringify(coordinate)}; send [x, y] in CSS pixels.`,
  );
}
