// Tells the hub about the icon of each tab, drawn anew as a small PNG: what a site sent as its icon never leaves the browser.
import { maxUrlChars } from '../../contract/companion.ts';
import { withoutUsersPrivate } from './private-tabs.ts';
import type { CompanionIcon } from '../../contract/schemas/companion.ts';

const side = 32;
const maxDataChars = 500_000;
/** No site has this name, so that its icon is the one of a site without icon. */
const nowhere = 'https://pilothouse.invalid/';

export class IconReporter {
  readonly #send: (icon: CompanionIcon) => void;
  /** By tab: the page's origin and the icon's address, as they were sent last. */
  readonly #sent = new Map<number, string>();
  #running = false;
  #again = false;

  constructor(send: (icon: CompanionIcon) => void) {
    this.#send = send;
  }

  /** A new hub knows none of them. */
  forget(): void {
    this.#sent.clear();
  }

  /** Sends the icons that have changed, one after another. */
  async report(): Promise<void> {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#reportAll();
      }
    } finally {
      this.#running = false;
    }
  }

  async #reportAll(): Promise<void> {
    const tabs = await withoutUsersPrivate(await chrome.tabs.query({}));
    const open = new Set(tabs.map(({ id }) => id));
    for (const id of this.#sent.keys()) if (!open.has(id)) this.#sent.delete(id);
    for (const tab of tabs) await this.#reportOne(tab);
  }

  async #reportOne({ id: tabId, url = '', favIconUrl = '' }: chrome.tabs.Tab): Promise<void> {
    if (tabId === undefined || !/^https?:/.test(url) || url.length > maxUrlChars) return;
    const key = `${new URL(url).origin} ${favIconUrl}`;
    if (this.#sent.get(tabId) === key) return;
    this.#sent.set(tabId, key);
    const data = favIconUrl === '' ? null : await drawIcon(url, favIconUrl).catch(() => null);
    this.#send({ tabId, url, data });
  }
}

async function drawIcon(url: string, favIconUrl: string): Promise<string | null> {
  if (favIconUrl.startsWith('data:image/')) return redraw(fromDataUrl(favIconUrl));
  if (!chrome.runtime.getURL('').startsWith('chrome-extension:')) return null;
  const [icon, none] = await Promise.all([keptIcon(url), keptIcon(nowhere)]);
  return icon === none ? null : icon;
}

/** From the browser's own store of icons: nothing is asked of the site. */
async function keptIcon(url: string): Promise<string> {
  const query = new URLSearchParams({ pageUrl: url, size: String(side) });
  const answer = await fetch(`${chrome.runtime.getURL('/_favicon/')}?${query}`);
  return redraw(await answer.blob());
}

function fromDataUrl(url: string): Blob {
  const [, type = '', data = ''] = /^data:(image\/[a-z0-9.+-]+);base64,(.*)$/s.exec(url.slice(0, maxDataChars)) ?? [];
  return new Blob([Uint8Array.from(atob(data), character => character.charCodeAt(0))], { type });
}

async function redraw(blob: Blob): Promise<string> {
  const picture = await createImageBitmap(blob, { resizeWidth: side, resizeHeight: side, resizeQuality: 'high' });
  const canvas = new OffscreenCanvas(side, side);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  picture.close();
  const png = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return btoa(Array.from(png, byte => String.fromCharCode(byte)).join(''));
}
