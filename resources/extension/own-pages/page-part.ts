// The page in front as a part of what is asked in the side panel: its text goes along unless it is left out or cannot be read.
import { isScriptable, originOf } from '../../../contract/sites.ts';
import { button, el, icon } from './dom.ts';
import { size, words } from './words/words.ts';
import type { PageReading } from './port-messages.ts';

type Unreadable = Extract<PageReading, { kind: 'unreadable' }>['why'];
type Tab = { readonly url: string; readonly isPrivate: boolean } | null;

/** As the act of sending has it. */
export interface SentPage {
  readonly origin: string;
  /** Base64 of UTF-8. */
  readonly data: string;
}

export interface PagePartOptions {
  readonly read: () => Promise<PageReading>;
  /** It is to be drawn again. */
  readonly changed: () => void;
}

export class PagePart {
  readonly #options: PagePartOptions;
  #tab: Tab = null;
  #isIncluded = true;
  #bytes: number | null = null;
  #why: Unreadable | null = null;

  constructor(options: PagePartOptions) {
    this.#options = options;
  }

  /** What the tab in front is; the text of the one before is that one's. */
  follow(tab: Tab): void {
    if (tab?.url === this.#tab?.url && tab?.isPrivate === this.#tab?.isPrivate) return;
    this.#tab = tab;
    this.#bytes = null;
    this.#why = unreadable(tab);
    this.#options.changed();
  }

  /** How large the page's text is; it is read again when it is sent. */
  async look(): Promise<void> {
    if (!this.#isIncluded || this.#why !== null || this.#bytes !== null) return;
    const tab = this.#tab;
    const reading = await this.#options.read().catch(() => null);
    if (this.#tab !== tab || reading?.kind !== 'read') return;
    this.#bytes = new TextEncoder().encode(reading.text).length;
    this.#options.changed();
  }

  /**
   * Null where it is left out; undefined where it should have gone along but could not be read, or another page is in front by now, which the
   * user has to see first.
   */
  async take(): Promise<SentPage | null | undefined> {
    if (!this.#isIncluded || this.#why === 'browser-page' || this.#why === 'private') return null;
    const tab = this.#tab;
    const reading = await this.#options.read();
    if (this.#tab !== tab) return undefined;
    if (reading.kind === 'unreadable') {
      this.#why = reading.why;
      return undefined;
    }
    const bytes = new TextEncoder().encode(reading.text);
    this.#bytes = bytes.length;
    return { origin: reading.origin, data: base64(bytes) };
  }

  /** Says whether it goes along, and changes that. */
  chip(): HTMLElement {
    const toggle = () => {
      this.#isIncluded = !this.#isIncluded;
      this.#options.changed();
    };
    if (!this.#isIncluded) return button(words.chat.addPage, toggle, { class: 'file off', key: 'page' });
    const why = this.#why;
    const more = why ? words.chat.unreadable[why] : this.#bytes === null ? '' : size(this.#bytes);
    return el(
      'span',
      { class: why ? 'file dashed' : 'file' },
      icon('page', 'i12'),
      words.chat.thisPage,
      more === '' ? null : el('span', { class: 'mm' }, more),
      button(icon('close'), toggle, {
        ...{ class: 'x', key: 'page' },
        at: { 'aria-label': words.chat.removePage, title: words.chat.removePage },
      }),
    );
  }
}

function unreadable(tab: { readonly url: string; readonly isPrivate: boolean } | null): Unreadable | null {
  if (!tab || originOf(tab.url) === null || !isScriptable(tab.url)) return 'browser-page';
  return tab.isPrivate ? 'private' : null;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
