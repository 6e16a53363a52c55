// Folders in which installers put programs, whether or not a PATH names them: Homebrew, cargo and uv, Docker, the system.
import { pathsOf, variableOf } from './path-facts.ts';
import { keepFolders } from './version-managers.ts';
import type { PathFacts, PathFolder } from './path-facts.ts';

/** Each that is there. The user's own come before those of the machine. */
export function knownFolders(facts: PathFacts): Promise<PathFolder[]> {
  const folders = facts.os === 'win32' ? windowsFolders(facts) : posixFolders(facts);
  return keepFolders(facts, folders);
}

function posixFolders(facts: PathFacts): PathFolder[] {
  const { home, os } = facts;
  const at = (why: string, ...folders: (string | undefined)[]) =>
    folders.flatMap(folder => (folder === undefined ? [] : [{ folder, why }]));
  const { join } = pathsOf(os);
  const mac = os === 'darwin';
  const brew = variableOf(facts, 'HOMEBREW_PREFIX');
  return [
    ...at('uv or pipx', variableOf(facts, 'XDG_BIN_HOME'), join(home, '.local', 'bin')),
    ...at('cargo', join(variableOf(facts, 'CARGO_HOME') ?? join(home, '.cargo'), 'bin')),
    ...at('Bun', join(variableOf(facts, 'BUN_INSTALL') ?? join(home, '.bun'), 'bin')),
    ...at('Deno', join(variableOf(facts, 'DENO_INSTALL') ?? join(home, '.deno'), 'bin')),
    ...at('pnpm', variableOf(facts, 'PNPM_HOME'), join(home, ...(mac ? ['Library', 'pnpm'] : ['.local/share/pnpm']))),
    ...at('npm', join(home, '.npm-global', 'bin')),
    ...at('Go', join(variableOf(facts, 'GOPATH') ?? join(home, 'go'), 'bin')),
    ...at('Homebrew', brew && join(brew, 'bin')),
    ...(mac
      ? at('Homebrew', '/opt/homebrew/bin', '/usr/local/bin')
      : at('Homebrew', '/home/linuxbrew/.linuxbrew/bin', join(home, '.linuxbrew', 'bin'))),
    ...at('Docker', join(home, '.docker', 'bin')),
    ...(mac ? at('Docker', '/Applications/Docker.app/Contents/Resources/bin') : []),
    ...(mac ? at('OrbStack', join(home, '.orbstack', 'bin')) : []),
    ...at('Rancher Desktop', join(home, '.rd', 'bin')),
    ...(mac ? at('MacPorts', '/opt/local/bin') : at('Snap', '/snap/bin')),
    ...at('the system', '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'),
  ];
}

function windowsFolders(facts: PathFacts): PathFolder[] {
  const { home } = facts;
  const { join } = pathsOf('win32');
  const roaming = variableOf(facts, 'APPDATA') ?? join(home, 'AppData', 'Roaming');
  const local = variableOf(facts, 'LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  const programs = variableOf(facts, 'ProgramFiles') ?? 'C:\\Program Files';
  return [
    { folder: join(home, '.local', 'bin'), why: 'uv or pipx' },
    { folder: join(variableOf(facts, 'CARGO_HOME') ?? join(home, '.cargo'), 'bin'), why: 'cargo' },
    { folder: join(home, '.bun', 'bin'), why: 'Bun' },
    { folder: join(home, '.deno', 'bin'), why: 'Deno' },
    { folder: join(roaming, 'npm'), why: 'npm' },
    { folder: join(variableOf(facts, 'SCOOP') ?? join(home, 'scoop'), 'shims'), why: 'Scoop' },
    { folder: join(local, 'Microsoft', 'WinGet', 'Links'), why: 'WinGet' },
    { folder: join(programs, 'nodejs'), why: 'the installer of Node.js' },
    { folder: join(programs, 'Docker', 'Docker', 'resources', 'bin'), why: 'Docker' },
    { folder: join(variableOf(facts, 'ProgramData') ?? 'C:\\ProgramData', 'chocolatey', 'bin'), why: 'Chocolatey' },
    { folder: join(variableOf(facts, 'SystemRoot') ?? 'C:\\Windows', 'System32'), why: 'the system' },
  ];
}
