// The panels that are open now: whoever has something to tell them tells it here, and needs no panel to exist for it.
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { RuleChange } from '../../../contract/schemas/rule-changes.ts';

type Listener = (event: PanelEvent) => void;

/** A panel as it is known where it says that it is seen: by what it hears with. */
type Seer = object;

export class OpenPanels {
  readonly #listeners = new Set<Listener>();
  /** With whether questions of agents can be answered there now. */
  readonly #overhearing = new Map<Listener, () => boolean>();
  readonly #seen = new Set<Seer>();
  readonly #seenListeners = new Set<() => void>();

  /** Whether anybody looks: only then can the user be asked for all that waits. */
  get any(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether a question of an agent can be answered, here or from another hub that may. */
  get canAnswer(): boolean {
    return this.any || [...this.#overhearing.values()].some(answers => answers());
  }

  /** Whether one of them is in front of its user, as far as it knows. */
  get anySeen(): boolean {
    return this.#seen.size > 0;
  }

  /** A panel came in front of its user, or went. */
  see(panel: Seer, isSeen: boolean): void {
    if (isSeen === this.#seen.has(panel)) return;
    if (isSeen) this.#seen.add(panel);
    else this.#seen.delete(panel);
    for (const listener of this.#seenListeners) listener();
  }

  onSeen(listener: () => void): void {
    this.#seenListeners.add(listener);
  }

  /** Returns the function that closes it again. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hears what all panels are told, and is none: not everything can be answered there. Returns the function that ends it. */
  overhear(listener: Listener, answers = () => false): () => void {
    this.#overhearing.set(listener, answers);
    return () => this.#overhearing.delete(listener);
  }

  tell(event: PanelEvent): void {
    for (const listener of this.#overhearing.keys()) listener(event);
    for (const listener of this.#listeners) listener(event);
  }

  /** Tells every panel but the one that `except` listens for; false where there is none at all. */
  ruleChanged(data: RuleChange, except?: object): boolean {
    for (const listener of this.#listeners) if (listener !== except) listener({ event: 'rules:changed', data });
    return this.any;
  }
}
