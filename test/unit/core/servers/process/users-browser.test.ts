// Which browser a server has opened for its user, and which one it drives.
import { expect, test } from 'vitest';
import { isUsersBrowser, ofUsersBrowser } from '../../../../../electron/core/servers/process/users-browser.ts';

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
