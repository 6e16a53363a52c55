// The doctor of the command line, while no hub runs: it knows what hubs have kept, masks as they do, and repairs what it is asked to alone.
import fs from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { extensionIds, nativeHostName } from '../../../contract/names.ts';
import { usePlace } from '../../support/hub-process.ts';
import type { DoctorRun } from '../../../contract/schemas/doctor.ts';
import type { HubPlace } from '../../support/hub-process.ts';

function write(file: string, text: string, mode = 0o600): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  fs.chmodSync(file, mode);
  return file;
}

/** A browser's data folder with a manifest that starts another program. */
function browserWithForeign(place: HubPlace, folder: string): string {
  const data = path.join(place.folder, '.config', folder);
  write(path.join(data, 'Default', 'Preferences'), '{}');
  const program = write(path.join(place.folder, 'other', 'program'), '#!/bin/sh\n', 0o755);
  const manifest = {
    name: nativeHostName,
    description: 'Theirs',
    path: program,
    type: 'stdio',
    allowed_origins: [`chrome-extension://${extensionIds.chromium}/`],
  };
  return write(path.join(data, 'NativeMessagingHosts', `${nativeHostName}.json`), JSON.stringify(manifest));
}

/** Every file below a folder, with all that a write would change. */
function photograph(folder: string): Record<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names.map(name => {
      const { mtimeNs, ino, mode } = fs.statSync(path.join(folder, name), { bigint: true });
      const file = path.join(folder, name);
      return [name, `${mtimeNs} ${ino} ${mode} ${fs.statSync(file).isFile() ? fs.readFileSync(file, 'utf8') : ''}`];
    }),
  );
}

async function doctor(place: HubPlace, ...args: string[]): Promise<DoctorRun> {
  const { stdout } = await place.run(['doctor', '--json', ...args]);
  return JSON.parse(stdout) as DoctorRun;
}

/** A hub has run there once: the home, the launchers and the database are made. */
async function usePlaceOfHub(ask: (panel: Awaited<ReturnType<HubPlace['panel']>>) => Promise<void> = async () => {}) {
  const place = usePlace();
  const hub = await place.serve();
  await ask(await place.panel(hub));
  await hub.kill('SIGTERM');
  return place;
}

test('a folder that the user named has a ladder, with a hub and without one', async () => {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  const folder = path.join(place.folder, 'profiles', 'work');
  write(path.join(folder, 'Default', 'Preferences'), '{}');
  const { browserId } = await panel.request('browsers:add-folder', { folder });
  const { run } = await panel.request('doctor:run', { browserId });
  expect(run.ladders.map(one => [one.browserId, one.browser])).toEqual([[browserId, 'work']]);
  await panel.request('manifests:install', { browserId });
  await hub.kill('SIGTERM');
  const alone = await doctor(place);
  expect(alone.by).toBe('program');
  const [ladder] = alone.ladders;
  expect([ladder?.browserId, ladder?.inUse]).toEqual([browserId, true]);
  const rung = ladder?.rungs.find(({ id }) => id === 'manifest');
  expect([rung?.state.kind, rung?.evidence[0]?.kind]).toEqual(['green', 'doctor-manifest-taken']);
});

test('--fix --browser repairs that browser and touches no other', async () => {
  const place = await usePlaceOfHub();
  const chromium = browserWithForeign(place, 'chromium');
  const chrome = browserWithForeign(place, 'google-chrome');
  const others = path.join(place.folder, '.config', 'google-chrome');
  const before = photograph(others);
  const run = await doctor(place, '--fix', '--browser', 'chromium');
  expect([...new Set(run.ladders.map(({ browserId }) => browserId))]).toEqual(['chromium']);
  expect(fs.readFileSync(chromium, 'utf8')).toContain(path.join(place.home, 'launcher', 'relay'));
  expect(photograph(others)).toEqual(before);
  expect(fs.readFileSync(chrome, 'utf8')).toContain('other/program');
  const after = await doctor(place, '--fix');
  expect(after.ladders.map(({ browserId }) => browserId)).toEqual(expect.arrayContaining(['chrome', 'chromium']));
  expect(photograph(others)).not.toEqual(before);
});

test('diagnostics are masked as with a hub', async () => {
  const secret = 'hunter2-hunter3-hunter4';
  const place = await usePlaceOfHub(async panel => {
    await panel.request('secrets:set', { name: 'LUCK', value: secret });
  });
  const token = `ph_codex-1a2b3c_${'0123456789abcdef'.repeat(4)}`;
  const planted = [
    secret,
    token,
    'Bearer abc.def.ghi',
    'https://shop.example/orders?key=1',
    'seen at shop.example',
    '/home/bob/atlas',
    'bob@example.org',
    `on ${hostname()} at`,
    path.join(place.folder, 'atlas'),
  ];
  const what = { kind: 'log-said', text: planted.join(' | '), facts: JSON.stringify(planted) };
  fs.appendFileSync(
    path.join(place.home, 'log', 'hub.log'),
    `${JSON.stringify({ at: 1, level: 'warn', part: 'hub', what })}\n`,
  );
  // What a program says, and a path, are evidence of the run itself.
  write(
    path.join(place.home, 'launcher', 'relay'),
    `#!/bin/sh\necho "Refused: ${secret} ${token}" >&2\nexit 3\n`,
    0o755,
  );
  write(browserWithForeign(place, 'chromium'), `{"name": "${secret}"}`);
  const { stdout } = await place.run(['doctor', '--diagnostics']);
  expect(stdout).toContain('hub: none runs');
  expect(stdout).toContain('doctor-launcher-exits');
  expect(stdout).toContain('doctor-manifest-');
  expect(stdout).toContain('https://host-');
  for (const left of ['hunter', 'ph_codex', 'abc.def', 'shop.example', 'key=1', 'bob', place.folder])
    expect([left, stdout.includes(left)]).toEqual([left, false]);
  expect(stdout).not.toContain(`on ${hostname()} at`);
});
