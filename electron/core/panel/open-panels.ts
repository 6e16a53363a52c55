// The panels that are open now: whoever has something to tell them tells it here, and needs no panel to exist for it.
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { RuleChange } from '../../../contract/schemas/rule-changes.ts';

type Listener = (event: PanelEvent) => void;

export class OpenPanels {
  readonly #listeners = new Set<Listener>();

  /** Whether anybody looks: only then can the user be asked. */
  get any(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the function that closes it again. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: PanelEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** Tells every panel but the one that `except` listens for; false where there is none at all. */
  ruleChanged(data: RuleChange, except?: object): boolean {
    for (const listener of this.#listeners) if (listener !== except) listener({ event: 'rules:changed', data });
    return this.any;
  }
}
