// The switches that an installed app does not obey (D19).
import { expect, test } from 'vitest';
import { dangerousSwitches, dropDangerousSwitches } from '../../../electron/main/app-switches.ts';

const dropped = (isPackaged: boolean) => {
  const names: string[] = [];
  const commandLine = { removeSwitch: (name: string) => void names.push(name) };
  dropDangerousSwitches({ isPackaged, commandLine } as unknown as Parameters<typeof dropDangerousSwitches>[0]);
  return names;
};

test('an installed app drops all of them', () => {
  expect(dropped(true)).toEqual([...dangerousSwitches]);
  expect(dangerousSwitches).toEqual(expect.arrayContaining(['remote-debugging-port', 'inspect', 'load-extension']));
});

test('a copy that runs from its sources keeps them', () => {
  expect(dropped(false)).toEqual([]);
});
