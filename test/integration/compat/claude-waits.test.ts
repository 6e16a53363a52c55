// Waits through an extension of spec 001, which answers one call at a time: while one agent waits, others are served.
import { expect, test } from 'vitest';
import { openScene, type ToolRequest, textResult, withGroup } from './claude-scene.ts';

/** Two agents with a tab each, before an extension whose pages have nothing to wait for until the second agent has clicked. */
async function openTwo() {
  const { place, panel, extend } = await openScene();
  const page = { clicked: false, looks: 0 };
  const answer = ({ tool, args }: ToolRequest) => {
    if (tool === 'computer' && args.action === 'left_click') page.clicked = true;
    // It would take its time for that, and answer nobody else.
    if (tool === 'computer' && args.action === 'wait') return null;
    if (tool !== 'javascript_tool') return textResult(`${tool} done`);
    page.looks += 1;
    return textResult(JSON.stringify({ at: 1, from: 'https://example.com', met: page.clicked, x: 5, y: 5 }));
  };
  const extension = await extend(withGroup(answer));
  const agent = async (name: string) => {
    const made = await place.httpAgent(await panel.request('clients:create', { name, start: 'own-tabs' }));
    await made.call('tabs_create', {});
    // Now it is known which page its tab shows.
    await made.call('tabs_context', {});
    return made;
  };
  return { page, extension, one: await agent('One'), other: await agent('Other') };
}

const click = { action: 'left_click', coordinate: [1, 1] };

test('What a page shows is waited for in short looks, between which the calls of another agent are done.', async () => {
  const { page, one, other } = await openTwo();
  const waits = one.call('computer', { action: 'wait', text: 'Done', duration: 100 });
  await expect.poll(() => page.looks).toBeGreaterThan(1);
  expect(await other.call('computer', click)).toMatchObject({ isError: false });
  expect(await waits).toMatchObject({ isError: false, text: expect.stringContaining('The text "Done" is there') });
});

test('So is an element that is clicked once it is there.', async () => {
  const { page, one, other, extension } = await openTwo();
  const waits = one.call('computer', { action: 'left_click', selector: '#late', selector_timeout: 30 });
  await expect.poll(() => page.looks).toBeGreaterThan(2);
  expect(await other.call('computer', click)).toMatchObject({ isError: false });
  expect(await waits).toMatchObject({ isError: false, text: expect.stringContaining('computer done') });
  const clicks = extension.requests.filter(({ args }) => args.action === 'left_click').map(({ args }) => args);
  expect(clicks).toMatchObject([{ coordinate: [1, 1] }, { coordinate: [5, 5] }]);
});

test('A wait for a time alone keeps nobody from the browser.', async () => {
  const { one, other, extension } = await openTwo();
  const ended: string[] = [];
  const before = extension.requests.length;
  const waits = one.call('computer', { action: 'wait', duration: 30 }).finally(() => ended.push('wait'));
  await expect.poll(() => extension.requests.length).toBeGreaterThan(before);
  expect(await other.call('computer', click)).toMatchObject({ isError: false });
  expect(ended).toEqual([]);
  expect(await one.call('computer', { action: 'wait', duration: 0 })).toMatchObject({
    text: expect.stringContaining('Waited for 0 s.'),
  });
  void waits.catch(() => {});
});
