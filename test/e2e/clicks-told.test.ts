// What a click, a drag, a hover and keys wait for, and what their answers say of what they hit and changed, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companionWorker } from '../support/chromium.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene } from './extension-scene.ts';

const page = `<!doctype html><title>Waits</title><body style="margin:0">
<style>button, div, label, a { display: block; height: 30px; width: 200px }</style>
<button id="plain">Plain</button>
<button id="later" disabled>Later</button>
<fieldset disabled><button id="never">Never</button></fieldset>
<button id="grey" aria-disabled="true">Grey</button>
<button id="under">Under</button>
<button id="half">Half</button>
<label>Gift <input id="gift" type="checkbox"></label>
<label id="drawn">Terms <input id="terms" type="checkbox" style="display:none"></label>
<button id="menu" aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true')">Menu</button>
<button id="ask" onclick="note.showModal()">Ask</button>
<button id="alert" onclick="live.textContent = 'Saved 3 rows'">Alert</button>
<button id="jump" onclick="location.hash = 'part'">Jump</button>
<button id="slow" onclick="setTimeout(() => plain.textContent = 'Plain')">Slow</button>
<button id="steal" onclick="field.focus()">Steal</button>
<a id="link" href="/next">Next</a><a id="tab" href="/next" target="_blank">Other tab</a>
<input id="field" aria-label="Field"><div id="quiet">Just words</div>
<div id="host"></div>
<div id="live" role="alert"></div>
<dialog id="note" aria-label="Sure"><button id="yes" onclick="note.close()">Yes</button></dialog>
<div id="veil" role="dialog" aria-label="Cookies" style="position:absolute;left:0;width:300px;height:30px;display:none"></div>
<div style="height:3000px"></div><button id="low">Low</button><div style="height:2000px"></div>
<script>
  window.hits = [];
  // A busy machine takes a while from one call to the next.
  const waitMs = 3_000;
  addEventListener('click', event => hits.push(event.composedPath()[0].id));
  host.attachShadow({ mode: 'open' }).innerHTML = '<button id="deep">Deep</button>';
  const over = (element, width) => {
    const { top } = element.getBoundingClientRect();
    Object.assign(veil.style, { top: top + scrollY + 'px', display: 'block', width: width + 'px' });
  };
  const at = path => location.search === '?' + path;
  if (at('later')) window.begin = () => setTimeout(() => later.disabled = false, waitMs);
  if (at('under')) over(under, 300);
  if (at('half')) over(half, 150);
  if (at('gone')) { over(under, 300); window.begin = () => setTimeout(() => veil.style.display = 'none', waitMs); }
  if (at('moving')) {
    plain.style.position = 'relative';
    let step = 0;
    const move = () => { step += 1; plain.style.left = 20 * step + 'px'; if (step < 12) setTimeout(move, 50); };
    setTimeout(move, 0);
  }
  if (at('forever')) setInterval(() => plain.style.marginLeft = (Date.now() % 300) + 'px', 5);
  if (at('missing')) window.begin = () => setTimeout(() => document.body.prepend(Object.assign(document.createElement('button'), { id: 'new', textContent: 'New' })), waitMs);
  if (at('dodge')) plain.addEventListener('mouseover', () => plain.style.marginLeft = '300px', { once: true });
  if (at('swap')) plain.addEventListener('pointerdown', () => {}, { once: true });
  if (at('sticky')) document.body.insertAdjacentHTML('afterbegin', '<header style="position:fixed;top:0;left:0;width:100%;height:70vh;background:#ddd">Head</header>');
</script>`;

const list = `<!doctype html><title>List</title><body style="margin:0">
<div id="one" role="listitem" aria-label="One" style="height:40px">One</div><div id="gap" style="height:900px"></div>
<div id="two" role="listitem" aria-label="Two" style="height:40px">Two</div><div style="height:3000px"></div>
<div id="far" role="listitem" aria-label="Far" style="height:40px">Far</div>
<script>
  window.moves = [];
  for (const type of ['mousedown', 'mouseup'])
    addEventListener(type, event => { moves.push(type + ' ' + event.target.id); if (type === 'mouseup') two.textContent = 'Two and one'; });
</script>`;

/** The first in the document is opened last, the last lies in it, and a mark stands around one. */
const dialogs = `<!doctype html><title>Dialogs</title><body>
<dialog id="upper" aria-label="Upper"><button id="up">Up</button><input id="name" aria-label="Name"></dialog>
<div inert><dialog id="lower" aria-label="Lower"><button id="low">Low</button><input id="place" aria-label="Place">
<dialog id="inner" aria-label="Inner"><button id="in">In</button></dialog></dialog></div>
<div id="host"></div><div id="tip" popover>Try again</div><button id="show" popovertarget="tip">Show</button>
<iframe srcdoc="<body style='margin:0'><button style='width:150px;height:60px' onclick=&quot;this.textContent='Pressed'&quot;>Inside</button>" style="width:200px;height:100px;border:0"></iframe>
<button id="grey" disabled style="display:block;width:200px;height:40px">Grey</button>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<button onclick="this.nextSibling.textContent = 1">Ask</button><p role="alert"></p>';</script>`;

let scene: ExtensionScene;
let tabId = 0;

describeWith(['chromium'], 'a click tells the truth', () => {
  beforeAll(async () => {
    scene = await openExtensionScene({
      '/': page,
      '/next': '<!doctype html><title>Next page</title>Next',
      '/list': list,
      '/dialogs': dialogs,
    });
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    tabId = await scene.open('/');
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });

  const call = (tool: string, args: object) => scene.companion.call(tool, args, tabId);
  const act = async (action: string, args: object) => (await call('computer', { action, ...args })).text;
  const failure = (action: string, args: object) => scene.companion.failure('computer', { action, ...args }, tabId);
  const script = async (text: string): Promise<unknown> => JSON.parse((await call('javascript_tool', { text })).text);
  const show = (path: string) => call('navigate', { url: scene.origin + path });
  const front = async () => {
    const worker = await companionWorker(scene.context);
    await worker.evaluate(id => chrome.tabs.update(id, { active: true }), tabId);
  };

  test.each([
    ['#plain', /^Clicked at \(\d+, \d+\): button "Plain"\. No change seen\.$/],
    ['#gift', /: checkbox "Gift", now checked\.$/],
    ['label', /: label "Gift", now checked\.$/],
    ['#terms', /: checkbox "Terms", now checked\.$/],
    ['#menu', /: button "Menu", now expanded\.$/],
    ['#ask', /: button "Ask"; the focus is on button "Yes"\. It shows dialog "Sure"\.$/],
    ['#alert', /: button "Alert"\. It shows alert "Saved 3 rows"\.$/],
    ['#slow', /: button "Slow"\.$/],
    ['#steal', /: button "Steal"; the focus is on textbox "Field"\.$/],
    ['#field', /: textbox "Field", focused\.$/],
    ['#quiet', /: div "Just words"\. No change seen\.$/],
  ])('A click on %s says what it hit and what that changed.', async (selector, sentence) => {
    expect(await act('left_click', { selector })).toMatch(sentence);
  });

  test('A click by coordinate says what lies there, through shadow roots.', async () => {
    await act('scroll_to', { selector: '#host' });
    const [x, y] = (await script(
      '{ const { x, y } = host.shadowRoot.firstChild.getBoundingClientRect(); [x + 5, y + 5] }',
    )) as number[];
    expect(await act('left_click', { coordinate: [x, y] })).toMatch(/: button "Deep"\. No change seen\.$/);
    expect(await act('hover', { coordinate: [x, y] })).toMatch(/^The pointer is at \(\d+, \d+\): button "Deep"/);
    expect(await script('hits')).toEqual(['deep']);
  });

  test('A link says where it led, with the title, as a surprise.', async () => {
    const { text, surprise } = await call('computer', { action: 'left_click', selector: '#link' });
    expect(text).toMatch(/: link "Next"\. The page is http:\/\/127\.0\.0\.1:\d+\/next now "Next page"\.$/);
    expect(surprise).toBe(true);
  });

  test('An address that changes within the page, and a tab that opens, are told as surprises.', async () => {
    const jumped = await call('computer', { action: 'left_click', selector: '#jump' });
    expect(jumped.text).toMatch(/: button "Jump"\. The address is http:\/\/127\.0\.0\.1:\d+\/#part now\.$/);
    const opened = await call('computer', { action: 'left_click', selector: '#tab' });
    expect(opened.text).toMatch(/: link "Other tab"\. The page opened tab \d+ \(http:[^)]+\), yours now\.$/);
    expect([jumped.surprise, opened.surprise]).toEqual([true, true]);
    const plain = await call('computer', { action: 'left_click', selector: '#gift' });
    expect(plain.surprise).toBe(false);
  });

  test.each([
    ['later', '#later', /^Clicked at \(\d+, \d+\) after \d\.\d s \(it was disabled\): button "Later"/],
    ['gone', '#under', /after \d\.\d s \(it was covered by dialog "Cookies"\): button "Under"/],
    ['missing', '#new', /^Clicked at \(\d+, \d+\) after \d\.\d s \(it was not there\): button "New"/],
    ['moving', '#plain', /: button "Plain"/],
    ['half', '#half', /^Clicked at \(\d+, \d+\): button "Half"/],
    ['dodge', '#plain', /: button "Plain"/],
    ['sticky', '#low', /: button "Low"/],
  ])('With ?%s a click waits for %s, and hits it.', async (search, selector, sentence) => {
    await show(`/?${search}`);
    await front();
    await script('window.begin?.(); 1');
    expect(await act('left_click', { selector })).toMatch(sentence);
    expect(await script('hits')).toEqual([selector.slice(1)]);
  });

  test.each([
    ['', '#never', 'The button "Never" is still disabled after 0.3 s; look what it waits for.'],
    ['', '#grey', 'The button "Grey" is still disabled after 0.3 s; look what it waits for.'],
    [
      '?under',
      '#under',
      'The button "Under" is still covered by dialog "Cookies" after 0.3 s; close that or choose another element.',
    ],
    ['?forever', '#plain', 'The button "Plain" is still moving after 0.3 s; wait until it rests, or use a coordinate.'],
  ])('At /%s a click on %s is refused, and nothing is pressed.', async (search, selector, message) => {
    await show(`/${search}`);
    await front();
    expect(await failure('left_click', { selector, selector_timeout: 0.3 })).toEqual(['ERR_TOOL_FAILED', message]);
    expect(await script('hits')).toEqual([]);
  });

  test('What a modal dialog holds back is not clicked, and its own button is.', async () => {
    await act('left_click', { selector: '#ask' });
    expect(await failure('left_click', { selector: '#plain', selector_timeout: 0.2 })).toEqual([
      'ERR_TOOL_FAILED',
      'The button "Plain" is still behind a dialog or inert after 0.2 s; use or close what is in front of it.',
    ]);
    await act('left_click', { selector: '#yes' });
    expect(await act('left_click', { selector: '#plain' })).toContain('button "Plain"');
  });

  test('Two elements are dragged by refs, and what was dragged is told.', async () => {
    await show('/list');
    const { text } = await call('find', { selector: '[role=listitem]' });
    const [one, two, far] = JSON.parse(text).elements.map(({ ref }: { ref: string }) => ref);
    await script('gap.style.height = "100px"; 1');
    expect(await act('left_click_drag', { start_ref: one, ref: two })).toMatch(
      /^Dragged from \(\d+, \d+\) to \(\d+, \d+\): listitem "One" onto listitem "Two"\.$/,
    );
    expect(await script('moves')).toEqual(['mousedown one', 'mouseup two']);
    expect(await act('left_click_drag', { start_selector: '#two', coordinate: [20, 10] })).toContain('listitem "Two"');
    expect(await failure('left_click_drag', { start_ref: one, ref: far, selector_timeout: 1 })).toEqual([
      'ERR_TOOL_FAILED',
      'The listitem "One" and the listitem "Far" are not in view at once; make the window larger with resize_window.',
    ]);
    expect(await failure('left_click_drag', { ref: two })).toEqual([
      'ERR_INVALID_ARGUMENTS',
      'left_click_drag needs a start_coordinate [x, y], a start_ref from read_page or a start_selector.',
    ]);
  });

  test('Of two modal dialogs the one that was opened last can be used, wherever it stands in the document.', async () => {
    await show('/dialogs');
    await script('lower.showModal(); 1');
    expect(await act('left_click', { selector: '#low' })).toContain('button "Low"');
    await script('upper.showModal(); 1');
    expect(await act('left_click', { selector: '#up' })).toContain('button "Up"');
    expect((await call('form_input', { selector: '#name', value: 'Ana' })).text).toContain('Set the value');
    const held = ['ERR_TOOL_FAILED', expect.stringMatching(/is still behind a dialog or inert after 0\.2 s/)];
    expect(await failure('left_click', { selector: '#low', selector_timeout: 0.2 })).toEqual(held);
    const fill = { selector: '#place', value: 'Oslo', selector_timeout: 0.2 };
    expect(await scene.companion.failure('form_input', fill, tabId)).toEqual(held);
    await script('upper.close(); inner.showModal(); 1');
    expect(await act('left_click', { selector: '#in' })).toContain('button "In"');
    expect(await scene.companion.failure('form_input', fill, tabId)).toEqual(held);
  });

  test('What comes up in a shadow tree, and a popover without a role, is told.', async () => {
    await show('/dialogs');
    expect(await act('left_click', { selector: 'button:not([id])' })).toContain('It shows alert "1".');
    expect(await act('left_click', { selector: '#show' })).toMatch(/It shows .*"Try again"/);
  });

  test('A click by coordinate says what lies in a frame, what that changed, and what is disabled.', async () => {
    await show('/dialogs');
    const middle = async (selector: string) =>
      (await script(
        `{ const { x, y } = document.querySelector('${selector}').getBoundingClientRect(); [x + 75, y + 30] }`,
      )) as number[];
    const coordinate = await middle('iframe');
    expect(await act('left_click', { coordinate })).toMatch(/: button "(Inside|Pressed)" in iframe[^.]*\.$/);
    expect(await act('left_click', { coordinate: await middle('#grey') })).toMatch(
      /: button "Grey", which is disabled/,
    );
  });
});
