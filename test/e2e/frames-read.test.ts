// read_page, get_page_text and find go into the frames of a page, as far as the hub lets their origins pass, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

let scene: ExtensionScene;
let other = '';

describeWith(['chromium'], 'The frames of a page', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': response =>
        response.end(`<title>Shop</title><h1>Goods</h1>
        <iframe title="Basket" src="/basket"></iframe>
        <p>Between</p><iframe title="Pay" src="${other}/pay"></iframe>
        <iframe srcdoc="<button>Written here</button>"></iframe><iframe sandbox srcdoc="<button>Sandboxed</button>"></iframe>
        <iframe src="data:text/html,<button>As data</button>"></iframe>
        <div id="host"></div><p>After</p><script>
          const blob = document.createElement('iframe');
          blob.src = URL.createObjectURL(new Blob(['<button>From a blob</button>'], { type: 'text/html' }));
          document.body.append(blob);
          host.attachShadow({ mode: 'open' }).innerHTML = '<iframe src="${other}/shadow"></iframe><iframe src="/closed"></iframe>';
        </script>`),
      '/basket': '<title>Basket</title><h2>Two apples</h2><button>Empty</button><iframe src="/sum"></iframe>',
      '/sum': '<p>Sum: 4.20</p><button>Recount</button>',
      '/pay': '<title>Bank</title><label>Card <input id="card" value="4711"></label><button>Pay now</button>',
      '/shadow': '<button>In the shadow</button>',
      '/closed': '<button>Own in the shadow</button>',
    });
    other = scene.origin.replace('127.0.0.1', 'localhost');
  });
  afterAll(() => scene?.close());

  let tabId = 0;
  beforeEach(async () => {
    scene.companion.covered = origins => origins;
    tabId = await scene.open('/');
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });
  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;

  test('try', async () => {
    console.log(await call('read_page', {}));
    console.log(await call('read_page', { filter: 'interactive' }));
    console.log(await call('get_page_text', {}));
    console.log(await call('find', { query: 'button', limit: 3 }));
    scene.companion.covered = () => [];
    const text = await call('read_page', {});
    console.log(text);
    console.log(await call('get_page_text', {}));
    const ref = /"Pay" \[(\w+)\]/.exec(text)?.[1];
    console.log(await call('read_page', { ref_id: ref }));
    scene.companion.covered = origins => origins;
    const pay = JSON.parse(await call('find', { query: 'pay now' })).elements[0];
    console.log(pay, await call('computer', { action: 'left_click', ref: pay.ref }));
    console.log(await call('form_input', { selector: '#card', value: '12' }));
    console.log(await call('computer', { action: 'type', selector: '#card', text: 'abc', clear: true }));
    console.log(await call('find', { selector: '#card' }));
  });
});
