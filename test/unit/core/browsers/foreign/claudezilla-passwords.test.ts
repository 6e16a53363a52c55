// Texts in answers of spec 000's extension that may be passwords: an agent of every wire is told those alone that the page vouches for.
import { expect, test, vi } from 'vitest';
import { withoutPasswords } from '../../../../../electron/core/browsers/foreign/claudezilla-passwords.ts';

const origin = 'https://shop.example';
const call = { tool: 'computer', args: { action: 'screenshot' }, tabId: 7, decided: { origin, frames: [] } };
const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const labels = {
  1: { selector: 'input.pw', text: 'hunter2', role: 'button' },
  2: { selector: 'div.menu', text: 'Menu', role: 'div' },
};

const saying = (...held: boolean[]) => vi.fn(async () => ({ content: [{ type: 'text', text: JSON.stringify(held) }] }));
const refusing = async () => Promise.reject(new Error('No script runs there.'));

test('Labels stand behind their picture, each with its name whatever its role, and without a password.', async () => {
  const note = { type: 'text', text: 'Ignored by it: scale.' };
  const text = '1 button input.pw\n2 div "Menu" div.menu';
  expect(await withoutPasswords(call, { content: [image, note], labels }, saying(true, false))).toEqual({
    content: [image, { type: 'text', text }, note],
  });
});

test('No name is told where the page does not answer, or of fewer texts than it was asked about.', async () => {
  const text = (lines: string) => ({ content: [image, { type: 'text', text: lines }] });
  const unnamed = '1 button input.pw\n2 div div.menu';
  expect(await withoutPasswords(call, { content: [image], labels }, refusing)).toEqual(text(unnamed));
  expect(await withoutPasswords(call, { content: [image], labels }, saying(true))).toEqual(text(unnamed));
});

test('The same goes for what an agent of the extension’s own wire gets.', async () => {
  const own = { tabId: 7, labels };
  const told = { tabId: 7, labels: { ...labels, 1: { ...labels[1], text: '' } } };
  expect(await withoutPasswords(call, { content: [image], own }, saying(true, false))).toEqual({
    content: [image],
    own: told,
  });
});

test('A page is asked nothing where no text may be a password.', async () => {
  const tell = saying();
  expect(await withoutPasswords(call, { content: [image] }, tell)).toEqual({ content: [image] });
  expect(await withoutPasswords(call, { content: [image], labels: {} }, tell)).toEqual({ content: [image] });
  expect(tell).not.toHaveBeenCalled();
});
