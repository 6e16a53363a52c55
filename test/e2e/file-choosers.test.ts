// Pages that ask for files, in a real Chromium: no chooser is shown to anybody, the answer says who asked, and the next call works.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/provided.ts';
import { openPlainScene, type PlainScene } from './extension-scene.ts';

const page = (script: string, more = '') =>
  `<!doctype html><title>Files</title><p id="said">nothing</p><button onclick="${script}">Go</button>
   <script>const say = value => { said.textContent = String(value); };</script>${more}`;
const field = (attributes = '') =>
  `<input type="file" id="field" ${attributes} onchange="document.title = this.files[0].name">`;

const pages = {
  '/showOpenFilePicker': page('showOpenFilePicker().then(say, error => say(error.name))'),
  '/showDirectoryPicker': page('showDirectoryPicker().then(say, error => say(error.name))'),
  '/showSaveFilePicker': page('showSaveFilePicker().then(say, error => say(error.name))'),
  '/late': page("fetch('/nothing').then(() => setTimeout(() => field.click(), 400))", field('hidden')),
  '/capture': page('field.click()', field('capture="user" accept="image/*"')),
};
const asked = 'The page asked for files; no chooser is shown: hand them to its file field with file_upload.';
const files = [{ name: 'a.png', type: 'image/png', data: 'aGk=' }];

let scene: PlainScene;

const call = async (tool: string, args: object, tabId: number) => {
  const { content } = await scene.companion.call(tool, args, tabId);
  return content.map(({ text }) => String(text)).join(' ');
};
const click = (tabId: number) => call('computer', { action: 'left_click', selector: 'button' }, tabId);
const script = (text: string, tabId: number) => call('javascript_tool', { text }, tabId);

describeWith(['chromium'], 'Pages that ask for files', () => {
  beforeAll(async () => {
    scene = await openPlainScene(pages);
  }, 60_000);
  afterAll(() => scene?.close());

  test.each(['showOpenFilePicker', 'showDirectoryPicker', 'showSaveFilePicker'])(
    'by %s are told that nothing was chosen, and so is the caller',
    async name => {
      const tabId = await scene.open(`/${name}`);
      const told = [await click(tabId)];
      await expect
        .poll(async () => told.push(await call('get_page_text', {}, tabId)) && told.join(' '))
        .toContain('The page asked for a file or a folder by a script (showOpenFilePicker or its like) and was told');
      await expect.poll(() => script('said.textContent', tabId)).toBe('"AbortError"');
    },
  );

  test('only a while after the click are served all the same', async () => {
    const tabId = await scene.open('/late');
    const told = [await click(tabId)];
    await expect.poll(async () => told.push(await call('get_page_text', {}, tabId)) && told.join(' ')).toContain(asked);
    expect(await call('file_upload', { selector: '#field', files }, tabId)).toContain('The field holds a.png');
    expect(await script('document.title', tabId)).toBe('"a.png"');
  });

  test('by a field that would rather have a picture taken are served too', async () => {
    const tabId = await scene.open('/capture');
    expect(await click(tabId)).toContain(asked);
    expect(await call('file_upload', { selector: '#field', files }, tabId)).toContain('The field holds a.png');
    expect(await script('document.title', tabId)).toBe('"a.png"');
  });
});
