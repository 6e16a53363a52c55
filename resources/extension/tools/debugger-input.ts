// Input and screenshots through chrome.debugger: events that a page cannot tell from a user's hand.
import { isRecord } from '../../../contract/json.ts';
import { dragTo } from './debugger-drag.ts';
import { pressChords, typeText } from './debugger-keys.ts';
import { type SendCommand, withDebugger } from './debugger-session.ts';
import { drawnInTime } from './drawn-in-time.ts';
import { keepingFocus } from './kept-focus.ts';
import { expectPress, whenSettled } from './settled-page.ts';
import { smallestOf, subjectOf } from './smallest-picture.ts';
import type { PageInput, Point } from './page-input.ts';
import type { ToolContext } from './tool.ts';

export const debuggerInput: PageInput = {
  caveat: '',

  screenshot: (context, view) =>
    withDebugger(context.tabId, async send => {
      const { page } = context;
      const { region, scale, quality, format: wanted } = view;
      const [{ cssVisualViewport, visualViewport: device }] = await Promise.all([
        send('Page.getLayoutMetrics'),
        page.expectStill(false),
      ]);
      const { pageX, pageY, clientWidth, clientHeight } = isRecord(cssVisualViewport) ? cssVisualViewport : {};
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
      const capture = (format: string) => drawnInTime(context, send, { format, quality, ...clip });
      const picture = await smallestOf(wanted, subjectOf(page, view), capture);
      await page.expectStill(true);
      return { ...picture, area: { x, y, width, height } };
    }),

  click: (context, place, { button, count, modifiers }, beforePress) =>
    withDebugger(context.tabId, async send => {
      const at = { ...place, modifiers, pointerType: 'mouse' };
      context.ifCut?.('Nothing was pressed; call again.');
      await moveTo(context, send, at);
      const buttons = button === 'left' ? 1 : 2;
      await keepingFocus(context.tabId, async () => {
        for (let clickCount = 1; clickCount <= count; clickCount += 1) {
          await whenSettled(context, clickCount > 1, async begun => {
            if (!begun) await beforePress();
            await expectPress(context, place, begun);
          });
          context.ifCut?.(
            clickCount === count ? '' : `${clickCount} of ${count} presses ${clickCount === 1 ? 'was' : 'were'} made.`,
          );
          await send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', button, buttons, clickCount });
          await send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', button, clickCount });
        }
      });
    }),

  hover: (context, place) =>
    withDebugger(context.tabId, send => moveTo(context, send, { ...place, pointerType: 'mouse' })),

  drag: (context, from, to, beforePress) =>
    withDebugger(context.tabId, async send => {
      context.ifCut?.('Nothing was dragged; call again.');
      await moveTo(context, send, { ...from, pointerType: 'mouse' });
      await dragTo(context, send, { from, to }, beforePress);
      return '';
    }),

  type: (context, text, taker) => withDebugger(context.tabId, send => typeText(context, send, text, taker)),

  press: async (context, chords) => {
    await withDebugger(context.tabId, send => pressChords(context, send, chords));
    return '';
  },

  scroll: (context, place, deltaX, deltaY) =>
    withDebugger(context.tabId, send => turnWheel(context, send, place, deltaX, deltaY)),
};

/** Brings the pointer to its place. A page hears of that, so what lies under it is looked at again before it is pressed. */
async function moveTo(context: ToolContext, send: SendCommand, at: Point & { pointerType: string }): Promise<void> {
  await whenSettled(context, false, begun => expectPress(context, at, begun));
  await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' });
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
