// What of a config is a secret, what its reference is called, and where references may stand.
import { describe, expect, test } from 'vitest';
import { moveSecrets } from '../../../../electron/core/secrets/move-secrets.ts';
import {
  refuseVisibleReferences,
  resolveSecrets,
  secretNamesIn,
} from '../../../../electron/core/secrets/references.ts';
import { looksSecret } from '../../../../electron/core/secrets/secret-looks.ts';
import type { CommandConfig, RemoteConfig } from '../../../../contract/schemas/servers.ts';

const command = (env: Record<string, string>, args: string[] = []): CommandConfig => ({
  kind: 'stdio',
  command: 'npx',
  args,
  env,
});
const remote = (headers: Record<string, string>): RemoteConfig => ({
  kind: 'http',
  url: 'https://mcp.example.com/mcp',
  headers,
});
const empty = () => undefined;
const github = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

describe('looksSecret', () => {
  test.each([
    github,
    'sk-proj-4fT9xQ',
    'xoxb-17653672481-19874698323',
    'AKIAIOSFODNN7EXAMPLE',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'Bearer Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA',
    '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
  ])('%s does.', value => expect(looksSecret(value)).toBe(true));

  test.each([
    '',
    'true',
    '8080',
    '/home/ana/projects/pilothouse/data',
    'https://api.example.com/v1/things?limit=10',
    'production',
    'ana@example.com',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1',
    'a sentence with 3 words and more than 24 characters',
    'com.example.service.v1.production',
  ])('%s does not.', value => expect(looksSecret(value)).toBe(false));
});

describe('moveSecrets', () => {
  test('By its name or by its look a variable moves; others stay.', () => {
    const moved = moveSecrets('GitHub', command({ API_KEY: 'short', OTHER: github, LOG_LEVEL: 'debug' }), empty);
    expect(moved.config.kind === 'stdio' && moved.config.env).toEqual({
      API_KEY: '${secret:API_KEY}',
      OTHER: '${secret:OTHER}',
      LOG_LEVEL: 'debug',
    });
    expect([...moved.values]).toEqual([
      ['API_KEY', 'short'],
      ['OTHER', github],
    ]);
  });

  test('A header keeps its scheme and is named after its server.', () => {
    const { config, values } = moveSecrets('My server', remote({ Authorization: `Bearer ${github}` }), empty);
    expect('headers' in config && config.headers).toEqual({
      Authorization: 'Bearer ${secret:MY_SERVER_AUTHORIZATION}',
    });
    expect([...values]).toEqual([['MY_SERVER_AUTHORIZATION', github]]);
  });

  test('A name that stands for the same value is used again.', () => {
    const { values, config } = moveSecrets('GitHub', command({ TOKEN: github }), () => github);
    expect([values.size, secretNamesIn(config)]).toEqual([0, ['TOKEN']]);
  });

  test('A name that stands for another value is left to it.', () => {
    const known = (name: string) => (name === 'TOKEN' ? 'other' : undefined);
    expect([...moveSecrets('GitHub', command({ TOKEN: github }), known).values]).toEqual([['GITHUB_TOKEN', github]]);
  });

  test('A reference and an empty value stay as they are.', () => {
    const config = command({ TOKEN: '${secret:MINE}', PASSWORD: '' });
    expect(moveSecrets('x', config, empty).config).toEqual(config);
  });

  test('The password of a client moves with the rest.', () => {
    const { config, values } = moveSecrets(
      'Far',
      { ...remote({}), oauth: { clientId: 'id', clientSecret: 'password' } },
      empty,
    );
    expect(secretNamesIn(config)).toEqual(['FAR_CLIENT_SECRET']);
    expect([...values.values()]).toEqual(['password']);
  });
});

describe('references', () => {
  test('Values stand in their place, also in the middle of a text and twice.', () => {
    const config = command({ URL: 'postgres://ana:${secret:PW}@db', TWO: '${secret:PW}${secret:PW}' });
    expect(resolveSecrets(config, () => 'a$&b')).toEqual({
      config: command({ URL: 'postgres://ana:a$&b@db', TWO: 'a$&ba$&b' }),
    });
  });

  test('The first that has no value is named.', () => {
    expect(
      resolveSecrets(command({ A: '${secret:ONE}${secret:TWO}' }), name => (name === 'ONE' ? '1' : undefined)),
    ).toEqual({
      missing: 'TWO',
    });
  });

  test('Among arguments and in an address they are filled in.', () => {
    const far = { ...remote({}), url: 'https://mcp.example.com/?key=${secret:KEY}' };
    expect(resolveSecrets(command({}, ['--key=${secret:KEY}']), () => 'v')).toEqual({
      config: command({}, ['--key=v']),
    });
    expect(resolveSecrets(far, () => 'v')).toEqual({ config: { ...far, url: 'https://mcp.example.com/?key=v' } });
  });

  test('As a program or a folder one is refused, with what helps.', () => {
    expect(() => refuseVisibleReferences('x', { ...command({}), cwd: '/srv/${secret:KEY}' })).toThrow(
      '"x" has ${secret:KEY} where nothing fills it in, such as the name of a program or a folder; put it into a variable of its environment or an argument.',
    );
  });
});
