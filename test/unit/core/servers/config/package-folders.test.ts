import path from 'node:path';
import { expect, test } from 'vitest';
import { packageFolders } from '../../../../../electron/core/servers/config/package-folders.ts';

const windows = (...words: string[]) => packageFolders('C:\\Users\\u\\.pilothouse\\packages', words, path.win32);
const posix = (...words: string[]) => packageFolders('/home/u/.pilothouse/packages', words, path.posix);

test('A place in a package, alone or behind `=`, is of the folder of that package, which is named once.', () => {
  const folder = '/home/u/.pilothouse/packages/npm/files@1.0.0-0a1b';
  expect(posix(`${folder}/index.js`, `--path=${folder}`, '/usr/bin/node')).toEqual([folder]);
  const onWindows = 'C:\\Users\\u\\.pilothouse\\packages\\npm\\files@1.0.0-0a1b';
  expect(windows(`${onWindows}\\index.js`, `--path=${onWindows}`)).toEqual([onWindows]);
});

test.each(['D:\\tools\\server.js', '\\\\host\\share\\tools\\server.js', 'C:\\tools\\server.js', 'C:\\Users\\u\\a\\b'])(
  'On Windows %s is in no package.',
  word => {
    expect(windows(word)).toEqual([]);
  },
);

test('What lies beside the packages, or is no package, is none.', () => {
  const packages = '/home/u/.pilothouse/packages';
  expect(posix('/opt/tools/x', packages, `${packages}/npm`, `${packages}/cache/npm`, `${packages}/../a/b`)).toEqual([]);
});
