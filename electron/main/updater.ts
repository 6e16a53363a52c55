// electron-updater, loaded only when a feed is named, and held to the key that the build carries.
import fs from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { signedProvider } from './signed-feed.ts';
import { readUpdateKey } from './update-signature.ts';
import { type Updater, Updates, updateHindrance } from './updates.ts';
import type { KeyObject } from 'node:crypto';
import type { AppUpdater } from 'electron-updater';

export function createUpdates(): Updates {
  const key = readUpdateKey(bakedKey());
  const { isPackaged: packaged } = app;
  return new Updates({
    hindrance: updateHindrance({ packaged, os: process.platform, env: process.env, hasKey: key !== null }),
    load: async () => withFeed((await import('electron-updater')).default.autoUpdater, key),
  });
}

async function withFeed(updater: AppUpdater, key: KeyObject | null): Promise<Updater> {
  if (key === null) return Object.assign(updater, { setFeed: (url: string) => updater.setFeedURL(url) });
  const { GenericProvider } = await import('electron-updater/out/providers/GenericProvider.js');
  const updateProvider = signedProvider(GenericProvider, key);
  const setFeed = (url: string) => updater.setFeedURL({ provider: 'custom', updateProvider, url } as never);
  return Object.assign(updater, { setFeed });
}

/** What `npm run dist -- --update-key FILE` has put into the app. */
function bakedKey(): unknown {
  try {
    const text = fs.readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8');
    return (JSON.parse(text) as { updateKey?: unknown }).updateKey;
  } catch {
    return null;
  }
}
