// A hub whose catalogue is a file of the user's, with servers that npm really has; nothing else is asked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmPackage, published } from '../support/catalogue/published.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient, until } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Page } from 'playwright';

export interface ListedServer {
  readonly name: string;
  readonly identifier: string;
  readonly version: string;
  readonly description?: string;
  /** As the description of a package has them. */
  readonly packageArguments?: readonly object[];
  readonly environmentVariables?: readonly object[];
}

export const filesystemServer: ListedServer = {
  name: 'io.github.modelcontextprotocol/server-filesystem',
  identifier: '@modelcontextprotocol/server-filesystem',
  version: '2026.8.31',
  description: 'Read, search and change files of the folders that you name',
  packageArguments: [
    {
      type: 'positional',
      valueHint: 'folder',
      description: 'A folder that it may read and change.',
      format: 'filepath',
      isRequired: true,
      isRepeated: true,
    },
  ],
};

export interface CatalogueScene {
  readonly stage: Stage;
  readonly hub: PanelClient;
  readonly page: Page;
  readonly panel: Panel;
  /** Of the source that is the file. */
  readonly sourceId: string;
  /** Of the mouse or a key that presses a button, since the page was opened. */
  clicks(): Promise<number>;
  close(): Promise<void>;
}

/** With `servers` in a file that is a source by itself. The official registry is switched off, because a test asks nobody. */
export async function openCatalogue(servers: readonly ListedServer[]): Promise<CatalogueScene> {
  const stage = await openStage();
  const hub = await PanelClient.open(stage.url);
  const file = join(stage.userHome, 'servers.json');
  writeFileSync(file, JSON.stringify({ servers: servers.map(described) }));
  await hub.request('catalogue:change-source', { sourceId: 'official', enabled: false });
  const added = await hub.request('catalogue:add-source', { kind: 'file', name: 'My list', address: file });
  const browser = await launchPanelBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  const panel = new Panel(page);
  await panel.open(await stage.freshUrl(hub));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.evaluate(countClicks);
  return {
    stage,
    hub,
    page,
    panel,
    sourceId: added.sourceId,
    clicks: () => page.evaluate(() => Reflect.get(globalThis, 'clicksOfTest') as number),
    close: async () => {
      await hub.close();
      await browser.close();
      await stage.close();
    },
  };
}

function described({ name, description, identifier, version, ...asks }: ListedServer) {
  return published(name, {
    server: {
      name,
      version,
      ...(description && { description }),
      packages: [npmPackage(identifier, { version, ...asks })],
    },
  });
}

/** In the page. */
function countClicks(): void {
  Reflect.set(globalThis, 'clicksOfTest', 0);
  const count = () => Reflect.set(globalThis, 'clicksOfTest', (Reflect.get(globalThis, 'clicksOfTest') as number) + 1);
  addEventListener('pointerdown', count, true);
}

/** Resolves once the trial start has listed the tools of a server, or rejects with what became of it. npm takes its time. */
export async function untilTried({ hub }: CatalogueScene, serverId: string): Promise<void> {
  const install = () => hub.snapshot.installs[serverId];
  await until(
    () => {
      const phase = install()?.phase;
      if (phase?.kind === 'failed') throw new Error(`${serverId} failed: ${JSON.stringify(phase.reason)}`);
      return phase?.kind === 'ready';
    },
    `${serverId} is installed and tried`,
    300_000,
  );
}

export async function refreshed(scene: CatalogueScene): Promise<void> {
  await scene.hub.request('catalogue:refresh', {});
  await scene.hub.waitFor(({ catalogueSources }) => {
    const source = catalogueSources[scene.sourceId];
    return source?.state.kind === 'idle' && source.entries > 0;
  }, 'the file was read');
}
