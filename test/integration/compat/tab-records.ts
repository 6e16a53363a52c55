// What extensions of specs 000 and 001 keep of their tabs, for as long as they may: requests and console messages over all pages, and frames of a GIF.

type Said = Readonly<Record<string, unknown>>;

interface Kept {
  readonly requestId: string;
  readonly url: string;
  readonly type: string;
  readonly tabId: number;
  readonly timestamp: number;
}

/** Of all tabs together. */
const mostRequests = 200;

export class TabRecords {
  /** GIFs that were exported, by the frames in them. */
  readonly exported: (readonly string[])[] = [];
  readonly #titleOf: (url: string) => string;
  readonly #messages = new Map<number, string[]>();
  #requests: Kept[] = [];
  #count = 0;
  #frames: string[] = [];
  #isRecording = false;

  constructor(titleOf: (url: string) => string) {
    this.#titleOf = titleOf;
  }

  /** A tab shows another page, which asks for something and writes to the console. */
  loaded(tabId: number, url: string): void {
    const title = this.#titleOf(url);
    this.#keep(tabId, 'main_frame', url);
    this.#keep(tabId, 'xmlhttprequest', `https://cdn.example/${title}`);
    this.#messages.set(tabId, [...(this.#messages.get(tabId) ?? []), title]);
  }

  /** A tool acted in the page at that address. */
  acted(url: string): void {
    if (this.#isRecording) this.#frames.push(this.#titleOf(url));
  }

  requests(tabId: number, { type, limit = 50, clear }: Said) {
    const own = this.#requests.filter(request => request.tabId === tabId && (!type || request.type === type));
    const requests = own.slice(-Number(limit));
    if (clear === true) this.#requests = [];
    return { requests, total: this.#requests.length, filtered: requests.length };
  }

  messages(tabId: number, { clear }: Said): readonly string[] {
    const messages = this.#messages.get(tabId) ?? [];
    if (clear === true) this.#messages.delete(tabId);
    return messages;
  }

  gif({ action }: Said): string {
    switch (action) {
      case 'start_recording':
        if (this.#isRecording) return 'Recording is already active for this tab group.';
        this.#isRecording = true;
        this.#frames = [];
        return 'Started recording browser actions for this tab group. Previous frames cleared.';
      case 'stop_recording':
        this.#isRecording = false;
        return `Stopped recording for this tab group. Captured ${this.#frames.length} frames.`;
      case 'clear':
        this.#isRecording = false;
        this.#frames = [];
        return 'Cleared the frames for this tab group. Recording stopped.';
      default:
        this.exported.push([...this.#frames]);
        return 'Successfully exported the GIF.';
    }
  }

  #keep(tabId: number, type: string, url: string): void {
    this.#count += 1;
    const request = { requestId: String(this.#count), url, type, tabId, timestamp: this.#count };
    this.#requests = [...this.#requests, request].slice(-mostRequests);
  }
}
