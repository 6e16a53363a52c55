// The arguments of a question in a real panel: what a card leaves out is said and can be opened, and one answer lets one call run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { type Asker, openPromptScene, type PromptScene } from './prompt-scene.ts';

const write = 'notes__write';
const beginning = 'lorem ipsum dolor sit amet '.repeat(100);
const [harmless, harmful] = ['and then list them', 'and then delete them all'].map(end => `${beginning}${end}`);
const asked = (text = '') => JSON.stringify({ path: 'one', text });

let scene: PromptScene;
let claude: Asker;

describeWith(['chromium'], 'the arguments of a question', () => {
  beforeAll(async () => {
    scene = await openPromptScene('Orders');
    claude = await scene.asker('Claude Code', 'claude-code');
  });

  afterAll(() => scene?.end());

  test('two calls with the same first 2,000 characters wait at once; the card opens all of each, and one answer for this use lets exactly one run', async () => {
    const view = await scene.openPanel();
    const { page, card } = view;
    const shown = claude.call(write, { path: 'one', text: harmless });
    await scene.waitFor(1);
    const other = claude.call(write, { path: 'one', text: harmful });
    await card.getByText('1 other call waits here').waitFor();
    const whole = asked(harmless).length;
    const note = `${(whole - 2_000).toLocaleString('en')} more characters are not shown.`;
    expect(await card.getByRole('region', { name: 'Arguments of the call' }).innerText()).not.toContain('list them');
    await card.getByText(note, { exact: true }).waitFor();
    expect(await look(page, 'prompt-cut')).toEqual([]);

    await card.getByRole('button', { name: 'Show the whole arguments' }).first().click();
    await expect
      .poll(() => card.getByRole('region', { name: 'Arguments of the call' }).innerText())
      .toBe(asked(harmless));
    expect(await card.getByText(note, { exact: true }).count()).toBe(0);
    await card.getByRole('button', { name: 'Show the whole arguments' }).click();
    await card.getByRole('list', { name: 'Other calls that wait here' }).getByText('delete them all').waitFor();
    expect(await look(page, 'prompt-whole')).toEqual([]);

    await card.getByRole('radio', { name: 'this use' }).click();
    await view.allow.click();
    expect(await shown).toBe(`write: ${asked(harmless)}`);
    // The other one stands alone on a card of its own, which shows its own arguments.
    await card.getByText('1 other call waits here').waitFor({ state: 'detached' });
    expect(scene.waiting()).toMatchObject([{ calls: 1, argumentsChars: asked(harmful).length }]);
    await card.getByRole('button', { name: 'Show the whole arguments' }).click();
    await card.getByText('delete them all').waitFor();
    await scene.denyAll();
    expect(await other).toContain('refused notes/write this time');
    expect(view.panel.troubles).toEqual([]);
    await page.context().close();
  });

  test('arguments of more than a piece are opened piece by piece, and the card goes on saying what is missing', async () => {
    const view = await scene.openPanel();
    const { page, card } = view;
    const text = `${'to and fro '.repeat(12_000)}the end`;
    const call = claude.call(write, { path: 'one', text });
    await card.getByRole('button', { name: 'Show the whole arguments' }).click();
    const more = asked(text).length - 100_000;
    await card.getByText(`${more.toLocaleString('en')} more characters are not shown.`).waitFor();
    await card.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => card.getByRole('region', { name: 'Arguments of the call' }).innerText()).toBe(asked(text));
    expect(await card.getByText('not shown').count()).toBe(0);
    await scene.denyAll();
    expect(await call).toContain('refused notes/write this time');
    await page.context().close();
  });
});
