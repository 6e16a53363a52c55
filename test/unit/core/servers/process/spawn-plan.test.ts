// What is spawned for a command, and that Windows' batch files never reach cmd.exe unquoted.
import { expect, test } from 'vitest';
import { planSpawn } from '../../../../../electron/core/servers/process/spawn-plan.ts';

const env = {
  Path: 'relative;C:\\tools;C:\\node',
  PathExt: '.EXE;.CMD',
  systemroot: 'D:\\Windows',
  COMSPEC: 'C:\\evil.exe',
};
const here = (...files: string[]) => {
  const known = new Set(files.map(file => file.toLowerCase()));
  return (path: string) => known.has(path.toLowerCase());
};
const plan = (command: string, files: string[], args: string[] = []) =>
  planSpawn({ command, args }, env, 'win32', here(...files));

test('Elsewhere a command is spawned as it is.', () => {
  const command = { command: 'npx', args: ['-y', 'a&b'] };
  expect(planSpawn(command, env, 'linux', () => true)).toEqual({ ...command, verbatim: false });
});

test('A program is found on the PATH in the order of PATHEXT, in absolute folders only.', () => {
  const found = { command: 'C:\\tools\\node.exe', args: ['x y'], verbatim: false };
  expect(plan('node', ['relative\\node.exe', 'C:\\tools\\node.cmd', 'C:\\tools\\node.exe'], ['x y'])).toEqual(found);
});

test('A batch file goes through the cmd.exe of the system, quoted.', () => {
  expect(plan('npx', ['C:\\node\\npx.cmd'], ['-y', 'a&calc'])).toEqual({
    command: 'D:\\Windows\\System32\\cmd.exe',
    args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', '""C:\\node\\npx.cmd" "-y" "a&calc""'],
    verbatim: true,
  });
});

test('A batch file that is named with its path and ending is one too.', () => {
  const named = plan('C:\\x\\Run.BAT', ['c:\\x\\run.bat']);
  expect(named.args.at(-1)).toBe('""C:\\x\\Run.BAT""');
});

test('A relative path is meant from its own folder.', () => {
  const found = planSpawn({ command: 'bin\\x', args: [], cwd: 'C:\\p' }, env, 'win32', here('C:\\p\\bin\\x.exe'));
  expect(found.command).toBe('C:\\p\\bin\\x.exe');
});

test('What is not found is left to the system, whose error tells it.', () => {
  expect(plan('nosuch', [])).toEqual({ command: 'nosuch', args: [], verbatim: false });
});
