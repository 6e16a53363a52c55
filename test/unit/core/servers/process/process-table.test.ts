// What the platforms say of their processes, read.
import { describe, expect, test } from 'vitest';
import {
  listProcesses,
  parsePs,
  parseStat,
  parseWindows,
} from '../../../../../electron/core/servers/process/process-table.ts';

describe('parseStat', () => {
  test('A line of /proc/PID/stat is read behind the name, which may hold anything.', () => {
    const line =
      '4242 (a) R (b)) S 17 4242 4242 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 1 0 998877 123456 2048 18446744073709551615';
    expect(parseStat(line)).toEqual({
      pid: 4242,
      parent: 17,
      group: 4242,
      started: '998877',
      cpuMs: 3_000,
      rssBytes: 8_388_608,
    });
  });

  test('A zombie is no process.', () => {
    expect(parseStat('4242 (node) Z 17 4242 4242 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 9 0 0')).toBeNull();
  });
});

describe('parsePs', () => {
  test('The columns of macOS are read, and zombies are left out.', () => {
    const text = [
      '  501     1   501   2048   0:01.50 S    Sun Nov 22 01:56:07 2026',
      '  502   501   501  10240 1-02:03:04 R+  Sun Nov 22 01:56:08 2026',
      '  503   501   501      0   0:00.00 Z    Sun Nov 22 01:56:09 2026',
      '',
    ].join('\n');
    expect(parsePs(text)).toEqual([
      { pid: 501, parent: 1, group: 501, started: 'Sun Nov 22 01:56:07 2026', cpuMs: 1_500, rssBytes: 2_097_152 },
      {
        pid: 502,
        parent: 501,
        group: 501,
        started: 'Sun Nov 22 01:56:08 2026',
        cpuMs: 93_784_000,
        rssBytes: 10_485_760,
      },
    ]);
  });
});

describe('parseWindows', () => {
  test('The lines of the query are read; a process whose creation is secret is left out.', () => {
    expect(parseWindows('4 0  0 0\r\n812 4 638998765432101234 15625000 4096000\r\n')).toEqual([
      { pid: 812, parent: 4, group: 0, started: '638998765432101234', cpuMs: 1_562.5, rssBytes: 4_096_000 },
    ]);
  });
});

describe('listProcesses', () => {
  test.skipIf(process.platform === 'win32')(
    'This process is in the list of its platform, and alone when asked for.',
    async () => {
      const own = (await listProcesses(process.platform)).find(({ pid }) => pid === process.pid);
      expect(own).toMatchObject({ parent: process.ppid, started: expect.stringMatching(/./) });
      expect((await listProcesses(process.platform, process.pid)).map(({ pid }) => pid)).toEqual([process.pid]);
    },
  );
});
