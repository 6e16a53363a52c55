// "I want my agent to read files of this folder": found in the catalogue, added between walls, called, with every click counted.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urlOf } from '../support/hub-process.ts';
import { holdTransport } from '../support/jitter.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith } from '../support/provided.ts';
import { type CatalogueScene, filesystemServer, openCatalogue, untilTried } from './catalogue-scene.ts';

const mostClicks = 8;
const patienceMs = 300_000;

describeWith(['chromium', 'bubblewrap'], 'A server for the files of a folder', () => {
  let scene: CatalogueScene;
  let agent: Client;
  let folder = '';

  beforeAll(async () => {
    scene = await openCatalogue([filesystemServer]);
    folder = join(scene.stage.userHome, 'notes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'today.txt'), 'Order 4711 waits for Ana');
    writeFileSync(join(scene.stage.userHome, 'private.txt'), 'nobody may read this');
    const credential = await scene.hub.request('clients:create', { name: 'Claude Code', start: 'ask' });
    const headers = { authorization: `Bearer ${credential.http.token}` };
    agent = new PatientClient({ name: 'claude-code', version: '2.1.330' });
    await agent.connect(
      holdTransport(new StreamableHTTPClientTransport(new URL(urlOf(credential)), { requestInit: { headers } })),
    );
  });

  afterAll(async () => {
    await agent?.close();
    await scene?.close();
  });

  test('an empty catalogue says what a refresh asks, and is searched while one types', async () => {
    const { page, panel } = scene;
    await panel.go('Catalogue');
    await page.getByText(/^Refresh asks 2 sources: /).waitFor();
    await page.getByRole('region', { name: 'Found' }).getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('row', { name: /server-filesystem/ }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('read files folder');
    await page.getByRole('heading', { name: /filesystem/ }).waitFor();
    await panel.screenshot('catalogue-found');
  });

  test(
    'its form takes the folder, and its package is fetched and tried between walls before it can be approved',
    async () => {
      const { page } = scene;
      await page.getByRole('button', { name: 'Add…' }).click();
      const form = page.getByRole('dialog');
      await form.getByRole('textbox', { name: 'folder', exact: true }).fill(folder);
      await scene.panel.screenshot('catalogue-form');
      await form.getByRole('button', { name: 'Install', exact: true }).click();
      const [serverId = ''] = await Promise.all([
        scene.hub
          .waitFor(({ installs }) => Object.keys(installs).length === 1, 'it is being installed')
          .then(() => Object.keys(scene.hub.snapshot.installs)[0]),
        page.getByRole('region', { name: /^Install of/ }).waitFor(),
      ]);
      await untilTried(scene, serverId);
      await page.getByRole('region', { name: 'Tools' }).getByText('read_text_file', { exact: true }).waitFor();
      await scene.panel.screenshot('catalogue-to-approve');
      await page.getByRole('button', { name: 'Approve and start' }).click();
      await page.getByText(/^running; \d+ tools$/).waitFor();
      await scene.panel.screenshot('catalogue-running');
    },
    patienceMs,
  );

  test('the agent reads the file, and nothing outside of the folder, after no more clicks than that', async () => {
    const { tools } = await agent.listTools();
    const name = tools.find(tool => tool.name.endsWith('__read_text_file'))?.name ?? '';
    const read = await agent.callTool({ name, arguments: { path: join(folder, 'today.txt') } });

    expect(JSON.stringify(read)).toContain('Order 4711 waits for Ana');
    expect(await scene.clicks()).toBeLessThanOrEqual(mostClicks);
    const other = await agent.callTool({ name, arguments: { path: join(scene.stage.userHome, 'private.txt') } });
    expect(JSON.stringify(other)).not.toContain('nobody may read this');
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});
