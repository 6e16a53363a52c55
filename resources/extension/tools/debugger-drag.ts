// Dragging through chrome.debugger: with the pointer alone, or, where the page lets the browser drag something, by what it drags (HTML drag and drop).
import { isRecord } from '../../../contract/json.ts';
import { expectInPage } from '../frames.ts';
import { keepingFocus } from './kept-focus.ts';
import { expectPress, whenSettled } from './settled-page.ts';
import type { SendCommand } from './debugger-session.ts';
import type { Point } from './page-input.ts';
import type { ToolContext } from './tool.ts';

const steps = 10;
const outside = { x: -1, y: -1 };
const held = { pointerType: 'mouse', button: 'left', buttons: 1 };

/** The pointer is at `from` already; `beforePress` throws where what is meant is not there any more. */
export function dragTo(
  context: ToolContext,
  send: SendCommand,
  { from, to }: { readonly from: Point; readonly to: Point },
  beforePress: () => Promise<void>,
): Promise<void> {
  return keepingFocus(context.tabId, () =>
    interceptingDrags(context.tabId, send, async dragged => {
      await whenSettled(context, false, async begun => {
        await beforePress();
        // Before the press its caller can still be asked for.
        await expectInPage(context, to, begun);
        await expectPress(context, from, begun);
      });
      context.ifCut?.('The drag was broken off: what it holds goes back to where it came from.');
      await send('Input.dispatchMouseEvent', { ...from, ...held, type: 'mousePressed', clickCount: 1 });
      // What is dragged falls into what lies there now; where that may not be, or the call is over, it goes back.
      const refused = await moveBetween(context.signal, send, { from, to }, dragged)
        .then(() => whenSettled(context, true, begun => expectPress(context, to, begun)))
        .then(
          () => null,
          (error: unknown) => error,
        );
      if (refused === null) context.ifCut?.('');
      await letGo(send, refused === null ? to : from, { data: dragged(), isDropped: refused === null });
      if (refused !== null) throw refused;
    }),
  );
}

/** What the browser would drag; null until the page has it drag something. Source: Chrome DevTools Protocol, `Input.DragData`. */
type Dragged = () => object | null;

/** A drag of the browser's own would follow the user's pointer and not the agent's. */
async function interceptingDrags<T>(
  tabId: number,
  send: SendCommand,
  drag: (dragged: Dragged) => Promise<T>,
): Promise<T> {
  let data: object | null = null;
  const take = (source: chrome.debugger.Debuggee, method: string, params?: object) => {
    if (source.tabId !== tabId || method !== 'Input.dragIntercepted' || !isRecord(params)) return;
    if (isRecord(params.data)) data = params.data;
  };
  chrome.debugger.onEvent.addListener(take);
  await send('Input.setInterceptDrags', { enabled: true });
  try {
    return await drag(() => data);
  } finally {
    chrome.debugger.onEvent.removeListener(take);
    await send('Input.setInterceptDrags', { enabled: false }).catch(() => {});
  }
}

/** Pages tell a drag from a click by the moves between. One may be answered after the call, when the dialog is that it opened. */
async function moveBetween(
  signal: AbortSignal,
  send: SendCommand,
  { from, to }: { readonly from: Point; readonly to: Point },
  dragged: Dragged,
): Promise<void> {
  let hasEntered = false;
  for (let step = 1; step <= steps; step += 1) {
    signal.throwIfAborted();
    const share = step / steps;
    const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    const data = dragged();
    if (data === null) {
      await send('Input.dispatchMouseEvent', { ...at, ...held, type: 'mouseMoved' });
      continue;
    }
    if (!hasEntered) await send('Input.dispatchDragEvent', { ...at, type: 'dragEnter', data });
    hasEntered = true;
    await send('Input.dispatchDragEvent', { ...at, type: 'dragOver', data });
  }
  const data = dragged();
  if (data === null || hasEntered) return;
  // It began with the last move.
  await send('Input.dispatchDragEvent', { ...to, type: 'dragEnter', data });
  await send('Input.dispatchDragEvent', { ...to, type: 'dragOver', data });
}

async function letGo(
  send: SendCommand,
  at: Point,
  { data, isDropped }: { data: object | null; isDropped: boolean },
): Promise<void> {
  if (data !== null) await send('Input.dispatchDragEvent', { ...at, type: isDropped ? 'drop' : 'dragCancel', data });
  const isBack = data === null && !isDropped;
  if (isBack) await send('Input.dispatchMouseEvent', { ...at, ...held, type: 'mouseMoved' });
  // A page that was dropped on hears of no release, but the browser has to forget the button. Where it was pressed that would be a click.
  const release = isBack ? outside : at;
  await send('Input.dispatchMouseEvent', { ...release, ...held, buttons: 0, type: 'mouseReleased', clickCount: 1 });
}
