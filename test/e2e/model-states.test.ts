// Providers of models in states that take long to bring about: a file that has changed, keys, many models, a program that runs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { type FixtureScene, openFixtureScene, sent } from './fixture-scene.ts';

let scene: FixtureScene;

const detail = () => scene.page.getByRole('region', { name: /^Provider / });
const opened = () => scene.page.locator('.provider-list tr[aria-current="true"] .strong').textContent();

describeWith(['chromium'], 'models in every state', () => {
  beforeAll(async () => {
    scene = await openFixtureScene();
  });

  afterAll(() => scene?.close());

  test('G M goes there; each state has its shape, its word and when it is over', async () => {
    const { page } = scene;
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
    const states = await page.locator('.provider-list tbody .status').allTextContents();
    expect(states).toEqual([
      ...['ready', 'not running', 'ready', 'file changed', 'running', 'ready', 'timed out', 'key refused, 401'],
      expect.stringMatching(/^rate limit, \d+.(s|min) more$/),
      'switched off by you',
    ]);
    expect(await look(page, 'models-states')).toEqual([]);
  });

  test('j and k move through the list, and the detail follows', async () => {
    const { page } = scene;
    await page.keyboard.press('Home');
    const first = await opened();
    await page.keyboard.press('j');
    await expect.poll(opened).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(opened).toBe(first);
  });

  test('a file that has changed is not started before exactly it was approved', async () => {
    const { page } = scene;
    await scene.goTo('models/phi');
    await detail().getByText('It is another file than you approved').waitFor();
    expect(await detail().getByRole('button', { name: 'Start' }).count()).toBe(0);
    await detail().getByText('9f2c'.repeat(16)).waitFor();
    await detail().getByText('41d7'.repeat(16)).waitFor();
    const approval = detail().getByRole('region', { name: 'Approval' });
    await approval.getByText(/^as you\. A sandbox needs bubblewrap/).waitFor();
    expect(await look(page, 'models-file-changed')).toEqual([]);
    await detail().getByRole('button', { name: 'Approve' }).click();
    // What is approved is what was shown: both files, and that there are no walls.
    const shown = { sha256: '9f2c'.repeat(16), engineSha256: '41d7'.repeat(16), walled: false };
    await expect.poll(() => sent(scene, 'models:approve')).toEqual([{ providerId: 'phi', ...shown }]);
    await detail().getByRole('button', { name: 'Start' }).waitFor();
  });

  test('a program that runs has its life, its process and its log', async () => {
    await scene.goTo('models/qwen2-5-7b');
    await detail()
      .getByRole('img', { name: /loading the model for .*, running for/ })
      .waitFor();
    await detail().getByText('pid 61902, 5.1 GB, 312 % CPU').waitFor();
    await detail().getByRole('log').getByText('loaded 339 tensors').waitFor();
    expect(await look(scene.page, 'models-program')).toEqual([]);
  });

  test('the sandbox of a program is switched off and on under Config, where this system has one', async () => {
    const { page } = scene;
    await scene.goTo('models/qwen2-5-7b/config');
    const sandbox = detail().getByRole('switch', { name: 'Sandbox' });
    expect(await sandbox.getAttribute('aria-checked')).toBe('true');
    await sandbox.click();
    expect(await look(page, 'models-sandbox')).toEqual([]);
    await detail().getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => sent(scene, 'models:set').at(-1)).toEqual({ providerId: 'qwen2-5-7b', walls: false });
    await scene.goTo('models/phi/config');
    expect(await sandbox.isDisabled()).toBe(true);
    await detail()
      .getByText(/^A sandbox needs bubblewrap/)
      .waitFor();
  });

  test('many models are filtered, the default first', async () => {
    await scene.goTo('models/openrouter%2Fmodels');
    const rows = detail().getByRole('table', { name: 'Models of OpenRouter' }).locator('tbody tr');
    await expect.poll(() => rows.first().textContent()).toContain('meta/llama-3.3-70b');
    await detail().getByRole('searchbox', { name: 'Filter its models' }).fill('maker-3');
    await expect.poll(() => rows.count()).toBe(9);
    expect(await look(scene.page, 'models-many')).toEqual([]);
  });

  test('a key behind a key form is tried by Enter, stays where it is refused, and is gone once it is kept', async () => {
    const { page } = scene;
    await scene.goTo('models/+key');
    const field = page.getByRole('dialog').getByLabel('API key');
    await field.fill('wrong');
    await field.press('Enter');
    await page.getByRole('alert').getByText('The key was refused (401)').waitFor();
    expect([await field.inputValue(), await field.getAttribute('type')]).toEqual(['wrong', 'password']);
    expect(await look(page, 'models-add-key')).toEqual([]);
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('mistral');
    await field.fill('right');
    await field.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Provider mistral' }).waitFor();
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});

describeWith(['chromium'], 'the first model', () => {
  let empty: FixtureScene;

  beforeAll(async () => {
    empty = await openFixtureScene('empty');
    await empty.panel.go('Models');
  });

  afterAll(() => empty?.close());

  test('what answers on this machine is one click away, and Chat uses it then', async () => {
    const { page } = empty;
    expect(await look(page, 'models-first')).toEqual([]);
    await page.getByRole('button', { name: 'Other models of Ollama' }).click();
    await page.getByRole('button', { name: 'llava:13b' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Use qwen2.5:14b' }).click();
    await expect
      .poll(() => sent(empty, 'models:choose'))
      .toEqual([{ key: { kind: 'use', use: 'chat' }, model: { providerId: 'ollama', model: 'qwen2.5:14b' } }]);
    await page.getByRole('table', { name: 'Providers' }).waitFor();
  });

  test('nothing of it troubled the page', () => expect(empty.panel.troubles).toEqual([]));
});
