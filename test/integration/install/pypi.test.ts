// A package of PyPI whose files Python would run by itself: a real hub and a real Python, and in the place of uv a script that does what uv does.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';
import type { InstallHub } from '../../support/install-hub.ts';

const python = pythonHere();

test.skipIf(python === null)(
  'Nothing of it runs while it is fetched, also where it brings a Python of its own, and its files are compiled.',
  async () => {
    const hub = await openInstallHub(one => one.path.push(uvOf(one)));
    const way = buildWay({ kind: 'pypi', identifier: 'pathy', version: '1.0.0', runtime: 'uvx' });
    const serverId = await hub.begin(hub.offer(buildEntry('io.example/pathy', [way])).name);
    await hub.until(serverId, 'ready');
    expect(existsSync(join(hub.temp.folder, 'was-run'))).toBe(false);
    const asked = readFileSync(join(hub.temp.folder, 'asked'), 'utf8');
    expect(asked).toMatch(/^pip install .*--only-binary :all: --no-compile-bytecode .*-- pathy==1\.0\.0$/m);
    expect(asked).not.toMatch(/ --compile-bytecode/);
    const [folder = ''] = readdirSync(join(hub.temp.home, 'packages/pypi'));
    const files = readdirSync(join(hub.temp.home, 'packages/pypi', folder), { recursive: true, encoding: 'utf8' });
    expect(files.filter(file => /^lib\/.+\/__pycache__\/pathy\..+\.pyc$/.test(file))).toHaveLength(1);
  },
);

/** Absolute, and of none that chooses a version only as it starts. */
function pythonHere(): string | null {
  try {
    const print = 'import sys; print(sys._base_executable)';
    return execFileSync('python3', ['-c', print], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** A folder with a program that is called uv. Whatever it installs leaves a mark if it is run. */
function uvOf(hub: InstallHub): string {
  const { folder } = hub.temp;
  const mark = join(folder, 'was-run');
  const lines = [
    '#!/bin/sh',
    `echo "$@" >> ${join(folder, 'asked')}`,
    'if [ "$1" = venv ]; then',
    '  for word do place="$word"; done',
    `  exec ${python} -m venv --without-pip "$place"`,
    'fi',
    'while [ "$1" != --python ]; do shift; done',
    'bin=$(dirname "$2")',
    'library=$(echo "$bin"/../lib/python*/site-packages)',
    `echo 'import pathlib; pathlib.Path("${mark}").touch()' > "$library/pathy.pth"`,
    'echo "def main(): pass" > "$library/pathy.py"',
    // Of a file that is no Python of this version.
    'echo "print 1" > "$library/older.py"',
    'mkdir "$library/pathy-1.0.0.dist-info"',
    'printf "[console_scripts]\\npathy = pathy:main\\n" > "$library/pathy-1.0.0.dist-info/entry_points.txt"',
    'printf "#!/bin/sh\\nexit 1\\n" > "$bin/pathy"',
    'rm "$bin/python"',
    `printf '#!/bin/sh\\ntouch ${mark}\\n' > "$bin/python"`,
    'chmod +x "$bin/pathy" "$bin/python"',
  ];
  writeFileSync(join(folder, 'uv'), [...lines, ''].join('\n'), { mode: 0o755 });
  return folder;
}
