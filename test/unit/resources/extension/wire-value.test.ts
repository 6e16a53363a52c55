// What a form's field is sent, as the field wants it: what people and agents write, and what can mean two things.
import { expect, test } from 'vitest';
import { wireExamples, wireValue } from '../../../../resources/extension/page/wire-value.ts';

test.each([
  ['date', '2012-09-10', '2012-09-10'],
  ['date', '2012/9/1', '2012-09-01'],
  ['date', '10.9.2012', '2012-09-10'],
  ['date', '25/12/2012', '2012-12-25'],
  ['date', '12/25/2012', '2012-12-25'],
  ['date', '5/5/2012', '2012-05-05'],
  ['date', 'Mon, 10 September 2012', '2012-09-10'],
  ['date', 'Sept 1st, 2012', '2012-09-01'],
  ['time', '9:30', '09:30'],
  ['time', '12:05 am', '00:05'],
  ['time', '12 p.m.', '12:00'],
  ['time', '21:30:15', '21:30:15'],
  ['datetime-local', '2012-09-10T21:30', '2012-09-10T21:30'],
  ['datetime-local', '10 Sep 2012, 9 pm', '2012-09-10T21:00'],
  ['month', '2012-9', '2012-09'],
  ['month', '09/2012', '2012-09'],
  ['month', 'Sep 2012', '2012-09'],
  ['week', '2012-W3', '2012-W03'],
  ['week', 'week 36 of 2012', '2012-W36'],
  ['number', ' +12.5 ', '12.5'],
  ['number', '-1e3', '-1e3'],
  ['number', '5.', '5'],
  ['number', '-5.e2', '-5e2'],
  ['number', '.5', '.5'],
  ['range', '7', '7'],
  ['date', '', ''],
  ['text', ' as it is ', ' as it is '],
])('A field of type %s takes %j as %j.', (kind, text, value) => {
  expect(wireValue(kind, text)).toBe(value);
});

test.each([
  ['date', '9/10/2012'],
  ['date', '2012-02-30'],
  ['date', '10 Foo 2012'],
  ['date', '0.0.2012'],
  ['date', 'tomorrow'],
  ['time', '9'],
  ['time', '25:00'],
  ['time', '13 pm'],
  ['datetime-local', '2012-09-10'],
  ['datetime-local', '9/10/2012 9:30'],
  ['month', '13/2012'],
  ['week', '2012-W54'],
  ['number', '1,234.5'],
  ['number', '1,5'],
  ['number', 'many'],
  ['number', '0x10'],
  ['number', '1e999'],
  ['number', 'Infinity'],
])('A field of type %s is not sent %j.', (kind, text) => {
  expect(wireValue(kind, text)).toBeNull();
});

test('The example for each kind is one that the kind takes as it is.', () => {
  for (const [kind, example] of Object.entries(wireExamples)) expect(wireValue(kind, example)).toBe(example);
});
