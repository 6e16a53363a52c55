// What of the PATH of a start is not handed on to servers.
import { expect, test } from 'vitest';
import { nodeLook } from '../../../../../electron/core/servers/runtimes/path-facts.ts';
import { pathOfStart, variablesOfStart } from '../../../../../electron/core/servers/runtimes/started-from.ts';

const facts = (env: Record<string, string>, os: NodeJS.Platform = 'linux') => ({
  os,
  home: '/home/ana',
  env,
  ownFolders: os === 'win32' ? ['C:\\Program Files\\Pilothouse'] : ['/opt/pilothouse'],
  look: nodeLook,
});

test.each([
  [
    'npm and npx',
    '/w/node_modules/.bin:/node_modules/.bin:/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
  ],
  ['pnpm', '/w/node_modules/.bin:/opt/pnpm/dist/node-gyp-bin'],
  ['Yarn', '/tmp/yarn--1700000000000-0.123:/tmp/xfs-0a1b2c3d'],
  ['Bun', '/tmp/bun-node-6d5e4f'],
  ['Pilothouse itself', '/opt/pilothouse:/opt/pilothouse/dist'],
  ['a start in this very folder', '.:bin:'],
])('What %s puts there goes.', (_whose, path) => {
  expect(pathOfStart(facts({ PATH: `${path}:/usr/local/bin:/usr/bin` }))).toEqual(['/usr/local/bin', '/usr/bin']);
});

test('An AppImage takes its mount out of the PATH and out of the folders of data.', () => {
  const env = {
    APPDIR: '/tmp/.mount_Pilot1',
    PATH: '/tmp/.mount_Pilot1:/tmp/.mount_Pilot1/usr/sbin:/usr/bin',
    XDG_DATA_DIRS: './share/:/tmp/.mount_Pilot1/usr/share:/usr/share',
  };
  expect(variablesOfStart(facts(env))).toEqual({ ...env, PATH: '/usr/bin', XDG_DATA_DIRS: '/usr/share' });
});

test('A folder whose name only begins like one of ours stays, also on Windows.', () => {
  expect(pathOfStart(facts({ PATH: '/opt/pilothouse-tools/bin:/w/node_modules_old' }))).toHaveLength(2);
  const Path = 'C:\\w\\node_modules\\.bin;C:\\Program Files\\Pilothouse\\bin;C:\\Windows';
  expect(pathOfStart(facts({ Path }, 'win32'))).toEqual(['C:\\Windows']);
});
