// The desktop window: made once, brought to the front by whoever asks; what closing it does is decided by whoever made it.
import { BrowserWindow, screen } from 'electron';
import { panelUrl } from './panel-address.ts';
import { type WindowFacts, windowOptions } from './window-options.ts';
import { type Area, placeWindow } from './window-place.ts';
import type { WindowPlace } from '../../contract/schemas/desktop.ts';

/** A page that crashes again this soon after it was loaded would crash for ever. */
const crashLoopMs = 10_000;

export interface WindowParts {
  readonly facts: WindowFacts;
  /** Where it stood last. */
  place(): WindowPlace | null;
  keepPlace(place: WindowPlace): void;
  /** Asked when the user closes it. */
  decideClose(window: BrowserWindow): Promise<'hide' | 'quit' | 'stay'>;
  /** The session ends. */
  quit(): void;
  userQuits(): void;
}

export class PanelWindow {
  readonly #parts: WindowParts;
  #window: BrowserWindow | undefined;
  #deciding = false;
  #letsGo = false;

  constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  /** Opens the window, or brings the open one to the front; at a path of the panel where one is given. */
  show(path = ''): void {
    const window = this.#window;
    if (!window) return this.#open(path);
    if (path) this.#goTo(window, path);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** Makes it reachable again without taking the keyboard, where nothing else can bring it back. */
  surface(): void {
    if (!this.#window) return this.#open('');
    if (!this.#window.isVisible()) this.#window.showInactive();
  }

  get isLookedAt(): boolean {
    return this.#window?.isFocused() ?? false;
  }

  /** The app quits: from now on closing closes. */
  letGo(): void {
    this.#letsGo = true;
    if (this.#window) this.#keepPlace(this.#window);
  }

  #open(path: string): void {
    const { facts, place, quit } = this.#parts;
    const saved = place();
    const window = new BrowserWindow({ ...windowOptions(facts), ...placeWindow(saved, workAreas()) });
    this.#window = window;
    if (saved?.maximized) window.maximize();
    window.removeMenu();
    window.on('close', event => this.#closing(window, event));
    window.on('session-end', quit);
    window.once('closed', () => {
      this.#window = undefined;
    });
    this.#reloadAfterCrash(window);
    void window.loadURL(addressOf(path));
    window.focus();
  }

  #closing(window: BrowserWindow, event: { preventDefault(): void }): void {
    this.#keepPlace(window);
    if (this.#letsGo) return;
    event.preventDefault();
    if (this.#deciding) return;
    this.#deciding = true;
    void this.#parts
      .decideClose(window)
      .then(decision => {
        if (decision === 'hide') window.hide();
        if (decision === 'quit') this.#parts.userQuits();
      })
      .finally(() => {
        this.#deciding = false;
      });
  }

  #keepPlace(window: BrowserWindow): void {
    this.#parts.keepPlace({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  }

  #goTo(window: BrowserWindow, path: string): void {
    // The same address again would load the page anew.
    if (window.webContents.getURL() !== addressOf(path)) void window.loadURL(addressOf(path));
  }

  #reloadAfterCrash({ webContents }: BrowserWindow): void {
    let loadedAt = Date.now();
    webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || Date.now() - loadedAt < crashLoopMs) return;
      loadedAt = Date.now();
      webContents.reload();
    });
  }
}

function addressOf(path: string): string {
  return path ? `${panelUrl}#/${path}` : panelUrl;
}

/** The primary display first. */
function workAreas(): Area[] {
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  return [primary, ...others].map(({ workArea }) => workArea);
}
