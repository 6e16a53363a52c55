// A thread of Chat in a real browser: its keys, its export, calls while all agents may only read, and one of a thousand turns.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { calls, says } from '../support/models/script.ts';
import { longChat } from '../support/panel-fixture/chats.ts';
import { describeWith } from '../support/provided.ts';
import { type ChatScene, held, openChatScene } from './chat-scene.ts';
import { type FixtureScene, openFixtureScene } from './fixture-scene.ts';

describeWith(['chromium'], 'a thread of Chat', () => {
  let scene: ChatScene;
  const question = () => scene.thread.getByRole('article', { name: 'You' });
  const list = () => scene.page.getByRole('region', { name: 'Conversations' });

  /** Letters are keys outside of fields alone. */
  async function press(key: string): Promise<void> {
    await scene.thread.focus();
    await scene.page.keyboard.press(key);
  }

  beforeAll(async () => {
    scene = await openChatScene();
    scene.models.script(says('First answer.'));
    await scene.ask('First question');
    await scene.answer().getByText('First answer.').waitFor();
    scene.models.script(says('Second answer.'));
    await scene.ask('Second question');
    await scene.answer().getByText('Second answer.').waitFor();
  });

  afterAll(() => scene?.close());

  test('R asks for another answer, of the turn with the focus or the newest', async () => {
    scene.models.script(says('Another second answer.'));
    await press('r');
    await scene.answer().getByText('Another second answer.').waitFor();
    await scene.answer().getByText('2 of 2').waitFor();
    expect(await question().count()).toBe(2);

    scene.models.script(says('Another first answer.'));
    await scene.thread.getByRole('article', { name: 'Chat' }).first().focus();
    await scene.page.keyboard.press('r');
    await scene.answer().getByText('Another first answer.').waitFor();
    // What followed on the other one is not lost.
    expect(await question().count()).toBe(1);
    await scene.answer().getByRole('button', { name: 'Earlier version' }).click();
    await expect.poll(() => question().count()).toBe(2);
  });

  test('E edits a question: Escape leaves it as it was, Enter sends it as another version', async () => {
    const edit = scene.page.getByRole('group', { name: 'Edit the question' });
    await press('e');
    await edit.getByRole('textbox').fill('Not this');
    await edit.getByRole('textbox').press('Escape');
    await edit.waitFor({ state: 'detached' });
    await question().last().getByText('Second question').waitFor();

    scene.models.script(says('Answer to the edited one.'));
    await press('e');
    // In the field it is a letter.
    await edit.getByRole('textbox').press('End');
    await edit.getByRole('textbox').press('e');
    expect(await edit.getByRole('textbox').inputValue()).toBe('Second questione');
    await edit.getByRole('textbox').fill('Second question, edited');
    await edit.getByRole('textbox').press('Enter');
    await scene.answer().getByText('Answer to the edited one.').waitFor();
    await question().last().getByText('2 of 2').waitFor();
  });

  test('while an answer is written the keys do nothing but stop it', async () => {
    const before = await list().getByRole('button').count();
    scene.models.script(held('In the middle').turn);
    await scene.ask('Third question');
    await scene.answer().getByText('In the middle').waitFor();
    for (const key of ['r', 'e', 'b']) await press(key);
    await press('Escape');
    await scene
      .answer()
      .getByText(/^Stopped by you/)
      .waitFor();
    expect(await scene.page.getByRole('group', { name: 'Edit the question' }).count()).toBe(0);
    expect(await list().getByRole('button').count()).toBe(before);
    expect(await scene.answer().getByText('2 of 2').count()).toBe(0);
  });

  test('B branches from the turn with the focus', async () => {
    await question().first().focus();
    await scene.page.keyboard.press('b');
    await list()
      .getByText(/^Branch of: /)
      .waitFor();
    await expect.poll(() => question().count()).toBe(1);
    await list().getByText('First question', { exact: true }).click();
    await expect.poll(() => question().count()).toBe(3);
  });

  test('it is exported as Markdown for people and as JSON for programs, as it is shown', async () => {
    const exported = async (name: string) => {
      await scene.page.getByRole('button', { name: 'Export' }).click();
      const begun = scene.page.waitForEvent('download');
      await scene.page.getByRole('button', { name, exact: true }).click();
      const download = await begun;
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
    };
    const markdown = await exported('As Markdown');
    expect(markdown.name).toBe('first-question.md');
    expect(markdown.text).toMatch(
      /^# First question\n[\s\S]*## You[\s\S]*First answer\.[\s\S]*Second question, edited/,
    );
    expect(markdown.text).not.toContain('Another first answer.');
    const json = await exported('As JSON, with calls and results');
    expect(json.name).toBe('first-question.json');
    const { title, turns } = JSON.parse(json.text) as { title: string; turns: { kind: string }[] };
    expect(title).toBe('First question');
    expect(turns.map(({ kind }) => kind)).toEqual(Array.from({ length: 3 }, () => ['question', 'answer']).flat());
  });

  test('while all may only read, what acts is refused as a step, and the answer goes on', async () => {
    await scene.allow('notes');
    await scene.client.request('hub:set-mode', { mode: 'read-only' });
    await scene.page
      .getByText(/read-only/i)
      .first()
      .waitFor();
    scene.models.script(calls('notes__echo', { n: 1 }), says('I may only read.'));
    await scene.ask('Use echo');
    await scene.answer().getByText('I may only read.').waitFor();
    await scene
      .answer()
      .getByRole('button', { name: /notes\/echo.*refused/ })
      .waitFor();
    expect(scene.models.asked.at(-1)?.results.join()).toContain('ERR_READ_ONLY');
    expect(await look(scene.page, 'chat-read-only')).toEqual([]);
    await scene.client.request('hub:set-mode', { mode: 'running' });
  });

  test('nothing of it troubled the page', () => {
    expect(scene.panel.troubles).toEqual([]);
  });
});

describeWith(['chromium'], 'a thread of a thousand turns', () => {
  let scene: FixtureScene;
  const box = () => scene.page.getByRole('log', { name: 'Messages' });
  const turns = () => box().getByRole('article', { includeHidden: true }).count();
  /** Resolves with how far that was. */
  const toTop = () =>
    box().evaluate(element => {
      const { scrollTop } = element;
      element.scrollTop = 0;
      return scrollTop;
    });

  beforeAll(async () => {
    scene = await openFixtureScene();
    await scene.goTo(`chat/${longChat.id}`);
    await box().getByText('Question 500').waitFor();
  });

  afterAll(() => scene?.close());

  test('only the turns around what is read are in the page, however many were asked for', async () => {
    const earlier = box().getByRole('button', { name: /^Show \d+ earlier turns$/ });
    await toTop();
    for (let left = longChat.turns - 50; left > 0; left -= 50) {
      await earlier.click();
      // What was read has stayed in its place: those before it are above.
      await expect.poll(toTop).toBeGreaterThan(1_000);
      await box()
        .getByText(`Question ${(left - 50) / 2 + 1}`, { exact: true })
        .waitFor();
    }
    expect(await earlier.count()).toBe(0);
    await expect.poll(turns).toBeLessThan(150);
  });

  test('the end is one press away, and what was left stays in its place', async () => {
    await scene.page.getByRole('button', { name: 'To the end' }).click();
    await box().getByText('Answer 500, with some lines.').waitFor();
    await expect.poll(turns).toBeLessThan(150);
    expect(await look(scene.page, 'chat-long')).toEqual([]);
    // Half-way, whatever is read stays where it is while others come and go.
    await box().evaluate(element => element.scrollTo({ top: element.scrollHeight / 2 }));
    const middle = box()
      .getByText(/^Question (24|25)\d$/)
      .first();
    await middle.waitFor();
    const at = await middle.evaluate(element => [element.textContent, Math.round(element.getBoundingClientRect().top)]);
    await expect.poll(turns).toBeLessThan(150);
    const same = box().getByText(String(at[0]), { exact: true });
    expect(await same.evaluate(element => Math.round(element.getBoundingClientRect().top))).toBe(at[1]);
  });

  test('what was unfolded in a turn is so when the reader comes back to it', async () => {
    const thought = box().locator('details').filter({ hasText: 'What it thought' });
    await thought.locator('summary').click();
    await thought.getByText('It thought about it.').waitFor();
    // Without the focus in it.
    await box().focus();
    const top = await toTop();
    await box().getByText('Question 1', { exact: true }).waitFor();
    await expect.poll(turns).toBeLessThan(150);
    await box().evaluate((element, to) => element.scrollTo({ top: to }), top);
    await box()
      .getByText(`Question ${longChat.thoughtful - 1}`, { exact: true })
      .waitFor();
    expect(await thought.getByText('It thought about it.').isVisible()).toBe(true);
  });

  test('nothing of it troubled the page', () => {
    expect(scene.panel.troubles).toEqual([]);
  });
});
