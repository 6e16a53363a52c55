// Where files lie that are for no page, by the rules of each system.
import { expect, test } from 'vitest';
import { whyNotForPages } from '../../../../electron/core/browsers/upload-paths.ts';

test.each<[NodeJS.Platform, string, string | null]>([
  ['linux', '/home/ana/report.pdf', null],
  ['linux', '/home/ana/.ssh/id_rsa', 'hidden'],
  ['linux', '/home/ana/Library/book.pdf', null],
  ['linux', '/srv/hub/secrets.json', 'ours'],
  ['linux', '/srv/hub', 'ours'],
  ['linux', '/srv/hub-notes/report.pdf', null],
  ['linux', '/proc/self/environ', 'system'],
  ['linux', '/sys/class/dmi/id/board_serial', 'system'],
  ['darwin', '/Users/ana/Library/Keychains/login.keychain-db', 'hidden'],
  ['darwin', '/Users/ana/Documents/Library/book.pdf', null],
  ['win32', 'C:\\Users\\Ana\\AppData\\Roaming\\x\\token', 'hidden'],
  ['win32', 'C:\\Users\\Ana\\.ssh\\id_rsa', 'hidden'],
  ['win32', 'C:\\Users\\Ana\\Documents\\report.pdf', null],
])('On %s, of %s is said: %s', (os, file, why) => {
  expect(whyNotForPages(file, { os, ownFolders: ['/srv/hub'] })).toBe(why);
});
