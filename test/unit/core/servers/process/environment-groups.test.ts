// Which variables of the user's session a server gets, which can be withheld, and that nobody named in a proxy's address is shown.
import { describe, expect, test } from 'vitest';
import { ServerOptionsSchema } from '../../../../../contract/schemas/servers.ts';
import { environmentOf } from '../../../../../electron/core/servers/config/environment-view.ts';
import { childEnv } from '../../../../../electron/core/servers/process/child-env.ts';
import {
  groupOf,
  proxySecrets,
  shownValue,
  withheldFrom,
  withoutGroups,
} from '../../../../../electron/core/servers/process/environment-groups.ts';

const session = {
  HOME: '/h',
  DISPLAY: ':0',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  https_proxy: 'http://ana:s%40cret@proxy:3128',
  NO_PROXY: 'localhost',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  NPM_CONFIG_USERCONFIG: '/h/.npmrc',
  LC_ALL: 'de_DE.UTF-8',
  TZ: 'Europe/Berlin',
  DOCKER_HOST: 'unix:///run/docker.sock',
  AWS_SECRET_ACCESS_KEY: 'x',
  GITHUB_TOKEN: 'x',
  NPM_TOKEN: 'x',
  SSH_AUTH_SOCK: '/agent',
};

describe('the environment of a server', () => {
  test('It holds what a terminal would give, and no secrets of the shell.', () => {
    const { AWS_SECRET_ACCESS_KEY: _a, GITHUB_TOKEN: _g, NPM_TOKEN: _n, SSH_AUTH_SOCK: _s, ...given } = session;
    expect(childEnv(session, {}, 'linux')).toEqual(given);
  });

  test.each<[string, NodeJS.Platform, ReturnType<typeof groupOf>]>([
    ['DISPLAY', 'darwin', null],
    ['XDG_RUNTIME_DIR', 'linux', 'display'],
    ['all_proxy', 'darwin', 'proxy'],
    ['Https_Proxy', 'win32', 'proxy'],
    ['ssl_cert_file', 'linux', null],
    ['Docker_Host', 'win32', 'docker'],
    ['LC_TIME', 'linux', 'locale'],
    ['HOME', 'linux', null],
  ])('%s on %s', (name, os, group) => {
    expect(groupOf(name, os)).toBe(group);
  });

  test('What is withheld is not there, and a sandbox withholds what leads out of it.', () => {
    const options = ServerOptionsSchema.parse({ withheld: ['proxy'] });
    const sandboxed = ServerOptionsSchema.parse({ withheld: ['docker'], sandbox: { network: 'none' } });
    const left = (of: typeof options) =>
      Object.keys(childEnv(withoutGroups(session, withheldFrom(of), 'linux'), {}, 'linux'));
    expect(left(options)).toEqual(Object.keys(childEnv(session, {}, 'linux')).filter(name => !/proxy/i.test(name)));
    expect(withheldFrom(sandboxed)).toEqual(['docker', 'display']);
    expect(left(sandboxed)).not.toContain('DISPLAY');
  });
});

describe('who is named in the address of a proxy', () => {
  test.each([
    ['http://ana:s%40cret@proxy:3128', 'http://••••@proxy:3128'],
    ['ana:secret@proxy:3128', '••••@proxy:3128'],
    ['http://token@proxy', 'http://••••@proxy'],
    ['http://ana:s/e?c#r@t@proxy:3128/', 'http://••••@proxy:3128/'],
    ['http://key:@proxy', 'http://••••@proxy'],
    ['http://proxy:3128/?a=b', 'http://proxy:3128/?a=b'],
    ['proxy:3128', 'proxy:3128'],
  ])('%s is shown as %s.', (value, shown) => {
    expect(shownValue('HTTP_PROXY', value, 'linux')).toBe(shown);
  });

  test('Of other variables only what is an address names somebody.', () => {
    expect(shownValue('DOCKER_HOST', 'ssh://ana@host', 'linux')).toBe('ssh://••••@host');
    expect(shownValue('NODE_EXTRA_CA_CERTS', '/home/ana@work/ca.pem', 'linux')).toBe('/home/ana@work/ca.pem');
  });

  const token = 'ghp_0123456789abcdef';
  test.each<[string, string[]]>([
    [`http://${token}@proxy`, [`${token}@`, token]],
    [`http://${token}:@proxy`, [`${token}:@`, token]],
    [`${token}:x-oauth@proxy`, [`${token}:x-oauth`, 'x-oauth', token]],
    ['http://ana@proxy', ['ana@']],
    ['http://ana:b/c#d@e@proxy', ['ana:b/c#d@e', 'b/c#d@e']],
  ])('%s: hidden are %o.', (value, hidden) => {
    expect(proxySecrets({ HTTPS_PROXY: value }, 'linux')).toEqual(hidden);
  });

  test('is a secret wherever it passes, as it stands and as it is meant.', () => {
    expect(proxySecrets(session, 'linux')).toEqual(['ana:s%40cret', 's%40cret', 's@cret']);
    expect(proxySecrets({ HTTP_PROXY: 'http://proxy', NO_PROXY: 'a:b@c' }, 'linux')).toEqual(['a:b@']);
  });
});

describe('what is shown of it', () => {
  const view = (change: object = {}, env: Record<string, string> = {}) =>
    environmentOf(
      { config: { kind: 'stdio', command: 'x', args: [], env }, options: ServerOptionsSchema.parse(change) },
      { os: 'linux', env: { ...session, PATH: '/bin' }, ofShell: new Set(['https_proxy']), mask: text => text },
    );
  const row = (name: string, of = view()) => of.variables.find(variable => variable.name === name);

  test('Each variable has its origin, and those of a group come first.', () => {
    expect(row('https_proxy')).toEqual({
      name: 'https_proxy',
      value: 'http://••••@proxy:3128',
      group: 'proxy',
      origin: 'shell',
      passes: 'passes',
    });
    expect([row('DISPLAY')?.origin, row('PATH')?.origin, row('GITHUB_TOKEN')]).toEqual(['hub', 'composed', undefined]);
    expect(view().variables.at(-1)?.group).toBeNull();
  });

  test('What is withheld and what the server has set itself is told.', () => {
    expect(row('DISPLAY', view({ withheld: ['display'] }))?.passes).toBe('withheld');
    expect(row('TZ', view({}, { TZ: 'UTC' }))?.passes).toBe('replaced');
    expect(view({ sandbox: { network: 'none' } }).bySandbox).toEqual(['display', 'docker']);
  });
});
