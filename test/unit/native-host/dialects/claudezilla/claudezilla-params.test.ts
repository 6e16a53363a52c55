// Params as the real program's command line sends them, and as the tools take them.
import { expect, test } from 'vitest';
import { toolArguments } from '../../../../../native-host/dialects/claudezilla/claudezilla-arguments.ts';
import { readableParams } from '../../../../../native-host/dialects/claudezilla/claudezilla-params.ts';

test.each([
  ['type', { text: 42, selector: '#q' }, { text: '42' }],
  ['type', { text: true, selector: '#q' }, { text: 'true' }],
  ['evaluate', { expression: 123 }, { text: '123' }],
  ['waitFor', { text: 4711 }, { text: '4711' }],
  ['pressKey', { key: 7 }, { text: '7' }],
  ['pressKey', { key: ' ' }, { text: 'space' }],
  ['screenshot', { scale: '0.25', quality: '80' }, { scale: 0.25, quality: 80 }],
  ['scroll', { x: '10', y: '300' }, { left: 10, top: 300 }],
])('%s %j means what it says.', (command, params, args) => {
  expect(toolArguments(command, readableParams(params), 'Chromium')).toMatchObject(args);
});

test('What cannot be meant so stays as it is, and what is right does too.', () => {
  const params = { selector: true, key: false, scale: 'large', x: '', text: '7', limit: 3, url: 1, other: '5' };
  expect(readableParams(params)).toEqual(params);
});

test.each(['maxLinks', 'maxWait', 'interval', 'scanTimeout'])('A %s that comes as a text is a number.', name => {
  expect(readableParams({ [name]: '1' })).toEqual({ [name]: 1 });
});
