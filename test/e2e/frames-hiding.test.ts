// Frames that stand where the browser lists none, or that sent themselves to a document without an address, in a real Chromium.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type DecidedScene, openDecidedScene } from './decided-scene.ts';
import { bankColour, hitsOf, isNear, pageAt, picturesIn, pixelAtPoint, secret, shopColour } from './decided-shop.ts';
import type { Agent } from '../support/hub-process.ts';

const place = 'position:absolute;left:0;top:100px;width:300px;height:200px;border:0';
const style = (colour: readonly number[]) =>
  `<style>html { background: rgb(${colour.join()}) } body { margin: 0 }</style>`;
const hits = `<script>window.hits = [];
  for (const type of ['mousedown', 'keydown', 'input']) addEventListener(type, () => hits.push(type), true);
</script>`;
const ad = `${style(bankColour)}<h1>${secret}</h1><label>Sum <input id="sum"></label>${hits}`;
const inBlob = (markup: string) => `<script>
  const frame = document.createElement('iframe');
  frame.style = '${place}';
  frame.src = URL.createObjectURL(new Blob([${JSON.stringify(markup).replaceAll('</', '<\\/')}], { type: 'text/html' }));
  document.body.append(frame);
</script>`;

let scene: DecidedScene;
let claude: Agent;

describeWith(['chromium'], 'A frame', () => {
  beforeAll(async () => {
    scene = await openDecidedScene(
      (_, bank) => ({
        '/blob': `<title>Shop</title>${style(shopColour)}<body>${inBlob(`<body style="margin:0"><iframe src="${bank}/account" style="width:300px;height:200px;border:0"></iframe>`)}`,
        '/own': `<title>Shop</title>${style(shopColour)}<body>${inBlob(`${style([0, 0, 250])}<h1>Of the shop</h1><input autofocus>${hits}`)}`,
        '/self-data': `<title>Shop</title>${style(shopColour)}<body><iframe src="${bank}/to-data" style="${place}"></iframe>`,
        '/self-blank': `<title>Shop</title>${style(shopColour)}<body><iframe name="blank" src="${bank}/to-blank" style="${place}"></iframe><iframe src="${bank}/writer"></iframe>`,
        '/self-blob': `<title>Shop</title>${style(shopColour)}<body><iframe src="${bank}/to-blob" style="${place}"></iframe>`,
        '/written': `<title>Shop</title>${style(shopColour)}<body><iframe src="data:text/html,<p>As data</p><input>" style="${place}"></iframe>
          <iframe sandbox srcdoc="<p>As srcdoc</p>"></iframe><iframe id="empty"></iframe><script>empty.contentDocument.body.innerHTML = '<p>Put in</p>'</script>`,
      }),
      () => ({
        '/account': ad,
        '/to-data': `<script>location = 'data:text/html,' + encodeURIComponent(${JSON.stringify(ad).replaceAll('</', '<\\/')})</script>`,
        '/to-blank': `<script>location = 'about:blank'</script>`,
        '/to-blob': `<script>location = URL.createObjectURL(new Blob([${JSON.stringify(ad).replaceAll('</', '<\\/')}], { type: 'text/html' }))</script>`,
        // What is written into the document before, from which the frame still goes on, is lost.
        '/writer': `<script>const write = () => {
          try {
            const { document } = parent.frames.blank;
            if (document.URL !== 'about:blank') throw new Error('not there yet');
            document.write(${JSON.stringify(ad).replaceAll('</', '<\\/')});
          } catch { return setTimeout(write, 50) }
        };
        setTimeout(write, 50)</script>`,
      }),
    );
    for (const scope of ['navigate', 'activeTab.read', 'activeTab.interact', 'activeTab.screenshot'] as const)
      await scene.grant('allow', `browser:${scope}`, scene.shop.origin);
    for (const scope of ['activeTab.read', 'activeTab.interact', 'activeTab.screenshot'] as const)
      await scene.grant('deny', `browser:${scope}`, scene.bank.origin);
    claude = await scene.agent();
  });
  afterEach(async () => {
    for (const page of scene.browser.pages().slice(1)) await page.close();
  });
  afterAll(() => scene?.close());

  /** Opens the page and waits until one of its frames shows the words. */
  async function openUntil(path: string, words: string) {
    const tabId = await scene.open(claude, scene.shop.origin + path);
    const page = await pageAt(scene, scene.shop.origin + path);
    const find = async () => {
      for (const frame of page.frames()) {
        const text = await frame.evaluate<string>('document.body?.innerText ?? ""').catch(() => '');
        if (text.includes(words)) return frame;
      }
      return undefined;
    };
    await until(async () => (await find()) !== undefined, `a frame shows ${words}`);
    const frame = await find();
    if (!frame) throw new Error(`No frame of ${path} shows ${words} any more.`);
    return { tabId, frame };
  }

  async function pictureAt(tabId: number) {
    const { content } = await claude.client.callTool({
      name: 'computer',
      arguments: { action: 'screenshot', scale: 1, tabId },
    });
    const [image] = picturesIn({ content });
    const text = JSON.stringify(content).slice(-300);
    return {
      inFrame: image ? pixelAtPoint(image, 250, 280) : [],
      beside: image ? pixelAtPoint(image, 500, 50) : [],
      text,
    };
  }

  test.each(['/blob', '/self-data', '/self-blank', '/self-blob'])(
    'of a site that may not be used is neither shown nor used nor read in %s.',
    async path => {
      const { tabId, frame } = await openUntil(path, secret);
      const picture = await pictureAt(tabId);
      expect(picture.text).toContain('are covered');
      expect(isNear(picture.inFrame, [0, 0, 0])).toBe(true);
      expect(isNear(picture.beside, shopColour)).toBe(true);
      for (const tool of ['read_page', 'get_page_text', 'find']) {
        const { text } = await claude.call(tool, { tabId, ...(tool === 'find' && { query: 'sum' }) });
        expect(text).not.toContain(secret);
        expect(text).not.toContain('"Sum"');
      }
      const click = await claude.call('computer', { action: 'left_click', tabId, coordinate: [100, 200] });
      expect(click.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
      await frame.evaluate('document.querySelector("#sum").focus()');
      const typed = await claude.call('computer', { action: 'type', tabId, text: 'hello' });
      expect(typed.text).toMatch(/\[ERR_PERMISSION_DENIED\]$/);
      expect(await claude.call('form_input', { tabId, selector: '#sum', value: '5' })).toMatchObject({ isError: true });
      expect(await frame.evaluate('hits')).toEqual([]);
      expect(await frame.evaluate('document.querySelector("#sum").value')).toBe('');
    },
  );

  test('of the page’s own that the browser does not list is shown and used.', async () => {
    const { tabId, frame } = await openUntil('/own', 'Of the shop');
    const picture = await pictureAt(tabId);
    expect(picture.text).not.toContain('are covered');
    expect(isNear(picture.inFrame, [0, 0, 250])).toBe(true);
    const click = await claude.call('computer', { action: 'left_click', tabId, coordinate: [100, 250] });
    expect(click).toMatchObject({ isError: false });
    expect(await frame.evaluate('hits')).toContain('mousedown');
  });

  test('that the page itself wrote is the page’s own, whatever its address.', async () => {
    const { tabId } = await openUntil('/written', 'As data');
    const { text } = await claude.call('get_page_text', { tabId });
    for (const words of ['As data', 'As srcdoc', 'Put in']) expect(text).toContain(words);
    expect((await pictureAt(tabId)).text).not.toContain('are covered');
    const click = await claude.call('computer', { action: 'left_click', tabId, coordinate: [100, 250] });
    expect(click).toMatchObject({ isError: false });
    expect(await hitsOf(scene, scene.bank.origin)).toEqual([]);
  });
});
