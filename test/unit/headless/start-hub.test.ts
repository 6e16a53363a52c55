// What a hub is given that a shim starts: the user's session, and nothing of the folder that the agent works in.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { hubFlags } from '../../../electron/core/platform/lean-heap.ts';
import { forgetArenas, hubEnvironment } from '../../../electron/headless/start-hub.ts';

const folder = '/home/ana/work/shop';
const session = { HOME: '/home/ana', LANG: 'de_DE.UTF-8', LC_ALL: 'C', XDG_RUNTIME_DIR: '/run/user/7', DISPLAY: ':0' };

test('What its allocator was told is given to nothing that it starts; what the user has told others is.', () => {
  const own: NodeJS.ProcessEnv = { ...session, MALLOC_ARENA_MAX: '2' };
  forgetArenas(own);
  expect(own).toEqual(session);
  const users: NodeJS.ProcessEnv = { ...session, MALLOC_ARENA_MAX: '8' };
  forgetArenas(users);
  expect(users).toEqual({ ...session, MALLOC_ARENA_MAX: '8' });
});

test('`npm start` gives Node what every other start of a hub does.', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(scripts.start).toContain(` node ${hubFlags.join(' ')} `);
});

test('The session of the user goes on to it.', () => {
  expect(hubEnvironment(session, folder, '/home/ana')).toEqual(session);
});

test('Proxies, certificates and Docker of the agent do not: the config of a project may have set them.', () => {
  const planted = {
    HTTPS_PROXY: 'http://elsewhere:3128',
    http_proxy: 'http://elsewhere:3128',
    no_proxy: 'localhost',
    ALL_PROXY: 'socks5://elsewhere',
    NODE_EXTRA_CA_CERTS: '/elsewhere/any.pem',
    SSL_CERT_FILE: '/elsewhere/any.pem',
    SSL_CERT_DIR: '/elsewhere',
    DOCKER_HOST: 'tcp://elsewhere:2375',
    DOCKER_CONTEXT: 'elsewhere',
  };
  expect(hubEnvironment({ ...session, ...planted }, folder, '/home/ana')).toEqual(session);
});

test('Neither ports and tokens nor what steers Node or a package manager does.', () => {
  const planted = {
    CLAUDE_BROWSER_MCP_PORT: '1',
    CLAUDE_BROWSER_AUTH_TOKEN: 'known to the agent',
    PILOTHOUSE_HOME: '/elsewhere',
    PILOTHOUSE_NODE: '/elsewhere/node',
    NODE_OPTIONS: '--require ./hook.cjs',
    npm_config_registry: 'http://elsewhere',
    VIRTUAL_ENV: '/elsewhere',
    LD_PRELOAD: '/elsewhere.so',
    API_KEY: 'secret',
  };
  expect(hubEnvironment({ ...session, ...planted }, folder, '/home/ana')).toEqual(session);
});

test('What lies in the folder of the agent stays out of the path and of all else; so do folders without a root.', () => {
  const env = {
    PATH: `${folder}/node_modules/.bin:/usr/bin:./bin:${folder}:${folder}-tools/bin::/bin`,
    XAUTHORITY: `${folder}/any`,
    TMPDIR: '/tmp',
  };
  expect(hubEnvironment(env, folder, '/home/ana')).toEqual({
    PATH: `/usr/bin:${folder}-tools/bin:/bin`,
    TMPDIR: '/tmp',
  });
});

test.each(['/home/ana', '/home', '/'])('An agent that works in %s has no folder of its own.', place => {
  const env = { PATH: '/home/ana/.local/bin:/usr/bin', XAUTHORITY: '/home/ana/.Xauthority' };
  expect(hubEnvironment(env, place, '/home/ana')).toEqual(env);
});

test.each([
  ['/usr/lib/agent', { PATH: '/usr/lib/agent/bin:/usr/bin' }],
  ['C:\\Windows\\System32', { SystemRoot: 'C:\\Windows', COMSPEC: 'C:\\Windows\\System32\\cmd.exe' }],
  [tmpdir(), { TMPDIR: tmpdir() }],
])('Nor has one that was started in %s, which is the machine’s.', (place, env) => {
  expect(hubEnvironment(env, place, '/home/ana')).toEqual(env);
});
