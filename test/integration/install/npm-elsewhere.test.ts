// A package of npm that needs what is of no registry: a real hub, a real npm and git, and a registry of the test.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';
import { npmFixture } from '../../support/npm-fixture.ts';
import type { InstallHub } from '../../support/install-hub.ts';
import type { FixturePackage, NpmFixture } from '../../support/npm-fixture.ts';

function published(hub: InstallHub, registry: NpmFixture, source: FixturePackage): string {
  registry.publish(source);
  const { name, version } = source;
  const own = buildWay({ identifier: name, version, registry: registry.address });
  return hub.offer(buildEntry(`io.example/${name}`, [own])).name;
}

async function opened(before?: (hub: InstallHub) => void) {
  const hub = await openInstallHub(before);
  return { hub, registry: await npmFixture(hub.temp.folder) };
}

function packagesIn(hub: InstallHub): string[] {
  const folder = join(hub.temp.home, 'packages/npm');
  return existsSync(folder) ? readdirSync(folder) : [];
}

test('A repository is not cloned, however deep it is needed, and it is named.', async () => {
  const { hub, registry } = await opened();
  const repository = gitRepository(hub);
  registry.publish({ name: 'between', version: '1.0.0', dependencies: { x: repository } });
  const name = published(hub, registry, {
    name: 'clones',
    version: '1.0.0',
    dependencies: { between: '1.0.0' },
  });
  const { phase } = await hub.until(await hub.begin(name), 'failed');
  expect(phase).toMatchObject({
    reason: { kind: 'install-not-of-registry', name: 'clones', from: `x@${repository}` },
  });
  expect(existsSync(join(hub.temp.folder, 'was-run'))).toBe(false);
  expect(packagesIn(hub)).toEqual([]);
});

test('An npm that cannot forbid repositories has no git to clone them with.', async () => {
  const { hub, registry } = await opened(one => one.path.push(olderNpm(one)));
  const name = published(hub, registry, {
    name: 'clones',
    version: '1.0.0',
    dependencies: { x: gitRepository(hub) },
  });
  const { phase } = await hub.until(await hub.begin(name), 'failed');
  expect(phase).toMatchObject({ reason: { kind: 'install-not-of-registry', name: 'clones', from: null } });
  expect(existsSync(join(hub.temp.folder, 'was-run'))).toBe(false);
});

test('An archive at an address of its own and a folder of this machine are named too.', async () => {
  const { hub, registry } = await opened();
  registry.publish({ name: 'free', version: '1.0.0' });
  const archive = `${registry.address}/free-1.0.0.tgz`;
  const far = published(hub, registry, { name: 'far', version: '1.0.0', dependencies: { free: archive } });
  expect((await hub.until(await hub.begin(far), 'failed')).phase).toMatchObject({
    reason: { kind: 'install-not-of-registry', name: 'far', from: archive },
  });
  const dependencies = { x: `file:${hub.temp.folder}` };
  const near = published(hub, registry, { name: 'near', version: '1.0.0', dependencies });
  expect((await hub.until(await hub.begin(near), 'failed')).phase).toMatchObject({
    reason: { kind: 'install-not-of-registry', name: 'near' },
  });
});

test('What it needs of its registry comes with it.', async () => {
  const { hub, registry } = await opened();
  registry.publish({ name: 'part', version: '1.2.3' });
  const name = published(hub, registry, { name: 'whole', version: '1.0.0', dependencies: { part: '^1.0.0' } });
  await hub.until(await hub.begin(name), 'ready');
  const [folder = ''] = packagesIn(hub);
  expect(existsSync(join(hub.temp.home, 'packages/npm', folder, 'node_modules/part/index.mjs'))).toBe(true);
});

/** The address of a repository whose own settings name a program, which runs where npm goes on from a clone of it. */
function gitRepository(hub: InstallHub): string {
  const folder = join(hub.temp.folder, 'repository');
  mkdirSync(folder);
  const script = join(folder, 'git.sh');
  writeFileSync(script, `#!/bin/sh\ntouch ${join(hub.temp.folder, 'was-run')}\n`, { mode: 0o755 });
  writeFileSync(join(folder, '.npmrc'), `git=${script}\n`);
  const needs = { y: 'git+https://127.0.0.1:9/y.git' };
  const manifest = { name: 'x', version: '1.0.0', scripts: { prepare: 'true' }, devDependencies: needs };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  return `git+file://${folder}`;
}

/** A folder with an npm that knows nothing of what it may be forbidden to fetch. */
function olderNpm(hub: InstallHub): string {
  const npm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const lines = ['#!/bin/sh', 'for word do', '  shift', '  case "$word" in', '    --allow-*) ;;'];
  const rest = ['    *) set -- "$@" "$word" ;;', '  esac', 'done', `exec ${npm} "$@"`, ''];
  writeFileSync(join(hub.temp.folder, 'npm'), [...lines, ...rest].join('\n'), { mode: 0o755 });
  return hub.temp.folder;
}
