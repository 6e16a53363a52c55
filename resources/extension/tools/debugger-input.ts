// Input and screenshots through chrome.debugger: events that a page cannot tell from a user's hand.
import { scrollAt } from '../page/scroll-at.ts';
import { isRecord } from '../rpc.ts';
import { type SendCommand, withDebugger } from './debugger-session.ts';
import { inPage } from './in-page.ts';
import { readChord, readCharacter } from './keys.ts';
import type { PageInput } from './page-input.ts';

export const debuggerInput: PageInput = {
  caveat: '',

  screenshot: ({ tabId }) =>
    withDebugger(tabId, async send => {
      const { cssVisualViewport: view, visualViewport: device } = await send('Page.getLayoutMetrics');
      const { pageX, pageY, clientWidth: width, clientHeight: height } = isRecord(view) ? view : {};
      const ratio = isRecord(device) ? Number(device.clientWidth) / Number(width) : 1;
      // On a dense screen the image would have more pixels than the page has coordinates.
      const clip = ratio > 1 ? { clip: { x: pageX, y: pageY, width, height, scale: 1 / ratio } } : {};
      const { data } = await send('Page.captureScreenshot', { format: 'jpeg', quality: 80, ...clip });
      return { data: String(data), mimeType: 'image/jpeg' };
    }),

  click: ({ tabId, signal }, x, y) =>
    withDebugger(tabId, async send => {
      const at = { x, y, pointerType: 'mouse' };
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseMoved' });
      signal.throwIfAborted();
      await send('Input.dispatchMouseEvent', {
        ...at,
        type: 'mousePressed',
        button: 'left',
        buttons: 1,
        clickCount: 1,
      });
      await send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased', button: 'left', clickCount: 1 });
    }),

  type: ({ tabId, signal }, text) =>
    withDebugger(tabId, async send => {
      for (const character of text.replaceAll('\r\n', '\n')) {
        signal.throwIfAborted();
        const key = readCharacter(character);
        // What no key stands for goes in as an input method would put it.
        if (!key) await send('Input.insertText', { text: character });
        else {
          await send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
          await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: undefined });
        }
      }
    }),

  press: ({ tabId, signal }, chords) =>
    withDebugger(tabId, async send => {
      for (const key of chords.map(readChord)) {
        signal.throwIfAborted();
        await send('Input.dispatchKeyEvent', { type: key.text ? 'keyDown' : 'rawKeyDown', ...key });
        await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: undefined });
      }
    }),

  scroll: async ({ tabId, signal }, place, deltaX, deltaY) => {
    const { active, windowId } = await chrome.tabs.get(tabId);
    const { state } = await chrome.windows.get(windowId);
    // A page that nobody sees draws no frames, and Chromium answers a wheel only with the next one.
    if (!active || state === 'minimized') await inPage(tabId, scrollAt, [place, deltaX, deltaY], signal);
    else await withDebugger(tabId, send => turnWheel(send, place, deltaX, deltaY));
  },
};

async function turnWheel(
  send: SendCommand,
  place: { x: number; y: number } | null,
  deltaX: number,
  deltaY: number,
): Promise<void> {
  const { cssLayoutViewport: view } = await send('Page.getLayoutMetrics');
  const { clientWidth, clientHeight } = isRecord(view) ? view : {};
  const { x, y } = place ?? { x: Number(clientWidth) / 2, y: Number(clientHeight) / 2 };
  await send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX, deltaY });
}
