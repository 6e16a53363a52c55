// A page that an agent works in where nobody looks, and all that a hand can do there.
import { expect } from 'vitest';
import { until } from '../support/panel-client.ts';
import type { ReportedTab } from '../../contract/schemas/companion.ts';
import type { PlainScene } from './extension-scene.ts';

export const workPage = `<!doctype html><title>Work</title><body style="margin:0;height:3000px">
<button id="go" style="position:absolute;left:10px;top:10px" onclick="count(event)">Go</button>
<input id="name" style="position:absolute;left:10px;top:50px">
<div id="card" draggable="true" style="position:absolute;left:10px;top:100px;width:60px;height:60px;background:tomato">card</div>
<button id="small" style="position:absolute;left:100px;top:10px" onclick="open('/work?small', '', 'width=300,height=300')">Small</button>
<button id="tab" style="position:absolute;left:400px;top:10px" onclick="window.open('/work?opened')">Tab</button>
<button id="ask" style="position:absolute;left:200px;top:10px" onclick="document.title = String(confirm('Sure?'))">Ask</button>
<div id="box" style="position:absolute;left:300px;top:100px;width:120px;height:120px;background:skyblue">box</div>
<div id="knob" style="position:absolute;left:10px;top:250px;width:40px;height:40px;background:gold">knob</div>
<div style="position:absolute;left:300px;top:250px;width:200px;height:20px;background:linear-gradient(90deg,red,blue)"></div>
<script>
  const done = { clicks: 0, untrusted: 0, keys: 0, dropped: '', knob: 0, wheel: 0 };
  const count = event => { done.clicks += 1; if (!event.isTrusted) done.untrusted += 1; document.title = 'Clicked ' + done.clicks; };
  document.getElementById('name').addEventListener('keydown', () => { done.keys += 1; });
  const card = document.getElementById('card'), box = document.getElementById('box'), knob = document.getElementById('knob');
  card.addEventListener('dragstart', event => event.dataTransfer.setData('text/plain', 'the card'));
  box.addEventListener('dragover', event => event.preventDefault());
  box.addEventListener('drop', event => { event.preventDefault(); done.dropped = event.dataTransfer.getData('text/plain'); });
  knob.addEventListener('pointerdown', event => knob.setPointerCapture(event.pointerId));
  knob.addEventListener('pointermove', event => { if (event.buttons) done.knob = Math.round(event.clientX); });
  addEventListener('wheel', () => { done.wheel += 1; });
</script>`;

export async function act({ companion }: PlainScene, tabId: number, args: object): Promise<string> {
  const { text } = await companion.call('computer', args, tabId);
  return text;
}

export async function doneIn({ companion }: PlainScene, tabId: number): Promise<Record<string, unknown>> {
  const { text } = await companion.call('javascript_tool', { text: 'done' }, tabId);
  return JSON.parse(text);
}

export function tabsOf({ companion }: PlainScene): readonly ReportedTab[] {
  const said = companion.heard.findLast(({ method }) => method === 'tabs');
  return ((said?.params ?? { tabs: [] }) as { tabs: readonly ReportedTab[] }).tabs;
}

/** All that a hand can do, and a picture after each. Nothing of it may depend on a frame that nobody sees. */
export async function useEverything(scene: PlainScene, tabId: number): Promise<void> {
  const before = await doneIn(scene, tabId);
  const picture = async () => {
    const { content } = await scene.companion.call('computer', { action: 'screenshot', scale: 1 }, tabId);
    const data = String(content[0]?.data);
    expect(data.length).toBeGreaterThan(1_000);
    return data;
  };
  const blank = await picture();
  await act(scene, tabId, { action: 'left_click', selector: '#go' });
  await picture();
  await act(scene, tabId, { action: 'type', selector: '#name', text: 'by hand', clear: true });
  expect(await picture()).not.toBe(blank);
  await act(scene, tabId, { action: 'left_click_drag', start_coordinate: [40, 130], coordinate: [360, 160] });
  await picture();
  await act(scene, tabId, { action: 'left_click_drag', start_coordinate: [30, 270], coordinate: [200, 270] });
  await act(scene, tabId, { action: 'scroll', coordinate: [200, 200], scroll_direction: 'down', scroll_amount: 2 });
  await until(
    async () => Number((await doneIn(scene, tabId)).wheel) > Number(before.wheel),
    'the page hears the wheel',
  );
  await act(scene, tabId, { action: 'scroll', coordinate: [200, 200], scroll_direction: 'up', scroll_amount: 10 });
  await picture();
  expect(await doneIn(scene, tabId)).toMatchObject({
    clicks: Number(before.clicks) + 1,
    untrusted: 0,
    keys: Number(before.keys) + 7,
    dropped: 'the card',
    knob: 200,
  });
  const { text } = await scene.companion.call(
    'javascript_tool',
    { text: "scrollTo(0, 0); done.dropped = ''; done.knob = 0" },
    tabId,
  );
  expect(text).toBe('0');
}
