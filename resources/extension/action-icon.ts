// The icon in the toolbar: connected, paused, or away, each with another shape; its title says the same in words.
import type { State } from './state.ts';

const sizes = [16, 32, 48];

type Look = 'connected' | 'paused' | 'away';

/** The message in `_locales/` behind the name. */
const titles: Readonly<Record<Look, string>> = { connected: 'approved', paused: 'paused', away: 'noRelay' };

export class ActionIcon {
  #isConnected = false;
  /** Agents wait, or none may come. */
  #isPaused = false;
  #shown: Look | null = null;

  follow({ kind }: State): void {
    // What a hub said of its mode holds for one connection; it comes before the answer to the hello.
    if (kind === 'connecting') this.#isPaused = false;
    this.#isConnected = kind === 'approved';
    this.#show();
  }

  /** `mode` is a run mode of the hub. */
  followMode(mode: unknown): void {
    this.#isPaused = mode === 'paused' || mode === 'stopped';
    this.#show();
  }

  #show(): void {
    const look = this.#isConnected ? (this.#isPaused ? 'paused' : 'connected') : 'away';
    if (look === this.#shown) return;
    this.#shown = look;
    const path = Object.fromEntries(sizes.map(size => [size, `icons/${look}-${size}.png`]));
    void chrome.action.setIcon({ path });
    void chrome.action.setTitle({ title: `Pilothouse: ${chrome.i18n.getMessage(titles[look])}` });
  }
}
