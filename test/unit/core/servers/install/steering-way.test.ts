// What an entry or a bundle sets that makes its program run other code is found, but for what leads into its own folder.
import { describe, expect, test } from 'vitest';
import { warningsOf } from '../../../../../electron/core/servers/install/install-package.ts';
import { steeringOf } from '../../../../../electron/core/servers/install/steering-way.ts';
import { buildWay } from '../../../../support/install-hub.ts';
import type { Way } from '../../../../../contract/schemas/catalogue.ts';

function namesIn(way: Partial<Way>): string[] {
  return steeringOf(buildWay(way)).map(({ name }) => name);
}

function withVariable(kind: Way['kind'], name: string, value: string): Partial<Way> {
  return { kind, variables: [{ name, value }] };
}

function withArguments(runtime: string, ...words: readonly string[]): Partial<Way> {
  return { kind: 'mcpb', runtime, arguments: words.map(value => ({ name: null, value })) };
}

describe('a variable', () => {
  test.each<[Way['kind'], string, string]>([
    ['npm', 'NODE_OPTIONS', '--require /tmp/x.js'],
    ['npm', 'LD_PRELOAD', '/tmp/x.so'],
    ['npm', 'PATH', '${field:it}'],
    ['pypi', 'PYTHONPATH', '/tmp'],
    ['oci', 'DOCKER_HOST', 'tcp://example.com'],
    ['nuget', 'DOTNET_STARTUP_HOOKS', 'x.dll'],
    ['mcpb', 'PYTHONPATH', '${folder}/../x'],
    ['mcpb', 'PYTHONPATH', '${folder}/lib:/tmp'],
    ['mcpb', 'NODE_OPTIONS', '--require ${folder}/x.js'],
  ])('Of %s %s=%j is found.', (kind, name, value) => {
    const way = withVariable(kind, name, value);
    expect(namesIn(way)).toEqual([name]);
    expect(warningsOf(buildWay(way), 'asked', [])).toContainEqual(expect.objectContaining({ kind: 'steers-program' }));
  });

  test.each<[Way['kind'], string, string]>([
    ['npm', 'API_URL', 'https://example.com'],
    ['mcpb', 'PYTHONPATH', '${folder}/server/lib'],
    ['mcpb', 'PYTHONPATH', '${folder}/server:${folder}/lib'],
    ['mcpb', 'NODE_PATH', '${folder}'],
    ['remote', 'PATH', '/tmp'],
  ])('Of %s %s=%j steers nothing.', (kind, name, value) => {
    expect(namesIn(withVariable(kind, name, value))).toEqual([]);
  });
});

describe('an argument of a bundle', () => {
  test.each<[string[], string[]]>([
    [['node', '--require', '/tmp/x.js', '${folder}/main.js'], ['--require']],
    [['node', '--import=/tmp/x.js', '${folder}/main.js'], ['--import']],
    [['node', '--require', '${folder}/a.js', '--require', '/tmp/x.js', '${folder}/main.js'], ['--require']],
    [['uv', 'run', '--index-url', 'https://example.com', '${folder}/main.py'], ['--index-url']],
    [['node', '--require', '${folder}/a.js', '${folder}/main.js'], []],
    [['uv', 'run', '--directory', '${folder}', 'main.py'], []],
    [['node', '${folder}/main.js', '--require', '/tmp/x.js'], []],
  ])('%j', ([runtime = '', ...words], found) => {
    expect(namesIn(withArguments(runtime, ...words))).toEqual(found);
  });
});
