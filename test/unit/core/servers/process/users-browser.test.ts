// Which browser a server has opened for its user, and which one it drives.
import { expect, test } from 'vitest';
import {
  isUsersBrowser,
  ofUsersBrowser,
  usersApps,
} from '../../../../../electron/core/servers/process/users-browser.ts';

test.each<[string, boolean]>([
  ['/usr/lib/firefox/firefox https://login.example', true],
  ['/opt/google/chrome/chrome https://login.example', true],
  ['/usr/lib/chromium/chromium', true],
  ['/opt/google/chrome/chrome --type=renderer', false],
  ['/usr/lib/firefox/firefox -contentproc -childID 1', false],
  ['/opt/google/chrome/chrome --remote-debugging-pipe --user-data-dir=/tmp/p', false],
  ['/home/ana/.cache/ms-playwright/firefox-1490/firefox/firefox -no-remote -juggler-pipe -profile /tmp/p', false],
  ['/usr/bin/node chrome', false],
  ['sleep 1000', false],
])('%s', (line, isOne) => {
  expect(isUsersBrowser(line.split(' '))).toBe(isOne);
});

test('What a browser has started is judged by the browser.', () => {
  const processes = new Map([
    [10, { args: ['/usr/lib/firefox/firefox'], parent: 1 }],
    [11, { args: ['/usr/lib/firefox/firefox', '-contentproc'], parent: 10 }],
    [20, { args: ['/opt/chrome/chrome', '--headless'], parent: 1 }],
    [21, { args: ['/opt/chrome/chrome', '--type=renderer'], parent: 20 }],
  ]);
  const read = (pid: number) => processes.get(pid) ?? null;
  expect([10, 11, 20, 21, 30].map(pid => ofUsersBrowser(pid, read))).toEqual([true, true, false, false, false]);
});

test('A browser that has started this process makes nothing of what is started here the user’s.', () => {
  const processes = new Map([
    [10, { args: ['/usr/lib/firefox/firefox'], parent: 1 }],
    [process.pid, { args: ['node', 'hub'], parent: 10 }],
    [11, { args: ['node', 'server'], parent: process.pid }],
  ]);
  expect(ofUsersBrowser(11, pid => processes.get(pid) ?? null)).toBe(false);
});

test('On macOS an app that the system has started is the user’s with all that it starts, unless a program drives it.', () => {
  const at = (pid: number, parent: number, command: string) => ({
    pid,
    parent,
    command: `${command} PATH=/bin HOME=/h`,
  });
  const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const processes = [
    at(12, 11, '/Applications/Google Chrome.app/Contents/Frameworks/Helper --type=renderer'),
    at(11, 10, `${chrome} Helper`),
    at(10, 1, chrome),
    at(20, 1, `${chrome} --remote-debugging-port=0`),
    at(30, 50, '/Applications/Firefox.app/Contents/MacOS/firefox'),
    at(40, 1, '/usr/bin/node /Applications/Any.app/Contents/MacOS/server.js'),
    at(41, 1, '/bin/sleep 60 X=/a.app/Contents/MacOS/'),
  ];
  expect([...usersApps(processes)].sort()).toEqual([10, 11, 12]);
});
