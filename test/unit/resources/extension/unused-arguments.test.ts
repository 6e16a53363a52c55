// Which arguments of a call of computer its answer says were of no use.
import { expect, test } from 'vitest';
import { computerVerbs, pageTools } from '../../../../electron/core/tools/browser-tools-page.ts';
import { textResult } from '../../../../resources/extension/tools/tool.ts';
import { tellingUnused, unusedArguments } from '../../../../resources/extension/tools/unused-arguments.ts';

test.each([
  ['left_click', { ref: 'ref_1', modifiers: 'ctrl', clear: false, url: '', region: null }, []],
  ['left_click', { ref: 'ref_1', repeat: 2, text: 'ctrl' }, ['text', 'repeat']],
  ['left_click', { ref: 'ref_1', coordinate: [1, 2] }, ['coordinate']],
  ['left_click_drag', { start_ref: 'ref_1', start_coordinate: [1, 2], coordinate: [3, 4] }, ['start_coordinate']],
  ['hover', { coordinate: [1, 2], modifiers: 'shift' }, ['modifiers']],
  ['screenshot', { region: [0, 0, 9, 9], annotate: true }, ['region']],
  ['wait', { duration: 3, selector: '#a', ref: 'ref_1' }, ['ref']],
  ['type', { text: 'a', clear: true, tabId: 1, session_scope: {} }, []],
])('%s of %j has no use for %j.', (action, args, unused) => {
  expect(unusedArguments(action, args)).toEqual(unused);
});

test('Every action has a use for some of the schema, and everything in the schema is of use to one.', () => {
  const { properties } = pageTools.find(({ name }) => name === 'computer')!.inputSchema;
  const all = Object.keys(properties as object).filter(name => !/^(action|tabId|timeout)$/.test(name));
  const uses = Object.keys(computerVerbs).map(action =>
    all.filter(name => unusedArguments(action, { [name]: 'given' }).length === 0),
  );
  expect(uses.map(({ length }) => length > 0 && length < all.length)).not.toContain(false);
  expect(new Set(uses.flat())).toEqual(new Set(all));
});

test('They are named behind the last words of the answer, or beside a picture.', () => {
  const told = (text: string) => tellingUnused('hover', { repeat: 2 }, textResult(text)).content;
  expect(told('Pointed at it.')).toEqual([{ type: 'text', text: 'Pointed at it. hover ignores repeat.' }]);
  const picture = { type: 'image', data: '', mimeType: 'image/png' } as const;
  expect(tellingUnused('screenshot', { repeat: 2 }, { content: [picture] }).content).toEqual([
    picture,
    { type: 'text', text: 'screenshot ignores repeat.' },
  ]);
  expect(tellingUnused('key', { repeat: 2 }, textResult('Pressed.'))).toEqual(textResult('Pressed.'));
});
