// Windows in which the panels of other hubs of the fleet are shown, one for each hub.
import { BrowserWindow } from 'electron';
import { panelUrl } from './panel-address.ts';
import { type WindowFacts, windowOptions } from './window-options.ts';

export class HubWindows {
  readonly #facts: () => WindowFacts;
  readonly #windows = new Map<string, BrowserWindow>();

  constructor(facts: () => WindowFacts) {
    this.#facts = facts;
  }

  /** Opens the window of that hub, or brings the open one to the front. */
  show(hub: string): void {
    const open = this.#windows.get(hub);
    if (open) {
      if (open.isMinimized()) open.restore();
      return open.focus();
    }
    const window = new BrowserWindow(windowOptions(this.#facts()));
    this.#windows.set(hub, window);
    window.removeMenu();
    window.once('closed', () => this.#windows.delete(hub));
    void window.loadURL(`${panelUrl}?hub=${hub}`);
  }
}
