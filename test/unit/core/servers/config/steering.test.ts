// What of a config is warned of, because it brings other code than the command shows.
import { describe, expect, test } from 'vitest';
import { riskOf } from '../../../../../electron/core/servers/config/config-warnings.ts';
import { risksOf } from '../../../../../electron/core/servers/config/steering.ts';
import { steeringOptions, steeringVariables } from '../../../../../electron/core/servers/config/steering-table.ts';
import { saying } from '../../../../support/saying.ts';
import type { CommandConfig } from '../../../../../contract/schemas/servers.ts';

const config = (command: string, args: string[] = [], env: Record<string, string> = {}): CommandConfig => ({
  kind: 'stdio',
  command,
  args,
  env,
});
const warned = (given: CommandConfig) => risksOf(given).map(({ name }) => name);

describe('variables', () => {
  test.each([
    ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'Npm_Config_Userconfig', 'npm_config_script_shell'],
    ...['UV_INDEX_URL', 'UV_DEFAULT_INDEX', 'uv_python', 'PIP_INDEX_URL', 'PIP_CONFIG_FILE', 'PIPX_HOME'],
    ...['GIT_SSH_COMMAND', 'GIT_CONFIG_COUNT', 'GIT_CONFIG_GLOBAL', 'SSH_ASKPASS'],
    ...['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'APPDATA'],
    ...['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'no_proxy', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'],
    ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_TLS_REJECT_UNAUTHORIZED', 'LD_PRELOAD', 'LD_AUDIT', 'LD_LIBRARY_PATH'],
    ...['DYLD_INSERT_LIBRARIES', 'PYTHONPATH', 'PYTHONSTARTUP', 'PYTHONHOME', 'PYTHONUSERBASE', 'PYTHONWARNINGS'],
    ...['PATH', 'Path', 'BASH_ENV', 'ZDOTDIR', 'BASH_FUNC_node%%', 'PERL5OPT', 'RUBYOPT', 'JAVA_TOOL_OPTIONS'],
    ...['DOTNET_STARTUP_HOOKS', 'GOPROXY', 'BUN_CONFIG_REGISTRY', 'YARN_RC_FILENAME', 'COREPACK_NPM_REGISTRY'],
    ...['GLIBC_TUNABLES', 'ELECTRON_RUN_AS_NODE', 'OPENSSL_CONF', 'EDITOR', 'TMPDIR'],
  ])('%s is warned of, whatever program it is given to.', name => {
    for (const program of ['npx', 'uvx', 'node', '/opt/tool', 'C:\\Program Files\\nodejs\\npx.cmd'])
      expect(warned(config(program, [], { [name]: 'x' }))).toEqual([name]);
  });

  test.each([
    ...['UV_THREADPOOL_SIZE', 'PYTHONUNBUFFERED', 'PYTHONIOENCODING', 'PIP_NO_INPUT', 'LOG_LEVEL', 'API_KEY'],
    ...['NODE_ENV', 'ENV', 'HOMEPAGE', 'MY_PATH', 'ld_preload', 'GITHUB_TOKEN', 'MEMORY_FILE_PATH', 'DEBUG'],
  ])('%s is not.', name => {
    expect(warned(config('npx', [], { [name]: 'x' }))).toEqual([]);
  });

  test('Those of Docker matter to what runs containers, and to programs of which nothing is known.', () => {
    const env = { DOCKER_HOST: 'tcp://10.0.0.1:2375' };
    expect(['docker', '/usr/bin/podman', 'sh', 'my-wrapper'].map(name => warned(config(name, [], env)).length)).toEqual(
      [1, 1, 1, 1],
    );
    expect(warned(config('npx', ['-y', 'docker-mcp@1.0.0'], env))).toEqual([]);
  });
});

describe('options', () => {
  test.each([
    ['npx', ['--registry', 'http://x', '-y', 'pkg@1.0.0'], ['--registry']],
    ['npx', ['-y', '--registry=http://x', 'pkg@1.0.0'], ['--registry']],
    ['npm', ['exec', '--node-options=--require=/x', 'pkg'], ['--node-options']],
    ['cmd', ['/c', 'npx', '--userconfig', 'x', 'pkg'], ['--userconfig']],
    ['uvx', ['--index-url', 'http://x', 'pkg'], ['--index-url']],
    ['uvx', ['--default-index=http://x', '--with', 'other', 'pkg'], ['--default-index', '--with']],
    ['uv', ['tool', 'run', '--config-file', 'x', 'pkg'], ['--config-file']],
    ['node', ['-r', '/x.cjs', 'server.js'], ['-r']],
    ['node', ['--no-warnings', '--import=/x.mjs', 'server.js'], ['--import']],
    ['docker', ['-H', 'tcp://x', 'run', '-i', '--rm', 'image:1.0.0'], ['-H']],
    ['docker', ['--context', 'far', 'run', '--entrypoint', 'sh', 'image'], ['--context', '--entrypoint']],
  ])('%s %j has %j.', (command, args, names) => {
    expect(warned(config(command, args))).toEqual(names);
  });

  test.each([
    ['npx', ['-y', 'pkg@1.0.0', '--registry', 'x', '-c', 'y']],
    ['npx', ['-y', '--', 'pkg', '--registry']],
    ['node', ['server.js', '-r', 'x']],
    ['docker', ['run', '-i', '--rm', '-e', 'A=1', 'image:1.0.0', '-H', 'x']],
    ['tool', ['--registry', 'x']],
  ])('What comes behind the package or the script is its own: %s %j.', (command, args) => {
    expect(warned(config(command, args))).toEqual([]);
  });
});

test('npx in a folder that the config names may run a package of that folder, and that is said.', () => {
  const named = { ...config('npx', ['-y', 'pkg@1.0.0']), cwd: '/srv/app' };
  expect(risksOf(named)).toMatchObject([{ place: 'folder', name: '/srv/app' }]);
  expect(risksOf({ ...named, command: 'uvx' })).toEqual([]);
});

test('The warning names all of them in one sentence, and no value.', () => {
  const given = config('npx', ['--registry=http://evil.test', 'a'], {
    HOME: '/evil',
    'LD_\u202EX': '1',
    LD_PRELOAD: '/e',
  });
  expect(riskOf(given)).toEqual(
    saying(
      'HOME, LD_PRELOAD and --registry can make its program run other code than its command shows; read what is given before you approve.',
    ),
  );
  expect(riskOf({ kind: 'http', url: 'https://a.test/mcp', headers: { HOME: 'x' } })).toBeNull();
});

test('Each row of the tables says what it changes and where that is documented.', () => {
  for (const { changes, source } of [...steeringVariables, ...steeringOptions]) {
    expect({ kind: 'steers-program', name: 'A', changes }).toEqual(saying(/^A [a-z].*[^.]\.$/));
    expect(source).toMatch(/https:\/\/|POSIX|\(\d\)/);
  }
});
