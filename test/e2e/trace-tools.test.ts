// The tools of the trace in a real browser: charts, replay, exports that are read back, import, recording; looked at in both themes and sizes.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSample } from '../integration/hub/scenes.ts';
import { urlOf } from '../support/hub-process.ts';
import { holdTransport } from '../support/jitter.ts';
import { look as lookAt } from '../support/look.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient, until } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { PatientClient } from '../support/patient-client.ts';
import { describeWith } from '../support/provided.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Browser, Page } from 'playwright';

let stage: Stage;
let client: PanelClient;
let browser: Browser;
let page: Page;
let panel: Panel;
let downloads = '';
const agent = new PatientClient({ name: 'claude-code', version: '2.1.330' });

const call = (name: string, args: Record<string, unknown> = {}) => agent.callTool({ name, arguments: args });

async function openExport(): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByText(/masked$/).waitFor();
}

/** Saves with the sheet as it is and returns the file's text and name. */
async function save(): Promise<{ text: string; name: string; file: string }> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save/ }).click();
  const download = await begun;
  const name = download.suggestedFilename();
  const file = join(downloads, name);
  await download.saveAs(file);
  return { text: await readFile(file, 'utf8'), name, file };
}

/** A picture in each theme and size, and nothing serious in any. */
async function look(name: string): Promise<void> {
  expect(await lookAt(page, name)).toEqual([]);
}

describeWith(['chromium'], 'the tools of the trace', () => {
  beforeAll(async () => {
    downloads = await mkdtemp(join(tmpdir(), 'pilothouse-downloads-'));
    stage = await openStage();
    client = await PanelClient.open(await stage.freshUrl());
    await runSample(client);
    await client.request('secrets:set', { name: 'SHOP_KEY', value: 'shop-key-4711' });
    const made = await client.request('clients:create', { name: 'Claude Code', start: 'ask' });
    await client.request('grants:set', {
      subject: { kind: 'client', id: made.client.id },
      effect: 'allow',
      scope: 'servers:call',
      resource: { kind: 'any' },
      tools: null,
      lifetime: 'always',
    });
    const headers = { authorization: `Bearer ${made.http.token}` };
    const transport = new StreamableHTTPClientTransport(new URL(urlOf(made)), { requestInit: { headers } });
    await agent.connect(holdTransport(transport));
    for (let n = 0; n < 12; n += 1) await call('everything__echo', { message: `hello ${n} </script><b>bold</b>` });
    await call('everything__echo', {
      message: 'the key is shop-key-4711',
      email: 'ana@atlas.test',
      password: 'correct horse',
    });
    await call('everything__get-tiny-image');
    await call('everything__get-sum', { a: 2, b: 3 });
    await call('everything__no-such-tool');
    await call('everything__gzip-file-as-resource', {
      name: 'a.gz',
      data: 'data:text/plain,ahoy',
      outputType: 'resource',
    });
    browser = await launchPanelBrowser();
    page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme: 'dark',
      acceptDownloads: true,
    });
    panel = new Panel(page);
    await panel.open(stage.url);
    await panel.go('Traces');
    await page.getByText('everything__get-tiny-image').first().waitFor();
  });

  afterAll(async () => {
    await agent.close();
    await client?.close();
    await browser?.close();
    await stage?.close();
    await rm(downloads, { recursive: true, force: true });
  });

  test('charts show every tool with its percentiles, of agents and of servers', async () => {
    await page.getByRole('button', { name: 'Charts' }).click();
    const row = page.getByRole('dialog').getByRole('row', { name: /everything__echo/ });
    await row.getByRole('img', { name: /^Latency: half at most/ }).waitFor();
    await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toBe('13');
    await look('trace-charts');
    await page.getByRole('radio', { name: 'Asked of browsers and servers' }).click();
    await page.getByRole('dialog').getByRole('row', { name: /^echo/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('the preview of an export counts what is masked, and what the user adds to it', async () => {
    await openExport();
    await page.getByRole('row', { name: /password/ }).waitFor();
    await page.getByRole('row', { name: /message.*within a text/ }).waitFor();
    await page.getByRole('textbox', { name: /Fields and headers/ }).fill('email');
    await page.getByRole('row', { name: /email/ }).waitFor();
    await look('trace-export');
  });

  test('a JSONL file has every entry and no secret', async () => {
    await page.getByText(/masked$/).waitFor();
    const { text, name } = await save();
    expect(name).toMatch(/^pilothouse-trace-\d{8}-\d{6}\.jsonl$/);
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { tool?: string; format?: string });
    expect(lines[0]?.format).toBe('pilothouse trace');
    expect(lines.filter(({ tool }) => tool === 'everything__echo')).toHaveLength(13);
    for (const secret of ['shop-key-4711', 'correct horse', 'ana@atlas.test']) expect(text).not.toContain(secret);
    expect(text).toContain('hello 3');
  });

  test('HAR and OTLP files are JSON of their kind', async () => {
    await openExport();
    await page.getByRole('radio', { name: 'HAR' }).click();
    const har = await save();
    expect(har.name).toMatch(/\.har$/);
    expect((JSON.parse(har.text) as { log: { version: string; entries: unknown[] } }).log).toMatchObject({
      version: '1.2',
    });
    await openExport();
    await page.getByRole('radio', { name: 'OTLP' }).click();
    const otlp = await save();
    expect(otlp.name).toMatch(/\.otlp\.json$/);
    const { resourceSpans } = JSON.parse(otlp.text) as {
      resourceSpans: { scopeSpans: { spans: { traceId: string }[] }[] }[];
    };
    expect(resourceSpans[0]?.scopeSpans[0]?.spans[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  test('the report opens from disk without a network, asks for nothing and runs nothing', async () => {
    await openExport();
    await page.getByRole('radio', { name: 'HTML report' }).click();
    const { file } = await save();
    const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } });
    const report = await context.newPage();
    const asked: string[] = [];
    const troubles: string[] = [];
    report.on('request', request => asked.push(request.url()));
    report.on('console', message => troubles.push(message.text()));
    await report.goto(`file://${file}`);
    await report.getByRole('heading', { name: 'Pilothouse trace' }).waitFor();
    expect(asked).toEqual([`file://${file}`]);
    expect(troubles).toEqual([]);
    expect(await report.locator('script, b, iframe, img').count()).toBe(0);
    const entry = report.locator('details').filter({ hasText: 'hello 3' }).first();
    await entry.locator('summary').click();
    await entry.getByText('</script><b>bold</b>').first().waitFor();
    for (const colorScheme of ['dark', 'light'] as const) {
      await report.emulateMedia({ colorScheme });
      await report.screenshot({ path: join('test-results/screenshots', `trace-report-${colorScheme}.png`) });
    }
    await context.close();
  });

  test('an exported file comes back as a read-only trace that is marked as imported', async () => {
    const files = await readdir(downloads);
    const jsonl = files.find(name => name.endsWith('.jsonl')) ?? '';
    await page.getByLabel('File to import').setInputFiles(join(downloads, jsonl));
    // What is masked is told before it opens.
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('row', { name: /password/ }).waitFor();
    await look('trace-import');
    await sheet.getByRole('button', { name: 'Open the trace' }).click();
    await page.getByText(/^Imported from/).waitFor();
    const text = await readFile(join(downloads, jsonl), 'utf8');
    const entries = text.trimEnd().split('\n').length - 1;
    await page.getByText(`read-only: ${entries} entries`).waitFor();
    await page.getByText('everything__get-tiny-image').first().click();
    await page.getByRole('tree', { name: 'Request payload' }).waitFor();
    expect(await page.getByRole('button', { name: 'Replay this call' }).count()).toBe(0);
    await look('trace-imported');
  });

  test('an imported trace is charted and exported, and its entries are compared with those of the live one', async () => {
    await page.getByRole('button', { name: 'Charts' }).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /everything__echo/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await openExport();
    await page.getByRole('button', { name: 'Show how the file begins' }).click();
    await page
      .getByRole('region', { name: 'The beginning of the file' })
      .getByText('"format":"pilothouse trace"')
      .waitFor();
    await look('trace-export-start');
    const { text } = await save();
    expect(text).toContain('hello 3');
    await page.getByRole('button', { name: 'Compare with another entry' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText(/^Choose the entry to compare entry \d+ with/).waitFor();
    await page.getByText('everything__get-sum').first().click();
    await comparison.getByRole('table', { name: 'Request, left and right' }).waitFor();
    await page.getByRole('button', { name: 'Back to live' }).click();
    await page.getByText(/^Imported from/).waitFor({ state: 'detached' });
    await comparison.getByText('One of the two is not kept any more.').waitFor();
    await comparison.getByRole('button', { name: /^Close/ }).click();
    await comparison.waitFor({ state: 'detached' });
  });

  test('an entry of the live trace stays on the left while the other is chosen in an imported one', async () => {
    await page.getByText('everything__get-tiny-image').first().click();
    await page.getByRole('button', { name: 'Compare with another entry' }).click();
    const har = (await readdir(downloads)).find(name => name.endsWith('.har')) ?? '';
    await page.getByLabel('File to import').setInputFiles(join(downloads, har));
    await page.getByRole('dialog').getByRole('button', { name: 'Open the trace' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await comparison.getByText(/of the live trace with/).waitFor();
    await page.getByText('everything__get-tiny-image').first().click();
    await comparison.getByRole('table', { name: 'Entry, left and right' }).waitFor();
    await comparison.getByText('the same on both sides').first().waitFor();
    await look('trace-compare-import');
    await comparison.getByRole('button', { name: /^Close/ }).click();
    await page.getByRole('button', { name: 'Back to live' }).click();
    await page.getByText(/^Imported from/).waitFor({ state: 'detached' });
  });

  test('a file that is not ours is refused in a sentence', async () => {
    const file = { name: 'orders.json', mimeType: 'application/json', buffer: Buffer.from('{"orders":[]}') };
    await page.getByLabel('File to import').setInputFiles(file);
    await page.getByText(/^No entry was found in orders\.json/).waitFor();
    await page
      .getByRole('button', { name: /Dismiss|Close/ })
      .first()
      .click();
  });

  test('a call that reads is replayed at once, and its picture is shown', async () => {
    await page.getByText('everything__get-tiny-image').first().click();
    await page.getByRole('heading', { name: 'everything__get-tiny-image' }).waitFor();
    await page.getByRole('button', { name: 'Replay this call' }).click();
    const dialog = page.getByRole('dialog');
    const picture = dialog.getByRole('img', { name: /image\/png/ });
    // What its server does not call reading is confirmed first.
    const send = dialog.getByRole('button', { name: 'Replay, although it acts' });
    await picture.or(send).waitFor();
    if (await send.isVisible()) await send.click();
    await picture.waitFor();
    await until(
      () => picture.evaluate(element => (element as HTMLImageElement).naturalWidth > 0),
      'the picture is drawn',
    );
    await look('trace-replay-picture');
    await dialog.getByRole('button', { name: 'Show it in the trace' }).click();
    await page.getByRole('region', { name: 'Entry' }).getByText('your own call').first().waitFor();
  });

  test('a call that acts asks first and is sent only after that; r opens it too', async () => {
    const sent = async () => {
      const filter = { text: 'gzip-file-as-resource' };
      return (await client.request('trace:window', { filter, from: -1, count: 1 })).matched;
    };
    await page.getByText('everything__gzip-file-as-resource').first().click();
    const before = await sent();
    await page.getByRole('heading', { name: 'everything__gzip-file-as-resource' }).waitFor();
    await page.getByRole('button', { name: 'Replay this call' }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/It acts on everything/).waitFor();
    expect(await sent()).toBe(before);
    await look('trace-replay-asks');
    await dialog.getByRole('button', { name: 'Replay, although it acts' }).click();
    await dialog.getByText(/^Answered after/).waitFor();
    await expect.poll(sent).toBeGreaterThan(before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('recording is off until it is switched on, is marked on every screen, and its file is private and can be imported', async () => {
    const folder = join(stage.home, 'traces');
    await expect(stat(folder)).rejects.toThrow('ENOENT');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByText('Off. For the next start of the hub the newest entries are kept, without texts.').waitFor();
    await page.getByRole('switch', { name: 'Record to disk' }).click();
    await page.getByText(/^Recording for/).waitFor();
    await look('trace-record');
    await page.keyboard.press('Escape');
    await panel.go('Settings');
    await page.getByRole('link', { name: 'Recording to disk' }).waitFor();
    await call('everything__echo', { message: 'written down', password: 'correct horse' });
    await until(() => (client.snapshot.hub.recording?.entries ?? 0) > 0, 'the entry is written');
    await page.getByRole('link', { name: 'Recording to disk' }).click();
    await page.getByRole('button', { name: 'Recording', exact: true }).click();
    await page.getByRole('switch', { name: 'Record to disk' }).click();
    await page.getByText('Off. For the next start of the hub the newest entries are kept, without texts.').waitFor();
    await page.keyboard.press('Escape');
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).toContain('written down');
    expect(text).not.toContain('correct horse');
    await page.getByLabel('File to import').setInputFiles(join(folder, name));
    await page.getByRole('dialog').getByRole('button', { name: 'Open the trace' }).click();
    await page.getByText(/^Imported from trace-/).waitFor();
    await page.getByRole('button', { name: 'Back to live' }).click();
  });

  test('the page complained of nothing', () => {
    expect(panel.troubles).toEqual([]);
  });
});
