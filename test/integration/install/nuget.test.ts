// A package of NuGet of another registry than the usual one: a real hub, and in the place of dotnet a script that keeps what it is told.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';

test('Its registry alone is asked, and what dotnet was told of it is not left behind.', async () => {
  const hub = await openInstallHub(({ path, temp: { folder } }) => {
    const told = join(folder, 'told');
    const lines = [
      '#!/bin/sh',
      `echo "$@" > ${told}`,
      'while [ $# -gt 0 ]; do',
      '  [ "$1" = --tool-path ] && place="$2"',
      `  [ "$1" = --configfile ] && cat "$2" >> ${told}`,
      '  shift',
      'done',
      'printf "#!/bin/sh\\nexit 1\\n" > "$place/tool"',
      'chmod +x "$place/tool"',
    ];
    writeFileSync(join(folder, 'dotnet'), [...lines, ''].join('\n'), { mode: 0o755 });
    path.push(folder);
  });
  const registry = 'https://registry.example/v3/index.json?a=1&b="2"';
  const way = buildWay({ kind: 'nuget', identifier: 'Example.Tool', version: '1.0.0', registry, runtime: null });
  const serverId = await hub.begin(hub.offer(buildEntry('io.example/tool', [way])).name);
  await hub.until(serverId, 'ready');
  const told = readFileSync(join(hub.temp.folder, 'told'), 'utf8');
  expect(told).toContain(
    '<clear /><add key="registry" value="https://registry.example/v3/index.json?a=1&#38;b=&#34;2&#34;" />',
  );
  expect(told).not.toContain('--add-source');
  expect(readdirSync(join(hub.temp.home, 'packages/nuget'))).toEqual([expect.stringMatching(/^Example\.Tool/i)]);
});
