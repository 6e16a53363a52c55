// The files that the hub reads for a page: ordinary and visible ones, and never more than fits into one message.
import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readUploads } from '../../../../electron/core/browsers/read-uploads.ts';
import { createTempHome } from '../../../support/temp-home.ts';

describe('file_upload', () => {
  let folder = '';
  const at = (...names: string[]) => path.join(folder, ...names);
  beforeEach(async () => {
    const home = createTempHome();
    folder = home.folder;
    await writeFile(at('note.txt'), 'words');
    await writeFile(at('picture.PNG'), Buffer.from([1, 2, 3]));
    await mkdir(at('.ssh'));
    await writeFile(at('.ssh', 'id_rsa'), 'key');
    await symlink(at('.ssh', 'id_rsa'), at('innocent.txt'));
    return home.remove;
  });

  test('Paths become names, types and bytes; the other arguments stay.', async () => {
    expect(await readUploads({ paths: [at('note.txt'), at('picture.PNG')], ref: 'ref_1' })).toEqual({
      ref: 'ref_1',
      files: [
        { name: 'note.txt', type: 'text/plain', data: btoa('words') },
        { name: 'picture.PNG', type: 'image/png', data: 'AQID' },
      ],
    });
  });

  test.each([
    ['a hidden folder', ['.ssh', 'id_rsa'], 'it is hidden or lies in a hidden folder; copy it to a visible one'],
    ['a link into one', ['innocent.txt'], 'it is hidden or lies in a hidden folder; copy it to a visible one'],
    ['a folder', [''], 'it is no file'],
    ['nothing', ['none.txt'], 'there is no such file'],
  ])('%s is refused in a sentence that names it.', async (_what, names, why) => {
    const file = at(...names);
    await expect(readUploads({ paths: [file] })).rejects.toMatchObject({
      code: 'ERR_INVALID_ARGUMENTS',
      message: `${file} cannot be handed to a page: ${why}.`,
    });
  });

  test('A pipe is refused and not waited for.', async () => {
    execFileSync('/usr/bin/env', ['mkfifo', at('pipe.txt')]);
    await expect(readUploads({ paths: [at('pipe.txt')] })).rejects.toMatchObject({
      message: `${at('pipe.txt')} cannot be handed to a page: it is no file.`,
    });
  });

  test.each([[undefined], [[]], [['relative.txt']], [['/tmp/a\0b']], [[7]], [Array(21).fill('/tmp/a')]])(
    'The paths %j are refused.',
    async paths => {
      await expect(readUploads({ paths })).rejects.toMatchObject({
        message: 'paths must be 1 to 20 absolute paths of files.',
      });
    },
  );

  test('More than 45 MiB together are refused before they are read.', async () => {
    await truncate(at('note.txt'), 30 * 1024 * 1024);
    await expect(readUploads({ paths: [at('note.txt'), at('note.txt')] })).rejects.toMatchObject({
      code: 'ERR_TOO_LARGE',
      message: `${at('note.txt')} has 31457280 bytes, and a call takes files of 47185920 bytes together at most.`,
    });
  });
});
