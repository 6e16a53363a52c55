// The screen of models beside a real hub and a scripted model: added by address, tested, chosen, priced, limited, switched off and removed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { type ModelServer, startModelServer } from '../support/models/model-server.ts';
import { calls } from '../support/models/script.ts';
import { openStagePanel, type StagePanel } from '../support/panel-shells.ts';
import { describeWith } from '../support/provided.ts';

let shell: StagePanel;
let server: ModelServer;
const key = 'sk-test-0123456789abcdef';

const page = () => shell.page;
const row = (name: RegExp) => page().getByRole('table', { name: 'Providers' }).getByRole('row', { name });
const sheet = () => page().getByRole('dialog');
const detail = () => page().getByRole('region', { name: /^Provider / });
const tab = (name: string) => detail().getByRole('tab', { name }).click();

async function fillAddress(typed: string): Promise<void> {
  await page().getByRole('button', { name: 'Add provider' }).click();
  await sheet().getByRole('radio', { name: 'Address' }).click();
  await sheet().getByRole('textbox', { name: 'Address' }).fill(server.openai);
  await sheet().getByRole('textbox', { name: 'Name, or nothing' }).fill('Workshop');
  await sheet().getByLabel('API key, where it asks for one').fill(typed);
  await sheet().getByRole('button', { name: 'Test and add' }).click();
}

describeWith(['chromium'], 'the screen of models', () => {
  beforeAll(async () => {
    server = await startModelServer({ key });
    shell = await openStagePanel();
    await shell.panel.go('Models');
  });

  afterAll(async () => {
    await shell?.close();
    await server?.close();
  });

  test('without one it says what is here, what leaves this machine, and takes no empty key', async () => {
    await page().getByRole('heading', { name: 'Chat needs a model' }).waitFor();
    await page()
      .getByText(/^looked on 127\.0\.0\.1, ports .*; nothing was sent elsewhere$/)
      .waitFor();
    expect(await page().getByRole('button', { name: 'Test and save' }).isDisabled()).toBe(true);
    await page().getByRole('table', { name: 'What leaves this machine' }).waitFor();
    expect(await look(page(), 'models-none')).toEqual([]);
  });

  test('a key that is refused stays in its field, with the reason; a good one adds the provider and is shown nowhere', async () => {
    await fillAddress('sk-wrong-0123456789');
    await sheet()
      .getByText(/refused.*401/)
      .waitFor();
    expect(await sheet().getByLabel('API key, where it asks for one').inputValue()).toBe('sk-wrong-0123456789');
    expect(await look(page(), 'models-key-refused')).toEqual([]);
    await sheet().getByLabel('API key, where it asks for one').fill(key);
    await sheet().getByRole('button', { name: 'Test and add' }).click();
    await sheet().waitFor({ state: 'detached' });
    await row(/Workshop.*ready/).waitFor();
    await detail().getByText('stays on this machine').first().waitFor();
    expect(await page().content()).not.toContain(key);
  });

  test('T tests it: the answer, its speed and the tool call, and who has used it today', async () => {
    server.script(calls('current_date', { zone: 'UTC' }, { usage: { input: 1_200, output: 34 } }));
    await page().keyboard.press('t');
    const result = detail().getByRole('region', { name: 'Test', exact: true });
    await result.getByText('called the tool').waitFor();
    await detail()
      .getByRole('table', { name: 'Used by' })
      .getByRole('row', { name: /You.*1\.2k/ })
      .waitFor();
    expect(await look(page(), 'models-tested')).toEqual([]);
  });

  test('its calls are what Traces show from there, by a filter in the field', async () => {
    await detail().getByRole('link', { name: 'Its calls in Traces' }).click();
    const field = page().getByRole('combobox', { name: 'Filter entries' });
    await field.waitFor();
    await page().getByRole('main').getByText('1 entry', { exact: true }).waitFor();
    expect((await field.inputValue()).trim()).toMatch(/^model:[\w-]+ method:model\/chat$/);
    await field.fill('');
    await page().goBack();
    await detail().waitFor();
  });

  test('a price makes a cost, in the list and in the usage; without one there is none', async () => {
    expect(await row(/Workshop/).textContent()).toMatch(/–$/);
    await page().getByRole('link', { name: 'Your prices' }).click();
    await sheet().getByRole('combobox', { name: 'Model' }).selectOption({ label: 'Workshop, qwen2.5:7b' });
    await sheet().getByRole('textbox', { name: 'In' }).fill('3');
    await sheet().getByRole('textbox', { name: 'Out' }).fill('15,5');
    await sheet().getByRole('button', { name: 'Keep' }).click();
    await sheet()
      .getByRole('row', { name: /Workshop, qwen2\.5:7b.*3.*15\.5/ })
      .waitFor();
    expect(await look(page(), 'models-prices')).toEqual([]);
    await sheet().getByRole('button', { name: 'Close' }).click();
    await detail().getByRole('button', { name: 'Run again' }).click();
    await expect.poll(() => row(/Workshop/).textContent()).toMatch(/\$\d/);
    await tab('Usage');
    await detail()
      .getByRole('table', { name: 'Usage' })
      .getByRole('row', { name: /qwen2\.5:7b.*\$/ })
      .waitFor();
  });

  test('what is used where is chosen: for Chat by D or the list, and by an alias', async () => {
    await tab('Models');
    const other = detail().getByRole('row', { name: /llava:7b/ });
    await other.hover();
    await other.getByRole('button', { name: 'Use in Chat' }).click();
    const chat = page().getByRole('combobox', { name: 'Model for Chat' });
    await expect.poll(() => chat.inputValue()).toContain('llava:7b');
    await page().evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page().keyboard.press('d');
    await expect.poll(() => chat.inputValue()).toContain('qwen2.5:7b');
    await page().getByRole('button', { name: 'Add alias' }).click();
    await sheet().getByRole('textbox', { name: 'Name' }).fill('fast');
    await sheet().getByRole('combobox', { name: 'Model' }).selectOption({ label: 'Workshop, llava:7b' });
    await sheet().getByRole('button', { name: 'Add', exact: true }).click();
    await expect
      .poll(() => page().getByRole('combobox', { name: 'Model for fast' }).inputValue())
      .toContain('llava:7b');
    expect(await look(page(), 'models-chosen')).toEqual([]);
    await page().getByRole('button', { name: 'Remove alias fast' }).click();
    await page().getByRole('combobox', { name: 'Model for fast' }).waitFor({ state: 'detached' });
  });

  test('limits are saved as they are typed, and what is none is told', async () => {
    await tab('Limits');
    await detail().getByRole('textbox', { name: 'Tokens a day' }).fill('many');
    await detail().getByText('“many” is no number of tokens').waitFor();
    expect(await detail().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await detail().getByRole('textbox', { name: 'Tokens a day' }).fill('5000');
    await detail().getByRole('button', { name: 'Save' }).click();
    await detail()
      .getByText(/ of 5\.0k$/)
      .waitFor();
    expect(await look(page(), 'models-limits')).toEqual([]);
  });

  test('a rate limit counts down, and switched off it answers nobody', async () => {
    server.script({ status: 429, message: 'slow down', retryAfter: 90 });
    await tab('Now');
    await detail().getByRole('button', { name: 'Run again' }).click();
    await row(/Workshop.*rate limit, \d+ (s|min) more/).waitFor();
    await detail().getByRole('group', { name: 'State' }).getByText('It asked to be left alone until').waitFor();
    await detail().getByRole('button', { name: 'Switch off' }).click();
    await row(/Workshop.*switched off by you/).waitFor();
    expect(await look(page(), 'models-off')).toEqual([]);
  });

  test('Delete asks with its name before it goes, and the block of who has none is back', async () => {
    await page().evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page().keyboard.press('Delete');
    await page().getByRole('dialog', { name: 'Remove Workshop' }).getByRole('button', { name: 'Remove' }).click();
    await page().getByRole('heading', { name: 'Chat needs a model' }).waitFor();
  });

  test('nothing of it troubled the page', () => expect(shell.panel.troubles).toEqual([]));
});
