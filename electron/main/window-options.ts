// What the desktop window is made with. Pure, so that a test can hold every safety switch in place.
import type { BrowserWindowConstructorOptions } from 'electron';

export interface WindowFacts {
  /** Absolute path of the bundled preload script. */
  readonly preload: string;
  readonly icon: string;
  readonly packaged: boolean;
  readonly dark: boolean;
}

export function windowOptions({ preload, icon, packaged, dark }: WindowFacts): BrowserWindowConstructorOptions {
  return {
    title: 'Pilothouse',
    icon,
    width: 1360,
    height: 860,
    minWidth: 800,
    minHeight: 560,
    autoHideMenuBar: true,
    // The panel's own ground, so that opening does not flash.
    backgroundColor: dark ? '#0c1012' : '#f0f3f4',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !packaged,
    },
  };
}
