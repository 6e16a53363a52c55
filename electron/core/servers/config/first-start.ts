// On the very first start the bundled sample is offered, so that the list is not empty. It waits for approval like any other.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readSampleServers } from './sample-servers.ts';
import type { HubPlatform } from '../../platform/platform.ts';
import type { SettingsTable } from '../../store/settings-table.ts';
import type { ServerSupervisor } from '../lifecycle/server-supervisor.ts';

export interface FirstStart {
  readonly platform: Pick<HubPlatform, 'appDir' | 'nodePath' | 'log'>;
  readonly servers: Pick<ServerSupervisor, 'changes' | 'list'>;
  readonly settings: SettingsTable;
}

const key = 'samplesOffered';

/** Offers once: a sample that the user removed does not come back. A missing sample is no reason not to start. */
export async function offerSampleServers({ platform, servers, settings }: FirstStart): Promise<void> {
  if (servers.list().length > 0 || (await settings.get(key, z.boolean()))) return;
  try {
    const path = join(platform.appDir, 'resources/sample-servers.json');
    // An installed app brings none: they are for whoever has the sources.
    if (!existsSync(path)) return;
    await servers.changes.add({
      kind: 'json',
      text: await readSampleServers({ path, nodePath: platform.nodePath, appFolder: platform.appDir }),
    });
  } catch (error) {
    platform.log.warn({ reason: String(error) }, 'The sample servers could not be offered.');
  }
  await settings.set(key, true);
}
