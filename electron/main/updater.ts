// electron-updater, loaded only when a feed is named.
import { app } from 'electron';
import { type Updater, updateHindrance, Updates } from './updates.ts';

export function createUpdates(): Updates {
  return new Updates({
    hindrance: updateHindrance(app.isPackaged, process.platform, process.env),
    load: async (): Promise<Updater> => (await import('electron-updater')).default.autoUpdater,
  });
}
