// Every way in which a database file can fail has its own sentence.
import { expect, test } from 'vitest';
import { HubError } from '../../../../contract/errors.ts';
import { describeDatabaseError } from '../../../../electron/core/store/database-errors.ts';

const file = '/home/ann/.pilothouse/pilothouse.db';

test.each([
  ['SQLITE_BUSY', 'is locked by another program; close it or move the file away'],
  ['SQLITE_BUSY_SNAPSHOT', 'is locked by another program'],
  ['SQLITE_NOTADB', 'is damaged; move it away to start fresh, or restore a copy'],
  ['SQLITE_CORRUPT_INDEX', 'is damaged'],
  ['SQLITE_FULL', 'is full; free some space'],
  ['ENOSPC', 'is full; free some space'],
  ['SQLITE_IOERR_FSYNC', 'reported an error'],
  ['SQLITE_READONLY_DIRECTORY', 'cannot be written; make the file and its folder writable'],
  ['EROFS', 'lies on a read-only file system'],
  ['EACCES', 'may not be read and written by this account'],
  ['EISDIR', 'is a folder and not a file'],
  ['ENOENT', 'does not exist; create it'],
])('the code %s is told as "… %s …" with the name of the file', (code, words) => {
  const error = describeDatabaseError(file, Object.assign(new Error('cause'), { code }));
  expect([error.code, error.message.includes(file), error.message.includes(words), error.data]).toEqual([
    'ERR_INTERNAL',
    true,
    true,
    { file, cause: 'cause' },
  ]);
});

test('an unknown failure is told with its cause', () => {
  expect(describeDatabaseError(file, 'the moon').message).toBe(
    `${file} could not be used (the moon); start again, or move it away to start fresh.`,
  );
});

test('an error that already is a sentence stays as it is', () => {
  const error = new HubError('ERR_INTERNAL', 'A sentence.');
  expect(describeDatabaseError(file, error)).toBe(error);
});
