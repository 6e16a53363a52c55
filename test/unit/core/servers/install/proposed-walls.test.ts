// A hole of the size of the machine is no wall, however it is written.
import { describe, expect, test } from 'vitest';
import { expectWalls, proposedWalls } from '../../../../../electron/core/servers/install/proposed-walls.ts';
import { buildWay } from '../../../../support/install-hub.ts';
import type { AskedField } from '../../../../../contract/schemas/catalogue.ts';

const folder: AskedField = {
  key: 'it',
  place: 'argument',
  name: '',
  label: 'Output folder',
  description: '',
  kind: 'folder',
  required: true,
  secret: false,
  multiple: false,
  choices: [],
  defaults: [],
  placeholder: '',
  min: null,
  max: null,
};
const proposed = (kind: 'file' | 'folder', value: string) =>
  proposedWalls(buildWay({ fields: [{ ...folder, kind }] }), new Map([['it', [value]]])).folders;

describe('the whole machine', () => {
  test.each(['/', '//', '/.', '/../', '/home/..'])('is not proposed as %s', path => {
    expect(proposed('folder', path)).toEqual([]);
  });

  test('is not proposed for a file that lies at its top', () => {
    expect(proposed('file', '/notes.txt')).toEqual([]);
  });

  test.each(['/', '//', '/.', '/../'])('is refused as %s', path => {
    expect(() => expectWalls({ network: 'none', hosts: [], folders: [{ path, writable: true }] })).toThrow(
      /all of this machine/,
    );
  });
});

test('A folder below it is proposed, and may be written to where its field says so.', () => {
  expect(proposed('folder', '/home/ana/notes')).toEqual([{ path: '/home/ana/notes', writable: true }]);
});
