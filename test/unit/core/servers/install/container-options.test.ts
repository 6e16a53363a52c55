// What an entry may tell docker: what takes nothing from the machine passes, folders only where the user names them, and everything else is refused.
import { describe, expect, test } from 'vitest';
import { commandLineOf } from '../../../../../electron/core/servers/config/approval.ts';
import { withoutMountDefaults } from '../../../../../electron/core/servers/install/container-options.ts';
import { checkedValues, textsOf } from '../../../../../electron/core/servers/install/field-values.ts';
import { planWay } from '../../../../../electron/core/servers/install/plan-way.ts';
import { proposedWalls } from '../../../../../electron/core/servers/install/proposed-walls.ts';
import { buildField, buildWay } from '../../../../support/install-hub.ts';
import type { AskedField, FieldValues, Way } from '../../../../../contract/schemas/catalogue.ts';

type Argument = Way['runtimeArguments'][number];

const folder = buildField({ key: 'src', kind: 'folder', label: 'Folder', required: true });
const text = buildField({ key: 'text' });

function wayWith(runtimeArguments: readonly Argument[], fields: readonly AskedField[] = [folder, text]): Way {
  const more = { runtimeArguments: [...runtimeArguments], fields: [...fields] };
  return buildWay({ kind: 'oci', identifier: 'o/i', version: '1', ...more });
}

function planned(way: Way, values: FieldValues = {}) {
  return planWay(way, textsOf(way.fields, checkedValues(way.fields, values, '/home/ana'), {}), null).config;
}

function lineOf(way: Way, values?: FieldValues): string {
  return commandLineOf(planned(way, values)).replaceAll("'", '');
}

/** `--a b` is a name with a value, `--a` a flag, and what begins with no dash a positional one. */
function argument(line: string): Argument {
  const [, name = null, value = null] = /^(-\S*)(?: (.*))?$/s.exec(line) ?? [];
  return name === null ? { name: null, value: line } : { name, value };
}

describe('what only bounds the container passes', () => {
  test.each<[string, string]>([
    ['--memory 512m', '--memory 512m '],
    ['-m 1g', '-m 1g '],
    ['--cpus 1.5', '--cpus 1.5 '],
    ['--cpus=2', '--cpus 2 '],
    ['--read-only', '--read-only '],
    ['--init', '--init '],
    ['--platform linux/amd64', '--platform linux/amd64 '],
    ['--network none', '--network none '],
    ['--network=none', '--network none '],
    ['--cap-drop ALL', '--cap-drop ALL '],
    ['--security-opt no-new-privileges', '--security-opt no-new-privileges '],
    ['-i', ''],
    ['-it', ''],
    ['--rm', ''],
    ['run', ''],
  ])('%s', (line, shown) => {
    expect(lineOf(wayWith([argument(line)]))).toBe(`docker run -i --rm ${shown}o/i:1`);
  });

  test('A value that the user gives is held to the same.', () => {
    const way = wayWith([{ name: '--memory', value: '${field:text}' }]);
    expect(lineOf(way, { text: ['2g'] })).toBe('docker run -i --rm --memory 2g o/i:1');
    expect(lineOf(way)).toBe('docker run -i --rm o/i:1');
    expect(() => lineOf(way, { text: ['--privileged'] })).toThrow(/--privileged/);
    expect(() => lineOf(way, { text: ['1g evil'] })).toThrow(/could reach into this machine/);
  });
});

describe('what reaches into the machine is refused', () => {
  test.each([
    ...['--privileged', '--network host', '--network=host', '--network container:x', '--net host', '--pid host'],
    ...['--pid=host', '--ipc host', '--uts host', '--userns host', '--cgroup-parent /', '--cgroupns host'],
    ...['--device /dev/sda', '--device-cgroup-rule a', '--gpus all', '--cap-add ALL', '--cap-add=SYS_ADMIN'],
    ...['--security-opt seccomp=unconfined', '--security-opt=apparmor=unconfined', '--env-file /etc/passwd'],
    ...['--user root', '-u 0', '--entrypoint sh', '-p 80:80', '-P', '--publish 1:1', '--publish-all'],
    ...['--volumes-from other', '--volume-driver x', '--link other', '--add-host a:1.2.3.4', '--dns 1.2.3.4'],
    ...['--group-add docker', '--runtime x', '--restart always', '--name other', '-d', '--detach', '--label-file /x'],
    ...[
      '--log-driver syslog',
      '--cidfile /x',
      '--sysctl a=b',
      '--ulimit a=b',
      '--oom-kill-disable',
      '--use-api-socket',
    ],
    ...['-itv /:/x', '-iv /:/x', '-v/:/host', '-vv', '-eA=b', '--', '-', '--read-only=false', '--init=x'],
    ...['--tmpfs /x:exec', '-e GITHUB_TOKEN', '-e --privileged', '-e A B=c', '--memory', '--Privileged', '-H tcp://x'],
    ...['evil/image', '/x', '--init evil/image', '--memory=1g evil/image', '${field:text}'],
  ])('%s', line => {
    expect(() => lineOf(wayWith([argument(line)]), { text: ['x'] })).toThrow(/could reach into this machine/);
  });

  test('An argument that a form or a default would smuggle in before the image.', () => {
    const smuggling = buildField({ key: 'text', defaults: ['--privileged'] });
    const reference = { name: null, value: '${field:text}' };
    expect(() => lineOf(wayWith([reference], [smuggling]))).toThrow(/could reach/);
    expect(() => lineOf(wayWith([{ name: '${field:text}', value: null }], [smuggling]))).toThrow(/could reach/);
    expect(() => lineOf(wayWith([{ name: '--memory', value: '${field:text}' }], [smuggling]))).toThrow(/could reach/);
    const split = ['-v', '/:/host'].map(value => ({ name: null, value }));
    expect(() => lineOf(wayWith(split))).toThrow(/only gets folders/);
    const across = [
      { name: '--memory', value: null },
      { name: '--privileged', value: null },
    ];
    expect(() => lineOf(wayWith(across))).toThrow(/--privileged/);
  });

  test.each(['--privileged', '-v', '-', '/x', 'a b'])('%s is no name of an image.', identifier => {
    expect(() => lineOf({ ...wayWith([]), identifier })).toThrow(/no name of a package/);
  });
});

describe('a mount', () => {
  test.each([
    ...['-v /:/host', '-v=/:/host', '--volume /:/x', '--volume=/:/x', '-v data:/x', '-v /x', '-v ~/.ssh:/x'],
    ...['--mount type=bind,src=/,dst=/x', '--mount=type=bind,source=/,target=/x', '--mount type=volume,src=a,dst=/x'],
    ...['-v ${field:text}:/x', '-v /${field:src}:/x', '-v ${field:src}/..:/x', '-v ${field:src}:/x:rshared'],
    ...['-v ${field:gone}:/x', '-v ${field:src}', '--mount src=${field:src},dst=/x', '--mount type=bind,dst=/x'],
    ...['--mount type=bind,src=${field:src},src=/,dst=/x', '--mount type=bind,src=${field:src}/..,dst=/x'],
    ...[
      '--mount type=bind,src=${field:src},dst=/x,bind-propagation=shared',
      '--mount type=volume,src=${field:src},dst=/x',
    ],
    ...['--mount type=bind,src=${field:src},dst=/x,readonly=no'],
  ])('%s names no folder of the user.', line => {
    expect(() => lineOf(wayWith([argument(line)]), { src: ['/home/ana/notes'], text: ['/'] })).toThrow(
      /only gets folders/,
    );
  });

  test.each<[string, string]>([
    ['-v ${field:src}:/data', ''],
    ['--volume=${field:src}:/data:ro', ',readonly'],
    ['--mount type=bind,src=${field:src},dst=/data', ''],
    ['--mount type=bind,source=${field:src},target=/data,readonly', ',readonly'],
  ])('%s gives the folder that the user has filled in.', (line, end) => {
    const way = wayWith([argument(line)]);
    const values = { src: ['/home/ana/my notes'] };
    expect(planned(way, values)).toMatchObject({
      args: ['run', '-i', '--rm', '--mount', `type=bind,src=/home/ana/my notes,dst=/data${end}`, 'o/i:1'],
    });
    const { folders } = proposedWalls(way, textsOf(way.fields, values, {}));
    expect(folders).toEqual([{ path: '/home/ana/my notes', writable: end === '' }]);
  });

  test.each(['/a,src=/', '/a"b', '/a\nb'])('A folder %j that would end its part is refused.', src => {
    expect(() => lineOf(wayWith([argument('-v ${field:src}:/x')]), { src: [src] })).toThrow(/only gets folders/);
  });

  test.each(['/', '//', '/.', '/home/..'])('%s is all of the machine.', src => {
    expect(() => lineOf(wayWith([argument('-v ${field:src}:/x')]), { src: [src] })).toThrow(/all of this machine/);
  });

  test('Where the container finds it is a place in the container alone.', () => {
    const way = wayWith([argument('--mount type=bind,src=${field:src},dst=${field:text}')]);
    expect(lineOf(way, { src: ['/d'], text: ['/data'] })).toContain('src=/d,dst=/data o/i:1');
    expect(() => lineOf(way, { src: ['/d'], text: ['/data,src=/'] })).toThrow(/only gets folders/);
  });

  test('What an entry would fill in for the user is nothing that it mounts.', () => {
    const way = wayWith([argument('-v ${field:src}:/x')], [{ ...folder, defaults: ['/home/ana'] }, text]);
    expect(() => lineOf(way)).toThrow(/only gets folders/);
    expect(lineOf(withoutMountDefaults(way))).toContain('type=bind,src=${input:src},dst=/x');
    expect(withoutMountDefaults(way).fields[0]).toMatchObject({ defaults: [], placeholder: '/home/ana' });
  });
});

test('A variable is handed on by its name, so that its value stands in no command line.', () => {
  const way = wayWith([argument('-e TOKEN=${field:text}')]);
  expect(planned(way, { text: ['abc'] })).toMatchObject({
    args: ['run', '-i', '--rm', '-e', 'TOKEN', 'o/i:1'],
    env: { TOKEN: 'abc' },
  });
  const named = { ...wayWith([argument('-e TOKEN')]), variables: [{ name: 'TOKEN', value: 'x' }] };
  expect(planned(named)).toMatchObject({ args: ['run', '-i', '--rm', '-e', 'TOKEN', 'o/i:1'], env: { TOKEN: 'x' } });
});
