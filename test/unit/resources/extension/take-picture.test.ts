// A picture that is taken while its page is looked at holds only as long as nothing of others was there, before or after.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takePicture } from '../../../../resources/extension/tools/look-actions.ts';
import type { Hidden } from '../../../../resources/extension/frames.ts';
import type { PageInput, Picture, View } from '../../../../resources/extension/tools/page-input.ts';
import type { ToolContext } from '../../../../resources/extension/tools/tool.ts';

const bank = 'https://bank.example';
const view: View = { region: null, scale: 1, quality: 60, format: 'png' };
const none: Hidden = { boxes: [], origins: [], shown: [] };

const played = vi.hoisted(() => ({ steps: [] as string[], frames: 1, commits: 0, looks: [] as unknown[] }));
vi.mock('../../../../resources/extension/frame-tree.ts', () => ({
  listedFrames: async () => Array.from({ length: played.frames }, (_, frameId) => ({ frameId })),
}));
vi.mock('../../../../resources/extension/tab-documents.ts', () => ({ commitsOf: () => played.commits }));
vi.mock('../../../../resources/extension/frames.ts', () => ({
  hiddenFrames: async () => {
    played.steps.push('look');
    const next = played.looks.shift();
    await Promise.resolve();
    if (next instanceof Error) throw next;
    return next ?? { boxes: [], origins: [], shown: [] };
  },
}));
vi.mock('../../../../resources/extension/tools/labels-on-picture.ts', () => ({ maxLabels: 9 }));
vi.mock('../../../../resources/extension/tools/draw-on-picture.ts', () => ({
  drawOn: async (picture: Picture) => ({ ...picture, data: `${picture.data} covered` }),
}));

let whilePictured: () => void = () => {};

async function take() {
  let pictures = 0;
  const screenshot = async (): Promise<Picture> => {
    played.steps.push('picture');
    await Promise.resolve();
    whilePictured();
    pictures += 1;
    return { data: `picture ${pictures}`, mimeType: 'image/png', area: { x: 0, y: 0, width: 9, height: 9 } };
  };
  const page = { tabId: 1, documentId: 'A' };
  const context = { page, tabId: 1, covers: async () => new Set<string>() } as unknown as ToolContext;
  const { picture, hidden, shown } = await takePicture(context, { screenshot } as unknown as PageInput, view, false);
  return { data: picture.data, hidden, shown };
}

beforeEach(() => {
  Object.assign(played, { steps: [], frames: 1, commits: 0, looks: [] });
  whilePictured = () => {};
  const css = { insertCSS: async () => played.steps.push('hide'), removeCSS: async () => played.steps.push('show') };
  vi.stubGlobal('chrome', { scripting: css });
});
afterEach(() => void vi.unstubAllGlobals());

test('A page without frames is pictured while it is looked at.', async () => {
  expect(await take()).toEqual({ data: 'picture 1', hidden: [], shown: [] });
  expect(played.steps).toEqual(['look', 'picture', 'look']);
});

test('A page with frames is looked at first.', async () => {
  played.frames = 2;
  played.looks = [{ ...none, shown: [bank] }];
  expect(await take()).toEqual({ data: 'picture 1', hidden: [], shown: [bank] });
  expect(played.steps).toEqual(['look', 'picture', 'look']);
});

test.each([
  ['was there already and is not listed', [{ ...none, origins: [bank] }, none, { ...none, origins: [bank] }, none]],
  ['comes meanwhile', [none, { ...none, origins: [bank] }, { ...none, origins: [bank] }, none]],
])('A picture is thrown away where a frame that may not be seen %s, and taken anew.', async (_, looks) => {
  played.looks = looks;
  expect(await take()).toEqual({ data: 'picture 2', hidden: [bank], shown: [] });
  expect(played.steps).toEqual(['look', 'picture', 'look', 'look', 'picture', 'look']);
});

test('A picture is thrown away where another document has come meanwhile, which the looks may have seen in its place.', async () => {
  whilePictured = () => {
    played.commits = 1;
  };
  expect(await take()).toMatchObject({ data: 'picture 2' });
});

test('A page that may not be looked at gives no picture, and none is under way any more when that is told.', async () => {
  played.looks = [new Error('denied')];
  let isPictured = false;
  whilePictured = () => {
    isPictured = true;
  };
  await expect(take()).rejects.toThrow('denied');
  expect(isPictured).toBe(true);
});
