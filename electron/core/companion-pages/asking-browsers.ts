// Tells each browser which questions of its pages wait, so that its companion can put its window for them beside the page.

import { questionsOf, type Shown } from './view.ts';
import type { CompanionAsking } from '../../../contract/schemas/companion-pages.ts';

export interface AskingBrowsersOptions {
  readonly state: Shown;
  /** Whether a panel is in front, where the question is answered. */
  readonly isPanelSeen: () => boolean;
  readonly tell: (browserId: string, asking: CompanionAsking) => void;
}

export class AskingBrowsers {
  readonly #options: AskingBrowsersOptions;
  /** By browser, for as long as it is connected: what it was told last. */
  readonly #told = new Map<string, { readonly since: number; readonly text: string }>();

  constructor(options: AskingBrowsersOptions) {
    this.#options = options;
  }

  changed(): void {
    const { state, tell } = this.#options;
    const panel = this.#options.isPanelSeen();
    const here = new Set<string>();
    for (const { id, state: now } of state.all('browsers')) {
      if (now.kind !== 'connected') continue;
      here.add(id);
      const questions = questionsOf(state, { browserId: id, tabId: null });
      const asking: CompanionAsking = {
        questions: questions.map(({ id: question, version, tab }) => ({ id: question, version, tabId: tab.tabId })),
        // Of no interest while nothing waits.
        panel: questions.length > 0 && panel,
      };
      const text = JSON.stringify(asking);
      const before = this.#told.get(id);
      if (before?.since === now.since ? before.text === text : questions.length === 0 && !before) continue;
      this.#told.set(id, { since: now.since, text });
      tell(id, asking);
    }
    for (const id of [...this.#told.keys()]) if (!here.has(id)) this.#told.delete(id);
  }
}
