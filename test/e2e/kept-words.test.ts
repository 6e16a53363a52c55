// What a page says is read, also in the answer to an act: an agent that is denied to read a site may be let act there, and learns
// what it has done and nothing of the page's words. In a real Chromium, with a real hub between it and the agent.
import { afterEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import type { Agent } from '../support/hub-process.ts';

const secret = 'BALANCE-4200';
const at = (top: number) => `style="position:fixed;left:0;top:${top}px;width:200px;height:30px;margin:0"`;
const page = `<!doctype html><title>Account</title>
  <div ${at(0)}>${secret}</div>
  <button ${at(40)} id="show" aria-label="Show ${secret}">Show</button>
  <input ${at(80)} id="amount" aria-label="Of ${secret}" value="${secret}">
  <input ${at(120)} id="code" aria-label="Code">
  <select ${at(160)} id="list" aria-label="List"><option value="a">A</option><option value="b">${secret}</option></select>
  <button ${at(200)} id="ask">Ask</button>
  <a ${at(240)} id="next" href="/next">Next</a>
  <button ${at(280)} id="under">Under</button><div ${at(280)}>${secret}</div>
  <div id="said"></div>
  <script>
    show.onclick = () => { said.innerHTML = '<p role="alert">${secret}</p>'; };
    code.oninput = () => { code.value = '${secret}'; };
    ask.onclick = () => prompt('Pay ${secret}?', '${secret}');
  </script>`;
const inner = `<!doctype html><title>Inner</title><button id="inner">Pay ${secret}</button>`;

let scene: DecidedScene;

async function openScene(denies: 'reading' | 'nothing'): Promise<{ agent: Agent; tabId: number }> {
  scene = await openDecidedScene(
    (_, bank) => ({
      '/': page,
      '/next': `<!doctype html><title>${secret}</title>there`,
      '/frame': `<!doctype html><title>Shop</title><iframe src="${bank}/" width="300" height="200"></iframe>`,
    }),
    () => ({ '/': inner }),
  );
  for (const { origin } of [scene.shop, scene.bank]) {
    await scene.grant('allow', 'browser:navigate', origin);
    await scene.grant('allow', 'browser:activeTab.interact', origin);
    if (denies === 'reading') await scene.grant('deny', 'browser:activeTab.read', origin);
  }
  // Playwright would dismiss each of them by itself.
  scene.browser.on('dialog', () => {});
  const agent = await scene.agent();
  return { agent, tabId: await scene.open(agent, `${scene.shop.origin}/`) };
}

/** Each by what it does, in an order in which none hinders the next. */
const acts: readonly (readonly [name: string, tool: string, args: Record<string, unknown>])[] = [
  ['hover at a place', 'computer', { action: 'hover', coordinate: [50, 15] }],
  ['click on a place', 'computer', { action: 'left_click', coordinate: [50, 15] }],
  ['click on a button that shows a notice', 'computer', { action: 'left_click', selector: '#show' }],
  ['click on what is covered', 'computer', { action: 'left_click', selector: '#under', selector_timeout: 0 }],
  ['press of a key in a field', 'computer', { action: 'key', selector: '#amount', text: 'End' }],
  ['text typed behind what is there', 'computer', { action: 'type', selector: '#amount', text: 'x' }],
  ['field that its page changes', 'form_input', { fields: [{ selector: '#code', value: 'x' }] }],
  ['option by its value', 'form_input', { selector: '#list', value: 'b' }],
  ['option that is not there', 'form_input', { selector: '#list', value: 'c' }],
  ['click that opens a dialog', 'computer', { action: 'left_click', selector: '#ask' }],
  ['call while the dialog is open', 'computer', { action: 'key', text: 'a' }],
  ['answer to the dialog', 'handle_dialog', { accept: false }],
  ['click that leads to another page', 'computer', { action: 'left_click', selector: '#next' }],
];
/** Of that the page says nothing either way. */
const silent = 'answer to the dialog';

async function answersOf({ agent, tabId }: { agent: Agent; tabId: number }): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [name, tool, args] of acts) answers.set(name, (await agent.call(tool, { ...args, tabId })).text);
  const url = `${scene.shop.origin}/next`;
  answers.set('navigation', (await agent.call('navigate', { tabId, url })).text);
  answers.set('new tab', (await agent.call('tabs_create', { url })).text);
  const frame = await scene.open(agent, `${scene.shop.origin}/frame`);
  const press = { action: 'left_click', selector: '#inner', tabId: frame };
  answers.set('click in a frame', (await agent.call('computer', press)).text);
  return answers;
}

describeWith(['chromium'], 'The answers to acts on a site', () => {
  afterEach(() => scene?.close());

  test('hold nothing of what its pages say for an agent that is denied to read it.', async () => {
    const answers = await answersOf(await openScene('reading'));
    expect([...answers].filter(([, text]) => text.includes(secret))).toEqual([]);
    expect(answers.get('hover at a place')).toBe('The pointer is at (50, 15): div.');
    expect(answers.get('click on a button that shows a notice')).toBe('Clicked at (100, 55): button. It shows alert.');
    expect(answers.get('field that its page changes')).toContain('; it holds another value now');
    expect(answers.get('click on what is covered')).toContain('The button is covered by div;');
    expect(answers.get('text typed behind what is there')).toBe('Typed 1 characters into textbox.');
    expect(answers.get('option by its value')).toBe('Selected an option.');
    expect(answers.get('option that is not there')).toContain('has no option "c"; this call may not read');
    expect(answers.get('click that opens a dialog')).toContain(
      'opened a prompt dialog, whose words this call may not read, in',
    );
    expect(answers.get('answer to the dialog')).toBe('Dismissed the prompt dialog.');
    expect(answers.get('click that leads to another page')).toContain(`The page is ${scene.shop.origin}/next now.`);
    expect(answers.get('click in a frame')).toMatch(/^Clicked at \(\d+, \d+\): button/);
  });

  test('tell of what was used where nobody has denied that.', async () => {
    const answers = await answersOf(await openScene('nothing'));
    const without = [...answers].filter(([name, text]) => name !== silent && !text.includes(secret));
    expect(without).toEqual([]);
  });
});
