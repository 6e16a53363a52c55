// A matrix of homes on three families of operating systems: which npx, uvx or docker is found in each, and why.
import { describe, expect, test } from 'vitest';
import { findProgram } from '../../../../../electron/core/servers/runtimes/find-program.ts';
import { planPath } from '../../../../../electron/core/servers/runtimes/path-plan.ts';
import { saying } from '../../../../support/saying.ts';
import { factsOf } from './fake-home.ts';
import type { ToldPaths } from '../../../../../electron/core/servers/runtimes/path-plan.ts';
import type { FakeHome } from './fake-home.ts';

const nothing: ToldPaths = { shell: null, registry: null };

interface Case extends Partial<FakeHome> {
  readonly title: string;
  readonly programs: readonly string[];
  readonly told?: Partial<ToldPaths>;
  readonly command?: string;
  readonly path: string | null;
  readonly why?: string;
}

async function find(machine: FakeHome, told: Partial<ToldPaths> = {}, command = 'npx') {
  const facts = factsOf(machine);
  return findProgram(facts, await planPath(facts, { ...nothing, ...told }), command);
}

function matrix(base: Pick<FakeHome, 'os' | 'home' | 'env'>, cases: readonly Case[]): void {
  test.each(cases)('$title', async ({ title: _title, told, command, path, why, ...machine }) => {
    const env = { ...base.env, ...machine.env };
    const found = await find({ ...base, ...machine, env }, told, command);
    expect(found?.path ?? null).toBe(path);
    if (why !== undefined) expect(found?.why).toEqual(saying(why));
  });
}

describe('Linux, started from the desktop', () => {
  const home = '/home/ana';
  const node = (version: string) => `${home}/.nvm/versions/node/${version}/bin/npx`;
  matrix({ os: 'linux', home, env: { PATH: '/usr/bin:/bin' } }, [
    {
      title: "nvm's default alias is followed over names to a version.",
      programs: [node('v20.1.0'), node('v22.11.0'), node('v24.0.0')],
      files: {
        [`${home}/.nvm/alias/default`]: 'lts/*\n',
        [`${home}/.nvm/alias/lts/*`]: 'lts/jod\n',
        [`${home}/.nvm/alias/lts/jod`]: 'v22.11.0\n',
      },
      path: node('v22.11.0'),
      why: 'nvm (its default, v22.11.0)',
    },
    {
      title: "A partial version in nvm's default is the newest of its kind.",
      programs: [node('v20.9.0'), node('v20.10.0'), node('v22.0.0')],
      files: { [`${home}/.nvm/alias/default`]: '20' },
      path: node('v20.10.0'),
    },
    {
      title: 'Without a default nvm gives its newest, by number and not by letter.',
      programs: [node('v9.9.9'), node('v10.0.0')],
      path: node('v10.0.0'),
      why: 'nvm (the newest there, v10.0.0)',
    },
    {
      title: 'A default of nvm that is not installed falls back to the newest.',
      programs: [node('v20.1.0')],
      files: { [`${home}/.nvm/alias/default`]: 'v22.0.0' },
      path: node('v20.1.0'),
      why: 'nvm (the newest there, v20.1.0)',
    },
    {
      title: 'An alias of nvm that leads in a circle ends.',
      programs: [node('v20.1.0')],
      files: { [`${home}/.nvm/alias/default`]: 'a', [`${home}/.nvm/alias/a`]: 'default' },
      path: node('v20.1.0'),
    },
    {
      title: 'An alias of nvm that leads out of its folder is not read.',
      programs: [node('v20.1.0'), node('v18.0.0')],
      files: { [`${home}/.nvm/alias/default`]: '../../evil', [`${home}/.nvm/evil`]: 'v18.0.0', [`${home}/evil`]: '18' },
      path: node('v20.1.0'),
    },
    {
      title: 'NVM_DIR is where it says.',
      env: { NVM_DIR: '/opt/nvm' },
      programs: ['/opt/nvm/versions/node/v22.0.0/bin/npx'],
      path: '/opt/nvm/versions/node/v22.0.0/bin/npx',
    },
    {
      title: "fnm's default is found.",
      programs: [`${home}/.local/share/fnm/aliases/default/bin/npx`],
      path: `${home}/.local/share/fnm/aliases/default/bin/npx`,
      why: 'fnm (its default)',
    },
    {
      title: 'Without a default fnm gives its newest.',
      programs: ['v20.0.0', 'v22.0.0'].map(at => `${home}/.fnm/node-versions/${at}/installation/bin/npx`),
      path: `${home}/.fnm/node-versions/v22.0.0/installation/bin/npx`,
      why: 'fnm (the newest there, v22.0.0)',
    },
    { title: 'Volta.', programs: [`${home}/.volta/bin/npx`], path: `${home}/.volta/bin/npx`, why: 'Volta' },
    { title: 'asdf.', programs: [`${home}/.asdf/shims/npx`], path: `${home}/.asdf/shims/npx`, why: 'asdf' },
    {
      title: 'ASDF_DATA_DIR is where it says.',
      env: { ASDF_DATA_DIR: '/data/asdf' },
      programs: ['/data/asdf/shims/npx'],
      path: '/data/asdf/shims/npx',
    },
    {
      title: 'mise.',
      programs: [`${home}/.local/share/mise/shims/npx`],
      path: `${home}/.local/share/mise/shims/npx`,
      why: 'mise',
    },
    {
      title: 'pyenv.',
      command: 'python3',
      programs: [`${home}/.pyenv/shims/python3`],
      path: `${home}/.pyenv/shims/python3`,
      why: 'pyenv',
    },
    {
      title: 'uv puts uvx into ~/.local/bin.',
      command: 'uvx',
      programs: [`${home}/.local/bin/uvx`],
      path: `${home}/.local/bin/uvx`,
      why: 'uv or pipx',
    },
    {
      title: 'cargo.',
      command: 'uvx',
      programs: [`${home}/.cargo/bin/uvx`],
      path: `${home}/.cargo/bin/uvx`,
      why: 'cargo',
    },
    {
      title: 'Homebrew on Linux.',
      programs: ['/home/linuxbrew/.linuxbrew/bin/npx'],
      path: '/home/linuxbrew/.linuxbrew/bin/npx',
      why: 'Homebrew',
    },
    {
      title: "The login shell's PATH comes before what is guessed.",
      told: { shell: { program: 'zsh', path: '/opt/chosen:/usr/bin' } },
      programs: ['/opt/chosen/npx', `${home}/.volta/bin/npx`, '/usr/bin/npx'],
      path: '/opt/chosen/npx',
      why: 'the PATH of your login shell (zsh)',
    },
    {
      title: 'Without a login shell a version manager comes before the system.',
      programs: ['/usr/bin/npx', `${home}/.volta/bin/npx`],
      path: `${home}/.volta/bin/npx`,
    },
    {
      title: 'From a terminal too the login shell comes first, and what was on the PATH of the start last.',
      env: { TERM: 'xterm-256color', PATH: '/w/checkout/bin:/usr/bin:/bin' },
      told: { shell: { program: 'zsh', path: '/opt/chosen:/usr/bin' } },
      programs: ['/w/checkout/bin/npx', `${home}/.volta/bin/npx`],
      path: `${home}/.volta/bin/npx`,
    },
    {
      title: 'From a terminal whose shell does not tell, its own PATH comes first.',
      env: { TERM: 'xterm-256color' },
      programs: ['/usr/bin/npx', `${home}/.volta/bin/npx`],
      path: '/usr/bin/npx',
      why: 'the PATH that Pilothouse was started with',
    },
    {
      title: 'A PATH that names the working folder is not followed there.',
      told: { shell: { program: 'bash', path: '.::bin:/usr/bin' } },
      programs: ['npx', 'bin/npx', '/usr/bin/npx'],
      path: '/usr/bin/npx',
    },
    { title: 'docker of the system.', command: 'docker', programs: ['/usr/bin/docker'], path: '/usr/bin/docker' },
    {
      title: 'An absolute command is itself.',
      command: '/opt/x/run',
      programs: ['/opt/x/run'],
      path: '/opt/x/run',
      why: 'the path that its command names',
    },
    {
      title: 'A relative command is not looked for.',
      command: './run',
      programs: ['./run', '/usr/bin/run'],
      path: null,
    },
    { title: 'A home with nothing in it has no npx.', programs: ['/usr/bin/env'], path: null },
  ]);
});

describe('macOS, started from the Dock', () => {
  const home = '/Users/ana';
  matrix({ os: 'darwin', home, env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' } }, [
    { title: 'Homebrew on Apple silicon.', programs: ['/opt/homebrew/bin/npx'], path: '/opt/homebrew/bin/npx' },
    {
      title: 'Homebrew on Intel.',
      programs: ['/usr/local/bin/npx'],
      path: '/usr/local/bin/npx',
      why: 'Homebrew',
    },
    {
      title: 'HOMEBREW_PREFIX is where it says.',
      env: { HOMEBREW_PREFIX: '/Volumes/brew' },
      programs: ['/Volumes/brew/bin/npx', '/opt/homebrew/bin/npx'],
      path: '/Volumes/brew/bin/npx',
    },
    {
      title: 'nvm comes before Homebrew, as its init line does.',
      programs: ['/opt/homebrew/bin/npx', `${home}/.nvm/versions/node/v22.1.0/bin/npx`],
      path: `${home}/.nvm/versions/node/v22.1.0/bin/npx`,
    },
    {
      title: 'fnm keeps its versions in Application Support.',
      programs: [`${home}/Library/Application Support/fnm/aliases/default/bin/npx`],
      path: `${home}/Library/Application Support/fnm/aliases/default/bin/npx`,
      why: 'fnm (its default)',
    },
    { title: 'mise.', programs: [`${home}/.local/share/mise/shims/npx`], path: `${home}/.local/share/mise/shims/npx` },
    { title: 'Volta.', programs: [`${home}/.volta/bin/npx`], path: `${home}/.volta/bin/npx`, why: 'Volta' },
    { title: 'asdf.', programs: [`${home}/.asdf/shims/npx`], path: `${home}/.asdf/shims/npx`, why: 'asdf' },
    {
      title: 'Docker Desktop.',
      command: 'docker',
      programs: ['/Applications/Docker.app/Contents/Resources/bin/docker'],
      path: '/Applications/Docker.app/Contents/Resources/bin/docker',
      why: 'Docker',
    },
    {
      title: 'OrbStack.',
      command: 'docker',
      programs: [`${home}/.orbstack/bin/docker`],
      path: `${home}/.orbstack/bin/docker`,
      why: 'OrbStack',
    },
    {
      title: 'The python of the system is left for that of pyenv.',
      command: 'python3',
      programs: ['/usr/bin/python3', `${home}/.pyenv/shims/python3`],
      path: `${home}/.pyenv/shims/python3`,
    },
    {
      title: "The login shell's PATH decides.",
      told: { shell: { program: 'zsh', path: '/opt/homebrew/bin:/usr/bin' } },
      programs: ['/opt/homebrew/bin/npx', `${home}/.volta/bin/npx`],
      path: '/opt/homebrew/bin/npx',
      why: 'the PATH of your login shell (zsh)',
    },
    {
      title: 'What the login shell does not name is found where its installer puts it.',
      command: 'uvx',
      told: { shell: { program: 'zsh', path: '/usr/bin' } },
      programs: [`${home}/.local/bin/uvx`],
      path: `${home}/.local/bin/uvx`,
    },
  ]);
});

describe('Windows', () => {
  const home = 'C:\\Users\\ana';
  const env = {
    Path: 'C:\\Windows\\System32',
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    APPDATA: `${home}\\AppData\\Roaming`,
    LOCALAPPDATA: `${home}\\AppData\\Local`,
    ProgramFiles: 'C:\\Program Files',
  };
  matrix({ os: 'win32', home, env }, [
    {
      title: 'npx is a batch file of the installer.',
      programs: ['C:\\Program Files\\nodejs\\npx.cmd'],
      path: 'C:\\Program Files\\nodejs\\npx.cmd',
      why: 'the installer of Node.js',
    },
    {
      title: 'The registry names what was installed after we started.',
      told: { registry: 'D:\\node;C:\\Windows\\System32' },
      programs: ['D:\\node\\npx.cmd', 'C:\\Program Files\\nodejs\\npx.cmd'],
      path: 'D:\\node\\npx.cmd',
      why: 'the PATH in the Windows registry',
    },
    {
      title: 'Names and endings have no case.',
      command: 'NPX.CMD',
      env: { Path: 'c:\\PROGRAM FILES\\NODEJS' },
      programs: ['C:\\Program Files\\nodejs\\npx.cmd'],
      path: 'c:\\PROGRAM FILES\\NODEJS\\NPX.CMD',
      why: 'the PATH that Pilothouse was started with',
    },
    {
      title: 'A folder in quotes is read without them.',
      env: { Path: '"D:\\my tools";C:\\Windows' },
      programs: ['D:\\my tools\\npx.exe'],
      path: 'D:\\my tools\\npx.exe',
    },
    {
      title: 'nvm for Windows.',
      env: { NVM_SYMLINK: 'D:\\nvm4w' },
      programs: ['D:\\nvm4w\\npx.cmd'],
      path: 'D:\\nvm4w\\npx.cmd',
      why: 'nvm',
    },
    {
      title: 'fnm.',
      programs: [`${home}\\AppData\\Roaming\\fnm\\aliases\\default\\npx.cmd`],
      path: `${home}\\AppData\\Roaming\\fnm\\aliases\\default\\npx.cmd`,
      why: 'fnm (its default)',
    },
    {
      title: 'Volta.',
      programs: [`${home}\\AppData\\Local\\Volta\\bin\\npx.exe`],
      path: `${home}\\AppData\\Local\\Volta\\bin\\npx.exe`,
      why: 'Volta',
    },
    {
      title: 'mise.',
      programs: [`${home}\\AppData\\Local\\mise\\shims\\npx.cmd`],
      path: `${home}\\AppData\\Local\\mise\\shims\\npx.cmd`,
      why: 'mise',
    },
    {
      title: 'Scoop.',
      command: 'uvx',
      programs: [`${home}\\scoop\\shims\\uvx.exe`],
      path: `${home}\\scoop\\shims\\uvx.exe`,
      why: 'Scoop',
    },
    {
      title: 'WinGet.',
      command: 'uvx',
      programs: [`${home}\\AppData\\Local\\Microsoft\\WinGet\\Links\\uvx.exe`],
      path: `${home}\\AppData\\Local\\Microsoft\\WinGet\\Links\\uvx.exe`,
      why: 'WinGet',
    },
    {
      title: 'uv in .local\\bin.',
      command: 'uvx',
      programs: [`${home}\\.local\\bin\\uvx.exe`],
      path: `${home}\\.local\\bin\\uvx.exe`,
    },
    {
      title: 'pyenv-win.',
      command: 'python',
      programs: [`${home}\\.pyenv\\pyenv-win\\shims\\python.bat`],
      path: `${home}\\.pyenv\\pyenv-win\\shims\\python.bat`,
      why: 'pyenv',
    },
    {
      title: 'Docker Desktop.',
      command: 'docker',
      programs: ['C:\\Program Files\\Docker\\Docker\\resources\\bin\\docker.exe'],
      path: 'C:\\Program Files\\Docker\\Docker\\resources\\bin\\docker.exe',
      why: 'Docker',
    },
    {
      title: 'A program comes before a batch file of the same name.',
      env: { Path: 'D:\\both' },
      programs: ['D:\\both\\npx.cmd', 'D:\\both\\npx.exe'],
      path: 'D:\\both\\npx.exe',
    },
  ]);
});

describe('planPath', () => {
  test('A folder stands in it once, at its first place.', async () => {
    const facts = factsOf({
      os: 'linux',
      home: '/home/a',
      env: { PATH: '/usr/bin:/a/' },
      programs: ['/usr/bin/x', '/a/x'],
    });
    const folders = await planPath(facts, { shell: { program: 'sh', path: '/a:/usr/bin/' }, registry: null });
    expect(folders.map(({ folder }) => folder)).toEqual(['/a', '/usr/bin/']);
  });
});
