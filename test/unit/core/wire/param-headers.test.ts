// Arguments that are repeated in headers: which ones a schema names, and how their values are written.
import { describe, expect, test } from 'vitest';
import { mirroredParams, paramHeaders } from '../../../../electron/core/wire/param-headers.ts';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    deep: { type: 'object', properties: { level: { type: 'integer', 'x-mcp-header': 'Level' } } },
    plain: { type: 'string' },
  },
};

test('A schema names them at any depth.', () => {
  expect(mirroredParams(schema)).toEqual([
    { name: 'Region', path: ['region'] },
    { name: 'Level', path: ['deep', 'level'] },
  ]);
});

describe('Headers', () => {
  const region = (value: unknown) => paramHeaders([{ name: 'Region', path: ['region'] }], { region: value });

  test.each([
    ['eu west', 'eu west'],
    [7, '7'],
    [true, 'true'],
    ['süd', '=?base64?c8O8ZA==?='],
    [' padded', '=?base64?IHBhZGRlZA==?='],
    ['', '=?base64??='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
    ['two\r\nlines', '=?base64?dHdvDQpsaW5lcw==?='],
  ])('%j is written as %j.', (value, written) => {
    expect(region(value)).toEqual({ 'Mcp-Param-Region': written });
  });

  test.each([[undefined], [null], [{}], [2 ** 60], [Number.NaN]])('%j has none.', value => {
    expect(region(value)).toEqual({});
  });

  test('A name that is no header has none.', () => {
    expect(paramHeaders([{ name: 'a b', path: ['a'] }], { a: 'x' })).toEqual({});
  });
});
