// The desktop window: made once, brought to the front by whoever asks, hidden on close where a tray can bring it back.
import { BrowserWindow } from 'electron';
import { panelUrl } from './panel-address.ts';
import { windowOptions, type WindowFacts } from './window-options.ts';

/** A page that crashes again this soon after it was loaded would crash for ever. */
const crashLoopMs = 10_000;

export class PanelWindow {
  readonly #facts: WindowFacts;
  #window: BrowserWindow | undefined;
  #hidesOnClose = false;

  constructor(facts: WindowFacts) {
    this.#facts = facts;
  }

  /** Opens the window, or brings the open one to the front. */
  show(): void {
    const window = (this.#window ??= this.#open());
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** From now on closing hides, until the app quits. */
  hideOnClose(hides: boolean): void {
    this.#hidesOnClose = hides;
  }

  #open(): BrowserWindow {
    const window = new BrowserWindow(windowOptions(this.#facts));
    window.removeMenu();
    window.on('close', event => {
      if (!this.#hidesOnClose) return;
      event.preventDefault();
      window.hide();
    });
    window.once('closed', () => {
      this.#window = undefined;
    });
    let loadedAt = Date.now();
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || Date.now() - loadedAt < crashLoopMs) return;
      loadedAt = Date.now();
      window.webContents.reload();
    });
    void window.loadURL(panelUrl);
    return window;
  }
}
