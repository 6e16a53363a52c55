// Each fault of a machine without a hub is named exactly, and where there is a repair, it is repaired.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { extensionIds } from '../../../contract/names.ts';
import { inEnglish } from '../../../words/english.ts';
import { cliPath } from '../../support/hub-process.ts';
import { asOtherAccount, otherAccount } from '../../support/other-account.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { createScene, rungOf } from './scene.ts';
import type { RepairId, RungId } from '../../../contract/doctor.ts';
import type { ReasonKind } from '../../../contract/reasons.ts';
import type { DoctorRun } from '../../../contract/schemas/doctor.ts';
import type { Scene } from './scene.ts';

type Grade = 'red' | 'amber' | 'untried';

interface Fault {
  readonly title: string;
  readonly rung: RungId;
  readonly code: ReasonKind;
  readonly grade?: Grade;
  /** It is done, and the rung is fine then. */
  readonly repair?: RepairId;
  breaks(scene: Scene): unknown;
}

const inHome = ({ home }: Scene, ...names: string[]) => path.join(home, ...names);
const preferences = ({ chromium }: Scene) => path.join(chromium, 'Default', 'Preferences');
const setExtension = (scene: Scene, entry: unknown) =>
  scene.write(preferences(scene), JSON.stringify({ extensions: { settings: { [extensionIds.chromium]: entry } } }));
const writeRecord = (scene: Scene, record: object) =>
  scene.write(
    inHome(scene, 'endpoint.json'),
    JSON.stringify({ v: 1, path: '/nowhere.sock', startedAt: 0, ...record }),
    0o600,
  );

/** A process that has just ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

/** A socket that nobody listens at any more, as a hub leaves it that was killed. */
async function leaveSocket(file: string): Promise<void> {
  const server = net.createServer().listen(`${file}.first`);
  await once(server, 'listening');
  fs.renameSync(`${file}.first`, file);
  await new Promise(resolve => server.close(resolve));
}

const ofHome: Fault[] = [
  {
    title: 'the data home may be read by others',
    rung: 'home',
    code: 'doctor-home-mode',
    repair: 'set-modes',
    breaks: ({ home }) => fs.chmodSync(home, 0o755),
  },
  {
    title: 'the key may be read by others',
    rung: 'home',
    code: 'doctor-home-mode',
    repair: 'set-modes',
    breaks: scene => fs.chmodSync(inHome(scene, 'secrets', 'hub.key'), 0o644),
  },
  {
    title: 'the secret of a client may be read by others',
    rung: 'home',
    code: 'doctor-home-mode',
    repair: 'set-modes',
    breaks: scene => scene.write(inHome(scene, 'secrets', 'clients', 'codex-1a2b3c'), 'secret', 0o640),
  },
  {
    title: 'a file lies in the place of the data home',
    rung: 'home',
    code: 'doctor-home-no-folder',
    breaks: scene => {
      fs.rmSync(scene.home, { recursive: true });
      scene.write(scene.home, '');
    },
  },
  {
    title: 'a link lies in the place of the data home',
    rung: 'home',
    code: 'doctor-home-no-folder',
    breaks: ({ home }) => {
      fs.renameSync(home, `${home}-elsewhere`);
      fs.symlinkSync(`${home}-elsewhere`, home);
    },
  },
  {
    title: 'there is no data home',
    rung: 'home',
    code: 'doctor-home-none',
    grade: 'untried',
    breaks: ({ home }) => fs.rmSync(home, { recursive: true }),
  },
  {
    title: 'the disk is full',
    rung: 'home',
    code: 'doctor-home-full',
    breaks: scene => {
      // A device that is always full takes what is written to the file of the probe.
      const onFullDisk: typeof open = () => open('/dev/full', 'w');
      scene.context = { ...scene.context, files: { open: onFullDisk } };
    },
  },
  {
    title: 'the key is gone',
    rung: 'home',
    code: 'doctor-key-none',
    breaks: scene => fs.rmSync(inHome(scene, 'secrets', 'hub.key')),
  },
  {
    title: 'the key is none',
    rung: 'home',
    code: 'doctor-key-broken',
    breaks: scene => scene.write(inHome(scene, 'secrets', 'hub.key'), 'hunter2'),
  },
  {
    title: 'the database is damaged',
    rung: 'home',
    code: 'database-failed',
    breaks: scene => scene.write(inHome(scene, 'pilothouse.db'), 'no database at all, '.repeat(1_000), 0o600),
  },
  {
    title: 'a newer version has written the database',
    rung: 'home',
    code: 'database-newer',
    breaks: scene => changeDatabase(scene, 'INSERT INTO schema_version (version, at) VALUES (9999, 0)'),
  },
  {
    title: 'the database is that of another program',
    rung: 'home',
    code: 'database-other',
    breaks: scene => changeDatabase(scene, 'DROP TABLE schema_version'),
  },
];

async function changeDatabase(scene: Scene, sql: string): Promise<void> {
  const { Database } = await import('../../../electron/core/store/database.ts');
  const database = new Database(inHome(scene, 'pilothouse.db'));
  await database.exec(sql);
  await database.close();
}

const ofLock: Fault[] = [
  { title: 'no hub runs', rung: 'lock', code: 'doctor-no-hub', breaks: () => {} },
  {
    title: 'a hub holds the lock and does not answer',
    rung: 'lock',
    code: 'doctor-hub-silent',
    breaks: async scene => {
      const holder = spawn(
        process.execPath,
        [
          path.join(repositoryRoot, 'test/run-ts.mjs'),
          path.join(repositoryRoot, 'test/integration/store/lock-holder.ts'),
          inHome(scene, 'hub.lock'),
        ],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      onTestFinished(() => void holder.kill('SIGKILL'));
      await once(holder.stdout, 'data');
    },
  },
  {
    title: 'another hub runs on the usual home',
    rung: 'lock',
    code: 'doctor-second-home',
    grade: 'red',
    breaks: scene => {
      const other = path.join(scene.user, 'elsewhere');
      fs.renameSync(scene.home, other);
      scene.write(
        path.join(scene.home, 'endpoint.json'),
        JSON.stringify({ v: 1, pid: process.pid, startedAt: 0, path: '/x' }),
      );
      scene.context = { ...scene.context, home: other };
    },
  },
  {
    title: 'the clock was set',
    rung: 'lock',
    code: 'doctor-clock-jumped',
    grade: 'red',
    breaks: scene => {
      const started = { wallMs: scene.context.now() - 3_600_000, uptimeMs: scene.context.uptimeMs() };
      scene.context = { ...scene.context, started };
    },
  },
];

const ofRecord: Fault[] = [
  {
    title: 'the record leads to a process that has ended',
    rung: 'endpoints',
    code: 'doctor-record-dead',
    repair: 'set-aside-record',
    breaks: scene => writeRecord(scene, { pid: deadPid() }),
  },
  {
    title: 'the number of its process was given to another one',
    rung: 'endpoints',
    code: 'doctor-record-reused',
    repair: 'set-aside-record',
    breaks: scene => writeRecord(scene, { pid: process.pid }),
  },
  {
    title: 'the record is broken',
    rung: 'endpoints',
    code: 'doctor-record-broken',
    repair: 'set-aside-record',
    breaks: scene => scene.write(inHome(scene, 'endpoint.json'), '{"v":1,', 0o600),
  },
  {
    title: 'a socket was left behind',
    rung: 'endpoints',
    code: 'doctor-socket-stale',
    repair: 'remove-socket',
    breaks: async scene => {
      const socket = inHome(scene, 'run', 'left.sock');
      fs.mkdirSync(path.dirname(socket), { mode: 0o700 });
      await leaveSocket(socket);
      writeRecord(scene, { pid: deadPid(), path: socket });
    },
  },
];

const ofBrowser: Fault[] = [
  {
    title: 'the browser is closed',
    rung: 'browser',
    code: 'doctor-browser-closed',
    breaks: ({ chromium }) => fs.rmSync(path.join(chromium, 'SingletonLock')),
  },
  {
    title: 'the browser was killed and left its lock',
    rung: 'browser',
    code: 'doctor-browser-closed',
    breaks: ({ chromium }) => {
      fs.rmSync(path.join(chromium, 'SingletonLock'));
      fs.symlinkSync(`here-${deadPid()}`, path.join(chromium, 'SingletonLock'));
    },
  },
  {
    title: 'the browser was killed, and a later program has the number of its process',
    rung: 'browser',
    code: 'doctor-browser-closed',
    breaks: ({ chromium }) => fs.lutimesSync(path.join(chromium, 'SingletonLock'), 1, 1),
  },
  {
    title: 'there is no browser',
    rung: 'browser',
    code: 'doctor-no-browser',
    breaks: ({ chromium }) => fs.rmSync(chromium, { recursive: true }),
  },
  {
    title: 'the companion is not in the profile',
    rung: 'extension',
    code: 'doctor-extension-none',
    breaks: scene => scene.write(preferences(scene), '{}'),
  },
  {
    title: 'the companion is switched off',
    rung: 'extension',
    code: 'doctor-extension-off',
    breaks: scene => setExtension(scene, { path: scene.extension, disable_reasons: [1] }),
  },
  {
    title: 'the folder of the companion is gone',
    rung: 'extension',
    code: 'doctor-extension-folder-none',
    breaks: ({ extension }) => fs.rmSync(extension, { recursive: true }),
  },
  {
    title: 'the profile may not be read',
    rung: 'extension',
    code: 'doctor-extension-unsure',
    grade: 'amber',
    breaks: scene => {
      fs.rmSync(preferences(scene));
      fs.mkdirSync(preferences(scene));
    },
  },
  {
    title: 'the profile is broken',
    rung: 'extension',
    code: 'doctor-profile-broken',
    grade: 'amber',
    breaks: scene => scene.write(preferences(scene), '{'),
  },
  {
    title: 'the companion is older than the hub',
    rung: 'version',
    code: 'doctor-extension-older',
    grade: 'amber',
    breaks: ({ write, extension }) => write(path.join(extension, 'manifest.json'), '{"version": "0.0.1"}'),
  },
  {
    title: 'the companion is newer than the hub',
    rung: 'version',
    code: 'doctor-extension-newer',
    grade: 'amber',
    breaks: ({ write, extension }) => write(path.join(extension, 'manifest.json'), '{"version": "10.0"}'),
  },
];

const manifestFault = (title: string, code: ReasonKind, breaks: Fault['breaks']): Fault => {
  return { title, rung: 'manifest', code, repair: 'write-manifest', breaks };
};

const script = (scene: Scene, text: string, mode = 0o755) => {
  const file = path.join(scene.root, 'other', 'program');
  scene.write(file, text, mode);
  return file;
};

const ofManifest: Fault[] = [
  manifestFault('the manifest is no JSON', 'doctor-manifest-no-json', ({ write, manifest }) =>
    write(manifest, '{\n  "name": ,\n}'),
  ),
  manifestFault('the manifest begins with a byte order mark', 'doctor-manifest-bom', ({ write, manifest }) =>
    write(manifest, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), fs.readFileSync(manifest)])),
  ),
  manifestFault('the manifest is UTF-16', 'doctor-manifest-utf16', ({ write, manifest }) =>
    write(manifest, Buffer.from(`\ufeff${fs.readFileSync(manifest, 'utf8')}`, 'utf16le')),
  ),
  manifestFault('the manifest has another name', 'doctor-manifest-name', ({ changeManifest }) =>
    changeManifest({ name: 'dev.other' }),
  ),
  manifestFault('the manifest has another type', 'doctor-manifest-type', ({ changeManifest }) =>
    changeManifest({ type: 'pipe' }),
  ),
  manifestFault('its path is relative', 'doctor-manifest-relative', ({ changeManifest }) =>
    changeManifest({ path: 'launcher/relay' }),
  ),
  manifestFault('its program is gone', 'doctor-program-gone', ({ changeManifest, root }) =>
    changeManifest({ path: path.join(root, 'Downloads', 'relay') }),
  ),
  manifestFault('its program may not be run', 'doctor-program-not-executable', scene =>
    scene.changeManifest({ path: script(scene, '#!/bin/sh\n', 0o644) }),
  ),
  manifestFault('the interpreter of its program is gone', 'doctor-program-interpreter', scene =>
    scene.changeManifest({ path: script(scene, '#!/opt/gone/python3\n') }),
  ),
  manifestFault('another program has taken its place', 'doctor-manifest-foreign-program', scene =>
    scene.changeManifest({ path: script(scene, '#!/bin/sh\n') }),
  ),
  manifestFault('it starts the relay of another data home', 'doctor-manifest-other-home', scene => {
    const other = path.join(scene.root, 'other-home', 'launcher', 'relay');
    scene.write(other, '#!/bin/sh\n', 0o755);
    scene.changeManifest({ path: other });
  }),
  manifestFault('it lets another extension in', 'doctor-manifest-no-origin', ({ changeManifest }) =>
    changeManifest({ allowed_origins: [`chrome-extension://${'a'.repeat(32)}/`] }),
  ),
  manifestFault('one of its origins is none', 'doctor-manifest-bad-origin', ({ changeManifest }) =>
    changeManifest({ allowed_origins: [`chrome-extension://${extensionIds.chromium}/`, 'chrome-extension://*/'] }),
  ),
  manifestFault('the manifest is a link to nowhere', 'doctor-manifest-dangling', ({ manifest, root }) => {
    fs.rmSync(manifest);
    fs.symlinkSync(path.join(root, 'gone.json'), manifest);
  }),
  manifestFault('the manifest was removed', 'doctor-manifest-absent', ({ manifest }) => fs.rmSync(manifest)),
  manifestFault(
    'the manifest lies where it is not looked for',
    'doctor-manifest-misplaced',
    ({ manifest, chromium }) => {
      const wrong = path.join(chromium, 'native-messaging-hosts');
      fs.mkdirSync(wrong);
      fs.renameSync(manifest, path.join(wrong, path.basename(manifest)));
    },
  ),
  {
    title: 'a folder lies in the place of the manifest',
    rung: 'manifest',
    code: 'doctor-manifest-is-folder',
    breaks: ({ manifest }) => {
      fs.rmSync(manifest);
      fs.mkdirSync(manifest);
    },
  },
  {
    title: 'a file lies in the place of the folder of manifests',
    rung: 'manifest',
    code: 'doctor-manifest-why',
    breaks: ({ manifest }) => {
      fs.rmSync(path.dirname(manifest), { recursive: true });
      fs.writeFileSync(path.dirname(manifest), '');
    },
  },
  {
    title: 'a policy forbids manifests of users',
    rung: 'manifest',
    code: 'policy-no-user-hosts',
    breaks: ({ write, root }) =>
      write(path.join(root, 'etc/chromium/policies/managed/it.json'), '{"NativeMessagingUserLevelHosts": false}'),
  },
  {
    title: 'a policy blocks every native messaging host',
    rung: 'manifest',
    code: 'policy-blocks-host',
    breaks: ({ write, root }) =>
      write(path.join(root, 'etc/chromium/policies/managed/it.json'), '{"NativeMessagingBlocklist": ["*"]}'),
  },
];

const launcherFault = (title: string, code: ReasonKind, breaks: Fault['breaks'], grade: Grade = 'red'): Fault => {
  return { title, rung: 'launcher', code, grade, repair: 'write-launcher', breaks };
};

const ofLauncher: Fault[] = [
  launcherFault('the launcher is gone', 'doctor-launcher-none', ({ launcher }) => fs.rmSync(launcher)),
  launcherFault('the launcher may not be run', 'doctor-launcher-not-executable', ({ launcher }) =>
    fs.chmodSync(launcher, 0o644),
  ),
  launcherFault('the interpreter of the launcher is gone', 'doctor-launcher-interpreter', ({ launcher, write }) =>
    write(launcher, '#!/opt/gone/sh\n'),
  ),
  launcherFault('the relay is gone', 'doctor-launcher-no-relay', ({ launcher }) =>
    fs.rmSync(path.join(path.dirname(launcher), 'relay.cjs')),
  ),
  launcherFault(
    'the launcher is one of an older version',
    'doctor-launcher-old',
    ({ launcher, write }) => {
      write(launcher, fs.readFileSync(launcher, 'utf8').replace('#!/bin/sh\n', '#!/bin/sh\n# 0.0.1\n'));
    },
    'amber',
  ),
  launcherFault('the launcher prints a greeting in place of frames', 'doctor-relay-garbage', ({ launcher, write }) =>
    write(launcher, '#!/bin/sh\necho Welcome to the relay\n'),
  ),
  launcherFault('the launcher ends at once', 'doctor-launcher-exits', ({ launcher, write }) =>
    write(launcher, '#!/bin/sh\necho No such luck >&2\nexit 3\n'),
  ),
  launcherFault('there is no Node for the launcher', 'doctor-launcher-no-node', ({ launcher, write }) =>
    write(launcher, "#!/bin/sh\nnode='/opt/gone/node'\necho No Node >&2\nexit 127\n"),
  ),
  launcherFault(
    'the Node that the launcher names is gone, and another one serves',
    'doctor-launcher-no-node',
    ({ launcher, write }) => {
      const text = fs.readFileSync(launcher, 'utf8');
      write(
        launcher,
        text
          .replace(`node='${process.execPath}'`, "node='/opt/gone/node'")
          .replace('for candidate in', `for candidate in '${process.execPath}'`),
      );
    },
    'amber',
  ),
];

const faults = [...ofHome, ...ofLock, ...ofRecord, ...ofBrowser, ...ofManifest, ...ofLauncher];

describe('A fault is named, and repaired where that can be done', () => {
  test('there are at least thirty of them here', () => {
    expect(faults.length).toBeGreaterThanOrEqual(30);
  });

  test('without a fault only what needs a hub is not fine', async () => {
    const { doctor } = await createScene();
    const { ladders } = await doctor.run();
    const states = ladders[0]?.rungs.map(({ id, state }) => `${id} ${state.kind}`);
    expect(states).toEqual([
      'home green',
      'lock red',
      'endpoints waits',
      'browser green',
      'extension green',
      'version green',
      'manifest green',
      'launcher green',
      'ping waits',
      'proof waits',
      'hello waits',
      'shim waits',
      'tools waits',
      'page waits',
    ]);
  });

  test.each(faults)('$title', async ({ rung: id, code, grade = 'red', repair, breaks }) => {
    const scene = await createScene();
    await breaks(scene);
    const { rung, ladder } = await scene.rung(id);
    expect(rung.evidence.map(({ kind }) => kind)).toContain(code);
    expect(rung.state.kind).toBe(grade);
    expect(rung.evidence.map(inEnglish).join(' ')).not.toMatch(/undefined|\{/);
    expect(rung.repair?.id).toBe(repair);
    if (repair === undefined) return;
    const after = await repairAll(scene, await scene.doctor.repair({ ladderId: ladder.id, rung: id, repair }), id);
    expect(['green', 'waits']).toContain(rungOf(after.ladders, id).rung.state.kind);
  });
});

/** What is behind the first finding of a rung is repaired next. */
async function repairAll({ doctor }: Scene, run: DoctorRun, id: RungId): Promise<DoctorRun> {
  const { rung, ladder } = rungOf(run.ladders, id);
  if (!rung.repair) return run;
  return repairAll(
    { doctor } as Scene,
    await doctor.repair({ ladderId: ladder.id, rung: id, repair: rung.repair.id }),
    id,
  );
}

test('what another program had in the place of a manifest is kept as a copy, byte for byte', async () => {
  const scene = await createScene();
  scene.changeManifest({ path: script(scene, '#!/bin/sh\n') });
  const theirs = fs.readFileSync(scene.manifest);
  const { ladder } = await scene.rung('manifest');
  await scene.doctor.repair({ ladderId: ladder.id, rung: 'manifest', repair: 'write-manifest' });
  const folder = inHome(scene, 'manifests', 'backups');
  const copies = fs.readdirSync(folder).map(name => fs.readFileSync(path.join(folder, name)));
  expect(copies.some(copy => copy.equals(theirs))).toBe(true);
});

test('a repair that fails leaves the rung red, and says why', async () => {
  const scene = await createScene();
  const folder = path.dirname(scene.manifest);
  fs.rmSync(folder, { recursive: true });
  fs.writeFileSync(folder, 'in the way');
  const { ladder } = await scene.rung('manifest');
  const repair = { ladderId: ladder.id, rung: 'manifest', repair: 'write-manifest' } as const;
  await expect(scene.doctor.repair(repair)).rejects.toThrow();
  expect((await scene.rung('manifest')).rung.state.kind).toBe('red');
  expect(fs.readFileSync(folder, 'utf8')).toBe('in the way');
});

test('a repair that was not offered is refused', async () => {
  const scene = await createScene();
  const { ladder } = await scene.rung('home');
  const repair = { ladderId: ladder.id, rung: 'home', repair: 'set-modes' } as const;
  await expect(scene.doctor.repair(repair)).rejects.toThrow('not offered any more');
});

test('a look at a browser that is not known neither hinders a repair nor makes it seem to fail', async () => {
  const scene = await createScene();
  fs.chmodSync(scene.home, 0o755);
  const { ladder } = await scene.rung('home');
  const typo = expect(scene.doctor.run('typo')).rejects.toThrow('typo');
  const after = await scene.doctor.repair({ ladderId: ladder.id, rung: 'home', repair: 'set-modes' });
  await typo;
  expect(rungOf(after.ladders, 'home').rung.state.kind).toBe('green');
});

test('the lines of a broken manifest are shown with their numbers', async () => {
  const scene = await createScene();
  scene.changeManifest({ path: '/opt/gone/relay' });
  const { rung } = await scene.rung('manifest');
  expect(rung.lines.map(({ line, text, fault }) => [line, text.trim(), fault?.kind ?? null])).toEqual([
    [4, '"path": "/opt/gone/relay",', 'doctor-program-gone'],
    [6, '"allowed_origins": [', null],
  ]);
});

describe.runIf(process.getuid?.() === 0)('With the rights of root', () => {
  test('a data home of another account is named with its number', async () => {
    const scene = await createScene();
    fs.chownSync(scene.home, otherAccount, otherAccount);
    const { rung } = await scene.rung('home');
    expect(rung.evidence[0]).toEqual({ kind: 'doctor-home-of-user', path: '~/.pilothouse', owner: otherAccount });
  });

  test('a data home that its own account may not write to is read-only', async () => {
    const scene = await createScene();
    for (const folder of [scene.root, scene.user]) fs.chmodSync(folder, 0o755);
    spawnSync('chown', ['-R', `${otherAccount}:${otherAccount}`, scene.home]);
    fs.chmodSync(scene.home, 0o500);
    const env = { HOME: scene.user, PATH: '/usr/bin:/bin' };
    const { file, args, options } = asOtherAccount([cliPath, '--home', scene.home, 'doctor', '--json']);
    const { stdout, status } = spawnSync(file, args, { ...options, env, encoding: 'utf8' });
    const { rung } = rungOf((JSON.parse(stdout) as DoctorRun).ladders, 'home');
    expect(rung.evidence[0]).toEqual({ kind: 'doctor-home-read-only', path: '~/.pilothouse', code: 'EACCES' });
    expect(status).toBe(1);
  });
});
