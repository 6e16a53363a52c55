// A question about a page names what the call would act on, with a picture, and the allowed call uses that element or none, in a real Chromium.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import { pageAt } from './decided-shop.ts';
import type { CallDescription, Prompt } from '../../contract/schemas/permissions.ts';
import type { Agent } from '../support/hub-process.ts';

const style = 'position:absolute;left:40px;top:40px;width:160px;height:60px';

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'a question about a page', () => {
  beforeAll(async () => {
    scene = await openDecidedScene(
      (_, bank) => ({
        '/': `<title>Orders</title><button style="${style}" onclick="document.title = 'pressed ' + this.textContent"><i>Save</i></button>
          <label style="position:absolute;top:140px">Password <input id="secret" type="password" value="hunter2"></label>`,
        '/frame': `<title>Checkout</title><iframe src="${bank}/pay" width="300" height="200" style="position:absolute;left:100px;top:100px;border:0"></iframe>`,
      }),
      () => ({ '/pay': `<title>Pay</title><button style="${style}">Pay now</button>` }),
    );
    await scene.grant('allow', 'browser:navigate', scene.shop.origin);
    await scene.grant('allow', 'browser:tabs.create', scene.shop.origin);
    await scene.grant('allow', 'browser:activeTab.read', scene.shop.origin);
    claude = await scene.agent();
  });

  afterAll(() => scene?.close());

  /** The one question that waits. */
  async function asked(): Promise<Prompt> {
    await scene.hub.waitFor(({ prompts }) => Object.keys(prompts).length === 1, 'a question waits');
    return Object.values(scene.hub.snapshot.prompts)[0]!;
  }

  async function answer({ id }: Prompt, effect: 'allow' | 'deny', lifetime: 'use' | 'once' = 'use'): Promise<void> {
    await scene.hub.request('prompts:answer', { promptId: id, effect, lifetime, breadth: 'tool' });
    await scene.hub.waitFor(({ prompts }) => !(id in prompts), 'the question is gone');
  }

  const click = (tabId: number, where: object = { coordinate: [120, 70] }) =>
    claude.call('computer', { action: 'left_click', tabId, ...where });

  const button = (name: string): CallDescription['elements'] => [{ role: 'button', name, frame: null, isInView: true }];

  test('names the button around what lies at a coordinate and its page, has a picture of it, and the allowed click is made', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const answered = click(tabId);
    const prompt = await asked();
    expect(prompt.description).toEqual({
      act: 'left_click',
      title: 'Orders',
      elements: button('Save'),
      more: 0,
      untold: null,
      hasPicture: true,
    });
    const { data } = await scene.hub.request('prompts:picture', { promptId: prompt.id, call: prompt.call });
    expect([...Buffer.from(data ?? '', 'base64').subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    await answer(prompt, 'allow');
    expect((await answered).text).toContain('Clicked at (120, 70): button "Save"');
    await (await pageAt(scene, `${scene.shop.origin}/`)).close();
  });

  test.each(['use', 'once'] as const)(
    'a button that takes the place of the one that was shown is not pressed (allowed for %s), and the agent gets one clear error',
    async lifetime => {
      const tabId = await scene.open(claude, `${scene.shop.origin}/`);
      const answered = click(tabId);
      const prompt = await asked();
      expect(prompt.description?.elements).toEqual(button('Save'));
      const page = await pageAt(scene, `${scene.shop.origin}/`);
      await page.evaluate(() => {
        const other = document.querySelector('button')!.cloneNode() as HTMLButtonElement;
        other.textContent = 'Delete';
        document.querySelector('button')!.replaceWith(other);
      });
      await answer(prompt, 'allow', lifetime);
      const { text, isError } = await answered;
      expect(isError).toBe(true);
      expect(text).toBe(
        'The page has changed since the user allowed this for button "Save": what would be used now is button "Delete". Look at the page, then call again. [ERR_TOOL_FAILED]',
      );
      expect(await page.title()).toBe('Orders');
      const { entries } = await scene.hub.request('audit:query', { filter: { rule: 'element-changed' }, count: 1 });
      expect(entries).toMatchObject([{ what: 'computer', outcome: 'dropped' }]);
      for (const { id, tools } of Object.values(scene.hub.snapshot.grants))
        if (tools?.includes('computer')) await scene.hub.request('grants:revoke', { grantId: id });
      await page.close();
    },
  );

  test('the same button with another name is another one', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const answered = click(tabId, { selector: 'button' });
    const prompt = await asked();
    const page = await pageAt(scene, `${scene.shop.origin}/`);
    await page.evaluate(() => {
      document.querySelector('button i')!.textContent = 'Delete';
    });
    await answer(prompt, 'allow');
    expect((await answered).text).toContain('for button "Save": what would be used now is button "Delete"');
    expect(await page.title()).toBe('Orders');
    await page.close();
  });

  test('a field is named by its label and never by what it holds, and a refusal tells the agent none of it', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/`);
    const answered = claude.call('form_input', { tabId, selector: '#secret', value: 'x' });
    const prompt = await asked();
    expect(prompt.description).toMatchObject({
      act: 'fill',
      elements: [{ role: 'textbox', name: 'Password', frame: null }],
    });
    expect(JSON.stringify(prompt)).not.toContain('hunter2');
    await answer(prompt, 'deny');
    expect((await answered).text).not.toMatch(/Password|Orders/);
    const { entries } = await scene.hub.request('audit:query', { filter: { outcome: 'deny' }, count: 1 });
    expect(entries).toMatchObject([
      { place: { element: 'textbox “Password”', title: 'Orders' }, why: { element: 'textbox “Password”' } },
    ]);
    await (await pageAt(scene, `${scene.shop.origin}/`)).close();
  });

  test('a button in a frame of another site is named with that site, also in a tab behind another one', async () => {
    const tabId = await scene.open(claude, `${scene.shop.origin}/frame`);
    const page = await pageAt(scene, `${scene.shop.origin}/frame`);
    await page.frameLocator('iframe').getByRole('button', { name: 'Pay now' }).waitFor();
    await scene.open(claude, `${scene.shop.origin}/`);
    const answered = click(tabId, { coordinate: [220, 170] });
    const first = await asked();
    const pay = [{ role: 'button', name: 'Pay now', frame: scene.bank.origin, isInView: true }];
    expect(first.description).toMatchObject({ title: 'Checkout', elements: pay });
    await answer(first, 'allow');
    // The frame is decided for by itself.
    const second = await asked();
    expect(second).toMatchObject({ site: scene.bank.origin, description: { title: 'Checkout', elements: pay } });
    await answer(second, 'allow');
    expect((await answered).isError).toBe(false);
  });
});
