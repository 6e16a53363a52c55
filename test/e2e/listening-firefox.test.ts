// What acts only because scripts listen to clicks on it is listed in a real Firefox too, which tells no extension of listeners.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type FirefoxScene, openFirefoxScene } from './firefox-scene.ts';
import { changing, listening, listeningInner } from './listening-pages.ts';

const ends = `<title>Ends</title><div id="stays">Stays</div><div id="removed">Removed</div><div id="aborted">Aborted</div><div id="twice">Twice</div><div id="odd">Odd</div>
  <p id="told"></p><script>
    const [hear, end] = [() => {}, new AbortController()];
    for (const id of ['stays', 'removed', 'twice']) document.getElementById(id).addEventListener('click', hear);
    twice.addEventListener('click', hear, true);
    aborted.addEventListener('click', hear, { signal: end.signal });
    stays.removeEventListener('click', () => {});
    removed.removeEventListener('click', hear);
    twice.removeEventListener('click', hear);
    end.abort();
    Object.defineProperty(odd, 'onclick', { get() { throw new Error('Not to be looked at'); } });
    addEventListener('message', { handleEvent: ({ data }) => { told.textContent = 'Heard ' + data; } });
    try { stays.addEventListener('click'); } catch (error) { postMessage(error instanceof TypeError ? 'a TypeError' : String(error)); }
  </script>`;

let scene: FirefoxScene;
let tabId = 0;

describeWith(['firefox'], 'What scripts listen to in Firefox', () => {
  beforeAll(async () => {
    const pages = { '/inner': listeningInner, '/changing': changing, '/ends': ends, '/start': '<title>Start</title>' };
    scene = await openFirefoxScene(
      (_, bank) => ({ ...pages, '/': listening(bank) }),
      () => pages,
    );
    tabId = await scene.open(scene.claude, `${scene.shop.origin}/start`);
  });
  afterAll(() => scene?.close());
  const goTo = async (path: string) =>
    expect(await scene.said(tabId, 'navigate', { url: `${scene.shop.origin}${path}` })).toContain(path);
  const read = () => scene.said(tabId, 'read_page');
  const refIn = (text: string, name: string) => new RegExp(`clickable "${name}" \\[([\\w]+)\\]`).exec(text)?.[1] ?? '';

  test('is listed, in shadow trees and frames too, but not where it only hears for what is in it.', async () => {
    await goTo('/');
    let text = '';
    await until(async () => {
      text = await read();
      return text.includes('near') && text.includes('far');
    }, 'both frames are read');
    const names = ['Expand', 'By property', 'In the open root', 'In the closed root', 'Inside\\?near', 'Inside\\?far'];
    for (const name of names) expect(text).toMatch(new RegExp(`clickable "${name}" \\[`));
    expect(text).toMatch(/clickable \[ref_\d+\] hint="?[^\n]*lamp/);
    for (const name of ['Only moves', 'now', 'Hidden']) expect(text).not.toContain(`clickable "${name}"`);
    expect(text.split('clickable')).toHaveLength(9);
  });

  test('is what listens at the time of reading.', async () => {
    await goTo('/changing');
    const before = await read();
    for (const name of ['Turn on', 'Only once'])
      await scene.said(tabId, 'computer', { action: 'left_click', ref: refIn(before, name) });
    const after = await read();
    expect(refIn(after, 'Turn off')).not.toBe('');
    expect(after).toContain('"Only once!"');
    expect(refIn(after, 'Only once!')).toBe('');
  });

  test('is kept count of as the page means it, and the page hears what it would hear.', async () => {
    await goTo('/ends');
    let text = '';
    await until(async () => {
      text = await read();
      return text.includes('Heard a TypeError');
    }, 'the page hears its message');
    for (const name of ['Stays', 'Twice']) expect(refIn(text, name)).not.toBe('');
    expect(text).toContain('"Odd"');
    for (const name of ['Removed', 'Aborted']) expect(refIn(text, name)).toBe('');
  });
});
