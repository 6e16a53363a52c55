// An agent of MCP works through an extension of spec 000 in a real page, by refs, places and several keys, none of which that extension knows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectToHub } from '../../native-host/relay/hub-connection.ts';
import { type Agent, type HubPlace, openPlace } from '../support/hub-process.ts';
import { launchPanelBrowser } from '../support/panel-browser.ts';
import { describeWith } from '../support/provided.ts';
import { type Site, serveSite } from '../support/site.ts';
import type { Browser, Page } from 'playwright';
import type { FrameChannel } from '../../native-host/framing/frame-channel.ts';

const pages: Readonly<Record<string, string>> = {
  '/': `<!doctype html><title>Orders</title><h1>Orders</h1><label>Name <input id="name"></label>
    <label><input type="checkbox" id="box">Agree</label><select id="size"><option>S<option>M</select>
    <button style="position:absolute;left:300px;top:300px;width:100px;height:50px">Save</button><p id="said"></p>
    <script>const b = document.querySelector('button'); b.onclick = () => { said.textContent = name.value + ' saved'; };
    const name = document.getElementById('name'); name.onkeydown = e => { said.textContent += e.key + ';'; };</script>`,
  '/rows': `<!doctype html><title>Rows</title><ul id="rows"></ul><p id="said"></p><script>
    const said = document.getElementById('said');
    const row = name => { const li = document.createElement('li'); li.innerHTML = '<div tabindex=0></div><button>Delete</button><input aria-label="Count">'; li.firstChild.textContent = name; li.querySelector('button').onclick = () => { said.textContent = 'deleted ' + name; }; li.firstChild.onclick = () => { said.textContent = 'opened ' + li.firstChild.textContent; }; return li; };
    const rows = document.getElementById('rows'); rows.append(row('Ana'), row('Bea'));</script>`,
  '/next': '<!doctype html><title>Next page</title><h1>Next</h1><a href="/">Back</a>',
};
const commands = new Set<string>();

/** The extension's side with a page of a real browser behind it, as far as the real one was seen to answer. */
class ExtensionWithPage {
  readonly #channel: FrameChannel;
  readonly #page: Page;

  constructor(channel: FrameChannel, page: Page) {
    this.#channel = channel;
    this.#page = page;
    channel.onFrame(frame => void this.#take(JSON.parse(frame.toString()) as Record<string, unknown>));
  }

  async #take({ id, type, command, params }: Record<string, unknown>): Promise<void> {
    if (type !== 'command') return;
    commands.add(String(command));
    const answer = await this.#answer(String(command), params as Record<string, string>).then(
      result => ({ success: true, result }),
      (error: unknown) => ({ success: false, error: String(error) }),
    );
    this.#channel.send(JSON.stringify({ id, ...answer }));
  }

  async #answer(command: string, params: Record<string, string>): Promise<unknown> {
    const page = this.#page;
    const tab = { tabId: 2, url: page.url(), title: '', active: true, ownerId: params.agentId };
    switch (command) {
      case 'createWindow':
        await page.goto(params.url ?? '');
        return { windowId: 25, tabId: 2, ownerId: params.agentId, tabCount: 1, maxTabs: 12 };
      case 'getTabs':
        return { windowId: 25, tabs: [tab] };
      case 'getNetworkRequests':
        return { requests: [], total: 0 };
      case 'navigate': {
        // At once, with the page of before.
        void page.goto(params.url ?? '').catch(() => {});
        return { ...tab, navigated: true };
      }
      case 'evaluate': {
        const result = await page.evaluate<unknown>(`(${params.expression ?? ''})`);
        return { expression: params.expression, result, type: typeof result };
      }
      case 'click':
        await page.click(params.selector ?? '');
        return { selector: params.selector, clicked: true };
      case 'type':
        await page.fill(params.selector ?? '', params.text ?? '');
        return { selector: params.selector, typed: params.text };
      case 'pressKey':
        await page.press(params.selector ?? 'body', params.key ?? '');
        return { key: params.key };
      default:
        throw new Error(`Unknown command: ${command}`);
    }
  }
}

let place: HubPlace;
let site: Site;
let browser: Browser;
let page: Page;
let channel: FrameChannel;
let agent: Agent;

describeWith(['chromium'], 'Through an extension that knows selectors alone', () => {
  beforeAll(async () => {
    site = await serveSite((request, response) => {
      response.setHeader('content-type', 'text/html').end(pages[request.url ?? ''] ?? '');
    });
    browser = await launchPanelBrowser();
    page = await browser.newPage();
    place = openPlace();
    const panel = await place.panel(await place.serve());
    const argv = ['/home/ana/.mozilla/native-messaging-hosts/claudezilla.json', 'claudezilla@boot.industries'];
    channel = await connectToHub({ home: place.home, role: 'relay', hello: { argv, pid: process.pid } });
    new ExtensionWithPage(channel, page);
    await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the extension waits');
    const [browserId = ''] = Object.keys(panel.snapshot.browsers);
    await panel.request('browsers:approve', { browserId });
    await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
    agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
    await agent.call('tabs_create', { url: `${site.origin}/` });
  });
  afterAll(async () => {
    channel?.close('The test ends.');
    await place?.end();
    await browser?.close();
    await site?.close();
  });

  const done = async (tool: string, args: object = {}) => {
    const { text, isError } = await agent.call(tool, { ...args });
    if (isError) throw new Error(text);
    return text;
  };
  const said = () => page.textContent('#said');
  const refIn = (tree: string, what: string) => new RegExp(`${what} \\[(ref_\\d+)\\]`).exec(tree)?.[1] ?? '';

  test('Refs of read_page are filled, ticked, chosen and clicked; so is a place.', async () => {
    const tree = await done('read_page');
    expect(tree).toMatch(/^Orders\nhttp.*\nviewport \d+x\d+\n\nheading "Orders" \[ref_\d+\] level=1\n/);
    await done('form_input', { ref: refIn(tree, 'textbox "Name"'), value: 'Ana' });
    await done('form_input', {
      fields: [
        { ref: refIn(tree, 'checkbox "Agree"'), value: true },
        { ref: refIn(tree, 'combobox'), value: 'M' },
      ],
    });
    await done('computer', { action: 'left_click', ref: refIn(tree, 'button "Save"') });
    expect([await said(), await page.isChecked('#box'), await page.inputValue('#size')]).toEqual([
      'Ana saved',
      true,
      'M',
    ]);
    await page.evaluate(() => (document.getElementById('said') as HTMLElement).replaceChildren());
    await done('computer', { action: 'left_click', coordinate: [350, 325] });
    expect(await said()).toBe('Ana saved');
    expect(await done('read_page', { filter: 'interactive', ref_id: refIn(tree, 'button "Save"') })).toMatch(
      /button "Save" \[ref_\d+\]/,
    );
    expect(await done('find', { query: 'save button' })).toContain(refIn(tree, 'button "Save"'));
  });

  test('Several keys, and one several times, are pressed one after another.', async () => {
    await page.evaluate(() => (document.getElementById('said') as HTMLElement).replaceChildren());
    const ref = refIn(await done('read_page'), 'textbox "Name"');
    await done('computer', { action: 'key', ref, text: 'a b', repeat: 2 });
    expect(await said()).toBe('a;b;a;b;');
  });

  test('A ref stays with its element when rows come and go around it, and no other one is used in its place.', async () => {
    await done('navigate', { url: `${site.origin}/rows` });
    const tree = await done('read_page');
    const [ofAna = '', ofBea = ''] = [...tree.matchAll(/button "Delete" \[(ref_\d+)\]/g)].map(([, ref]) => ref);
    const [, openBea = ''] = [...tree.matchAll(/clickable \[(ref_\d+)\]/g)].map(([, ref]) => ref);
    const [, countOfBea = ''] = [...tree.matchAll(/textbox "Count" \[(ref_\d+)\]/g)].map(([, ref]) => ref);
    await page.evaluate("rows.prepend(row('Zoe'))");
    await done('computer', { action: 'left_click', ref: ofBea });
    expect(await said()).toBe('deleted Bea');
    await done('form_input', { ref: countOfBea, value: '7' });
    expect(await page.$$eval('input', inputs => inputs.map(({ value }) => value))).toEqual(['', '', '7']);
    const clicked = await done('computer', { action: 'left_click', ref: ofAna });
    expect(clicked).toContain(ofAna);
    expect(await said()).toBe('deleted Ana');
    expect(await page.content()).not.toContain('data-pilothouse');
    // A list that uses its rows again for other things.
    await page.evaluate("rows.lastChild.firstChild.textContent = 'Cat'");
    await expect(done('computer', { action: 'left_click', ref: openBea })).rejects.toThrow(
      `${openBea} is not on the page any more`,
    );
    await page.evaluate('rows.children[1].remove()');
    await expect(done('computer', { action: 'left_click', ref: ofAna })).rejects.toThrow(
      `${ofAna} is not on the page any more`,
    );
    await expect(done('read_page', { ref_id: ofAna })).rejects.toThrow(`${ofAna} is not on the page any more`);
    expect(await said()).toBe('deleted Ana');
    await done('navigate', { url: `${site.origin}/` });
  });

  test('Text goes into the field that was clicked before; where nothing has the focus, that is said.', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const type = () => done('computer', { action: 'type', text: 'Bo' });
    await expect(type()).rejects.toThrow('nothing has the focus; click a field first, or send its ref');
    const ref = refIn(await done('read_page'), 'textbox "Name"');
    await done('computer', { action: 'left_click', ref });
    expect(await type()).toContain('"typed":"Bo"');
    expect(await page.inputValue('#name')).toBe('Bo');
    expect(await done('computer', { action: 'wait', duration: 0 })).toBe('Waited 0 s.');
  });

  test('navigate answers with the page that it opened; a ref of the page before, and one of an element that is another by now, is refused.', async () => {
    const ref = refIn(await done('read_page'), 'button "Save"');
    await page.evaluate(() => ((document.querySelector('button') as HTMLElement).textContent = 'Delete'));
    await expect(done('computer', { action: 'left_click', ref })).rejects.toThrow(
      `${ref} is not on the page any more; call read_page again`,
    );
    expect(JSON.parse(await done('navigate', { url: `${site.origin}/next` }))).toMatchObject({
      url: `${site.origin}/next`,
      title: 'Next page',
    });
    await expect(done('computer', { action: 'left_click', ref })).rejects.toThrow('is not on the page any more');
    const titleAfter = async (url: string) => (JSON.parse(await done('navigate', { url })) as { title: string }).title;
    expect([await titleAfter('back'), await titleAfter('forward')]).toEqual(['Orders', 'Next page']);
    expect(commands).not.toContain('getAccessibilitySnapshot');
  });
});
