// Where a package comes from when its entry names another place than the usual one: from there alone, since the same name elsewhere is somebody else's.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newestVersion } from '../../../electron/core/servers/install/install-package.ts';
import { buildEntry, buildWay, openInstallHub } from '../../support/install-hub.ts';
import type { AddressInfo } from 'node:net';

/** Writes down what it was told, with the settings that it was given. */
const dotnetProgram = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const args = process.argv.slice(2);
const after = name => args[args.indexOf(name) + 1];
const settings = args.includes('--configfile') ? readFileSync(after('--configfile'), 'utf8') : '';
writeFileSync(process.env.DOTNET_CLI_HOME + '/told.json', JSON.stringify({ args, settings }));
writeFileSync(join(after('--tool-path'), 'notes'), '#!/bin/false', { mode: 0o755 });
`;

test('A tool of another source of NuGet is taken from that source alone.', async () => {
  const hub = await openInstallHub(opened => {
    const folder = join(opened.temp.folder, 'programs');
    mkdirSync(folder);
    writeFileSync(join(folder, 'dotnet'), dotnetProgram.replace('process.env.DOTNET_CLI_HOME', JSON.stringify(folder)));
    chmodSync(join(folder, 'dotnet'), 0o755);
    opened.path = [folder];
  });
  const registry = 'https://nuget.example/v3/index.json?a=1&b="2"';
  const way = buildWay({ kind: 'nuget', identifier: 'Notes', version: '1.0.0', registry, runtime: 'dnx' });
  const { name } = hub.offer(buildEntry('io.example/notes', [way]));
  await hub.until(await hub.begin(name), 'ready');
  const told = readFileSync(join(hub.temp.folder, 'programs/told.json'), 'utf8');
  const { args, settings } = JSON.parse(told) as { args: string[]; settings: string };
  expect(args).not.toContain('--add-source');
  expect(settings).toContain(
    '<clear /><add key="entry" value="https://nuget.example/v3/index.json?a=1&amp;b=&quot;2&quot;" />',
  );
});

test('Which version of PyPI is current is asked of the index that the entry names.', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(JSON.stringify({ versions: ['1.0', '2.0'], files: [] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple/`;
  const way = buildWay({ kind: 'pypi', identifier: 'Own_notes', version: null, registry });
  // Where it would be asked for otherwise, nobody answers.
  const machine = { homeDir: '/nowhere', env: { UV_DEFAULT_INDEX: 'http://127.0.0.1:1/simple' } };
  expect(await newestVersion(way, { machine })).toBe('2.0');
  expect(asked).toEqual(['/simple/own-notes/']);
});
