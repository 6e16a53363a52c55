// Input and screenshots through chrome.debugger: events that a page cannot tell from a user's hand.
import { isRecord } from '../../../contract/json.ts';
import { expectInPage } from '../frames.ts';
import { ToolError } from '../tool-error.ts';
import { type SendCommand, withDebugger } from './debugger-session.ts';
import { innerPlaceOf } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import { readCharacter, readChord } from './keys.ts';
import type { PageInput, Point } from './page-input.ts';
import type { ToolContext } from './tool.ts';

const dragSteps = 10;
const maxKeys = 2_000;
const settleMs = 1_000;
const maxLooks = 5;

export const debuggerInput: PageInput = {
  caveat: '',

  screenshot: ({ tabId, page }, { region, scale }) =>
    withDebugger(tabId, async send => {
      await page.expectStill(false);
      const { cssVisualViewport: view, visualViewport: device } = await send('Page.getLayoutMetrics');
      const { pageX, pageY, clientWidth, clientHeight } = isRecord(view) ? view : {};
      const ratio = isRecord(device) ? Number(device.clientWidth) / Number(clientWidth) : 1;
      const { x, y, width, height } = region ?? {
        x: 0,
        y: 0,
        width: Number(clientWidth),
        height: Number(clientHeight),
      };
      const area = { x: Number(pageX) + x, y: Number(pageY) + y, width, height };
      // On a dense screen the image would have more pixels than the page has coordinates.
      const isWhole = region === null && scale === 1 && ratio <= 1;
      const clip = isWhole ? {} : { clip: { ...area, scale: scale / Math.max(1, ratio) } };
      const { data } = await page.whileHere(send('Page.captureScreenshot', { format: 'jpeg', quality: 80, ...clip }));
      await page.expectStill(true);
      return { data: String(data), mimeType: 'image/jpeg', area: { x, y, width, height } };
    }),

  click: (context, place, { button, count, modifiers }, beforePress) =>
    withDebugger(context.tabId, async send => {
      const at = { ...place, modifiers, pointerType: 'mouse' };
      await moveTo(context, send, at);
      const buttons = button === 'left' ? 1 : 2;
      for (let clickCount = 1; clickCount <= count; clickCount += 1) {
        await whenSettled(context, clickCount > 1, async begun => {
          if (!begun) await beforePress();
          await expectPress(context, place, begun);
        });
        await send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', button, buttons, clickCount });
        await send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', button, clickCount });
      }
    }),

  hover: (context, place) =>
    withDebugger(context.tabId, send => moveTo(context, send, { ...place, pointerType: 'mouse' })),

  drag: (context, from, to, beforePress) =>
    withDebugger(context.tabId, async send => {
      const held = { pointerType: 'mouse', button: 'left', buttons: 1 };
      await moveTo(context, send, { ...from, pointerType: 'mouse' });
      await whenSettled(context, false, async begun => {
        await beforePress();
        await expectPress(context, from, begun);
      });
      await send('Input.dispatchMouseEvent', { ...from, ...held, type: 'mousePressed', clickCount: 1 });
      // Pages tell a drag from a click by the moves between.
      for (let step = 1; step <= dragSteps; step += 1) {
        const share = step / dragSteps;
        const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
        await send('Input.dispatchMouseEvent', { ...at, ...held, type: 'mouseMoved' });
      }
      // What is dragged falls into what lies there now; where that may not be, it goes back.
      const refused = await whenSettled(context, true, begun => expectPress(context, to, begun)).then(
        () => null,
        (error: unknown) => error,
      );
      const end = refused === null ? to : from;
      await send('Input.dispatchMouseEvent', { ...end, ...held, buttons: 0, type: 'mouseReleased', clickCount: 1 });
      if (refused !== null) throw refused;
    }),

  type: (context, text) =>
    withDebugger(context.tabId, async send => {
      const { signal } = context;
      await whenSettled(context, false, begun => expectInPage(context, 'focus', begun));
      // A page needs a moment for each key; so much goes in as if it were pasted.
      if (text.length > maxKeys) return void (await send('Input.insertText', { text }));
      let begun = false;
      for (const character of text.replaceAll('\r\n', '\n')) {
        signal.throwIfAborted();
        // A page may hand the focus to a frame of somebody else's while it is typed into.
        await whenSettled(context, begun, hasBegun => expectInPage(context, 'focus', hasBegun));
        begun = true;
        const key = readCharacter(character);
        // What no key stands for goes in as an input method would put it.
        if (!key) await send('Input.insertText', { text: character });
        else {
          await send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
          await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: undefined });
        }
      }
    }),

  press: (context, chords) =>
    withDebugger(context.tabId, async send => {
      const { signal } = context;
      for (const [at, key] of chords.map(readChord).entries()) {
        signal.throwIfAborted();
        // Any key may have moved the focus on.
        await whenSettled(context, at > 0, begun => expectInPage(context, 'focus', begun));
        await send('Input.dispatchKeyEvent', { type: key.text ? 'keyDown' : 'rawKeyDown', ...key });
        await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: undefined });
      }
    }),

  scroll: async (context, place, deltaX, deltaY) => {
    const { tabId } = context;
    const { active, windowId } = await chrome.tabs.get(tabId);
    const { state } = await chrome.windows.get(windowId);
    // A page that nobody sees draws no frames, and Chromium answers a wheel only with the next one.
    if (!active || state === 'minimized') await scrollUnseen(context, place, deltaX, deltaY);
    else await withDebugger(tabId, send => turnWheel(context, send, place, deltaX, deltaY));
  },
};

/** What lies in a frame is scrolled there: from outside, the frame is one thing. */
async function scrollUnseen(context: ToolContext, place: Point | null, deltaX: number, deltaY: number): Promise<void> {
  const inner = place && innerPlaceOf(place);
  if (!inner) return void (await inPage(context, 'scrollAt', place, deltaX, deltaY));
  const { document, x, y } = inner;
  await inPage({ page: document, signal: context.signal }, 'scrollAt', { x, y }, deltaX, deltaY);
}

/** Brings the pointer to its place. A page hears of that, so what lies under it is looked at again before it is pressed. */
async function moveTo(context: ToolContext, send: SendCommand, at: Point & { pointerType: string }): Promise<void> {
  await whenSettled(context, false, begun => expectPress(context, at, begun));
  await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' });
}

/**
 * Input of the debugger goes to whatever the tab shows when it arrives, so none is sent while the tab is on its way to another page.
 * `expect` throws unless the input is meant for what the tab shows.
 */
async function whenSettled(
  { page, signal }: ToolContext,
  begun: boolean,
  expect: (begun: boolean) => Promise<void>,
): Promise<void> {
  for (let looks = 0; looks < maxLooks; looks += 1) {
    await page.settle(settleMs);
    signal.throwIfAborted();
    await page.stepOn(begun);
    await expect(begun);
    if (!page.isLeaving && page.isHere) return;
  }
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `Tab ${page.tabId} is on its way to another page; wait until that is there, or navigate, then call again.`,
    { begun },
  );
}

/** Throws unless a press there reaches the page that the call was decided for. */
async function expectPress(context: ToolContext, at: Point, begun = false): Promise<void> {
  const { page, signal } = context;
  await expectInPage(context, at, begun);
  signal.throwIfAborted();
  await page.expectStill(begun);
}

async function turnWheel(
  context: ToolContext,
  send: SendCommand,
  place: { x: number; y: number } | null,
  deltaX: number,
  deltaY: number,
): Promise<void> {
  const { cssLayoutViewport: view } = await send('Page.getLayoutMetrics');
  const { clientWidth, clientHeight } = isRecord(view) ? view : {};
  const { x, y } = place ?? { x: Number(clientWidth) / 2, y: Number(clientHeight) / 2 };
  await whenSettled(context, false, begun => context.page.expectStill(begun));
  await send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX, deltaY });
}
