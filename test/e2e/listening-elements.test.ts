// What acts only because scripts listen to clicks on it is listed and found like everything else that acts, in a real Chromium.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../support/panel-client.ts';
import { describeWith } from '../support/provided.ts';
import { type ExtensionScene, openExtensionScene, type Page } from './extension-scene.ts';
import {
  changing,
  lastListener,
  listening,
  listeningInner,
  manyListening,
  severalFrames,
  signs,
} from './listening-pages.ts';

let scene: ExtensionScene;
let tabId = 0;

describeWith(['chromium'], 'What scripts listen to', () => {
  beforeAll(async () => {
    const pages: Record<string, Page> = {
      '/inner': listeningInner,
      '/many': manyListening,
      '/changing': changing,
      '/signs': signs,
      '/several': severalFrames,
      '/last': lastListener,
    };
    scene = await openExtensionScene(pages);
    pages['/'] = listening(scene.origin.replace('127.0.0.1', 'localhost'));
  });
  afterAll(() => scene?.close());
  beforeEach(() => {
    scene.companion.covered = origins => origins;
    return async () => void (await scene.companion.call('tabs_close', {}, tabId));
  });
  const call = async (tool: string, args: object) => (await scene.companion.call(tool, args, tabId)).text;
  const refIn = (text: string, name: string) => {
    const ref = new RegExp(`clickable "${name}" \\[([\\w]+)\\]`).exec(text)?.[1];
    if (ref === undefined) throw new Error(`${name} is not listed in\n${text}`);
    return ref;
  };
  const titleOf = async () => JSON.parse(await call('javascript_tool', { text: 'document.title' }));

  test('is listed, in shadow trees and frames too, but not twice and not where it only hears for what is in it.', async () => {
    tabId = await scene.open('/');
    let text = '';
    await until(async () => {
      text = await call('read_page', {});
      return text.includes('near') && text.includes('far');
    }, 'both frames are read');
    for (const name of [
      'Expand',
      'By property',
      'In the open root',
      'In the closed root',
      'Inside\\?near',
      'Inside\\?far',
    ])
      refIn(text, name);
    expect(text).toMatch(/clickable \[ref_\d+\] hint="?[^\n]*lamp/);
    expect(text).toMatch(/clickable \[ref_\d+\]\n +"A card"\n +button "Like"/);
    for (const name of ['Only moves', 'now', 'Hidden']) expect(text).not.toContain(`clickable "${name}"`);
    // Neither the list nor what holds all of the page acts by itself.
    expect(text.split('clickable')).toHaveLength(9);
    const usable = await call('read_page', { filter: 'interactive' });
    for (const name of ['Expand', 'By property', 'In the closed root', 'Inside\\?far']) refIn(usable, name);
  });

  test('is found by words, and clicked by its ref.', async () => {
    tabId = await scene.open('/');
    const { elements } = JSON.parse(await call('find', { query: 'closed root' }));
    expect(elements[0]).toMatchObject({ role: 'clickable', name: 'In the closed root' });
    await call('computer', { action: 'left_click', ref: elements[0].ref });
    expect(await titleOf()).toBe('closed');
    await call('computer', { action: 'left_click', ref: refIn(await call('read_page', {}), 'By property') });
    expect(await titleOf()).toBe('property');
  });

  test('is found by a sign alone, and told by its lines where it has several.', async () => {
    tabId = await scene.open('/signs');
    const { elements } = JSON.parse(await call('find', { query: '+' }));
    expect(elements).toHaveLength(1);
    expect(elements[0]).toMatchObject({ role: 'clickable', name: '+' });
    expect(await call('read_page', {})).toMatch(/clickable \[ref_\d+\]\n +"Welcome"\n +"user\$"/);
  });

  test('is what listens at the time of reading.', async () => {
    tabId = await scene.open('/changing');
    const before = await call('read_page', {});
    expect(before).not.toContain('Turn off');
    await call('computer', { action: 'left_click', ref: refIn(before, 'Turn on') });
    await call('computer', { action: 'left_click', ref: refIn(before, 'Only once') });
    const after = await call('read_page', {});
    refIn(after, 'Turn off');
    expect(after).toContain('"Only once!"');
    expect(after).not.toContain('clickable "Only once!"');
  });

  test('is listed in each of several frames, one by one too, and no longer where nothing listens any more.', async () => {
    tabId = await scene.open('/several');
    let text = '';
    await until(async () => {
      text = await call('read_page', {});
      return ['?a', '?b', '?c', '"Last'].every(words => text.includes(words));
    }, 'all frames are read');
    for (const name of ['Inside\\?a', 'Inside\\?b', 'Inside\\?c', 'Last']) refIn(text, name);
    const ref = refIn(text, 'Last');
    expect(await call('read_page', { ref_id: ref })).toContain(`clickable "Last" [${ref}]`);
    await call('computer', { action: 'left_click', ref });
    text = await call('read_page', {});
    expect(text).toContain('"Last!"');
    expect(text).not.toContain('clickable "Last!"');
  });

  test('is listed however much of it there is.', async () => {
    tabId = await scene.open('/many');
    const text = await call('read_page', { max_chars: 100_000 });
    for (const at of [1, 600, 1200]) refIn(text, `Row ${at}`);
  });
});
