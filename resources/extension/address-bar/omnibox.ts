// What the user types after the companion's keyword in the address bar: the hub suggests, and what is chosen is carried out.
import { isUsersPrivate } from '../private-tabs.ts';
import { showAnswer } from './answers.ts';
import { carryOut, type Disposition, type TypedIn } from './carry-out.ts';
import { escaped, type Row, type RowForm, rowsOf } from './rows.ts';
import type { Rpc } from '../rpc.ts';

export type OmniboxHub = Pick<Rpc, 'request' | 'notify'>;

/** The hub leaves out providers slower than 80 ms; nothing is waited for beyond this. */
const patienceMs = 100;
/** The pause between two texts that are asked about; only the last of what is typed in between is asked about. */
const pauseMs = 40;
const maxTextChars = 1_000;

/** Messages in `_locales/`. */
type Hint = 'omniboxHint' | 'omniboxNothing' | 'omniboxAway' | 'omniboxPrivate';

interface Shown {
  readonly text: string;
  readonly hub: OmniboxHub;
  readonly rows: readonly Row[];
}

export class Omnibox {
  readonly #form: RowForm;
  #hub: OmniboxHub | null = null;
  /** Rises with every text; answers to an earlier one are ignored. */
  #turn = 0;
  #lastAskedAt = -pauseMs;
  #shown: Shown | null = null;
  #cancel: () => void = () => {};

  constructor(form: RowForm) {
    this.#form = form;
    chrome.omnibox.onInputStarted.addListener(() => this.#hint(this.#hub ? 'omniboxHint' : 'omniboxAway'));
    chrome.omnibox.onInputChanged.addListener((text, suggest) => void this.#changed(text, suggest));
    chrome.omnibox.onInputCancelled.addListener(() => this.#leave());
    chrome.omnibox.onInputEntered.addListener((text, how) => void this.#entered(text, how));
  }

  /** The connection on which an approved hub is there; null without one. */
  use(hub: OmniboxHub | null): void {
    if (hub === this.#hub) return;
    this.#leave();
    this.#hub = hub;
  }

  #leave(): void {
    this.#turn += 1;
    this.#shown = null;
    this.#cancel();
    this.#cancel = () => {};
  }

  async #changed(text: string, suggest: (rows: chrome.omnibox.SuggestResult[]) => void): Promise<void> {
    this.#leave();
    const turn = this.#turn;
    const rest = this.#lastAskedAt + pauseMs - performance.now();
    if (rest > 0) await new Promise(resolve => setTimeout(resolve, rest));
    if (turn !== this.#turn) return;
    const place = await whereTyped();
    const hub = this.#hub;
    if (turn !== this.#turn) return;
    if (!hub || place === 'private') {
      this.#hint(hub ? 'omniboxPrivate' : 'omniboxAway');
      return suggest([]);
    }
    this.#lastAskedAt = performance.now();
    const rows = rowsOf(await this.#ask(hub, text.slice(0, maxTextChars), place), this.#form);
    if (turn !== this.#turn) return;
    this.#shown = { text, hub, rows };
    const [best] = rows;
    // Chromium shows what the typed text stands for at once, so that Enter does what is seen; Firefox only with the next letter.
    if (best && this.#form === 'markup') void chrome.omnibox.setDefaultSuggestion({ description: best.description });
    else this.#hint(best ? 'omniboxHint' : 'omniboxNothing');
    const others = this.#form === 'markup' ? rows.slice(1) : rows;
    suggest(others.map(({ content, description }) => ({ content, description })));
  }

  /** Null where it takes too long, and where the hub refuses. */
  async #ask(hub: OmniboxHub, text: string, place: TypedIn | null): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let id: string | number | undefined;
    const cancel = () => {
      if (id !== undefined) hub.notify('cancel', { id });
      id = undefined;
    };
    this.#cancel = cancel;
    const asked = hub
      .request('omnibox-suggest', { text, ...(place && { tabId: place.tabId }) }, asked => {
        id = asked;
      })
      .finally(() => {
        id = undefined;
      });
    const over = new Promise<null>(resolve => {
      timer = setTimeout(() => resolve(null), patienceMs);
    });
    const answer = await Promise.race([asked.catch(() => null), over]);
    clearTimeout(timer);
    cancel();
    return answer;
  }

  async #entered(text: string, how: Disposition): Promise<void> {
    const shown = this.#shown;
    const hub = this.#hub;
    this.#leave();
    const place = await whereTyped();
    if (!hub) return showAnswer({ kind: 'words', words: 'omniboxAway' });
    if (place === 'private') return showAnswer({ kind: 'words', words: 'omniboxPrivate' });
    const row = shown?.hub === hub ? this.#chosenOf(shown, text) : undefined;
    if (!row) return showAnswer({ kind: 'words', words: 'omniboxChoose' });
    try {
      await carryOut(await hub.request('omnibox-select', { id: row.id }), how, place);
    } catch (error) {
      await showAnswer({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
    }
  }

  #chosenOf({ text: typed, rows }: Shown, text: string): Row | undefined {
    const chosen = rows.find(({ content }) => content === text);
    return chosen ?? (this.#form === 'markup' && typed === text ? rows[0] : undefined);
  }

  #hint(hint: Hint): void {
    const text = chrome.i18n.getMessage(hint);
    void chrome.omnibox.setDefaultSuggestion({ description: this.#form === 'markup' ? escaped(text) : text });
  }
}

/** The browser does not say in which window it is typed; it is the one in front. */
async function whereTyped(): Promise<TypedIn | 'private' | null> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  if (tab && (await isUsersPrivate(tab))) return 'private';
  return tab?.id === undefined ? null : { tabId: tab.id, url: tab.url ?? '' };
}
