// Rung 7 on other machines than the usual one: places of the whole machine, policies, Firefox, the registry of Windows. What it says is
// what `whoAnswers` says: which manifest is taken, its program, whether that runs, and why.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nativeHostName } from '../../../contract/names.ts';
import { createMachineScene } from './machine-scene.ts';
import type { RungResult } from '../../../electron/core/doctor/finding.ts';
import type { MachineScene } from './machine-scene.ts';

const file = `${nativeHostName}.json`;
const chromiumFile = `.config/chromium/NativeMessagingHosts/${file}`;
const firefoxFile = `.mozilla/native-messaging-hosts/${file}`;
const ofMachine = {
  chromium: `etc/chromium/native-messaging-hosts/${file}`,
  firefox: `usr/lib/mozilla/native-messaging-hosts/${file}`,
};
const policy = 'etc/chromium/policies/managed/it.json';

function chromiumScene(): MachineScene {
  const scene = createMachineScene('linux');
  scene.write('.config/chromium/Default/Preferences', '{}');
  return scene;
}

function firefoxScene(): MachineScene {
  const scene = createMachineScene('linux');
  scene.write('.mozilla/firefox/profiles.ini', '[Profile0]\nName=default\nIsRelative=1\nPath=ab.default\n');
  return scene;
}

const inSystem = ({ root }: MachineScene, place: string) => path.join(root, 'system', place);
const ours = ({ context }: MachineScene) => context.manifests.launcherPath;
/** The code of each thing that was seen; for a reason why, that one's. */
const seen = ({ evidence }: RungResult) =>
  evidence.map(reason => (reason.kind === 'doctor-manifest-why' ? `${reason.kind} ${reason.why.kind}` : reason.kind));
const verdict = (result: RungResult) => [result.state.kind, seen(result)[0], result.remedy?.id ?? null];

async function repaired(scene: MachineScene, browserId: string): Promise<RungResult> {
  await (await scene.judge(browserId)).remedy?.act();
  return scene.judge(browserId);
}

describe('Chromium', () => {
  test('takes ours: the file, its program, that it runs, and why, in this order', async () => {
    const scene = chromiumScene();
    await scene.install('chromium');
    const relay = path.join(path.dirname(ours(scene)), 'relay.cjs');
    scene.processes = [{ pid: 4711, parent: 1, program: '/usr/bin/node', args: [relay] }];
    scene.write(inSystem(scene, ofMachine.chromium), scene.manifest(scene.program()));
    const result = await scene.judge('chromium');
    expect([result.state.kind, result.evidence]).toEqual([
      'green',
      [
        { kind: 'doctor-manifest-taken', path: `~/${chromiumFile}`, program: '~/.pilothouse/launcher/relay' },
        { kind: 'doctor-program-runs', program: '~/.pilothouse/launcher/relay', pids: [4711] },
        { kind: 'doctor-manifest-why', path: `~/${chromiumFile}`, why: { kind: 'claim-taken', browser: 'Chromium' } },
        {
          kind: 'doctor-manifest-why',
          path: inSystem(scene, ofMachine.chromium),
          why: { kind: 'claim-after', browser: 'Chromium', place: `~/${chromiumFile}` },
        },
      ],
    ]);
  });

  test('takes that of another program for the whole machine where the user has none; ours comes before it', async () => {
    const scene = chromiumScene();
    scene.write(inSystem(scene, ofMachine.chromium), scene.manifest(scene.program()));
    const result = await scene.judge('chromium');
    expect(verdict(result)).toEqual(['red', 'doctor-manifest-foreign-program', 'write-manifest']);
    expect(result.remedy?.does).toMatchObject({ path: `~/${chromiumFile}` });
    expect(seen(result).slice(1)).toEqual([
      'doctor-manifest-taken',
      'doctor-program-ready',
      'doctor-manifest-why claim-taken',
    ]);
    expect(verdict(await repaired(scene, 'chromium'))).toEqual(['green', 'doctor-manifest-taken', null]);
  });

  test('is well with ours for the whole machine', async () => {
    const scene = chromiumScene();
    scene.write(inSystem(scene, ofMachine.chromium), scene.manifest(ours(scene)));
    expect(verdict(await scene.judge('chromium'))).toEqual(['green', 'doctor-manifest-taken', null]);
  });

  test('comes to no good one of the machine behind a broken one of the user', async () => {
    const scene = chromiumScene();
    scene.write(chromiumFile, '{');
    scene.write(inSystem(scene, ofMachine.chromium), scene.manifest(ours(scene)));
    const result = await scene.judge('chromium');
    expect(verdict(result)).toEqual(['red', 'doctor-manifest-no-json', 'write-manifest']);
    expect(seen(result)).toContain('doctor-manifest-why claim-hidden');
    expect((await repaired(scene, 'chromium')).state.kind).toBe('green');
  });

  test('passes over a link to nowhere', async () => {
    const scene = chromiumScene();
    fs.mkdirSync(path.dirname(path.join(scene.user, chromiumFile)), { recursive: true });
    fs.symlinkSync('/nowhere.json', path.join(scene.user, chromiumFile));
    expect(verdict(await scene.judge('chromium'))[1]).toBe('doctor-manifest-dangling');
    scene.write(inSystem(scene, ofMachine.chromium), scene.manifest(ours(scene)));
    expect((await scene.judge('chromium')).state.kind).toBe('green');
  });

  test('of another channel looks in another folder', async () => {
    const scene = createMachineScene('linux');
    for (const channel of ['google-chrome', 'google-chrome-beta'])
      scene.write(`.config/${channel}/Local State`, '{"profile":{"info_cache":{"Default":{"name":"Ana"}}}}');
    await scene.install('chrome');
    fs.rmSync(path.join(scene.user, '.config/google-chrome-beta/NativeMessagingHosts'), { recursive: true });
    const profiles = await scene.profiles('chrome');
    expect(profiles.map(({ id, plan }) => [id, plan.targets.map(({ place }) => path.dirname(place))])).toEqual([
      ['chrome/Default', [path.join(scene.user, '.config/google-chrome/NativeMessagingHosts')]],
      ['chrome/google-chrome-beta/Default', [path.join(scene.user, '.config/google-chrome-beta/NativeMessagingHosts')]],
    ]);
  });
});

describe('A policy', () => {
  test('that forbids hosts of the user is named where ours is only the user’s, and nothing is offered', async () => {
    const scene = chromiumScene();
    await scene.install('chromium');
    scene.write(inSystem(scene, policy), '{"NativeMessagingUserLevelHosts": false}');
    const result = await scene.judge('chromium');
    expect(verdict(result)).toEqual(['red', 'policy-no-user-hosts', null]);
    expect(result.byHand).toEqual({ kind: 'doctor-hand-policy' });
    expect(seen(result)).toContain('doctor-manifest-why claim-forbidden');
  });

  test('that forbids hosts of the user leaves ours of the machine alone', async () => {
    const scene = chromiumScene();
    await scene.install('chromium');
    scene.write(inSystem(scene, policy), '{"NativeMessagingUserLevelHosts": false}');
    scene.write(inSystem(scene, ofMachine.chromium), scene.manifest(ours(scene)));
    expect((await scene.judge('chromium')).state.kind).toBe('green');
  });

  test('that forbids hosts of the user leaves no repair for another program’s of the machine', async () => {
    const scene = chromiumScene();
    scene.write(inSystem(scene, policy), '{"NativeMessagingUserLevelHosts": false}');
    scene.write(inSystem(scene, ofMachine.chromium), scene.manifest(scene.program()));
    const result = await scene.judge('chromium');
    expect(verdict(result)).toEqual(['red', 'doctor-manifest-foreign-program', null]);
    expect(seen(result)).toContain('policy-no-user-hosts');
  });

  test.each([
    ['blocks all', { NativeMessagingBlocklist: ['*'] }, ['red', 'policy-blocks-host', null]],
    ['blocks ours', { NativeMessagingBlocklist: [nativeHostName] }, ['red', 'policy-blocks-host', null]],
    [
      'allows ours',
      { NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: [nativeHostName] },
      ['green', 'doctor-manifest-taken', null],
    ],
    ['blocks another', { NativeMessagingBlocklist: ['com.other'] }, ['green', 'doctor-manifest-taken', null]],
  ])('that %s', async (_what, settings, expected) => {
    const scene = chromiumScene();
    await scene.install('chromium');
    scene.write(inSystem(scene, policy), JSON.stringify(settings));
    expect(verdict(await scene.judge('chromium'))).toEqual(expected);
  });

  test('of Firefox stands in policies.json', async () => {
    const scene = firefoxScene();
    await scene.install('firefox');
    const text = '{"policies":{"NativeMessagingUserLevelHosts":false}}';
    scene.write(inSystem(scene, 'etc/firefox/policies/policies.json'), text);
    expect(verdict(await scene.judge('firefox'))).toEqual(['red', 'policy-no-user-hosts', null]);
  });
});

describe('Firefox', () => {
  test('comes to that of the machine behind a broken one of the user', async () => {
    const scene = firefoxScene();
    scene.write(firefoxFile, '{');
    const place = scene.write(inSystem(scene, ofMachine.firefox), scene.manifest(scene.program()));
    const result = await scene.judge('firefox');
    expect(verdict(result)).toEqual(['red', 'doctor-manifest-foreign-program', 'write-manifest']);
    expect(result.lines[0]).toMatchObject({ path: place });
    expect(seen(result)).toContain('doctor-manifest-why claim-no-manifest');
    expect((await repaired(scene, 'firefox')).state.kind).toBe('green');
  });

  test('is well with ours of the machine behind a broken one of the user', async () => {
    const scene = firefoxScene();
    scene.write(firefoxFile, '{');
    scene.write(inSystem(scene, ofMachine.firefox), scene.manifest(ours(scene)));
    expect(verdict(await scene.judge('firefox'))).toEqual(['green', 'doctor-manifest-taken', null]);
  });

  test('names a broken one of the user with its line where there is no other', async () => {
    const scene = firefoxScene();
    scene.write(firefoxFile, '{\n  "name": ,\n}');
    const result = await scene.judge('firefox');
    expect(verdict(result)).toEqual(['red', 'doctor-manifest-no-json', 'write-manifest']);
    expect(result.evidence[0]).toMatchObject({ line: 2 });
  });
});

describe('Windows', () => {
  const key = (root: string, vendor: string) => `${root}\\${vendor}\\NativeMessagingHosts\\${nativeHostName}`;
  const [user, machine32, machine64] = ['HKCU\\Software', 'HKLM\\Software\\WOW6432Node', 'HKLM\\Software'];
  const windowsScene = () => {
    const scene = createMachineScene('win32');
    const ini = '[Profile0]\nName=default\nIsRelative=1\nPath=Profiles/ab.default\n';
    scene.write('AppData/Roaming/Mozilla/Firefox/profiles.ini', ini);
    scene.write('AppData/Local/Microsoft/Edge/User Data/Default/Preferences', '{}');
    return scene;
  };
  const theirs = (scene: MachineScene) => scene.write('theirs.json', scene.manifest(scene.program()));

  test('Firefox takes what the key of the user leads to, before those of the machine', async () => {
    const scene = windowsScene();
    await scene.install('firefox');
    for (const root of [machine32, machine64]) scene.keys.set(key(root, 'Mozilla'), theirs(scene));
    const result = await scene.judge('firefox');
    expect(verdict(result)).toEqual(['green', 'doctor-manifest-taken', null]);
    expect(seen(result).slice(2)).toEqual([
      'doctor-manifest-why claim-taken',
      'doctor-manifest-why claim-after',
      'doctor-manifest-why claim-after',
    ]);
  });

  test('without a key of the user Firefox takes that of the machine, the view of 32 bits first', async () => {
    const scene = windowsScene();
    scene.keys.set(key(machine32, 'Mozilla'), theirs(scene));
    scene.keys.set(key(machine64, 'Mozilla'), scene.write('ours.json', scene.manifest(ours(scene))));
    const result = await scene.judge('firefox');
    expect(verdict(result)).toEqual(['red', 'doctor-manifest-foreign-program', 'write-manifest']);
    expect(result.remedy?.does).toMatchObject({ path: key(user, 'Mozilla') });
    expect(verdict(await repaired(scene, 'firefox'))).toEqual(['green', 'doctor-manifest-taken', null]);
  });

  test('a key of the user that leads nowhere hides those of the machine, in Firefox and in Edge', async () => {
    const scene = windowsScene();
    for (const [browserId, vendor] of [
      ['firefox', 'Mozilla'],
      ['edge', 'Microsoft\\Edge'],
    ] as const) {
      scene.keys.set(key(user, vendor), path.join(scene.root, 'gone.json'));
      scene.keys.set(key(machine64, vendor), scene.write('ours.json', scene.manifest(ours(scene))));
      const result = await scene.judge(browserId);
      expect([...verdict(result), seen(result).at(-1)]).toEqual([
        'red',
        'doctor-manifest-why claim-no-file',
        'write-manifest',
        'doctor-manifest-why claim-hidden',
      ]);
      expect((await repaired(scene, browserId)).state.kind).toBe('green');
    }
  });

  test('Edge asks Chrome’s key of the user before its own of the machine', async () => {
    const scene = windowsScene();
    scene.keys.set(key(user, 'Google\\Chrome'), theirs(scene));
    scene.keys.set(key(machine64, 'Microsoft\\Edge'), scene.write('ours.json', scene.manifest(ours(scene))));
    expect(verdict(await scene.judge('edge'))[1]).toBe('doctor-manifest-foreign-program');
    expect((await repaired(scene, 'edge')).state.kind).toBe('green');
  });

  test('no key at all is absent, by the key that would be written', async () => {
    const scene = windowsScene();
    const { evidence } = await scene.judge('firefox');
    expect(evidence).toEqual([{ kind: 'doctor-manifest-absent', path: key(user, 'Mozilla'), browser: 'Firefox' }]);
  });
});
