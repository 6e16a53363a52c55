// computer: sees and uses a page. What an action means is here and in the actions beside; how it is done depends on the browser.
import { hiddenFrames } from '../frames.ts';
import { ToolError } from '../tool-error.ts';
import { coverBoxes } from './cover-boxes.ts';
import { debuggerInput } from './debugger-input.ts';
import { drag } from './drag-action.ts';
import { keepImage } from './kept-images.ts';
import { key, type } from './key-actions.ts';
import { click, hover, scroll, scrollTo } from './pointer-actions.ts';
import { scriptedInput } from './scripted-input.ts';
import { type Arguments, readNumber, readString, type Tool, type ToolContext, type ToolResult } from './tool.ts';
import { wait } from './wait-for.ts';
import type { Region } from '../page/scripted-pointer.ts';
import type { Action, PageInput, View } from './page-input.ts';

/** The hub and the browser's port both end at 64 MiB; the rest of the message needs a little. */
const maxImageChars = 60 * 1024 * 1024;

const actions: Readonly<Record<string, Action>> = {
  screenshot: (args, context, input) => look(args, context, input, null),
  zoom: (args, context, input) => look(args, context, input, readRegion(args)),
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

async function look(
  args: Arguments,
  context: ToolContext,
  input: PageInput,
  region: Region | null,
): Promise<ToolResult> {
  const scale = readNumber(args, 'scale', 1, 0.1, 1);
  const { picture, hidden } = await takePicture(context, input, { region, scale });
  const { data, mimeType } = picture;
  if (data.length > maxImageChars) {
    throw new ToolError('ERR_TOO_LARGE', `The screenshot has ${data.length} characters; make the window smaller.`);
  }
  const imageId = keepImage({ data, mimeType, origin: context.page.origin });
  const covered = hidden.length > 0 ? ` Frames of ${hidden.join(', ')} are covered: this call may not see them.` : '';
  return {
    content: [
      { type: 'image', data, mimeType },
      { type: 'text', text: `imageId ${imageId}, for upload_image.${covered}` },
    ],
  };
}

/** A page may move a frame while its picture is taken, so all of them are hidden as well; its own styles cannot undo that. */
async function withoutFrames<T>({ tabId, page }: ToolContext, take: () => Promise<T>): Promise<T> {
  const css = 'iframe,frame,object,embed,fencedframe,portal{visibility:hidden!important}';
  const styles = { target: { tabId, documentIds: [page.documentId] }, css, origin: 'USER' as const };
  await chrome.scripting.insertCSS(styles);
  try {
    return await take();
  } finally {
    // The page may be gone, and its styles with it.
    await chrome.scripting.removeCSS(styles).catch(() => {});
  }
}

/** The picture with every frame covered that the call may not see, wherever it was before and after. */
async function takePicture(
  context: ToolContext,
  input: PageInput,
  view: View,
): Promise<{ picture: { data: string; mimeType: string }; hidden: readonly string[] }> {
  const mayShow = (origins: readonly string[]) => context.covers(origins, 'call');
  const before = await hiddenFrames(context, mayShow);
  const picture =
    before.boxes.length === 0
      ? await input.screenshot(context, view)
      : await withoutFrames(context, () => input.screenshot(context, view));
  const after = await hiddenFrames(context, mayShow);
  const boxes = [...before.boxes, ...after.boxes];
  const hidden = [...new Set([...before.origins, ...after.origins])];
  return boxes.length === 0 ? { picture, hidden } : { picture: await coverBoxes(picture, boxes), hidden };
}

function readRegion({ region }: Arguments): Region {
  if (Array.isArray(region) && region.length === 4 && region.every(Number.isFinite)) {
    const [left, top, right, bottom] = region.map(Number) as [number, number, number, number];
    if (left >= 0 && top >= 0 && right > left && bottom > top)
      return { x: left, y: top, width: right - left, height: bottom - top };
  }
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `region is ${JSON.stringify(region)}; send [left, top, right, bottom] in CSS pixels of the page's window.`,
  );
}
