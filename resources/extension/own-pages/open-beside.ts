// A small window of the companion's own beside the page that it is about. It takes the focus from nobody: pages may have it opened at any moment.
import { keepFocusIn, usersWindow } from '../user-focus.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Beside {
  readonly url: string;
  /** Of the page. */
  readonly tabId: number;
  readonly size: Size;
}

/** From the top of the page's window: below its bars. */
const downPx = 72;
const asidePx = 24;

/** Its id; null where the browser opens none. `opened` is called as soon as it is there. */
export async function openBeside(
  { url, tabId, size }: Beside,
  opened: (id: number) => Promise<void> = async () => {},
): Promise<number | null> {
  const since = performance.now();
  const place = await placeBeside(tabId, size);
  // Firefox silently ignores that a window should open without the focus; it is given back below.
  const still = 'debugger' in chrome ? { focused: false } : {};
  const create = (at: object) => chrome.windows.create({ url, type: 'popup', ...size, ...still, ...at });
  // A place off every screen is refused.
  const window = await create(place)
    .catch(() => create({}))
    .catch(() => undefined);
  const id = window?.id;
  if (id === undefined) return null;
  await opened(id);
  await keepFocusIn(usersWindow([id], since), id);
  await chrome.windows.update(id, { drawAttention: true }).catch(() => {});
  return id;
}

/** At the edge of the page's window: left of it where there is room, else over its right side. */
async function placeBeside(tabId: number, size: Size): Promise<{ left?: number; top?: number }> {
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  const window = tab && (await chrome.windows.get(tab.windowId).catch(() => null));
  const { left, top, width } = window ?? {};
  if (left === undefined || top === undefined || width === undefined) return {};
  const besides = left >= size.width;
  const over = Math.max(0, left + width - size.width - asidePx);
  return { left: besides ? left - size.width : over, top: Math.max(0, top + downPx) };
}
