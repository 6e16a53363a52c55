// read_page, get_page_text, find and waiting go into the frames of a page, as far as the hub lets their origins pass, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene, type Page } from './extension-scene.ts';

const shop = (other: string) => `<title>Shop</title><h1>Goods</h1>
  <iframe title="Basket" src="/basket"></iframe>
  <p>Between</p><iframe title="Pay" src="${other}/pay"></iframe>
  <iframe srcdoc="<button>Written here</button>"></iframe><iframe sandbox srcdoc="<button>Sandboxed</button>"></iframe>
  <iframe src="data:text/html,<button>As data</button>"></iframe><iframe id="empty"></iframe>
  <div id="host"></div><p>After</p><script>
    empty.contentDocument.body.innerHTML = '<button>Put in</button>';
    const blob = document.createElement('iframe');
    blob.src = URL.createObjectURL(new Blob(['<button>From a blob</button>'], { type: 'text/html' }));
    document.body.append(blob);
    host.attachShadow({ mode: 'open' }).innerHTML = '<iframe src="${other}/shadow"></iframe><iframe src="/own-shadow"></iframe>';
  </script>`;
const ads = (other: string) =>
  `<title>News</title><h1>News</h1>${`<iframe src="${other}/ad" width="50" height="50"></iframe>`.repeat(50)}<p>The end</p>`;
const names = ['Empty', 'Recount', 'Pay now', 'Written here', 'Sandboxed', 'As data', 'Put in', 'In the shadow'];
const all = [...names, 'Own in the shadow', 'From a blob'];

let scene: ExtensionScene;
let other = '';
let tabId = 0;

describeWith(['chromium'], 'The frames of a page', () => {
  beforeAll(async () => {
    const pages: Record<string, Page> = {
      '/basket': '<title>Basket</title><h2>Two apples</h2><button>Empty</button><iframe src="/sum"></iframe>',
      '/sum': '<p>Sum: 4.20</p><button>Recount</button>',
      '/pay': '<title>Bank</title><label>Card <input id="card" value="4711"></label><button>Pay now</button>',
      '/shadow': '<button>In the shadow</button>',
      '/own-shadow': '<button>Own in the shadow</button>',
      '/ad': '<p>Buy this</p>',
      '/long': `<title>Long</title>${'<p>Many words of the page</p>'.repeat(400)}<iframe src="/basket"></iframe>`,
      '/first': `<title>First</title><iframe src="/long" height="100"></iframe>${'<p>Words</p>'.repeat(20)}<iframe src="/basket"></iframe>`,
      '/busy': `<title>Busy</title><h1>Here</h1><iframe src="/basket"></iframe>`,
    };
    scene = await openExtensionScene(pages);
    other = scene.origin.replace('127.0.0.1', 'localhost');
    pages['/'] = shop(other);
    pages['/ads'] = ads(other);
    pages['/busy'] += `<iframe src="${other}/spin"></iframe>`;
    pages['/spin'] =
      '<p>Round</p><script>addEventListener("load", () => setTimeout(() => { for (;;); }, 100))</script>';
  });
  afterAll(() => scene?.close());
  beforeEach(() => {
    scene.companion.covered = origins => origins;
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });
  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const readUntil = async (args: object, words: readonly string[]): Promise<string> => {
    let text = '';
    await until(
      async () => {
        text = await call('read_page', args);
        return words.every(it => text.includes(it));
      },
      `${words.join(', ')} are read`,
    );
    return text;
  };

  test('of every kind are read below the lines at which they stand, with refs of their own.', async () => {
    tabId = await scene.open('/');
    for (const filter of ['all', 'interactive']) {
      const text = await readUntil({ filter }, all);
      const lines = text.split('\n');
      for (const name of all) expect(text).toMatch(new RegExp(`^ +button "${name}" \\[f\\d+_ref_\\d+\\]$`, 'm'));
      const at = lines.findIndex(line => line.includes('"Basket"'));
      const inner = lines.slice(at).findIndex(line => line.includes('Recount'));
      expect(inner).toBeGreaterThan(0);
      expect(inner).toBeLessThan(lines.slice(at).findIndex(line => line.includes('"Pay"')));
      expect(lines.find(line => line.includes('"Pay"'))).toMatch(
        new RegExp(`^iframe "Pay" \\[ref_\\d+\\] .*${other}$`),
      );
    }
  });

  test('are part of the text, of what is found and of what is waited for.', async () => {
    tabId = await scene.open('/');
    await readUntil({}, all);
    const text = await call('get_page_text', {});
    for (const words of ['Goods', 'Two apples', 'Sum: 4.20', 'Card', 'Put in', 'From a blob', 'After'])
      expect(text.split(words)).toHaveLength(2);
    const { matches, elements } = JSON.parse(await call('find', { query: 'button' }));
    expect(matches).toBe(all.length);
    expect(elements.map(({ name }: { name: string }) => name).toSorted()).toEqual(all.toSorted());
    expect(JSON.parse(await call('find', { selector: '#card' }))).toMatchObject({
      matches: 1,
      elements: [{ name: 'Card', tag: 'input' }],
    });
    expect(await call('computer', { action: 'wait', text: 'Sum: 4.20' })).toContain('is there after');
    expect(await call('computer', { action: 'wait', selector: '#card' })).toContain('is there after');
    expect(await call('get_page_text', { selector: 'h2' })).toMatch(/\n\nTwo apples$/);
  });

  test('tell the boxes of their elements in pixels of the tab.', async () => {
    tabId = await scene.open('/');
    await readUntil({}, all);
    const page = scene.context.pages().find(it => it.url() === `${scene.origin}/`);
    const frame = page?.frames().find(it => it.url() === `${other}/pay`);
    const outer = await page?.evaluate<number[]>(`(() => {
      const frame = document.querySelector('[title=Pay]');
      const { x, y } = frame.getBoundingClientRect();
      return [x + frame.clientLeft, y + frame.clientTop];
    })()`);
    const place = `(({ x, y }) => [x, y])(document.querySelector('button').getBoundingClientRect())`;
    const inner = await frame?.evaluate<number[]>(place);
    const { elements } = JSON.parse(await call('find', { query: 'pay now button', limit: 1 }));
    const { name, box } = elements[0];
    expect(name).toBe('Pay now');
    expect(Math.abs(box.x - Number(outer?.[0]) - Number(inner?.[0]))).toBeLessThan(1.5);
    expect(Math.abs(box.y - Number(outer?.[1]) - Number(inner?.[1]))).toBeLessThan(1.5);
  });

  test('of an origin that may not be read stay one line, until they are named and decided on.', async () => {
    tabId = await scene.open('/');
    await readUntil({}, all);
    scene.companion.covered = () => [];
    const text = await call('read_page', {});
    const [, line = '', ref = ''] = /^(iframe "Pay" \[(ref_\d+)\].*)$/m.exec(text) ?? [];
    expect(line).toContain(
      `${other}: not read, because no rule lets this agent read there; read_page with ref_id ${ref} asks`,
    );
    expect(text.match(/: not read$/gm)).toHaveLength(1);
    expect(text).toContain('Own in the shadow');
    for (const secret of ['4711', 'Pay now', 'In the shadow"']) expect(text).not.toContain(secret);
    expect(await call('get_page_text', {})).not.toContain('Card');
    expect(JSON.parse(await call('find', { query: 'pay now' })).unread).toContain(`[${ref}] ${other}: not read`);
    expect(JSON.parse(await call('find', { query: 'pay now' })).elements).not.toMatchObject([{ role: 'button' }]);
    const named = await call('read_page', { ref_id: ref });
    expect(named).toContain('Pay now');
    expect(named).not.toContain('Goods');
  });

  test('as ads are 50 short lines in one answer, read or not.', async () => {
    tabId = await scene.open('/ads');
    const count = async (words: string) => (await call('read_page', {})).split(words).length - 1;
    await until(async () => (await count('Buy this')) === 50, 'all ads are read');
    expect(await call('read_page', { filter: 'interactive' })).not.toContain('iframe');
    scene.companion.covered = () => [];
    const text = await call('read_page', {});
    expect(text.split('not read')).toHaveLength(51);
    expect(text.length).toBeLessThan(50 * 60);
    expect(text).toContain('The end');
  });

  test('share the budget with the page, and what is left over is named.', async () => {
    tabId = await scene.open('/long');
    const text = await readUntil({ max_chars: 60_000 }, ['Recount']);
    expect(text).toContain('Many words');
    tabId = await scene.open('/first');
    await until(async () => (await call('read_page', {})).includes('Recount'), 'all frames are there');
    const shared = await call('read_page', { max_chars: 3_000 });
    expect(shared).toContain('Many words');
    expect(shared).toContain('Two apples');
    expect(shared.length).toBeLessThan(4_000);
  });

  test('that are busy for ever or come and go hold up nothing.', async () => {
    tabId = await scene.open('/busy');
    const text = await readUntil({}, ['Recount']);
    expect(text).toContain('Here');
    const script = `setInterval(() => {
      document.querySelector('#gone')?.remove();
      document.body.append(Object.assign(document.createElement('iframe'), { id: 'gone', src: '/basket' }));
    }, 20)`;
    await call('javascript_tool', { text: script });
    for (let reads = 0; reads < 5; reads += 1) expect(await call('read_page', {})).toContain('Here');
    expect(await call('get_page_text', {})).toContain('Here');
    expect(JSON.parse(await call('find', { query: 'here' })).matches).toBeGreaterThan(0);
  });
});
