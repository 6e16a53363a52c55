// Processes as the systems list them, and which of them are a browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserLocations } from '../../../../native-host/manifests/browser-locations.ts';
import { argsIn, parseCim, parsePs } from '../../../../native-host/manifests/processes.ts';
import { browserProcesses, runningAs, userDataDir } from '../../../../native-host/manifests/running.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';
import type { RunningProcess } from '../../../../native-host/manifests/processes.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../../../fixtures/processes', name), 'utf8');

const process = (program: string, ...args: string[]): RunningProcess => ({ pid: 7, parent: 1, program, args });

function contextFor(platform: NodeJS.Platform): ManifestContext {
  return {
    platform,
    homeDir: '/home/ana',
    dataHome: '/home/ana/.pilothouse',
    env: { LOCALAPPDATA: '/local', ProgramFiles: '/programs', 'ProgramFiles(x86)': '/programs86' },
    launcherPath: '/home/ana/.pilothouse/launcher/relay',
    extensionIds: { chromium: 'abcdefghijklmnopabcdefghijklmnop', firefox: 'companion@pilothouse.dev' },
    userName: 'ana',
    uid: 1000,
    runReg: () => Promise.reject(new Error('Nothing is run.')),
    folders: ['/srv/work'],
  };
}

const idsOf = (context: ManifestContext, one: RunningProcess) =>
  browserLocations.filter(location => runningAs(context, location, [one]).length > 0).map(({ id }) => id);

describe('the list', () => {
  it('of ps has whole paths with spaces, and leaves out who was in one of its two lists only', () => {
    const list = parsePs(fixture('macos-ps-comm.txt'), fixture('macos-ps-args.txt'));
    const shown = list?.map(({ pid, parent, program, args }) => [pid, parent, program?.split('/').at(-1), ...args]);
    expect(shown).toEqual([
      [1, 0, 'launchd'],
      [318, 1, 'UserEventAgent', '(Aqua)'],
      [412, 1, 'Google Chrome', '--restart'],
      [
        431,
        412,
        'Google Chrome Helper (Renderer)',
        '--type=renderer --user-data-dir=/Users/ana/Library/Application Support/Google/Chrome --lang=en-GB',
      ],
      [520, 1, 'Google Chrome', '--user-data-dir=/Users/ana/Profiles/Work place --no-first-run'],
      [533, 1, 'firefox'],
      [540, 533, 'plugin-container', '-contentproc -isForBrowser 7 tab'],
      [611, 600, '-zsh'],
      [612, 611, 'sh', '-c sleep 1'],
    ]);
  });

  it.each<[NodeJS.Platform, string[], number]>([
    ['darwin', ['chrome 412', 'firefox 533'], 520],
    ['win32', ['chrome 7012', 'edge 8100', 'firefox 8200'], 0],
  ])('of %s tells each browser by its first process, and one with a folder of its own apart', (os, known, custom) => {
    const list =
      os === 'darwin'
        ? parsePs(fixture('macos-ps-comm.txt'), fixture('macos-ps-args.txt'))
        : parseCim(fixture('windows-cim.json'));
    const programs = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };
    const context = { ...contextFor(os), homeDir: '/Users/ana', env: programs };
    const first = browserProcesses(list ?? []);
    const found = browserLocations.flatMap(location =>
      runningAs(context, location, first).map(({ pid }) => `${location.id} ${pid}`),
    );
    expect(found.filter(one => /^(chrome|edge|firefox) /.test(one)).toSorted()).toEqual(known);
    const named = first.filter(one => userDataDir(one) !== null).map(({ pid }) => pid);
    expect(named).toEqual(custom === 0 ? [] : [custom]);
  });

  it('of PowerShell has the command line without its program', () => {
    const rows = [
      { ProcessId: 4, ParentProcessId: 0, ExecutablePath: null, CommandLine: null },
      { ProcessId: 9, ParentProcessId: 4, ExecutablePath: 'C:\\a b\\x.exe', CommandLine: '"C:\\a b\\x.exe" --one two' },
    ];
    expect(parseCim(JSON.stringify(rows))).toEqual([
      { pid: 4, parent: 0, program: null, args: [] },
      { pid: 9, parent: 4, program: 'C:\\a b\\x.exe', args: ['--one two'] },
    ]);
  });

  it.each([
    ['/usr/bin/node\0a.js\0--x y\0', ['a.js', '--x y']],
    ['/usr/lib/chromium/chromium\0', []],
    [
      '/usr/lib/chromium/chromium --type=renderer --user-data-dir=/a b --x\0\0\0',
      ['--type=renderer --user-data-dir=/a b --x'],
    ],
  ])('of /proc has the arguments of %j', (cmdline, args) => {
    expect(argsIn(cmdline)).toEqual(args);
  });

  it('is none where the system says nothing', () => {
    expect([parsePs(null, ''), parsePs('', null), parseCim(null), parseCim('Access denied')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a process', () => {
  it.each([
    ['/opt/google/chrome/chrome', ['chrome']],
    ['/usr/lib/chromium/chromium', ['chromium']],
    ['/snap/firefox/3626/usr/lib/firefox/firefox', ['firefox-snap']],
    ['/usr/lib/firefox-esr/firefox-esr', ['firefox']],
    ['/home/ana/.cache/chrome-linux64/chrome', ['chrome-for-testing']],
    ['/usr/bin/node', []],
  ])('of %s is %j', (program, ids) => {
    expect(idsOf(contextFor('linux'), process(program))).toEqual(ids);
  });

  it('is a browser on macOS by its app, on Windows by its program whatever its case', () => {
    const mac = process('/Applications/Arc.app/Contents/MacOS/Arc');
    const windows = process('/PROGRAMS/Google/Chrome/Application/chrome.exe');
    expect([idsOf(contextFor('darwin'), mac), idsOf(contextFor('win32'), windows)]).toEqual([['arc'], ['chrome']]);
  });

  it('with a folder of profiles of its own is not the browser that keeps them elsewhere', () => {
    const context = contextFor('linux');
    const own = process('/usr/lib/chromium/chromium', '--user-data-dir=/srv/work');
    const usual = process('/usr/lib/chromium/chromium', '--user-data-dir=/home/ana/.config/chromium/');
    expect([idsOf(context, own), idsOf(context, usual)]).toEqual([[], ['chromium']]);
  });

  it('of another home is not this user’s browser, and that of a Snap is', () => {
    const of = (program: string, home: string) => idsOf(contextFor('linux'), { ...process(program), home });
    expect([
      of('/usr/lib/chromium/chromium', '/home/ana'),
      of('/usr/lib/chromium/chromium', '/home/ben'),
      of('/snap/firefox/3626/usr/lib/firefox/firefox', '/home/ana/snap/firefox/3626'),
    ]).toEqual([['chromium'], [], ['firefox-snap']]);
  });

  it('of a page, an add-on or the graphics is none that a user started', () => {
    const all = [
      process('/usr/lib/chromium/chromium'),
      process('/usr/lib/chromium/chromium', '--type=renderer'),
      process('/usr/lib/firefox/firefox', '-contentproc', '-isForBrowser'),
      process('/Applications/Arc.app/Contents/MacOS/Arc', '--type=gpu-process --x'),
    ];
    expect(browserProcesses(all)).toEqual([all[0]]);
  });

  it.each([
    [['--user-data-dir=/a/b'], '/a/b'],
    [['--x', '--user-data-dir=/a b/c/'], '/a b/c'],
    [['--x --user-data-dir="/a b" --y'], '/a b'],
    [['--x "--user-data-dir=/a b" --y'], '/a b'],
    [['--x --user-data-dir=/a b --y'], '/a b'],
    [['--user-data-dir=relative'], null],
    [[], null],
  ])('started with %j has the folder %s', (args, folder) => {
    expect(userDataDir(process('/usr/bin/x', ...args))).toBe(folder);
  });
});
