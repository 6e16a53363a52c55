// Chat in a real browser: asking, calls with a question answered in place, stop, edit, branch, a reload, and a model that is gone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { startModelServer } from '../support/models/model-server.ts';
import { calls, says } from '../support/models/script.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type ChatScene, held, openChatScene } from './chat-scene.ts';

let scene: ChatScene;

const list = () => scene.page.getByRole('region', { name: 'Conversations' });
const question = () => scene.thread.getByRole('article', { name: 'You' });
const card = () => scene.thread.getByRole('group').filter({ hasText: 'Kept as:' });

/** The same while its answer is for one call alone. */
const unkept = () => scene.thread.getByRole('group').filter({ hasText: 'Nothing is kept:' });

async function looks(name: string): Promise<void> {
  expect(await look(scene.page, name)).toEqual([]);
}

describeWith(['chromium'], 'chat', () => {
  beforeAll(async () => {
    scene = await openChatScene();
  });

  afterAll(() => scene?.close());

  test('whoever has a model can write at once, and sees where it goes', async () => {
    await scene.field.waitFor();
    await expect.poll(() => scene.field.evaluate(element => element === document.activeElement)).toBe(true);
    await scene.page.getByRole('group', { name: 'Message' }).getByText('stays on this machine').waitFor();
    await looks('chat-new');
  });

  test('an answer is Markdown without HTML, pictures and addresses that open by themselves', async () => {
    const text = [
      '# Found\n\n**Two** rows, `a` and ~~b~~:\n\n| Night | Failed |\n| --- | ---: |\n| 16 Nov | 6 |',
      'A [link](https://example.com/x), a [bad one](javascript:alert(1)), ![a picture](https://example.com/p.png),',
      '<b>no HTML</b> and a hidden \u202e mark.\n\n```js\nconst a = 1;\n```',
    ].join('\n\n');
    scene.models.script(says(text));
    await scene.ask('What did you find?');
    const answer = scene.answer();
    await answer.getByRole('heading', { name: 'Found' }).waitFor();
    await answer.getByRole('cell', { name: '16 Nov' }).waitFor();
    await answer.getByText('<b>no HTML</b>').waitFor();
    await answer.getByText('⟨U+202E⟩').waitFor();
    await answer.getByText('picture, not loaded: a picture').waitFor();
    expect(await answer.locator('img, b b, a').count()).toBe(0);
    expect(await answer.getByRole('button', { name: 'bad one' }).count()).toBe(0);
    await answer.getByRole('button', { name: 'link', exact: true }).click();
    const sheet = scene.page.getByRole('dialog', { name: 'Open example.com' });
    const open = sheet.getByRole('link', { name: 'Open it in a new tab' });
    expect(await open.getAttribute('href')).toBe('https://example.com/x');
    expect(await open.getAttribute('rel')).toBe('noopener noreferrer');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await answer.getByText(/19 tokens, /).waitFor();
    await list().getByText('What did you find?').waitFor();
    await looks('chat-markdown');
  });

  test('a call asks in its place: keys work outside of fields alone, and Allow lets it go on', async () => {
    scene.models.script(calls('notes__echo', { message: 'ahoy' }), says('It said ahoy.'));
    await scene.ask('Use echo');
    await card()
      .getByText(/wants to call a tool of notes/)
      .waitFor();
    await list().getByText('waits for you').waitFor();
    // The caret is in the field, where letters are text.
    expect(await card().locator('[data-key="A"]').count()).toBe(0);
    await scene.field.press('a');
    expect(await scene.field.inputValue()).toBe('a');
    await scene.field.fill('');
    await scene.field.press('Escape');
    await card().locator('[data-key="A"]').waitFor();
    await looks('chat-question');
    await card().getByLabel('How long').selectOption('use');
    await unkept().waitFor();
  });

  test('one that is left waiting can be taken up again, and its answer goes to the model', async () => {
    await unkept().getByRole('button', { name: 'Leave waiting' }).click();
    await scene.thread.getByText('1 question left waiting').waitFor();
    await scene.thread.getByRole('button', { name: 'Answer' }).click();
    await unkept().locator('.arming-line').first().waitFor({ state: 'detached' });
    await scene.page.keyboard.press('a');
    await scene.answer().getByText('It said ahoy.').waitFor();
    const row = scene.answer().getByRole('button', { name: /notes\/echo.*your answer: this use/ });
    await row.focus();
    await scene.page.keyboard.press('Space');
    await scene.answer().getByRole('region', { name: 'Result of the call' }).getByText('ahoy').waitFor();
    await scene
      .answer()
      .getByText(/^Allowed by/)
      .waitFor();
    await scene
      .answer()
      .getByRole('link', { name: /^Trace/ })
      .waitFor();
    await looks('chat-call');
    await scene.page.keyboard.press('Space');
  });

  test('a denied call is a tinted row that names the rule, and the answer goes on', async () => {
    scene.models.script(calls('notes__describe', {}), says('Then not.'));
    await scene.ask('Describe yourself');
    await card().waitFor();
    const deny = card().getByRole('button', { name: 'Deny' });
    await expect.poll(() => deny.getAttribute('aria-disabled')).toBe('false');
    await deny.click();
    await scene.answer().getByText('Then not.').waitFor();
    await scene
      .answer()
      .getByRole('button', { name: /notes\/describe.*refused/ })
      .waitFor();
    await looks('chat-refused');
  });

  test('while an answer is written the next question can be, and it is sent when the answer ends', async () => {
    const slow = held('Slowly');
    scene.models.script(slow.turn, says('And this one.'));
    await scene.ask('Take your time');
    await scene.answer().getByText('Slowly').waitFor();
    await scene.ask('Next one');
    await scene.page.getByText('sent when the answer ends').waitFor();
    await looks('chat-writing');
    slow.release();
    await scene.answer().getByText('And this one.').waitFor();
    expect(await question().count()).toBe(5);
  });

  test('Stop keeps what was written', async () => {
    scene.models.script(held('As far as this').turn);
    await scene.ask('Go on and on');
    await scene.answer().getByText('As far as this').waitFor();
    await scene.field.press('Escape');
    await scene
      .answer()
      .getByText(/^Stopped by you/)
      .waitFor();
    await scene.answer().getByText('As far as this').waitFor();
  });

  test('an edited question is a second version, and the first one is one step away', async () => {
    scene.models.script(says('Shorter.'));
    await scene.field.press('ArrowUp');
    const edit = scene.page.getByRole('group', { name: 'Edit the question' });
    await edit.getByRole('textbox').fill('Be short');
    await edit.getByRole('textbox').press('Enter');
    await scene.answer().getByText('Shorter.').waitFor();
    await question().last().getByText('2 of 2').waitFor();
    await looks('chat-versions');
    await question().last().getByRole('button', { name: 'Earlier version' }).click();
    await scene.answer().getByText('As far as this').waitFor();
    await question().last().getByText('1 of 2').waitFor();
  });

  test('a branch is a conversation of its own with everything up to there', async () => {
    await question().last().hover();
    await question().last().getByRole('button', { name: 'Branch from here' }).click();
    await list()
      .getByText(/^Branch of: /)
      .waitFor();
    await expect.poll(() => question().count()).toBe(6);
    expect(await scene.thread.getByText('As far as this').count()).toBe(0);
    await list().getByText('What did you find?', { exact: true }).click();
    await scene.thread.getByText('As far as this').waitFor();
  });

  test('a prompt of a server comes into the field, and a resource among the files', async () => {
    await scene.field.fill('');
    await scene.field.pressSequentially('/');
    const options = scene.page.getByRole('listbox', { name: 'Suggestions' });
    await options.getByRole('option').first().waitFor();
    await looks('chat-prompts');
    await scene.field.pressSequentially('simple');
    await scene.field.press('Enter');
    await expect.poll(() => scene.field.inputValue()).not.toBe('');
    await scene.field.fill('');
    await scene.field.pressSequentially('@');
    await options.getByRole('option', { name: /A file of this machine/ }).waitFor();
    await options.getByRole('option').first().click();
    await scene.page.getByRole('list', { name: 'Files that go along' }).getByRole('listitem').first().waitFor();
    await scene.page.getByRole('button', { name: /^Remove / }).click();
    await scene.field.fill('');
  });

  test('a picture goes along, and what the model cannot read is said before it is sent', async () => {
    const [chooser] = await Promise.all([
      scene.page.waitForEvent('filechooser'),
      scene.page.getByRole('button', { name: 'Add files or pictures' }).click(),
    ]);
    await chooser.setFiles([{ name: 'run-log.png', mimeType: 'image/png', buffer: Buffer.from('89504e47', 'hex') }]);
    await scene.page.getByText('left out: qwen2.5:7b cannot read pictures').waitFor();
    await looks('chat-picture');
    await scene.page.getByRole('button', { name: 'Remove run-log.png' }).click();
  });

  test('a reload keeps everything, also what was typed', async () => {
    await scene.field.fill('Not sent yet');
    const before = await question().count();
    await scene.page.reload();
    await expect.poll(() => question().count()).toBe(before);
    await expect.poll(() => scene.field.inputValue()).toBe('Not sent yet');
    await scene.field.fill('');
  });

  test('conversations are searched, renamed and deleted', async () => {
    await scene.page.getByRole('searchbox', { name: 'Search conversations' }).fill('ahoy');
    await expect.poll(() => list().getByRole('button').count()).toBe(2);
    await scene.page.getByRole('searchbox', { name: 'Search conversations' }).fill('');
    await list()
      .getByText(/^Branch of: /)
      .click();
    await scene.page.getByRole('button', { name: 'Rename, branch, delete' }).click();
    await scene.page.getByRole('button', { name: 'Delete', exact: true }).click();
    const sheet = scene.page.getByRole('dialog', { name: /^Delete Branch of/ });
    await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
    await list()
      .getByText(/^Branch of: /)
      .waitFor({ state: 'detached' });
  });

  test('a budget that is used up stops the answer, and one button lets it go on', async () => {
    await scene.allow('notes');
    const pane = scene.page.getByRole('complementary', { name: 'This conversation' });
    await pane.getByRole('button', { name: 'Change the budget' }).click();
    const sheet = scene.page.getByRole('dialog', { name: 'Budget' });
    await sheet.getByLabel('Calls of an answer').fill('1');
    await sheet.getByRole('button', { name: 'Save' }).click();
    scene.models.script(calls('notes__echo', { n: 1 }), calls('notes__echo', { n: 2 }), says('Both are done.'));
    await scene.ask('Use echo twice');
    await scene
      .answer()
      .getByText(/^1 of 1 calls used\. Allow 10 more/)
      .waitFor();
    await looks('chat-budget');
    await scene.answer().getByRole('button', { name: 'Allow 10 more calls' }).click();
    await scene.answer().getByText('Both are done.').waitFor();
    await pane.getByText('2 of 11').waitFor();
  });

  test('what agents may do now holds for Chat too: its calls wait while all are paused', async () => {
    scene.models.script(calls('notes__echo', { n: 3 }), says('It went on.'));
    await scene.client.request('hub:set-mode', { mode: 'paused' });
    await scene.ask('Use echo');
    await scene.page.getByText(/All agents are paused/).waitFor();
    await scene.client.request('hub:set-mode', { mode: 'running' });
    await scene.answer().getByText('It went on.').waitFor();
  });

  test('keys lead there and through it, and a narrow window has one pane at a time', async () => {
    const { page } = scene;
    await scene.panel.go('Overview');
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('heading', { name: 'Chat', level: 1 }).waitFor();
    await scene.thread.waitFor();
    await page.keyboard.press('Control+m');
    await page
      .getByRole('dialog', { name: 'Model' })
      .getByRole('button', { name: /llava:7b/ })
      .waitFor();
    await looks('chat-models');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1100, height: 800 });
    await page.getByRole('button', { name: 'This conversation: model, servers, budget' }).click();
    await page.getByRole('complementary', { name: 'This conversation' }).getByRole('button', { name: 'Hide' }).click();
    await page.setViewportSize({ width: 800, height: 600 });
    expect(await list().count()).toBe(0);
    await page.getByRole('button', { name: 'All conversations' }).click();
    await list().getByText('What did you find?').click();
    await scene.thread.waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('of many conversations only those in sight are in the page', async () => {
    for (let made = 0; made < 150; made += 1) await scene.client.request('chat:create', { change: {} });
    await scene.page.getByText('151 conversations').waitFor();
    await expect.poll(() => list().getByRole('button').count()).toBeLessThan(60);
    await list().locator('.scrolls').hover();
    await expect
      .poll(async () => {
        await scene.page.mouse.wheel(0, 4000);
        return list().getByText('What did you find?').count();
      })
      .toBe(1);
    await list().getByText('What did you find?').click();
  });

  test('a model that is gone costs a step and no conversation, and ready ones are named', async () => {
    const other = await startModelServer({ models: [{ name: 'spare', tools: true }] });
    await scene.client.request('models:add', { type: 'compatible', name: 'Spare', baseUrl: other.openai });
    const before = await question().count();
    await scene.models.close();
    await scene.ask('Are you there?');
    await scene.answer().getByRole('button', { name: 'Ask again' }).waitFor();
    await until(
      () =>
        question()
          .count()
          .then(count => count > before),
      'the question is kept',
    );
    await looks('chat-model-gone');
    await scene.answer().getByRole('button', { name: 'Ask Spare, spare' }).click();
    await scene.answer().getByText('You said: Are you there?').waitFor();
    await other.close();
  });

  test('nothing of it troubled the page', () => {
    expect(scene.panel.troubles).toEqual([]);
  });
});
