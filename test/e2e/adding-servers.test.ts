// The way of a newcomer's servers into the panel: found in another app, picked, completed, approved with one click; and one by its address.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { serveRegistry } from '../support/package-registry.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { openStage } from '../support/stage.ts';
import type { Browser, Page } from 'playwright';

const server = join(repositoryRoot, 'test/fixtures/servers/well-behaved.mjs');
type Stage = Awaited<ReturnType<typeof openStage>>;

describeWith(['chromium'], 'Adding servers', () => {
  let stage: Stage;
  let hub: PanelClient;
  let browser: Browser;
  let page: Page;
  let panel: Panel;

  const put = (file: string, mcpServers: object) => {
    const path = join(stage.userHome, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ mcpServers }));
  };
  const openForm = async () => {
    await panel.go('Servers');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('dialog', { name: 'Add a server' }).waitFor();
  };

  beforeAll(async () => {
    stage = await openStage();
    hub = await PanelClient.open(stage.url);
    browser = await launchPanelBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    panel = new Panel(page);
    await panel.open(await stage.freshUrl(hub));
    const entry = { command: process.execPath, args: [server] };
    put('.cursor/mcp.json', { tickets: { ...entry, env: { TICKETS_KEY: '<your-api-key>' } }, notes: entry });
    put('.codeium/windsurf/mcp_config.json', { tickets: { command: 'npx', args: ['-y', 'other-tickets'] } });
  });

  afterAll(async () => {
    await hub?.close();
    await browser?.close();
    await stage?.close();
  });

  test('the form shows at once whose lists were found, with the names in them', async () => {
    await openForm();
    const found = page.getByRole('region', { name: 'Found on this machine' });
    await found.getByText('2 servers: tickets, notes').waitFor();
    await found.getByText('1 server: tickets').waitFor();
    expect(await look(page, panel.nameOf('servers-found'))).toEqual([]);
  });

  test('all are picked, the open value is asked for, and a second one of a name has another', async () => {
    await page.getByRole('button', { name: 'Import all 3' }).click();
    const list = page.getByRole('region', { name: 'Servers that were found' });
    await list.getByText('It leaves values open.').waitFor();
    expect(await list.getByRole('textbox', { name: 'Another name for tickets' }).inputValue()).toBe('tickets Windsurf');
    await list
      .getByRole('group', { name: 'Open values of tickets' })
      .getByLabel(/TICKETS_KEY/)
      .fill('hunter2-hunter2');
    expect(await look(page, panel.nameOf('servers-import'))).toEqual([]);
    await page.getByRole('button', { name: 'Add 3 servers' }).click();
  });

  test('one approval lists each command, says what is unpinned, and leaves out what is not wanted', async () => {
    const sheet = page.getByRole('dialog', { name: 'Approve what was added' });
    await sheet.getByLabel('Full command of notes').getByText(server).waitFor();
    await sheet.getByText('unpinned').waitFor();
    expect(await look(page, panel.nameOf('servers-approve-all'))).toEqual([]);
    expect(Object.values(hub.snapshot.servers).map(({ starts }) => starts)).not.toContain(1);
    await sheet.getByRole('checkbox', { name: /tickets Windsurf/ }).click();
    await sheet.getByRole('button', { name: 'Approve and start 2 servers' }).click();
    await page.getByRole('row', { name: /notes.*running/ }).waitFor();
    await page.getByRole('row', { name: /^tickets .*running/ }).waitFor();
    await page.getByRole('row', { name: /tickets Windsurf.*waits for approval/ }).waitFor();
  });

  test('an address is recognised in the field for a command, and a name that is taken leads to its server', async () => {
    await openForm();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Notes');
    await page
      .getByRole('textbox', { name: 'Command line' })
      .pressSequentially('http://127.0.0.1:9/mcp?for=YOUR_TEAM_ID');
    await page.getByRole('radio', { name: 'Address', checked: true }).waitFor();
    await page.getByRole('status').getByText('A server is called notes already').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('remote notes');
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByRole('textbox', { name: 'Header 1, value' }).fill('Bearer hunter2-hunter2');
    expect(await look(page, panel.nameOf('servers-address'))).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Full command').getByText('YOUR_TEAM_ID').waitFor();
    expect(hub.snapshot.servers['remote-notes']).toMatchObject({ kind: 'http', state: { by: 'approval' } });
  });

  test('what its address leaves open is filled in before it can be approved', async () => {
    const approve = page.getByRole('button', { name: 'Approve and start' });
    expect(await approve.isDisabled()).toBe(true);
    const open = page.getByRole('form', { name: 'Open values of remote notes' });
    await open.getByLabel(/YOUR_TEAM_ID/).fill('atlas');
    expect(await look(page, panel.nameOf('servers-open-values'))).toEqual([]);
    await open.getByRole('button', { name: 'Fill in' }).click();
    await page.getByLabel('Full command').getByText('mcp?for=atlas').waitFor();
    await open.waitFor({ state: 'detached' });
    expect(await approve.isEnabled()).toBe(true);
  });

  test('the same JSON twice makes no second server', async () => {
    const text = JSON.stringify({ mcpServers: { pasted: { command: 'node', args: ['a.js'] } } });
    const paste = async () => {
      await openForm();
      await page.getByRole('radio', { name: 'mcpServers JSON' }).click();
      await page.getByRole('textbox', { name: 'mcpServers JSON' }).fill(text);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
    };
    await paste();
    await page.getByLabel('Full command').getByText('node a.js').waitFor();
    await paste();
    await page.getByText('The same is here already as pasted.').waitFor();
    await page.getByRole('checkbox', { name: /pasted/ }).click();
    await page.getByRole('status').getByText('A server is called pasted already').waitFor();
    expect(await page.getByRole('button', { name: 'Add 1 server' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Open it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(Object.values(hub.snapshot.servers).filter(({ name }) => name === 'pasted')).toHaveLength(1);
  });

  test('secrets within a config are offered one by one, and what is left out stays readable', async () => {
    const args = ['db.js', '--api-key=k-1', 'postgres://ana:pw-2@db/app'];
    await openForm();
    // What was looked at last is kept until it is added or left.
    await page.getByRole('button', { name: 'Choose another source' }).click();
    await page.getByRole('radio', { name: 'Command' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('db');
    await page.getByRole('textbox', { name: 'Command line' }).fill(`node ${args.join(' ')}`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const offers = page.getByRole('group', { name: 'Secrets in the config of db' });
    await offers.getByRole('checkbox', { name: 'Argument 2: api-key' }).click();
    expect(await offers.getByRole('checkbox', { name: 'Argument 3: password', checked: true }).count()).toBe(1);
    expect(await look(page, panel.nameOf('servers-secrets'))).toEqual([]);
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await page.getByLabel('Full command').getByText('postgres://ana:${secret:DB_PASSWORD}@db/app').waitFor();
    await page.getByLabel('Full command').getByText('--api-key=k-1').waitFor();
  });

  test('a version is pinned with one click, once what the command becomes was seen', async () => {
    const source = { name: 'loop-server', version: '3.2.1', program: '' };
    const registry = await serveRegistry(source, join(stage.userHome, 'registry'));
    writeFileSync(join(stage.userHome, '.npmrc'), `registry=${registry}\n`);
    await hub.request('servers:add', { kind: 'command', name: 'loop', commandLine: 'npx -y loop-server --fast' });
    await page.evaluate(() => (location.hash = '#/servers/loop'));
    const version = page.getByRole('region', { name: 'Version of loop' });
    await version.getByRole('button', { name: 'Pin its version' }).click();
    await version.getByLabel('Command with the version').getByText('npx -y loop-server@3.2.1 --fast').waitFor();
    await version.getByRole('button', { name: 'Pin it' }).click();
    await version.waitFor({ state: 'detached' });
    expect(hub.snapshot.servers['loop']).toMatchObject({
      commandLine: 'npx -y loop-server@3.2.1 --fast',
      state: { kind: 'blocked', by: 'approval' },
    });
  });

  test('a link from a web page is one in each of the fields, and is read as the list that it carries', async () => {
    for (const field of ['Name', 'Command line']) {
      await openForm();
      const form = page.getByRole('dialog');
      const link = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: `page ${field}`, command: 'node', args: [field] }))}`;
      await form.getByRole('textbox', { name: field, exact: true }).fill(link);
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await hub.waitFor(
        ({ servers }) => Object.values(servers).some(({ name }) => name === `page ${field}`),
        'it was added',
      );
      await page.getByText('This will run on your machine, as you').waitFor();
    }
  });

  test('a link of ours is read where it is pasted, as it is where it is opened', async () => {
    await openForm();
    const form = page.getByRole('dialog');
    const link = 'pilothouse://add-server?name=Ours&command=node%20%22my%20server.js%22';
    await form.getByRole('textbox', { name: 'Command line', exact: true }).fill(link);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await hub.waitFor(({ servers }) => Object.values(servers).some(({ name }) => name === 'Ours'), 'it was added');
    await page.getByText('This will run on your machine, as you').waitFor();
    expect(hub.snapshot.servers['ours']).toMatchObject({
      commandLine: "node 'my server.js'",
      state: { kind: 'blocked', by: 'approval' },
    });
  });

  test('nothing of it troubled the page', () => expect(panel.troubles).toEqual([]));
});
