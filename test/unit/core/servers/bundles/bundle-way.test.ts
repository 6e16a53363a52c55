// How a bundle is run: what its manifest says, on each system, with its variables and its form.
import { describe, expect, it } from 'vitest';
import { wayOf } from '../../../../../electron/core/servers/bundles/bundle-way.ts';
import { readManifest } from '../../../../../electron/core/servers/bundles/read-manifest.ts';

const linux = { platform: 'linux', homeDir: '/home/ada' } as const;
const windows = { platform: 'win32', homeDir: 'C:\\Users\\ada' } as const;

const base = {
  manifest_version: '0.3',
  name: 'x',
  version: '1.0.0',
  description: '',
  author: { name: 'Ada' },
};

interface Given {
  readonly type?: string;
  readonly entry?: string;
  readonly config?: object;
  readonly more?: object;
  readonly files?: readonly string[];
  readonly machine?: typeof linux | typeof windows;
}

function way({ type = 'node', entry = 'server/index.js', config, more, files, machine = linux }: Given) {
  const server = { type, entry_point: entry, ...(config && { mcp_config: config }) };
  const { manifest } = readManifest(Buffer.from(JSON.stringify({ ...base, server, ...more })));
  const has = (name: string) => (files ?? [entry]).includes(name);
  return wayOf({ manifest, file: 'x.mcpb', sha256: 'a'.repeat(64), has }, machine);
}

const argumentsOf = (given: Given) => way(given).way.arguments.map(({ value }) => value);

describe('the way of a bundle', () => {
  it('fills in what the system has, and leaves its folder and its form as templates', () => {
    const args = [
      '${__dirname}${/}x',
      '${HOME}',
      '${DESKTOP}',
      '${DOCUMENTS}',
      '${DOWNLOADS}',
      'a${pathSeparator}b',
      '--k=${user_config.k}',
    ];
    const given = {
      config: { command: 'node', args },
      more: { user_config: { k: { type: 'string', title: 'K', description: '' } } },
    };
    expect(argumentsOf(given)).toEqual([
      '${folder}/x',
      '/home/ada',
      '/home/ada/Desktop',
      '/home/ada/Documents',
      '/home/ada/Downloads',
      'a/b',
      '--k=${field:k}',
    ]);
    expect(argumentsOf({ ...given, machine: windows }).slice(0, 3)).toEqual([
      '${folder}\\x',
      'C:\\Users\\ada',
      'C:\\Users\\ada\\Desktop',
    ]);
  });

  it('takes what a system has of its own in place of the rest, each by itself', () => {
    const config = {
      command: 'node',
      args: ['a'],
      env: { A: '1' },
      platform_overrides: { linux: { args: ['b'] }, win32: { command: 'node.exe', env: {} } },
    };
    expect(way({ config }).way).toMatchObject({
      runtime: 'node',
      arguments: [{ value: 'b' }],
      variables: [{ name: 'A', value: '1' }],
    });
    expect(way({ config, machine: windows }).way).toMatchObject({
      runtime: 'node.exe',
      arguments: [{ value: 'a' }],
      variables: [],
    });
  });

  it('finds the programs and the files that lie in the bundle', () => {
    const files = ['server/run', 'server/run.exe', 'server/index.js'];
    const own = {
      type: 'binary',
      entry: 'server/run',
      files,
      config: { command: 'server/run', args: ['server/index.js', 'other'] },
    };
    expect(way(own)).toMatchObject({
      programs: ['server/run'],
      runtime: null,
      way: { runtime: '${folder}/server/run' },
    });
    expect(argumentsOf(own)).toEqual(['${folder}/server/index.js', 'other']);
    const onWindows = {
      ...own,
      files: ['server/run.exe'],
      config: { command: '${__dirname}/server/run' },
      machine: windows,
    };
    expect(way(onWindows)).toMatchObject({
      programs: ['server/run.exe'],
      way: { runtime: '${folder}/server/run.exe' },
    });
  });

  it('starts a bundle for uv although that says nothing', () => {
    const given = { type: 'uv', entry: 'src/server.py', more: { manifest_version: '0.4' } };
    expect(way(given)).toMatchObject({ way: { runtime: 'uv' }, runtime: { program: 'uv', range: null }, programs: [] });
    expect(argumentsOf(given)).toEqual(['run', '--directory', '${folder}', '${folder}/src/server.py']);
  });

  it('says for which systems it is, and what nobody fills in', () => {
    const config = { command: 'node', args: ['${FOO}'] };
    const found = way({
      config,
      more: { compatibility: { platforms: ['darwin'], claude_desktop: '>=1', other: '>=2' } },
    });
    expect(found.unsuitable).toEqual({ kind: 'bundle-platform', platforms: ['darwin'], here: 'linux' });
    expect(found.warnings).toEqual([{ kind: 'bundle-unknown-variable', text: '${FOO}' }]);
  });

  it('asks for its settings, with what they are unless somebody says otherwise', () => {
    const option = { title: 'T', description: 'D' };
    const { fields } = way({
      config: { command: 'node' },
      more: {
        user_config: {
          folders: { ...option, type: 'directory', multiple: true, default: ['${HOME}/a', '${__dirname}/b'] },
          on: { ...option, type: 'boolean', default: false },
          count: { ...option, type: 'number', default: 3, min: 1, max: 5, required: true },
          token: { ...option, type: 'string', sensitive: true },
          file: { ...option, type: 'file' },
        },
      },
    }).way;
    expect(fields.map(({ key, kind, defaults }) => [key, kind, defaults])).toEqual([
      ['folders', 'folder', ['/home/ada/a']],
      ['on', 'boolean', ['false']],
      ['count', 'number', ['3']],
      ['token', 'text', []],
      ['file', 'file', []],
    ]);
    expect(fields[2]).toMatchObject({ min: 1, max: 5, required: true, place: 'setting' });
    expect(fields[3]).toMatchObject({ secret: true, required: false });
  });

  it.each([
    ['bundle-secret-reference', { config: { command: 'curl', args: ['${secret:GITHUB}'] } }],
    ['bundle-secret-reference', { config: { command: 'x', env: { A: '{secret:GITHUB}' } } }],
    ['bundle-reference', { config: { command: 'x', args: ['$${user_config.k}'] } }],
    ['bundle-reference', { config: { command: 'x', args: ['${field:k}'] } }],
    ['bundle-reference', { config: { command: '${folder}/x' } }],
    ['bundle-reference', { config: { command: 'x', env: { 'A=B': '' } } }],
    ['bundle-no-option', { config: { command: 'x', args: ['${user_config.none}'] } }],
    ['bundle-nul', { config: { command: 'x\0y' } }],
    ['bundle-path-outside', { config: { command: '${__dirname}/../../bin/sh' } }],
    ['bundle-path-outside', { config: { command: '../sh' } }],
    ['bundle-no-command', { config: { command: 'server/missing' } }],
  ] as const)('is refused as %s: %j', (kind, given) => {
    expect(() => way(given)).toThrow(expect.objectContaining({ reason: expect.objectContaining({ kind }) }));
  });
});

describe('a manifest', () => {
  const text = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  const server = { type: 'node', entry_point: 'a.js', mcp_config: { command: 'node' } };

  it.each(['0.1', '0.2', '0.3', '0.4'])(
    'of version %s is read, by its old name too, past members that nobody knows',
    version => {
      const { manifest_version: _own, ...rest } = base;
      expect(readManifest(text({ ...rest, server, dxt_version: version, x_more: 1 })).version).toBe(version);
      expect(readManifest(text({ ...rest, server: { ...server, more: 1 }, manifest_version: version })).version).toBe(
        version,
      );
    },
  );

  it.each([
    [
      { ...base, server, manifest_version: '0.9' },
      { kind: 'bundle-manifest-version', version: '0.9' },
    ],
    [
      { ...base, server, dxt_version: '0.1' },
      { kind: 'bundle-manifest-version', version: '0.3, 0.1' },
    ],
    [
      { ...base, server, manifest_version: undefined },
      { kind: 'bundle-manifest-version', version: null },
    ],
    [{ ...base, server: { ...server, type: 'uv' } }, { kind: 'several' }],
    [{ ...base, server: { ...server, mcp_config: undefined } }, { kind: 'several' }],
    [{ ...base, server, homepage: 'no address' }, { kind: 'several' }],
    ['{', { kind: 'several' }],
    ['{"__proto__": {}}', { kind: 'several' }],
    ['[]', { kind: 'bundle-manifest-version' }],
  ])('is refused: %j', (value, reason) => {
    expect(() => readManifest(text(value))).toThrow(
      expect.objectContaining({ reason: expect.objectContaining(reason) }),
    );
  });

  it('that is not in UTF-8 is refused', () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
    expect(() => readManifest(bytes)).toThrow(
      expect.objectContaining({ reason: { kind: 'bundle-manifest-encoding' } }),
    );
  });
});
