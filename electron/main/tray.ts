// The tray icon: follows the hub's state, and is made only where the desktop has a place for it.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { Menu, nativeTheme, Tray } from 'electron';
import type { Snapshot } from '../contract/snapshot.ts';
import type { PanelServer } from '../core/panel/panel-server.ts';
import { reduceTray, trayIcon, trayMenu, trayStateOf, trayTooltip, type TrayState } from './tray-state.ts';

const watcherTimeoutMs = 1_000;

/** Kept for the life of the app: a collected Tray disappears. */
let tray: Tray | undefined;

export interface TrayParts {
  readonly panel: PanelServer;
  readonly iconsDir: string;
  open(): void;
  quit(): void;
}

export async function startTray({ panel, iconsDir, open, quit }: TrayParts): Promise<void> {
  let state: TrayState | undefined;
  const connection = panel.connect(event => {
    if (!state) return;
    const next = reduceTray(state, event);
    if (next === state) return;
    state = next;
    show();
  });
  const reply = await connection.request('state:get', {});
  if (!reply.ok) throw new Error(reply.error.message);
  state = trayStateOf(reply.value as Snapshot);
  const setMode = (mode: TrayState['mode']) => void connection.request('hub:set-mode', { mode });

  function show(): void {
    if (!state) return;
    const image = path.join(iconsDir, iconFile(trayIcon(state)));
    if (tray) tray.setImage(image);
    else tray = new Tray(image).on('click', open);
    tray.setToolTip(trayTooltip(state));
    // Linux shows a changed menu only when it is set again.
    tray.setContextMenu(Menu.buildFromTemplate(trayMenu(state, { open, setMode, quit })));
  }
  nativeTheme.on('updated', show);
  show();
}

/** Linux desktops without a StatusNotifier host show no tray icon, and nothing tells the app so: ask the bus. */
export function trayExists(): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  if (!process.env['DBUS_SESSION_BUS_ADDRESS']) return Promise.resolve(false);
  const bus = 'org.freedesktop.DBus';
  const args = ['--session', '--print-reply', `--dest=${bus}`, '/org/freedesktop/DBus', `${bus}.NameHasOwner`];
  return new Promise(resolve => {
    const question = [...args, 'string:org.kde.StatusNotifierWatcher'];
    execFile('dbus-send', question, { timeout: watcherTimeoutMs }, (error, answer) => {
      resolve(!error && answer.includes('boolean true'));
    });
  });
}

function iconFile(name: string): string {
  // macOS tints template images itself; other trays are dark or light like the desktop.
  if (process.platform === 'darwin') return `tray-${name}-Template.png`;
  return `tray-${name}-${nativeTheme.shouldUseDarkColors ? 'light' : 'dark'}.png`;
}
