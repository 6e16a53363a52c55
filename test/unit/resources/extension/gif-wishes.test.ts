// The arguments of gif_creator: each is honoured, refused, or named as not honoured.
import { expect, test } from 'vitest';
import { readWishes } from '../../../../resources/extension/tools/gif-wishes.ts';
import { gifName } from '../../../../resources/extension/tools/save-gif.ts';

test('All is drawn unless a call says otherwise.', () => {
  const { overlays, quality } = readWishes({ action: 'export', options: { showWatermark: false, quality: 3 } });
  expect(quality).toBe(3);
  expect(overlays).toEqual({
    showClickIndicators: true,
    showDragPaths: true,
    showActionLabels: true,
    showProgressBar: true,
    showWatermark: false,
  });
});

test.each([
  [{ action: 'export', download: true, filename: 'a', options: { quality: 1 }, tabId: 1, timeout: 9_000 }, ''],
  [{ action: 'export', coordinate: [1, 2], filename: 'a', download: true }, ''],
  [{ action: 'stop_recording', coordinate: [1, 2] }, 'Not honoured here: "coordinate".'],
  [{ action: 'export', filename: 'a' }, 'Not honoured here: "filename".'],
  [{ action: 'export', coordinate: [1, 2], options: { loop: 1 } }, 'Not honoured here: "options.loop".'],
  [{ action: 'start_recording', download: true }, 'Not honoured here: "download".'],
])('What %j has in vain is named.', (args, unused) => {
  expect(readWishes(args).unused).toBe(unused);
});

test.each([
  [{ options: { quality: 0 } }, 'quality is 0; send a number from 1 to 30.'],
  [{ options: { showWatermark: 'no' } }, 'showWatermark is "no"; send true or false.'],
  [{ options: [] }, 'options is []; send an object.'],
  [{ download: 1 }, 'download is 1; send true or false.'],
  [{ coordinate: [1] }, 'coordinate is [1]; send [x, y] in CSS pixels.'],
])('%j is refused.', (args, sentence) => {
  expect(() => readWishes({ action: 'export', ...args })).toThrow(sentence);
});

test('An export with a coordinate is for that place of the page, and no other call of the tool is.', () => {
  expect(readWishes({ action: 'export', coordinate: [1, 2] }).place).toEqual({ x: 1, y: 2 });
  expect(readWishes({ action: 'export', coordinate: null }).place).toBeNull();
  expect(readWishes({ action: 'clear', coordinate: [1, 2] }).place).toBeNull();
});

test.each([
  [null, 'recording-2026-11-24T06-30-00.gif'],
  ['checkout.gif', 'checkout.gif'],
  ['Über uns (2)', 'Über uns (2).gif'],
  ['../../.ssh/authorized_keys', 'ssh-authorized_keys.gif'],
  ['C:\\Windows\\evil.exe', 'C-Windows-evil.exe.gif'],
  ['\u202egnp.exe\u0000\n', 'gnp.exe.gif'],
  ['con', 'recording-con.gif'],
  ['...', 'recording-2026-11-24T06-30-00.gif'],
  ['x'.repeat(300), `${'x'.repeat(100)}.gif`],
])('A file that is to be called %j gets a name that is nothing but a name.', (wished, name) => {
  expect(gifName(wished, new Date('2026-11-24T06:30:00Z'))).toBe(name);
});
