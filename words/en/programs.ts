// What is said of the programs of servers, in English.
import type { ProgramReasons, SteeringEffect } from '../../contract/program-reasons.ts';
import type { Words } from '../reason.ts';

const effects: Readonly<Record<SteeringEffect, string>> = {
  names: 'decides which programs are found under a name',
  settings: 'moves where programs look for their settings, such as .npmrc, uv.toml and .gitconfig',
  'kept-downloads': 'moves where programs keep what they have fetched and run again',
  libraries: 'loads other libraries into every program',
  'c-library': 'changes what the C library loads',
  'node-modules': 'makes Node.js load other modules',
  certificates: 'decides whose certificates are believed, so who may hand out code',
  'fetched-through': 'decides through whom code and data are fetched',
  npm: 'sets npm: whence packages come, what is run with them, where they lie',
  'yarn-corepack-bun-pnpm': 'sets Yarn, Corepack, Bun or pnpm: whence packages come and what is run with them',
  deno: 'sets Deno: whence modules come and where they lie',
  uv: 'sets uv: whence packages and Pythons come, and where they lie',
  pip: 'sets pip or pipx: whence packages come, and where they lie',
  'python-modules': 'makes Python load other modules, or another Python',
  'which-python': 'chooses which Python and which packages run',
  'container-or-image': 'decides which machine runs the container, or whence its image comes',
  git: 'makes git run another program, or fetch from elsewhere',
  'shell-file': 'makes shells run a file of its choice first',
  'named-program': 'names a program that others start',
  'perl-modules': 'makes Perl load other modules',
  'ruby-code': 'makes Ruby load other code',
  'java-code': 'makes Java load other code',
  'dotnet-code': 'makes .NET load other code',
  'go-cargo': 'sets Go or Cargo: whence packages and compilers come',
  electron: 'changes what Electron runs, or whence it is fetched',
  'packages-or-run-with': 'decides whence packages come, or what is run with them',
  'node-modules-first': 'makes Node.js load other modules first',
  'container-or-run-in-it': 'decides which machine runs the container, or what is run in it',
};

export const programWords: Words<ProgramReasons> = {
  'path-of-command': 'the path that its command names',
  'path-of-variables': 'the PATH in its own variables',
  'path-of-shell': 'the PATH of your login shell ({shell})',
  'path-in-registry': 'the PATH in the Windows registry',
  'path-of-start': 'the PATH that Pilothouse was started with',
  'folder-of-system': 'the system',
  'folder-of-uv-or-pipx': 'uv or pipx',
  'folder-of-node-installer': 'the installer of Node.js',
  'version-of': ({ chosen, version }) =>
    `{program} (${chosen === 'default' ? 'its default' : 'the newest there'}${version === null ? '' : ', {version}'})`,

  'steers-program': ({ changes }) => `{name} ${effects[changes]}.`,
  'package-of-folder': 'In the folder {folder} a package of that name is run before the one of the registry.',

  'asked-for-agents': 'It asked for {method}, which only a run for each agent can pass on.',
  'lacks-capability': ({ missing }) =>
    `It answered that ${missing.length === 0 ? 'a capability' : '{missing}'} ${missing.length > 1 ? 'are' : 'is'} missing, which only a run for each agent can pass on.`,
};
