// The tray icon: follows the hub's state while the desktop has a place for it.
import path from 'node:path';
import { Menu, nativeTheme, Tray } from 'electron';
import { type TrayActions, trayMenu } from './tray-menu.ts';
import { trayIcon, trayTooltip } from './tray-state.ts';
import type { HubWatch } from './hub-watch.ts';
import type { ShellWords } from './shell-words.ts';

export interface TrayParts {
  readonly watch: HubWatch;
  readonly iconsDir: string;
  /** In the language of now. */
  words(): ShellWords;
  open(path?: string): void;
  quit(): void;
}

export class PanelTray {
  readonly #parts: TrayParts;
  readonly #actions: TrayActions;
  /** Kept for as long as it is shown: a collected Tray disappears. */
  #tray: Tray | undefined;
  #menuText = '';

  constructor(parts: TrayParts) {
    const { watch, open, quit } = parts;
    this.#parts = parts;
    this.#actions = {
      open,
      quit,
      setMode: mode => void watch.ask('hub:set-mode', { mode }),
      answer: (promptId, effect) =>
        void watch.ask('prompts:answer', { promptId, effect, lifetime: 'use', breadth: 'tool' }),
      startServer: serverId => void watch.ask('servers:start', { serverId }),
      stopServer: serverId => void watch.ask('servers:stop', { serverId }),
    };
    nativeTheme.on('updated', () => this.draw());
    watch.onChanged(() => this.draw());
  }

  /** Shows the icon in a tray that has come, or takes it out of one that is gone. */
  place(host: string | null): void {
    this.#tray?.destroy();
    this.#tray = undefined;
    this.#menuText = '';
    if (host === null) return;
    this.#tray = new Tray(this.#image()).on('click', () => this.#actions.open());
    this.draw();
  }

  /** Draws what has changed, also the language. */
  draw(): void {
    if (!this.#tray) return;
    const { state } = this.#parts.watch;
    const words = this.#parts.words();
    this.#tray.setImage(this.#image());
    this.#tray.setToolTip(trayTooltip(state, words));
    const menu = trayMenu(state, this.#actions, words);
    const text = JSON.stringify(menu);
    // A menu that is open closes when it is set again.
    if (text === this.#menuText) return;
    this.#menuText = text;
    // Linux shows a changed menu only when it is set again.
    this.#tray.setContextMenu(Menu.buildFromTemplate(menu));
  }

  #image(): string {
    const name = trayIcon(this.#parts.watch.state);
    // macOS tints template images itself; other trays are dark or light like the desktop.
    const kind = process.platform === 'darwin' ? 'Template' : nativeTheme.shouldUseDarkColors ? 'light' : 'dark';
    return path.join(this.#parts.iconsDir, `tray-${name}-${kind}.png`);
  }
}
