// Where within a value a secret stands: the rest of it stays visible.
import { describe, expect, test } from 'vitest';
import { holdsSecret, moveSecrets } from '../../../../electron/core/secrets/move-secrets.ts';
import { resolveSecrets } from '../../../../electron/core/secrets/references.ts';
import { secretPartsIn, secretPartsOfArgument } from '../../../../electron/core/secrets/secret-parts.ts';
import type { SecretPart } from '../../../../electron/core/secrets/secret-parts.ts';

/** Each part as `label=value`, and what is left with a star in its place. */
function seen(text: string, parts: readonly SecretPart[]): [string, string[]] {
  const left = parts.reduceRight((rest, { at, end }) => `${rest.slice(0, at)}*${rest.slice(end)}`, text);
  return [left, parts.map(({ at, end, label }) => `${label}=${text.slice(at, end)}`)];
}
const inValue = (name: string, text: string) => seen(text, secretPartsIn(name, text));
const inArgument = (text: string, before = '') => seen(text, secretPartsOfArgument(text, before));

const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const random = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

describe('a variable or header', () => {
  test.each([
    [
      '{"Authorization": "Bearer abc", "Notion-Version": "2022-06-28"}',
      '{"Authorization": "Bearer *", "Notion-Version": "2022-06-28"}',
      ['Authorization=abc'],
    ],
    [
      '[{"name": "X-Api-Key", "value": "k1"}, {"name": "Accept", "value": "*/*"}]',
      '[{"name": "X-Api-Key", "value": "*"}, {"name": "Accept", "value": "*/*"}]',
      ['X-Api-Key=k1'],
    ],
    [
      '{"db": {"url": "mysql://ana:pw@h/x", "password": "pw2", "pins": 3}}',
      '{"db": {"url": "mysql://ana:*@h/x", "password": "*", "pins": 3}}',
      ['password=pw', 'password=pw2'],
    ],
    ['{"inner": "{\\"token\\": \\"t\\"}"}', '{"inner": "*"}', ['inner={\\"token\\": \\"t\\"}']],
    [
      'postgres://ana:p%40ss@db.example.com:5432/app?sslmode=require',
      'postgres://ana:*@db.example.com:5432/app?sslmode=require',
      ['password=p%40ss'],
    ],
    ['redis://:hunter2@cache:6379/0', 'redis://:*@cache:6379/0', ['password=hunter2']],
    ['mysql://root:a/b#c@db/app', 'mysql://root:*@db/app', ['password=a/b#c']],
    [
      'mongodb+srv://ana:pw@c0.mongodb.net,c1.mongodb.net/?authSource=admin',
      'mongodb+srv://ana:*@c0.mongodb.net,c1.mongodb.net/?authSource=admin',
      ['password=pw'],
    ],
    [
      `https://${random.slice(0, 32)}@o1.ingest.sentry.io/42`,
      'https://*@o1.ingest.sentry.io/42',
      [`user=${random.slice(0, 32)}`],
    ],
    [
      'https://mcp.exa.test/mcp?exaApiKey=k-1&tools=web',
      'https://mcp.exa.test/mcp?exaApiKey=*&tools=web',
      ['exaApiKey=k-1'],
    ],
    [
      'https://mcp.firecrawl.dev/fc-0123456789abcdef0123/v2/mcp',
      'https://mcp.firecrawl.dev/*/v2/mcp',
      ['path=fc-0123456789abcdef0123'],
    ],
    [
      'Server=db,1433;User Id=sa;Password=a b;Encrypt=true',
      'Server=db,1433;User Id=sa;Password=* b;Encrypt=true',
      ['Password=a'],
    ],
    ['host=db user=ana password=pw dbname=app', 'host=db user=ana password=* dbname=app', ['password=pw']],
  ])('%s keeps all but its secrets.', (text, left, parts) => {
    expect(inValue('VALUE', text)).toEqual([left, parts]);
  });

  test.each([
    '{"Accept": "application/json", "limit": 10}',
    '{"Authorization": "Bearer ${TOKEN}"}',
    '{"Authorization": "Bearer ${secret:TOKEN}"}',
    'Bearer ${secret:TOKEN}',
    'postgres://ana:<password>@db/app',
    'https://api.example.com/v1/things?limit=10&sort_key=name',
    'https://github.com/a/b/archive/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b.zip',
    'https://x.test/550e8400-e29b-41d4-a716-446655440000/mcp',
  ])('%s holds none.', text => expect(inValue('VALUE', text)).toEqual([text, []]));

  test('By its name it is one as a whole, whatever it holds.', () => {
    expect(inValue('MYSQL_PASS', 'a=b;c')).toEqual(['*', ['=a=b;c']]);
    expect(inValue('SUPABASE_KEY', 'abc123def456')).toEqual(['*', ['=abc123def456']]);
    expect(inValue('PRIMARY_KEY', 'abc123def456')).toEqual(['abc123def456', []]);
  });
});

describe('a name that may ask for a secret', () => {
  test.each([
    ['ENABLE_JWT', 'true'],
    ['TWO_PASS', 'off'],
    ['API_TOKEN', 'none'],
    ['PWD', '/home/ana/shop'],
    ['OLDPWD', '/home/ana'],
  ])('%s=%s opens nothing, and nothing like it is masked.', (name, value) => {
    expect(secretPartsIn(name, value)).toEqual([]);
    expect(holdsSecret(name, value)).toBe(false);
  });

  test.each([
    ['MYSQL_PWD', 'truest'],
    ['DB_PASS', '/slash'],
  ])('%s=%s does.', (name, value) => {
    expect(inValue(name, value)).toEqual(['*', [`=${value}`]]);
    expect(holdsSecret(name, value)).toBe(true);
  });
});

describe('an argument', () => {
  test.each([
    ['--api-key=k-1', '', '--api-key=*', ['api-key=k-1']],
    ['k-1', '--api-key', '*', ['api-key=k-1']],
    ['Authorization: Bearer abc', '--header', 'Authorization: Bearer *', ['Authorization=abc']],
    ['Authorization:Bearer abc', '--header', 'Authorization:Bearer *', ['Authorization=abc']],
    [`GITHUB_TOKEN=${token}`, '-e', 'GITHUB_TOKEN=*', [`GITHUB_TOKEN=${token}`]],
    ['postgresql://ana:pw@localhost/db', '', 'postgresql://ana:*@localhost/db', ['password=pw']],
    ['--url=https://x.test/?a=1&api_key=k', '', '--url=https://x.test/?a=1&api_key=*', ['api_key=k']],
    ['--dsn=mysql://a:b@c/d', '', '--dsn=mysql://a:*@c/d', ['password=b']],
    [token, '', '*', [`=${token}`]],
    [
      `curl -H "Authorization: Bearer ${token}" https://x.test`,
      '-c',
      'curl -H "Authorization: Bearer *" https://x.test',
      [`Authorization=${token}`],
    ],
  ])('%s after "%s" keeps all but its secrets.', (text, before, left, parts) => {
    expect(inArgument(text, before)).toEqual([left, parts]);
  });

  test.each([
    ['-y', ''],
    ['@modelcontextprotocol/server-filesystem@2025.8.21', '-y'],
    ['server-filesystem-2025.8.18-rc1', ''],
    [`mcp/time@sha256:${random}`, '--rm'],
    ['GITHUB_TOKEN', '-e'],
    ['--token', ''],
    ['--token', '--token'],
    ['--api-key=$API_KEY', ''],
    ['export TOKEN=$(cat /run/token); exec server', '-c'],
    ['550e8400-e29b-41d4-a716-446655440000', '--project'],
    ['/home/ana/projects/9f86d081884c7d659a2feaa0', ''],
    ['C:\\Users\\ana\\mcp', ''],
  ])('%s after "%s" holds none.', (text, before) => expect(inArgument(text, before)).toEqual([text, []]));
});

describe('a text that was made to be searched for long', () => {
  test.each([
    ['spaces', `a=${' '.repeat(9_000)}b${' '.repeat(9_000)}`],
    ['schemes', `${'a-'.repeat(9_000)}://`],
    ['addresses', 'a://'.repeat(4_900)],
    ['assignments', 'a=b '.repeat(4_900)],
  ])('of %s is read to its end.', (_, text) => {
    expect(secretPartsIn('NOTE', text)).toEqual([]);
  });

  test('is longer than any value that somebody typed: it is a secret as a whole or not at all.', () => {
    const key = `-----BEGIN PRIVATE KEY-----${'x'.repeat(30_000)}`;
    expect(secretPartsIn('NOTE', key)).toEqual([{ at: 0, end: key.length, label: '' }]);
    expect(secretPartsIn('NOTE', `password=hunter2 ${'x'.repeat(30_000)}`)).toEqual([]);
  });
});

describe('a config', () => {
  const config = {
    kind: 'stdio' as const,
    command: 'npx',
    args: ['-y', 'server', '--api-key', 'k-1', 'postgres://ana:pw@db/app'],
    env: { HEADERS: '{"Authorization": "Bearer abc"}', MODE: 'fast' },
  };

  test('is what it was once its secrets are filled in, and names each after its place', () => {
    const { config: kept, values, moved } = moveSecrets('My DB', config, () => undefined);
    expect(kept).toMatchObject({
      args: ['-y', 'server', '--api-key', '${secret:MY_DB_API_KEY}', 'postgres://ana:${secret:MY_DB_PASSWORD}@db/app'],
      env: { HEADERS: '{"Authorization": "Bearer ${secret:MY_DB_HEADERS_AUTHORIZATION}"}', MODE: 'fast' },
    });
    expect(moved.map(({ place, name, label }) => [place, name, label])).toEqual([
      ['variable', 'HEADERS', 'Authorization'],
      ['argument', '4', 'api-key'],
      ['argument', '5', 'password'],
    ]);
    expect(resolveSecrets(kept, name => values.get(name))).toEqual({ config });
    expect(moveSecrets('My DB', kept, () => undefined).moved).toEqual([]);
  });

  test('keeps what is meant as it stands, and of what is stored already all that others can read', () => {
    const left = moveSecrets('x', config, () => undefined, { literals: ['k-1', 'abc'] });
    expect(left.moved.map(({ value }) => value)).toEqual(['pw']);
    const stored = moveSecrets('x', config, () => undefined, { hiddenOnly: true });
    expect([stored.moved.map(({ value }) => value), stored.config]).toMatchObject([['abc'], { args: config.args }]);
  });
});
