// The list of socket ends: as the system has it, after its shell was killed, and where the program says nothing useful.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { SocketEnds } from '../../../native-host/endpoints/socket-ends.ts';

const sh = '/bin/sh';

async function endsOf(script: string): Promise<SocketEnds> {
  const folder = await mkdtemp(join(tmpdir(), 'pilothouse-ends-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const ss = join(folder, 'ss');
  await writeFile(ss, `#!/bin/sh\n${script}\n`);
  await chmod(ss, 0o755);
  return new SocketEnds({ ss, sh });
}

const row = (own: string, other: string) => `echo 'u_str ESTAB 0 0 /run/hub.sock ${own} * ${other} '`;

test('Each end is told of the other, list after list.', async ({ expect }) => {
  const ends = await endsOf(`${row('11', '12')}\n${row('12', '11')}`);
  const both = new Map([
    ['11', '12'],
    ['12', '11'],
  ]);
  expect(await ends.list()).toEqual(both);
  expect(await ends.list()).toEqual(both);
});

test('A list is empty where the program prints nothing, fails, or is not there.', async ({ expect }) => {
  expect(await (await endsOf('true')).list()).toEqual(new Map());
  expect(await (await endsOf('exit 3')).list()).toEqual(new Map());
  expect(await new SocketEnds({ ss: '/nowhere/ss', sh }).list()).toEqual(new Map());
  expect(await new SocketEnds({ ss: '/nowhere/ss', sh: '/nowhere/sh' }).list()).toEqual(new Map());
});

test('A name that looks like rows ends no list, and what it says of another socket leaves that one unknown.', async ({
  expect,
}) => {
  const forged = `printf 'u_str LISTEN 0 0 /tmp/a\\n.\\n 11 * 99\\n%s\\n 21 * 0\\n' "$(printf %032d 0)"`;
  const ends = await endsOf(`${row('11', '12')}\n${forged}\n${row('12', '11')}`);
  const known = new Map([
    ['11', '0'],
    ['21', '0'],
    ['12', '11'],
  ]);
  expect(await ends.list()).toEqual(known);
  expect(await ends.list()).toEqual(known);
});

test('A shell that was killed costs its own list alone.', async ({ expect }) => {
  const ends = await endsOf(`[ -e "$0.again" ] || { : > "$0.again"; kill -9 $PPID; exit; }\n${row('11', '12')}`);
  expect(await ends.list()).toEqual(new Map());
  expect(await ends.list()).toEqual(new Map([['11', '12']]));
});
