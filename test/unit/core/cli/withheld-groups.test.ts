// What is withheld from a server is the user's decision: a shell neither gives it back nor forgets it without being confirmed.
import { expect, test } from 'vitest';
import { lostWithServer } from '../../../../electron/core/cli/lost-decisions.ts';
import { wideningOf } from '../../../../electron/core/cli/widening-requests.ts';
import type { EnvironmentGroup } from '../../../../contract/schemas/servers.ts';
import type { WideningFacts } from '../../../../electron/core/cli/widening-requests.ts';

const factsWith = (withheld: readonly EnvironmentGroup[], sandbox: object | null = null) =>
  ({
    state: { get: () => ({ options: { withheld, sandbox } }) },
    grants: { all: () => [] },
    toolSwitches: { all: () => [] },
    toolPins: { refused: () => [] },
  }) as unknown as WideningFacts;

const shown = async (before: readonly EnvironmentGroup[], withheld?: readonly EnvironmentGroup[]) =>
  (await wideningOf('servers:set', { serverId: 'a', withheld }, factsWith(before)))?.shown ?? null;

test('The user reads what a server would be given, and not what stays withheld.', async () => {
  expect(await shown(['docker', 'proxy', 'locale'], ['proxy'])).toBe('docker\nlocale');
});

test('Withholding more needs nobody, nor does what leaves the groups alone.', async () => {
  expect(await shown(['docker'], ['docker', 'proxy'])).toBeNull();
  expect(await shown(['docker'])).toBeNull();
});

test('What the user withholds while the list waits is shown too, so that the confirmed one does not hold for it.', async () => {
  expect(await shown(['docker'], [])).not.toBe(await shown(['docker', 'proxy'], []));
});

test('A server that is taken out takes with it what was withheld from it, as it takes its walls.', () => {
  const lost = (...given: Parameters<typeof factsWith>) => lostWithServer('a', factsWith(...given));
  expect(lost([])).toEqual([]);
  expect(lost(['docker'])).toEqual([{ kind: 'server-options-set', server: 'a', options: ['withheld'] }]);
  expect(lost(['docker'], {})).toEqual([{ kind: 'server-options-set', server: 'a', options: ['sandbox', 'withheld'] }]);
});
