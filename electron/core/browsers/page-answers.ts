// The newest answer of a page of each browser: shown to panels, asked by the doctor, kept over a restart. The only writer of `pageAnswers`.
import { z } from 'zod';
import { PageAnswerSchema } from '../../../contract/schemas/entities.ts';
import type { CompanionCall } from '../../../contract/companion.ts';
import type { PageAnswer } from '../../../contract/schemas/entities.ts';
import type { StateWriter } from '../state/publisher.ts';
import type { SettingsTable } from '../store/settings-table.ts';

const key = 'pageAnswers';

export interface PageAnswersOptions {
  readonly state: StateWriter;
  readonly settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly now: () => number;
}

/** It is shown to the minute, so that it need not be written for every call. */
const minuteMs = 60_000;
const minuteOf = (at: number) => Math.floor(at / minuteMs);

export class PageAnswers {
  readonly #options: PageAnswersOptions;
  readonly #all = new Map<string, PageAnswer>();

  constructor(options: PageAnswersOptions) {
    this.#options = options;
  }

  async load(): Promise<void> {
    const kept = (await this.#options.settings.get(key, z.record(z.string(), PageAnswerSchema))) ?? {};
    for (const [id, answer] of Object.entries(kept)) this.#show(id, answer);
  }

  /** A call came back as it should. `since`: when the connection began that it came over. */
  note(browserId: string, { tool, tabId }: CompanionCall, since: number): void {
    // The list of tabs, and a tab that is gone, are answers of the browser.
    if (tool === 'tabs_close' || (tabId === undefined && tool !== 'tabs_create')) return;
    const at = this.#options.now();
    const known = this.#all.get(browserId);
    if (known && known.at >= since && minuteOf(known.at) === minuteOf(at)) return;
    this.#show(browserId, { at, tool });
    this.#keep();
  }

  forget(browserId: string): void {
    if (!this.#all.delete(browserId)) return;
    this.#options.state.remove(key, browserId);
    this.#keep();
  }

  #show(browserId: string, answer: PageAnswer): void {
    this.#all.set(browserId, answer);
    this.#options.state.set(key, browserId, answer);
  }

  /** What cannot be kept is known until the hub ends. */
  #keep(): void {
    this.#options.settings.set(key, Object.fromEntries(this.#all)).catch(() => {});
  }
}
