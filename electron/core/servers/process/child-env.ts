// The environment of a server: an allow-list of the hub's, then what the user configured. Tokens and Node options never pass.
import { groupOf } from './environment-groups.ts';

const posixNames = ['HOME', 'PATH', 'USER', 'LOGNAME', 'TMPDIR', 'SHELL', 'TERM'];
const posixPrefixes = ['XDG_'];
const windowsNames = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'NUMBER_OF_PROCESSORS',
  'OS',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

type Env = Readonly<Record<string, string | undefined>>;

/** What a server's process gets. `configured` wins; it was approved with its values. */
export function childEnv(hub: Env, configured: Readonly<Record<string, string>>, os: NodeJS.Platform) {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(hub)) {
    // Bash exports functions as variables that start with "()": code, not settings.
    if (value !== undefined && isAllowed(name, os) && !value.startsWith('()')) passed[name] = value;
  }
  return { ...passed, ...configured };
}

function isAllowed(name: string, os: NodeJS.Platform): boolean {
  if (groupOf(name, os) !== null) return true;
  if (os === 'win32') return windowsNames.includes(name.toUpperCase());
  return posixNames.includes(name) || posixPrefixes.some(prefix => name.startsWith(prefix));
}
