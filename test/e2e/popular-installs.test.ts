// Popular servers of npm by the form, as their descriptions ask: found, added, installed, tried between walls, approved, with their tools listed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import {
  type CatalogueScene,
  filesystemServer,
  type ListedServer,
  openCatalogue,
  refreshed,
  untilTried,
} from './catalogue-scene.ts';

const patienceMs = 420_000;

interface Popular extends ListedServer {
  /** A tool that it lists. */
  readonly tool: string;
  /** Labels of its form with what is filled in. */
  readonly fills?: Readonly<Record<string, string>>;
}

const key = (name: string) => ({ name, description: `A key for ${name}.`, isRequired: true, isSecret: true });

/** None needs an account to list its tools; a key that is asked for is made up and sent nowhere. */
const popular: readonly Popular[] = [
  { ...filesystemServer, tool: 'read_text_file', fills: { folder: 'FOLDER' } },
  {
    name: 'io.github.modelcontextprotocol/server-memory',
    identifier: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    tool: 'read_graph',
  },
  {
    name: 'io.github.modelcontextprotocol/server-everything',
    identifier: '@modelcontextprotocol/server-everything',
    version: '2026.8.31',
    tool: 'echo',
  },
  {
    name: 'io.github.modelcontextprotocol/server-sequential-thinking',
    identifier: '@modelcontextprotocol/server-sequential-thinking',
    version: '2026.8.31',
    tool: 'sequentialthinking',
  },
  {
    name: 'io.github.microsoft/playwright-mcp',
    identifier: '@playwright/mcp',
    version: '0.0.83',
    tool: 'browser_navigate',
  },
  {
    name: 'io.github.upstash/context7',
    identifier: '@upstash/context7-mcp',
    version: '4.1.1',
    tool: 'resolve-library-id',
  },
  {
    name: 'io.github.chromedevtools/chrome-devtools-mcp',
    identifier: 'chrome-devtools-mcp',
    version: '1.11.0',
    tool: 'take_snapshot',
  },
  {
    name: 'io.github.modelcontextprotocol/server-github',
    identifier: '@modelcontextprotocol/server-github',
    version: '2025.4.8',
    environmentVariables: [key('GITHUB_PERSONAL_ACCESS_TOKEN')],
    tool: 'search_repositories',
    fills: { GITHUB_PERSONAL_ACCESS_TOKEN: 'made-up' },
  },
  {
    name: 'io.github.tavily-ai/tavily-mcp',
    identifier: 'tavily-mcp',
    version: '0.2.22',
    environmentVariables: [key('TAVILY_API_KEY')],
    tool: 'tavily_search',
    fills: { TAVILY_API_KEY: 'made-up' },
  },
];

describeWith(['chromium', 'bubblewrap'], 'Popular servers by the form', () => {
  let scene: CatalogueScene;
  let folder = '';

  beforeAll(async () => {
    scene = await openCatalogue(popular);
    folder = join(scene.stage.userHome, 'notes');
    mkdirSync(folder);
    await refreshed(scene);
  });

  afterAll(() => scene?.close());

  test.each(popular)(
    '$identifier lists $tool, and runs once it is approved',
    async ({ name, tool, fills = {} }) => {
      const { page, panel, hub } = scene;
      await page.evaluate(() => (location.hash = '#/catalogue'));
      await panel.go('Catalogue');
      await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill(name);
      await page
        .getByRole('row')
        .filter({ hasText: name.slice(name.indexOf('/') + 1) })
        .first()
        .click();
      await page
        .getByRole('region', { name: `Entry ${name}` })
        .getByRole('button', { name: 'Add…' })
        .click();
      const form = page.getByRole('dialog');
      for (const [label, value] of Object.entries(fills))
        await form.getByLabel(label, { exact: true }).fill(value === 'FOLDER' ? folder : value);
      const known = new Set(Object.keys(hub.snapshot.installs));
      await form.getByRole('button', { name: 'Install', exact: true }).click();
      await hub.waitFor(
        ({ installs }) => Object.keys(installs).some(id => !known.has(id)),
        `${name} is being installed`,
      );
      const serverId = Object.keys(hub.snapshot.installs).find(id => !known.has(id)) ?? '';
      await untilTried(scene, serverId);
      const install = hub.snapshot.installs[serverId];
      expect(install?.integrity).toMatch(/^sha512-/);
      expect(install?.tools?.map(each => each.name) ?? install?.noTrial).toContain(tool);
      await page.getByRole('button', { name: 'Approve and start' }).click();
      await hub.waitFor(({ servers }) => servers[serverId]?.state.kind === 'running', `${name} runs`);
      await page.getByText(/^running; \d+ tools?$/).waitFor();
    },
    patienceMs,
  );

  test('all of them together are drawn as one list', async () => {
    await scene.panel.picturesForDocs('installs');
    expect(scene.panel.troubles).toEqual([]);
  });
});
