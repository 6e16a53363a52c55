// What a recording says of a call: enough to follow it, and nothing that was typed.
import { expect, test } from 'vitest';
import { deedOf } from '../../../../resources/extension/tools/deed.ts';

const secret = 'hunter2';

test.each([
  ['computer', { action: 'left_click', ref: 'ref_1' }, [{ x: 119.6, y: 80 }], 'Click (120, 80)'],
  ['computer', { action: 'right_click' }, [{ x: 1, y: 2 }], 'Right-click (1, 2)'],
  [
    'computer',
    { action: 'left_click_drag' },
    [
      { x: 1, y: 2 },
      { x: 30, y: 40 },
    ],
    'Drag (1, 2) to (30, 40)',
  ],
  ['computer', { action: 'type', text: 'a' }, [], 'Type 1 character'],
  ['computer', { action: 'key', text: 'ctrl+a Delete' }, [], 'Press ctrl+a Delete'],
  ['computer', { action: 'key', text: 'Tab', repeat: 3 }, [], 'Press Tab 3 times'],
  ['computer', { action: 'key', text: 'Enter' }, [], 'Press Enter'],
  ['computer', { action: 'scroll', scroll_direction: 'down' }, [], 'Scroll down'],
  ['computer', { action: 'screenshot' }, [], ''],
  ['navigate', { url: 'back' }, [], 'Go back'],
  ['form_input', { fields: [{}, {}] }, [], 'Fill 2 fields'],
  ['form_input', { ref: 'ref_1', value: 'x' }, [], 'Fill 1 field'],
])('%s with %j is told with its places and counts.', (tool, args, points, label) => {
  expect(deedOf(tool, args, points)).toEqual({ label, points });
});

test.each([
  ['computer', { action: 'type', text: secret }, 'Type 7 characters'],
  ['computer', { action: 'key', text: [...secret].join(' ') }, 'Press 7 keys'],
  ['computer', { action: 'key', text: 'shift+h' }, 'Press 1 key'],
  ['computer', { action: 'key', text: 'h', repeat: 2 }, 'Press 2 keys'],
  ['form_input', { ref: 'ref_1', value: secret }, 'Fill 1 field'],
  ['javascript_tool', { text: `login('${secret}')` }, 'Run a script'],
  ['navigate', { url: `https://user:${secret}@shop.example/${secret}?key=${secret}` }, 'Go to shop.example'],
  ['computer', { action: 'scroll', scroll_direction: secret }, 'Scroll'],
  ['upload_image', { filename: secret }, 'Upload a picture'],
  ['gif_creator', { action: 'export', coordinate: [1, 2], filename: secret }, 'Drop a GIF'],
])('%s with %j says nothing of what was typed.', (tool, args, label) => {
  expect(deedOf(tool, args)?.label).toBe(label);
});

test.each(['read_page', 'find', 'tabs_close', 'gif_creator', 'constructor'])('%s is no act.', tool => {
  expect(deedOf(tool, { action: 'zoom' })).toBeNull();
});
