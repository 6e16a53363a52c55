// The desktop around the hub: window, tray, notifications, start at login and updates, tied to each other.
import path from 'node:path';
import { app, dialog, nativeTheme } from 'electron';
import { type BundleFiles, type BundleOpening, showBundle } from './bundle-files.ts';
import { shellWords } from './choose-words.ts';
import { decideClose } from './closing.ts';
import { pathOfLink, readSecondStart } from './deep-link.ts';
import { DesktopFileStore } from './desktop-file.ts';
import { DesktopSettingsKeeper } from './desktop-settings.ts';
import { HubWatch } from './hub-watch.ts';
import { HubWindows } from './hub-windows.ts';
import { startNotifications } from './notifications.ts';
import { PanelWindow } from './panel-window.ts';
import { pickPath } from './pick-path.ts';
import { PanelTray } from './tray.ts';
import { askSessionBus, watchTrayHost } from './tray-presence.ts';
import type { PanelServer } from '../core/panel/panel-server.ts';
import type { HubPlatform } from '../core/platform/platform.ts';
import type { LoginFacts } from './login-item.ts';
import type { Updates } from './updates.ts';
import type { WindowFacts } from './window-options.ts';

/** A desktop that has just started takes this long to show its tray. */
const trayGraceMs = 20_000;

export interface DesktopParts {
  readonly distDir: string;
  /** A folder of its own for what it keeps. */
  readonly ownFolder: string;
  readonly login: LoginFacts;
  readonly updates: Updates;
  userQuits(): void;
  /** Started at login: the window stays closed until it is asked for. */
  readonly hidden: boolean;
}

export class Desktop {
  readonly #parts: DesktopParts;
  readonly #file: DesktopFileStore;
  readonly #window: PanelWindow;
  readonly #hubs: HubWindows;
  readonly #iconsDir: string;
  #trayHost: string | null = null;
  #tray: PanelTray | undefined;
  #lookForTray: () => Promise<string | null> = () => Promise.resolve(null);

  constructor(parts: DesktopParts) {
    this.#parts = parts;
    this.#iconsDir = path.join(parts.distDir, 'icons');
    this.#file = new DesktopFileStore(parts.ownFolder);
    this.#window = this.#makeWindow();
    this.#hubs = new HubWindows(() => this.#windowFacts());
    app.on('before-quit', () => this.#window.letGo());
  }

  open(where?: string): void {
    this.#window.show(where);
  }

  /** The panel of another hub of the fleet. */
  openHub(hub: string): void {
    this.#hubs.show(hub);
  }

  readonly #words = () => shellWords(this.#file.content.language, app.getLocale());

  /** What the hub asks of the desktop. */
  get port(): NonNullable<HubPlatform['desktop']> {
    const { login, updates } = this.#parts;
    const keeper = new DesktopSettingsKeeper({ file: this.#file, login, updates, trayHost: () => this.#trayHost });
    return {
      settings: () => keeper.settings(),
      change: change => {
        const settings = keeper.change(change);
        this.#tray?.draw();
        return settings;
      },
      lookForUpdates: () => keeper.lookForUpdates(),
      pickPath: kind => pickPath(dialog, kind),
    };
  }

  /** Starts what follows the hub, which runs. `link` and `bundles` are those that this start was given. */
  async follow(panel: PanelServer, link: string | null, bundles: BundleFiles): Promise<void> {
    const watch = await HubWatch.start(panel);
    app.on('second-instance', (_event, _argv, _folder, data) => this.#secondStart(data, bundles));
    app.on('activate', () => this.open());
    app.on('open-url', (event, url) => {
      event.preventDefault();
      this.open(pathOfLink(url));
    });
    if (link !== null || !this.#parts.hidden) this.open(link === null ? '' : pathOfLink(link));
    const open = (where?: string) => this.open(where);
    bundles.follow(file => void showBundle(file, this.#opening(watch)));
    const icon = path.join(this.#iconsDir, 'app.png');
    startNotifications({ watch, icon, open, words: this.#words, isLookedAt: () => this.#window.isLookedAt });
    const tray = new PanelTray({
      watch,
      iconsDir: this.#iconsDir,
      open,
      quit: () => this.#parts.userQuits(),
      words: this.#words,
    });
    this.#tray = tray;
    this.#lookForTray = await watchTrayHost(process.platform, askSessionBus(process.env), host => {
      this.#trayHost = host;
      tray.place(host);
      if (host === null) this.#window.surface();
    });
    setTimeout(() => this.#stayReachable(), trayGraceMs).unref();
    this.#parts.updates.follow(this.#file.content.updateFeed);
  }

  #opening(watch: HubWatch): BundleOpening {
    return {
      request: (name, params) => watch.request(name, params),
      show: where => this.open(where),
      say: (message, detail) => void dialog.showMessageBox({ type: 'error', message, detail }),
      words: this.#words,
    };
  }

  #secondStart(data: unknown, bundles: BundleFiles): void {
    const start = readSecondStart(data);
    if (start?.bundle) bundles.add(start.bundle);
    else if (start?.link) this.open(pathOfLink(start.link));
    else if (start?.verb === 'open') this.open();
  }

  #stayReachable(): void {
    if (this.#trayHost === null) this.#window.surface();
  }

  #windowFacts(): WindowFacts {
    return {
      preload: path.join(this.#parts.distDir, 'preload/preload.cjs'),
      icon: path.join(this.#iconsDir, 'app.png'),
      packaged: app.isPackaged,
      dark: nativeTheme.shouldUseDarkColors,
    };
  }

  #makeWindow(): PanelWindow {
    return new PanelWindow({
      facts: this.#windowFacts(),
      place: () => this.#file.content.window,
      keepPlace: place => this.#file.change({ window: place }),
      decideClose: window =>
        decideClose({ file: this.#file, dialog, words: this.#words, trayHost: () => this.#lookForTray() }, window),
      quit: () => app.quit(),
      userQuits: () => this.#parts.userQuits(),
    });
  }
}
