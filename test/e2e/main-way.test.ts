// The whole way, as a new user goes it: a real browser, the relay that it starts, real agents, a real server, the panel in a second browser.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extensionIds } from '../../contract/names.ts';
import { holdTransport } from '../support/jitter.ts';
import { openStagePanel, type StagePanel } from '../support/panel-shells.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith } from '../support/provided.ts';
import { type Site, serveSite } from '../support/site.ts';
import { openBrowser } from '../support/stage.ts';
import type { BrowserContext, Page } from 'playwright';
import type { Panel } from '../support/panel-page.ts';
import type { Stage } from '../support/stage.ts';

let opened: StagePanel;
let stage: Stage;
let site: Site;
let page: Page;
let panel: Panel;
let browser: BrowserContext;
const claude = new PatientClient({ name: 'claude-code', version: '2.1.330' });
const codex = new PatientClient({ name: 'codex-cli', version: '0.64.1' });
let command = '';
let tabId = 0;

describeWith(['chromium'], 'the main way', () => {
  beforeAll(async () => {
    site = await serveSite((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Page ${request.url}</title><h1>Orders</h1><button>Save</button>`);
    });
    opened = await openStagePanel();
    ({ stage, page, panel } = opened);
  });

  afterAll(async () => {
    await claude.close();
    await codex.close();
    await browser?.close();
    await opened?.close();
    await site?.close();
  });

  test('the panel opens with the token of the printed address and takes it out of the address bar', async () => {
    await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor();
    expect(page.url()).not.toContain('token');
  });

  test('switching Chromium on shows the path first, then writes the manifest and says that it is checked', async () => {
    await panel.go('Connect');
    const file = join(stage.userHome, '.config/chromium/NativeMessagingHosts/dev.pilothouse.relay.json');
    await page.getByRole('switch', { name: 'Connect Chromium', exact: true }).click();
    await page.getByRole('list', { name: 'Files that will be written' }).getByText(file).waitFor();
    expect(existsSync(file)).toBe(false);
    await page.getByRole('button', { name: 'Write the manifest' }).click();
    await page.locator('#browser-chromium').getByText('closed').waitFor();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ name: 'dev.pilothouse.relay', type: 'stdio' });
  });

  test('Connect tells where the companion lies and what Firefox does to unsigned add-ons', async () => {
    await page.getByText(/dist\/extension\/chromium$/).waitFor();
    const family = page.getByRole('radiogroup', { name: 'Kind of browser' });
    await family.getByRole('radio', { name: 'Firefox' }).click();
    await page.getByText(/drop unsigned add-ons at restart.*ESR.*Developer Edition/).waitFor();
    await page.getByText(/dist\/extension\/firefox$/).waitFor();
    await family.getByRole('radio', { name: 'Chromium' }).click();
  });

  test('the browser waits with a short code that its pop-up shows too, and is connected after Approve', async () => {
    browser = await openBrowser(stage);
    const code = await page.getByRole('status', { name: 'Code of Chromium' }).textContent();
    const popup = await browser.newPage();
    await popup.goto(`chrome-extension://${extensionIds.chromium}/popup.html`);
    await popup.getByText(code ?? 'no code').waitFor();
    await page.getByRole('button', { name: 'Approve Chromium' }).click();
    await popup
      .getByText(/connected/i)
      .first()
      .waitFor();
    await popup.close();
  });

  test('making a credential shows an absolute stdio command, a URL and a token', async () => {
    command = await panel.makeCredential('Claude Code', 'Ask for everything', 'stdio command');
    expect(command).toMatch(/^\/.*\/launcher\/pilothouse mcp --client claude-code-[0-9a-f]{6}$/);
  });

  test('the sample server shows its full command and runs after Approve and start', async () => {
    await panel.go('Servers');
    await page
      .getByLabel('Full command')
      .getByText(/server-everything\/dist\/index\.js$/)
      .waitFor();
    await page.getByRole('button', { name: 'Approve and start' }).click();
    await page.getByRole('table').getByText('running').waitFor();
  });

  test('a pasted mcpServers JSON that is none is refused with one sentence', async () => {
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('radio', { name: 'mcpServers JSON' }).click();
    await page.getByRole('textbox', { name: 'mcpServers JSON' }).fill('{"servers": 1}');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('There is no MCP server in it').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('the agent lists the tools of the browser and of the server', async () => {
    const [program = '', ...args] = command.split(' ');
    // A GUI program's PATH: the command must not need more.
    await claude.connect(
      holdTransport(new StdioClientTransport({ command: program, args, env: { PATH: '/usr/bin:/bin' } })),
    );
    const names = (await claude.listTools()).tools.map(tool => tool.name);
    expect(names).toEqual(
      expect.arrayContaining(['tabs_context', 'tabs_create', 'navigate', 'read_page', 'computer', 'everything__echo']),
    );
  });

  test('the first use of a scope asks, and after Always allow the tab opens in the browser', async () => {
    const call = claude.callTool({ name: 'tabs_create', arguments: {} });
    await panel.answer('Claude Code wants to open a tab', 'Always allow');
    tabId = JSON.parse(textOf(await call)).tabId;
    expect(tabId).toBeGreaterThan(0);
  });

  test('navigate asks too; after Allow once the page loads in the real browser', async () => {
    const call = claude.callTool({ name: 'navigate', arguments: { url: `${site.origin}/orders`, tabId } });
    await panel.answer('Claude Code wants to open an address', 'Allow once');
    expect((await call).isError).toBeFalsy();
    const opened = () => browser.pages().find(candidate => candidate.url() === `${site.origin}/orders`);
    await expect.poll(() => opened()?.title()).toBe('Page /orders');
    await panel.screenshot('overview');
  });

  test('a denied scope is refused with its code and stays refused without another question', async () => {
    const first = claude.callTool({ name: 'get_page_text', arguments: { tabId } });
    await panel.answer('Claude Code wants to read the page', 'Deny');
    expect(textOf(await first)).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
    expect(textOf(await claude.callTool({ name: 'read_page', arguments: { tabId } }))).toMatch(
      /\[ERR_PERMISSION_DENIED\]$/,
    );
  });

  test("a second agent over HTTP that names the first one's tab is refused by its owner", async () => {
    await panel.go('Connect');
    const url = await panel.makeCredential('Codex CLI', 'Work in tabs it opens', 'URL');
    const token = await panel.shown('Token');
    const headers = { authorization: `Bearer ${token}` };
    await codex.connect(holdTransport(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })));
    const refused = await codex.callTool({ name: 'navigate', arguments: { url: `${site.origin}/stolen`, tabId } });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(
      new RegExp(
        `^OWNERSHIP: Cannot navigate tab ${tabId} \\(owned by agent_[0-9a-f]{4}\\.\\.\\.\\) \\[ERR_NOT_OWNER\\]$`,
      ),
    );
    expect(browser.pages().some(candidate => candidate.url().includes('stolen'))).toBe(false);
  });

  test('an agent that may work in its own tabs is not asked there', async () => {
    const made = JSON.parse(
      textOf(await codex.callTool({ name: 'tabs_create', arguments: { url: `${site.origin}/codex` } })),
    );
    const text = textOf(await codex.callTool({ name: 'get_page_text', arguments: { tabId: made.tabId } }));
    expect(text).toContain('Orders');
    const own = JSON.parse(textOf(await codex.callTool({ name: 'tabs_context', arguments: {} })));
    expect(own.availableTabs.map((tab: { tabId: number }) => tab.tabId)).toEqual([made.tabId]);
  });

  test('a server tool that acts is asked about and answers; one that reads answers at once', async () => {
    const packed = { name: 'ahoy.gz', data: 'data:text/plain,ahoy', outputType: 'resource' };
    const call = claude.callTool({ name: 'everything__gzip-file-as-resource', arguments: packed });
    await panel.answer('Claude Code wants to call a tool of everything', 'Always allow');
    expect(JSON.stringify(await call)).toContain('application/gzip');
    expect(textOf(await claude.callTool({ name: 'everything__echo', arguments: { message: 'ahoy' } }))).toBe(
      'Echo: ahoy',
    );
    await panel.go('Overview');
    await page.getByText('Claude Code used everything__echo').waitFor();
    await panel.pictureForDocs('overview');
  });

  test('the panel shows the agents with version, transport, process and calls', async () => {
    await panel.go('Agents');
    const row = page.getByRole('row', { name: /Claude Code/ });
    await row.getByText(/2\.1\.330, stdio/).waitFor();
    await row.click();
    await page
      .getByText(/pid \d+/)
      .first()
      .waitFor();
    await page
      .getByRole('row', { name: /Codex CLI/ })
      .getByText(/0\.64\.1, HTTP/)
      .waitFor();
    await panel.screenshot('agents');
  });

  test('the panel shows the tabs of the browser with their owners', async () => {
    await panel.go('Tabs');
    await page.getByText('Page /orders').first().waitFor();
    await page.getByText('Page /codex').first().waitFor();
    await panel.screenshot('tabs');
  });

  test('the panel shows the grants that were given', async () => {
    await panel.go('Permissions');
    const grants = page.getByRole('table', { name: /grants/i });
    await grants.getByRole('row', { name: /deny.*Claude Code/i }).waitFor();
    await panel.screenshot('permissions');
  });

  test('the panel shows the server running with its tools', async () => {
    await panel.go('Servers');
    await page.getByRole('row', { name: /everything/ }).click();
    await page
      .getByRole('region', { name: 'Log' })
      .getByText(/running/)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: /^Resources \d/ }).waitFor();
    await page.getByRole('tab', { name: /^Tools \d/ }).click();
    await page.getByRole('region', { name: 'Tools of this server' }).getByText('echo', { exact: true }).waitFor();
    await panel.screenshot('servers');
  });

  test('the trace has every message, and the refusal names the rule that decided', async () => {
    await panel.go('Traces');
    await page.getByRole('row', { name: /Codex CLI.*navigate.*owner: tab/ }).click();
    const entry = page.getByRole('region', { name: 'Entry' });
    await entry
      .getByText(/ERR_NOT_OWNER/)
      .first()
      .waitFor();
    await entry.getByText(`owner: tab ${tabId}`).first().waitFor();
    await entry.getByRole('tree', { name: 'Request payload' }).getByText(`${site.origin}/stolen`).waitFor();
    await panel.screenshot('traces');
    await panel.pictureForDocs('traces');
  });

  test('the trace goes all the way: agent to hub, hub to browser, hub to server', async () => {
    const rows = page.getByRole('table', { name: /trace/i }).getByRole('row');
    const filter = page.getByRole('combobox', { name: 'Filter entries' });
    for (const [tool, party] of [
      ['tabs_create', 'Claude Code'],
      ['navigate', 'Chromium'],
      ['echo', 'everything'],
    ] as const) {
      // Of a long trace only the newest rows are in the page.
      await filter.fill(`tool:${tool}`);
      await filter.press('Escape');
      await rows.filter({ hasText: party }).filter({ hasText: tool }).first().waitFor();
    }
    await filter.fill('');
    await filter.press('Escape');
  });

  test('pausing lets every call wait, and running again lets them through', async () => {
    await page.getByRole('radio', { name: 'Paused' }).click();
    await page
      .getByText(/All agents are paused/)
      .first()
      .waitFor();
    const waiting = claude.callTool({ name: 'everything__echo', arguments: { message: 'x' } });
    await page.getByRole('radio', { name: 'Running' }).click();
    expect(textOf(await waiting)).toBe('Echo: x');
    expect(textOf(await claude.callTool({ name: 'everything__echo', arguments: { message: 'y' } }))).toBe('Echo: y');
  });

  test('a page that is loaded again comes back without a new token', async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Traces' }).waitFor();
    await page.getByRole('link', { name: /Servers/ }).waitFor();
  });

  test('nothing of it troubled the page', () => expect(panel.troubles).toEqual([]));
});

function textOf(result: unknown): string {
  const { content } = result as { content: { type: string; text?: string }[] };
  return content.find(block => block.type === 'text')?.text ?? '';
}
