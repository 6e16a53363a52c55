// What lies at a coordinate in a frame is used there, and not the frame around it, in a real Firefox, whose scripted events cross no frame.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';

const inner = `<title>Inner</title><body style="margin:0"><style>body > * { position: absolute; left: 10px; margin: 0 }</style>
  <button style="top:10px;width:100px;height:30px" onclick="out.textContent += ' Paid'" onmouseover="out.textContent += ' Over'">Pay</button>
  <input type="range" aria-label="Volume" value="0" style="top:50px;width:200px;height:20px" onchange="out.textContent += ' Moved'">
  <div id="list" style="top:80px;width:200px;height:60px;overflow:auto"><div class="inside" style="height:460px">List</div></div>
  <p id="out" style="top:150px"></p>`;
const frame = (title: string, address: string, top: number, height: number) =>
  `<iframe title="${title}" src="${address}" style="position:absolute;left:0;top:${top}px;width:400px;height:${height}px;border:0"></iframe>`;

/** Where the inner page begins in the tab. */
const tops = { own: 0, 'of another site': 200, 'in a frame of another site': 420 } as const;

let scene: FirefoxScene;
let tabId = 0;

const act = (action: string, args: object = {}) => scene.said(tabId, 'computer', { action, ...args });
const text = () => scene.said(tabId, 'get_page_text');

/** Where that lies in the tab, of the inner page with that name. */
async function topOf(selector: string, name: string): Promise<number> {
  const { elements } = JSON.parse(await scene.said(tabId, 'find', { selector })) as {
    elements: { box: { y: number } }[];
  };
  return elements[Object.keys(tops).indexOf(name)]!.box.y;
}

describeWith(['firefox'], 'A place in a frame', () => {
  beforeAll(async () => {
    scene = await openFirefoxScene(
      (_, bank) => ({
        '/': `<title>Outer</title>${frame('Own', '/inner', 0, 200)}${frame('Other', `${bank}/inner`, 200, 200)}${frame('Around', `${bank}/around`, 400, 220)}
          <div style="height:3000px"></div>`,
        '/inner': inner,
      }),
      shop => ({ '/inner': inner, '/around': `<body style="margin:0">${frame('Inner', `${shop}/inner`, 20, 200)}` }),
    );
  });
  afterAll(() => scene?.close());
  beforeEach(async () => {
    tabId = await scene.open(scene.claude, `${scene.shop.origin}/`);
    await until(async () => (await text()).split('List').length > 3, 'all frames are read');
  });

  test.each(Object.entries(tops))('%s is pressed, pointed at and dragged.', async (_, top) => {
    expect(await act('left_click', { coordinate: [60, top + 25] })).toMatch(/: button "Pay" in iframe/);
    expect(await text()).toContain('Paid');
    await act('hover', { coordinate: [60, top + 25] });
    expect(await text()).toContain('Paid Over');
    await act('left_click_drag', { start_coordinate: [20, top + 60], coordinate: [150, top + 60] });
    expect(await text()).toContain('Over Moved');
  });

  test.each(Object.entries(tops))('%s is scrolled, and at its end what stands around it.', async (name, top) => {
    const [before, began] = [await topOf('.inside', name), await topOf('button', name)];
    const scroll = (amount: number) => act('scroll', { coordinate: [60, top + 100], scroll_amount: amount });
    expect(await scroll(3)).toBe('Scrolled down by 300 pixels.');
    expect(await topOf('.inside', name)).toBe(before - 300);
    await scroll(10);
    expect(await topOf('.inside', name)).toBe(before - 400);
    await scroll(1);
    expect(await topOf('.inside', name)).toBe(before - 500);
    expect(await topOf('button', name)).toBe(began - 100);
    const aside = await act('scroll', { coordinate: [60, top], scroll_direction: 'right' });
    expect(aside).toMatch(/^Scrolled right by 300 pixels, but nothing moved: /);
  });

  test('of a site that nobody decided on is asked for before anything is pressed there.', async () => {
    await scene.revoke('allow', 'browser:activeTab.interact', scene.bank.origin);
    const pressed = act('left_click', { coordinate: [60, tops['of another site'] + 25] });
    await until(() => Object.keys(scene.hub.snapshot.prompts).length > 0, 'the user is asked');
    expect(await text()).not.toContain('Paid');
    await scene.grant('allow', 'browser:activeTab.interact', scene.bank.origin);
    expect(await pressed).toMatch(/: button "Pay" in iframe/);
    expect(await text()).toContain('Paid');
  });
});
