// Folders in which installers put programs, whether or not a PATH names them: Homebrew, cargo and uv, Docker, the system.
import { foreign } from '../../../../contract/reason.ts';
import { pathsOf, variableOf } from './path-facts.ts';
import { keepFolders } from './version-managers.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { PathFacts, PathFolder } from './path-facts.ts';

/** Each that is there. The user's own come before those of the machine. */
export function knownFolders(facts: PathFacts): Promise<PathFolder[]> {
  const folders = facts.os === 'win32' ? windowsFolders(facts) : posixFolders(facts);
  return keepFolders(facts, folders);
}

function posixFolders(facts: PathFacts): PathFolder[] {
  const { home, os } = facts;
  const at = (why: Reason, ...folders: (string | undefined)[]) =>
    folders.flatMap(folder => (folder === undefined ? [] : [{ folder, why }]));
  const { join } = pathsOf(os);
  const mac = os === 'darwin';
  const brew = variableOf(facts, 'HOMEBREW_PREFIX');
  return [
    ...at({ kind: 'folder-of-uv-or-pipx' }, variableOf(facts, 'XDG_BIN_HOME'), join(home, '.local', 'bin')),
    ...at(foreign('cargo'), join(variableOf(facts, 'CARGO_HOME') ?? join(home, '.cargo'), 'bin')),
    ...at(foreign('Bun'), join(variableOf(facts, 'BUN_INSTALL') ?? join(home, '.bun'), 'bin')),
    ...at(foreign('Deno'), join(variableOf(facts, 'DENO_INSTALL') ?? join(home, '.deno'), 'bin')),
    ...at(
      foreign('pnpm'),
      variableOf(facts, 'PNPM_HOME'),
      join(home, ...(mac ? ['Library', 'pnpm'] : ['.local/share/pnpm'])),
    ),
    ...at(foreign('npm'), join(home, '.npm-global', 'bin')),
    ...at(foreign('Go'), join(variableOf(facts, 'GOPATH') ?? join(home, 'go'), 'bin')),
    ...at(foreign('Homebrew'), brew && join(brew, 'bin')),
    ...(mac
      ? at(foreign('Homebrew'), '/opt/homebrew/bin', '/usr/local/bin')
      : at(foreign('Homebrew'), '/home/linuxbrew/.linuxbrew/bin', join(home, '.linuxbrew', 'bin'))),
    ...at(foreign('Docker'), join(home, '.docker', 'bin')),
    ...(mac ? at(foreign('Docker'), '/Applications/Docker.app/Contents/Resources/bin') : []),
    ...(mac ? at(foreign('OrbStack'), join(home, '.orbstack', 'bin')) : []),
    ...at(foreign('Rancher Desktop'), join(home, '.rd', 'bin')),
    ...(mac ? at(foreign('MacPorts'), '/opt/local/bin') : at(foreign('Snap'), '/snap/bin')),
    ...at({ kind: 'folder-of-system' }, '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'),
  ];
}

function windowsFolders(facts: PathFacts): PathFolder[] {
  const { home } = facts;
  const { join } = pathsOf('win32');
  const roaming = variableOf(facts, 'APPDATA') ?? join(home, 'AppData', 'Roaming');
  const local = variableOf(facts, 'LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  const programs = variableOf(facts, 'ProgramFiles') ?? 'C:\\Program Files';
  return [
    { folder: join(home, '.local', 'bin'), why: { kind: 'folder-of-uv-or-pipx' } },
    { folder: join(variableOf(facts, 'CARGO_HOME') ?? join(home, '.cargo'), 'bin'), why: foreign('cargo') },
    { folder: join(home, '.bun', 'bin'), why: foreign('Bun') },
    { folder: join(home, '.deno', 'bin'), why: foreign('Deno') },
    { folder: join(roaming, 'npm'), why: foreign('npm') },
    { folder: join(variableOf(facts, 'SCOOP') ?? join(home, 'scoop'), 'shims'), why: foreign('Scoop') },
    { folder: join(local, 'Microsoft', 'WinGet', 'Links'), why: foreign('WinGet') },
    { folder: join(programs, 'nodejs'), why: { kind: 'folder-of-node-installer' } },
    { folder: join(programs, 'Docker', 'Docker', 'resources', 'bin'), why: foreign('Docker') },
    {
      folder: join(variableOf(facts, 'ProgramData') ?? 'C:\\ProgramData', 'chocolatey', 'bin'),
      why: foreign('Chocolatey'),
    },
    { folder: join(variableOf(facts, 'SystemRoot') ?? 'C:\\Windows', 'System32'), why: { kind: 'folder-of-system' } },
  ];
}
