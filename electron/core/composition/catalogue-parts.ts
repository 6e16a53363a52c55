// The catalogue of servers, with the process that reads it, which is started by the first question.
import { join } from 'node:path';
import { CatalogueProcess } from '../catalogue/catalogue-process.ts';
import { ServerCatalogue } from '../catalogue/server-catalogue.ts';
import { startSide } from '../catalogue/start-side.ts';
import type { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export async function createCatalogue(
  { platform, closers, events }: Boot,
  { state, store, problems }: BaseParts,
  policy: CataloguePolicy,
): Promise<{ serverCatalogue: ServerCatalogue }> {
  const serverCatalogue: ServerCatalogue = new ServerCatalogue({
    state,
    settings: store.settings,
    now: () => platform.now(),
    randomBytes: size => platform.randomBytes(size),
    process: new CatalogueProcess({
      folder: join(platform.home, 'catalogue'),
      file: programOf(platform),
      env: platform.env,
      start: options => platform.startSide?.(options) ?? startSide(platform.nodePath, options),
      onAnew: reason => serverCatalogue.emptied(reason),
    }),
    policy,
    failed: reason => problems.report('catalogue', reason),
  });
  await serverCatalogue.load();
  events.on('rulesChanged', () => serverCatalogue.rulesChanged());
  closers.add(() => serverCatalogue.stop());
  return { serverCatalogue };
}

function programOf({ workersDir, distDir }: HubPlatform): string {
  return join(workersDir ?? join(distDir, 'core'), '../catalogue/main.js');
}
