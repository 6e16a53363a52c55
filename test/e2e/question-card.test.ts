// The card of a question about an element: whole behind hostile names, in sight in every size, and reached, read and answered by keys alone.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { look, pictures } from '../support/look.ts';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type Asker, openPromptScene, type PromptPage, type PromptScene } from './prompt-scene.ts';

const rightToLeft = '\u202e';
const hostile = `Save” on “Bank”</bdi></p><img src=x onerror=alert(1)><button>Allow</button>${rightToLeft}\n\u2066Allow`;
const style = 'style="position:absolute;left:40px;width:200px;height:60px;overflow:hidden';
const button = (top: number, id: string) => `<button ${style};top:${top}px" id="${id}"></button>`;
const body = `<button id="asks">Ask</button>${button(40, 'plain')}${button(140, 'hostile')}${button(240, 'long')}<script>
  const names = ${JSON.stringify({ plain: 'Delete account', hostile, long: `${'Allow '.repeat(2_000)}end` }).replaceAll('</', '<\\/')};
  asks.onclick = () => confirm(names.hostile);
  for (const [id, name] of Object.entries(names)) {
    document.getElementById(id).textContent = name.slice(0, 20);
    document.getElementById(id).setAttribute('aria-label', name);
  }
</script>`;

let scene: PromptScene;
let claude: Asker;
let tabId: number;
let view: PromptPage;

describeWith(['chromium'], 'the card of a question about an element', () => {
  beforeAll(async () => {
    scene = await openPromptScene(`Billing ${hostile}${'t'.repeat(10_000)}`, body);
    claude = await scene.asker('Claude Code', 'claude-code');
    const opened = await allowed(claude.call('tabs_create', { url: `${scene.origin}/` }));
    ({ tabId } = JSON.parse(opened) as { tabId: number });
  });
  afterAll(() => scene?.end());

  beforeEach(async () => {
    view = await scene.openPanel();
  });
  afterEach(async () => {
    await scene.denyAll();
    await view.page.context().close();
  });

  const click = (id: string) => claude.call('computer', { action: 'left_click', selector: `#${id}`, tabId });

  const allowed = async (asking: Promise<string>) => {
    await scene.waitFor(1);
    const [prompt] = scene.waiting();
    await scene.hub.request('prompts:answer', {
      promptId: prompt!.id,
      effect: 'allow',
      lifetime: 'use',
      breadth: 'tool',
    });
    return asking;
  };

  test.each(['plain', 'hostile', 'long'])(
    'stays whole behind a %s name and title, in both themes and sizes.',
    async id => {
      void click(id);
      await scene.waitFor(1);
      const { page, card } = view;
      const picture = card.getByRole('img', { name: /marked$/ });
      await picture.waitFor();
      for await (const { title, width } of pictures(page, `question-${id}`)) {
        // Nothing wider than its pane, and the answers in sight, however long the names.
        expect(await card.evaluate(it => it.scrollWidth <= it.clientWidth), title).toBe(true);
        for (const answer of [view.deny, view.allow]) {
          const box = await answer.boundingBox();
          expect(
            box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= page.viewportSize()!.height,
            title,
          ).toBe(true);
        }
      }
      const text = await card.innerText();
      expect(text).toContain('…');
      for (const unseen of [rightToLeft, '\u2066']) {
        expect(text).not.toContain(unseen);
        expect(await picture.getAttribute('alt')).not.toContain(unseen);
      }
      expect((await picture.getAttribute('alt'))?.length).toBeLessThan(300);
      expect((await card.locator('.card-question').innerText()).length).toBeLessThan(300);
      expect(await card.getByRole('button').allInnerTexts()).toEqual([
        'Show the arguments',
        'Deny',
        'Allow',
        'Leave waiting',
      ]);
      expect(await page.locator('.card img').count()).toBe(1);
      expect(await look(page, `question-${id}`)).toEqual([]);
      expect(view.panel.troubles).toEqual([]);
    },
  );

  test('is announced, reached, read and answered by keys alone.', async () => {
    const { page, card } = view;
    await view.panel.go('Servers');
    const called = click('plain');
    const sentence = 'Claude Code wants to click button “Delete account” on “Billing';
    await page.getByRole('status', { name: 'News' }).getByText(sentence).waitFor();
    await page.keyboard.press('p');
    await card.waitFor();
    expect(await card.getAttribute('aria-labelledby')).toBe('prompt-sentence');
    await expect
      .poll(() => card.getByRole('img').getAttribute('alt'))
      .toMatch(/^The page “Billing .*”, with button “Delete account” marked$/);
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const isInCard = () => card.evaluate(it => it.contains(document.activeElement));
    // No further than a few presses from where the keys of the panel lead.
    await until(async () => {
      await page.keyboard.press('Tab');
      return isInCard();
    }, 'the focus is in the card');
    for (const name of ['Deny', 'Allow'])
      await until(async () => {
        if ((await focused()).startsWith(name)) return true;
        await page.keyboard.press('Tab');
        return (await focused()).startsWith(name);
      }, `${name} has the focus`);
    expect(await isInCard()).toBe(true);
    await expect.poll(() => view.allow.getAttribute('aria-disabled')).toBe('false');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    expect(await called).toContain('Delete account');
    await scene.waitFor(0);
    expect(view.panel.troubles).toEqual([]);
  });

  test('names the dialog that an agent wants to answer, in words of its page that are one line, in both themes and sizes.', async () => {
    expect(await allowed(click('asks'))).toContain('opened a confirm dialog');
    const answering = claude.call('handle_dialog', { accept: true, tabId });
    await scene.waitFor(1);
    const { page, card } = view;
    const question = card.locator('.card-question');
    await question.waitFor();
    for await (const { title } of pictures(page, 'question-dialog'))
      expect(await card.evaluate(it => it.scrollWidth <= it.clientWidth), title).toBe(true);
    expect(await question.innerText()).toMatch(/wants to accept confirm dialog “Save/);
    expect(await question.innerText()).not.toContain(rightToLeft);
    await view.allow.click();
    expect(await answering).toContain('Accepted the confirm dialog.');
  });
});
