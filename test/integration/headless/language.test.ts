// The command line in German: what it prints, what the hub refuses, and that what programs read has no language.
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { englishWordsIn } from '../../support/own-english.ts';

const inGerman = { env: { LC_ALL: 'de_DE.UTF-8' } };

test('a terminal in German reads German, refusals of the hub too, and a program reads what it always did', async () => {
  const place = usePlace();
  const none = await place.run(['status'], inGerman);
  expect(none.stderr).toMatch(
    /^pilothouse: Es läuft kein Hub: .*endpoint\.json gibt es nicht; Pilothouse starten\.\n$/,
  );

  const hub = await place.serve([], inGerman);
  expect(hub.stdout()).toMatch(/^Pilothouse läuft auf .* diese Adresse gilt einmal: http:/);
  const panel = await place.panel(hub);
  const { client } = await panel.request('clients:create', { name: 'Claude', start: 'ask' });
  const subject = { kind: 'client', id: client.id } as const;
  await panel.request('grants:set', { effect: 'deny', subject, scope: 'browser:files' });

  const status = await place.run(['status'], inGerman);
  const grants = await place.run(['grants', 'list'], inGerman);
  expect(status.stdout).toMatch(
    /^Pilothouse .* läuft auf .* \(Prozess \d+, ohne Fenster\); Agenten laufen\.\n0 Agenten, /,
  );
  expect(grants.stdout).toBe(
    `1  verbietet Client Claude (${client.id}): browser:files, überall, bis zum Widerruf, noch nicht genutzt\n`,
  );
  expect([status, grants].flatMap(({ stdout }) => englishWordsIn(stdout))).toEqual([]);

  const refused = await place.run(['grants', 'revoke', '77'], inGerman);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^pilothouse: Eine Freigabe „77“ gab es nie/);

  const ofProgram = (env: object) => place.run(['grants', 'list', '--json'], { env: { ...env } });
  expect((await ofProgram(inGerman.env)).stdout).toBe((await ofProgram({})).stdout);
  const error = await place.run(['grants', 'revoke', '77', '--json'], inGerman);
  expect(JSON.parse(error.stderr)).toEqual({
    error: {
      exitCode: 2,
      code: 'ERR_INVALID_ARGUMENTS',
      message: 'There never was a grant "77"; pilothouse grants list shows those that hold.',
      reason: { kind: 'no-grant', grant: '77' },
    },
  });
});
