// Which frames of a recording go into its GIF, on a canvas that is played: what may be seen when it is exported, and no more than fits.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportGif } from '../../../../resources/extension/tools/export-gif.ts';
import { readGif } from '../../../support/gifs.ts';
import { pngHead } from '../../../support/pictures.ts';
import type { Frame, Recording } from '../../../../resources/extension/tools/recordings.ts';
import type { Covers, ToolContext } from '../../../../resources/extension/tools/tool.ts';

const [shop, bank, ads] = ['https://shop.example', 'https://bank.example', 'https://ads.example'];
const overlays = {
  showClickIndicators: true,
  showDragPaths: true,
  showActionLabels: true,
  showProgressBar: true,
  showWatermark: true,
};
const size = { width: 60, height: 40 };

/** Each picture is filled with another noise, so that it takes its share of bytes. */
class PlayedCanvas {
  static drawn = 0;
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    [this.width, this.height] = [width, height];
  }

  getContext() {
    const quiet = () => {};
    const drawing = { fillRect: quiet, fillText: quiet, beginPath: quiet, arc: quiet, stroke: quiet, fill: quiet };
    return {
      ...drawing,
      moveTo: quiet,
      lineTo: quiet,
      measureText: () => ({ width: 20 }),
      drawImage: () => (PlayedCanvas.drawn += 1),
      getImageData: () => ({ data: noise(this.width * this.height, PlayedCanvas.drawn) }),
    };
  }
}

function noise(pixels: number, seed: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(pixels * 4);
  for (let at = 0, state = seed; at < data.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  return data;
}

beforeEach(() => {
  vi.stubGlobal('OffscreenCanvas', PlayedCanvas);
  vi.stubGlobal('createImageBitmap', async () => ({ ...size, close: () => {} }));
});
afterEach(() => vi.unstubAllGlobals());

function frame(...origins: string[]): Frame {
  const data = pngHead(size.width, size.height).toString('base64');
  const area = { x: 0, y: 0, width: 120, height: 80 };
  return {
    data,
    area,
    document: 'a',
    actedIn: 'a',
    origins,
    deed: { label: 'Click (1, 2)', points: [{ x: 1, y: 2 }] },
  };
}

function recordingOf(frames: Frame[]): Recording {
  return { keptFor: 'ana', isRunning: false, frames, dropped: 0, missed: { hidden: 0, failed: 0 } };
}

function gifOf(frames: Frame[], covers: Covers, maxBytes = 1_000_000, isForPage = false) {
  const context = { page: { origin: shop }, covers, signal: new AbortController().signal } as unknown as ToolContext;
  return exportGif(context, recordingOf(frames), { overlays, quality: 10, maxBytes, isForPage });
}

const covering =
  (...covered: string[]): Covers =>
  async origins =>
    new Set(origins.filter(origin => covered.includes(origin)));

test('A frame is left out where one of all that it shows is not covered now.', async () => {
  const frames = [frame(shop), frame(bank), frame(shop, ads), frame(shop, bank), frame(shop)];
  const gif = await gifOf(frames, covering(ads));
  expect([gif.frames, gif.hidden, readGif(gif.bytes).frames.length]).toEqual([3, 2, 3]);
});

test('Where pictures of an origin are covered and this tool is not, or the other way round, its frames are left out.', async () => {
  for (const only of ['picture', 'call']) {
    const covers: Covers = async (origins, what) => new Set(what === only ? origins : []);
    expect((await gifOf([frame(shop), frame(bank)], covers)).hidden).toBe(1);
  }
});

test('For the page of its call a GIF has the frames whose origins may all be pictured, the page’s own as every other.', async () => {
  const pictured =
    (...covered: string[]): Covers =>
    async (origins, what) =>
      new Set(what === 'picture' ? origins.filter(origin => covered.includes(origin)) : []);
  const frames = [frame(shop), frame(bank), frame(bank, ads)];
  const gif = await gifOf(frames, pictured(bank), 1_000_000, true);
  expect([gif.frames, gif.hidden]).toEqual([1, 2]);
  await expect(gifOf([frame(shop)], pictured(bank), 1_000_000, true)).rejects.toMatchObject({
    code: 'ERR_PERMISSION_DENIED',
  });
});

test('Where nothing may be seen, that is an error.', async () => {
  await expect(gifOf([frame(bank)], covering())).rejects.toMatchObject({ code: 'ERR_PERMISSION_DENIED' });
});

test('What is denied while the GIF is made is left out of it.', async () => {
  const frames = [frame(shop), frame(bank)];
  let asked = 0;
  const covers: Covers = async origins => new Set((asked += 1) <= 2 ? origins : []);
  const gif = await gifOf(frames, covers);
  expect([gif.frames, gif.hidden]).toEqual([1, 1]);
});

test('It is made smaller until it fits, and then of fewer frames; its last frame stays.', async () => {
  const frames = Array.from({ length: 9 }, () => frame(shop));
  const whole = await gifOf(frames, covering());
  expect([whole.scale, whole.thinned]).toEqual([1, 0]);
  const half = await gifOf(frames, covering(), Math.round(whole.bytes.length / 2));
  expect(half.scale).toBeLessThan(1);
  expect([half.frames, half.bytes.length <= whole.bytes.length / 2]).toEqual([9, true]);
  const tenth = await gifOf(frames, covering(), Math.round(whole.bytes.length / 10));
  expect([tenth.thinned > 0, tenth.bytes.length <= whole.bytes.length / 10]).toEqual([true, true]);
  await expect(gifOf(frames, covering(), 100)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
});

test('A click that led to another page is marked on the one that was clicked.', async () => {
  const clicked = { ...frame(shop), document: 'b' };
  expect((await gifOf([frame(shop), clicked], covering())).frames).toBe(3);
  expect((await gifOf([clicked], covering())).frames).toBe(1);
});
