// Calling tools from the form that their schema draws, in a real browser: server-everything, and a server whose schemas are strange.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSample } from '../integration/hub/scenes.ts';
import { look as lookAt } from '../support/look.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { PanelClient } from '../support/panel-client.ts';
import { Panel } from '../support/panel-page.ts';
import { describeWith, repositoryRoot } from '../support/provided.ts';
import { openStage, type Stage } from '../support/stage.ts';
import type { Browser, Locator, Page } from 'playwright';

let stage: Stage;
let client: PanelClient;
let browser: Browser;
let page: Page;
let panel: Panel;

const form = () => page.getByRole('form', { name: 'Call it' });
const result = () => page.getByRole('region', { name: 'Result' });
const field = (name: string) => form().getByLabel(name, { exact: true });
const callButton = () => form().getByRole('button', { name: 'Call', exact: true });

/** Selects a tool; its form is there when its definition has come. */
async function open(tool: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Filter tools' }).fill(tool);
  await page.getByRole('row', { name: new RegExp(`^${tool} `) }).click();
  await page.getByRole('region', { name: `Tool ${tool}` }).waitFor();
  await form().waitFor();
}

/** The text of a result, once it is the one that was waited for. */
async function resultSays(text: string | RegExp): Promise<Locator> {
  const found = result().getByText(text).first();
  await found.waitFor();
  return found;
}

async function look(name: string): Promise<void> {
  expect(await lookAt(page, name)).toEqual([]);
}

async function addTyped(): Promise<void> {
  const args = [`${repositoryRoot}/test/fixtures/servers/typed.mjs`];
  const text = JSON.stringify({ mcpServers: { typed: { command: process.execPath, args } } });
  await client.request('servers:add', { kind: 'json', text });
  await client.waitFor(({ servers }) => 'typed' in servers, 'the server is there');
  await client.request('servers:approve', { serverId: 'typed', hash: client.snapshot.servers['typed']?.hash ?? '' });
  await client.waitFor(({ servers }) => servers['typed']?.state.kind === 'running', 'the server runs');
}

describeWith(['chromium'], 'calling a tool', () => {
  beforeAll(async () => {
    stage = await openStage();
    client = await PanelClient.open(await stage.freshUrl());
    await runSample(client);
    await addTyped();
    browser = await launchPanelBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    panel = new Panel(page);
    await panel.open(stage.url);
    await panel.go('Tools');
  });

  afterAll(async () => {
    await client?.close();
    await browser?.close();
    await stage?.close();
  });

  test('what must be given is asked for, and Ctrl Enter calls', async () => {
    await open('everything/echo');
    await callButton().click();
    await form().getByText('1 argument is not as the tool asks.').waitFor();
    await form().getByText('It has to be given.', { exact: true }).waitFor();
    await field('message').fill('ahoy <b>there</b>');
    await field('message').press('Control+Enter');
    await resultSays('Echo: ahoy <b>there</b>');
    await result().getByRole('status').getByText('ok').waitFor();
    expect(await result().locator('b').count()).toBe(0);
    await look('call-echo');
  });

  test('the result leads to its entry in the trace', async () => {
    await result().getByRole('button', { name: 'Show in the trace' }).click();
    await page.getByRole('heading', { name: 'Traces', level: 1 }).waitFor();
    await page.getByRole('tree', { name: 'Request payload' }).waitFor();
    await panel.go('Tools');
  });

  test('numbers are numbers, defaults are there, and what was typed is found again', async () => {
    await open('everything/get-sum');
    await field('a').fill('2.5');
    await field('b').fill('three');
    await field('b').blur();
    await form().getByText('It is no number that could be sent as it stands.').waitFor();
    await field('b').fill('3');
    await open('everything/trigger-long-running-operation');
    await expect.poll(() => field('duration').inputValue()).toBe('10');
    await open('everything/get-sum');
    await expect.poll(() => field('a').inputValue()).toBe('2.5');
    await callButton().click();
    await resultSays('The sum of 2.5 and 3 is 5.5.');
  });

  test('a picture comes back as a picture', async () => {
    await open('everything/get-tiny-image');
    await callButton().click();
    const picture = result().getByRole('img', { name: 'The picture that came back, image/png' });
    await picture.waitFor();
    await expect.poll(() => picture.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await look('call-picture');
  });

  test('one of several values is chosen, and structured content is a tree', async () => {
    await open('everything/get-structured-content');
    await field('location').selectOption('Chicago');
    await callButton().click();
    await result().getByRole('tree', { name: 'Structured content' }).getByText('Light rain / drizzle').waitFor();
  });

  test('a call under way is cancelled, and the result says so', async () => {
    await open('typed/forever');
    await callButton().click();
    await form().getByRole('button', { name: 'Cancel' }).click();
    await resultSays('You cancelled the call.');
    await result().getByRole('status').getByText('cancelled').waitFor();
    await callButton().click();
    await form().getByRole('button', { name: 'Cancel' }).waitFor();
    await open('everything/echo');
  });

  test('what acts is asked about first', async () => {
    await open('typed/change');
    await field('what').fill('it');
    await callButton().click();
    const sheet = page.getByRole('dialog', { name: 'Call typed/change' });
    await sheet.getByText('It acts on typed').waitFor();
    await look('call-confirm');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await sheet.waitFor({ state: 'detached' });
    await callButton().click();
    await sheet.getByRole('button', { name: 'Call, although it acts' }).click();
    await resultSays('changed {"what":"it"}');
  });

  test('unions, arrays and objects are filled in, and their faults stand beside them', async () => {
    await open('typed/order');
    await field('title').fill('In');
    await field('colour').selectOption('green');
    await field('urgent').selectOption('true');
    await form().getByLabel('Kind of to').selectOption('A room');
    await field('to › floor').fill('2');
    await form().getByRole('button', { name: 'Add an item to tags' }).click();
    await field('tags › 1').fill('Ink');
    await form().getByRole('button', { name: 'Add an item to tags' }).click();
    await field('tags › 2').fill('paper');
    await form().getByRole('button', { name: 'Give address' }).click();
    await callButton().click();
    await form().getByText('3 arguments are not as the tool asks.').waitFor();
    await form().getByText('It needs at least 3 characters.').waitFor();
    await form().getByText('It must be of the form ^[a-z]+$.').waitFor();
    await look('call-faults');
    await field('title').fill('Ink');
    await form().getByRole('button', { name: 'Remove tags › 1' }).click();
    await expect.poll(() => field('tags › 1').inputValue()).toBe('paper');
    await field('address › street').fill('Quay 1');
    await form().getByRole('button', { name: 'Add an item to address › at' }).click();
    await field('address › at › 1').fill('1.5');
    await form().getByRole('button', { name: 'Add an item to address › at' }).click();
    await field('address › at › 2').fill('-2');
    await look('call-form');
    await callButton().click();
    const sent = await resultSays(/^\{"/);
    await expect
      .poll(async () => JSON.parse((await sent.textContent()) ?? '') as unknown)
      .toEqual({
        title: 'Ink',
        copies: 2,
        colour: 'green',
        urgent: true,
        to: { kind: 'room', floor: 2 },
        tags: ['paper'],
        note: null,
        address: { street: 'Quay 1', at: [1.5, -2] },
      });
  });

  test('the JSON and the form are the same arguments', async () => {
    await form()
      .getByLabel('Arguments as')
      .getByRole('radio', { name: 'JSON' })
      .or(page.getByRole('radio', { name: 'JSON' }))
      .click();
    const text = form().getByRole('textbox', { name: 'Arguments as JSON' });
    await expect.poll(async () => JSON.parse(await text.inputValue()) as unknown).toMatchObject({ copies: 2 });
    await text.fill('{"title": "Ink", ');
    await form().getByText('This is no JSON yet').waitFor();
    await text.fill('{"title": "Ink", "to": {"kind": "person", "name": "Ana"}, "more": 1}');
    await form().getByText('“more” is not known to the tool; take it away.').waitFor();
    await look('call-json');
    await callButton().click();
    await form().getByRole('button', { name: 'Call anyway' }).click();
    await resultSays(/"more":1/);
    await page.getByRole('radio', { name: 'Form' }).click();
    await expect.poll(() => field('to › name').inputValue()).toBe('Ana');
    await form().getByRole('button', { name: 'Remove more' }).click();
    await field('to › name').fill('Cy');
    await callButton().click();
    await resultSays('{"title":"Ink","to":{"kind":"person","name":"Cy"}}');
  });

  test('every kind of content is shown, and none of it can be opened', async () => {
    await open('typed/kinds');
    await form().getByText('It takes no arguments.').waitFor();
    await callButton().click();
    await resultSays('A text with <b>marks</b>.');
    await resultSays(/^A picture that is not shown: image\/svg\+xml, 6\sB$/);
    await resultSays(/^A sound that is not played: audio\/wav, 3\sB$/);
    await resultSays('javascript:alert(1)');
    await resultSays('notes');
    expect(await result().getByRole('link').count()).toBe(0);
    await look('call-kinds');
  });

  test('an error of the tool is told as one', async () => {
    await open('typed/fail');
    await callButton().click();
    await result().getByRole('status').getByText('error').waitFor();
    await resultSays('The shelf is empty.');
    await look('call-error');
  });

  test('a schema that means harm is drawn as far as it can be, and the page goes on', async () => {
    await open('typed/hostile');
    await form().getByText('As JSON: it is too large for a form.').first().waitFor();
    await field('slow').fill(`${'a'.repeat(60)}!`);
    await form().getByText('Not all of it can be checked here; its server checks the rest.').waitFor();
    await look('call-hostile');
    await open('everything/echo');
  });

  test('the page had nothing to complain of', () => {
    expect(panel.troubles).toEqual([]);
  });
});
