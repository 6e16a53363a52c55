// What stands in a config for a value that somebody has to give, and what does not.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillText, placeholdersIn } from '../../../contract/placeholders.ts';

const asked = (text: string, rules = {}) => placeholdersIn(text, rules).map(({ text: found }) => found);

describe('placeholders', () => {
  test.each([
    ['${POSTGRES_URL}', ['${POSTGRES_URL}']],
    ['postgres://${DB_USER}:${DB_PASS}@host/db', ['${DB_USER}', '${DB_PASS}']],
    ['${env:TOKEN} and ${input:key}', ['${env:TOKEN}', '${input:key}']],
    ['$API_TOKEN', ['$API_TOKEN']],
    ['Bearer $API_TOKEN', ['$API_TOKEN']],
    ['<your-key>', ['<your-key>']],
    ['Bearer <YOUR TOKEN>', ['<YOUR TOKEN>']],
    ['YOUR_API_KEY', ['YOUR_API_KEY']],
    ['your-api-key-here', ['your-api-key-here']],
    ['your_api_key', ['your_api_key']],
    ['https://x.test/mcp?key=YOUR_API_KEY', ['YOUR_API_KEY']],
    ['xxxxxxxx', ['xxxxxxxx']],
    ['ghp_xxxxxxxxxxxx', ['ghp_xxxxxxxxxxxx']],
    ['sk-xxxx-xxxx', ['sk-xxxx-xxxx']],
    ['xxx', ['xxx']],
    ['changeme', ['changeme']],
    ['CHANGE_ME', ['CHANGE_ME']],
    ['REPLACE_WITH_TOKEN', ['REPLACE_WITH_TOKEN']],
    ['insert-token-here', ['insert-token-here']],
    ['/path/to/allowed/files', ['/path/to/allowed/files']],
    ['C:\\path\\to\\files', ['C:\\path\\to\\files']],
    ['...', ['...']],
  ])('%s leaves %j open.', (text, found) => {
    expect(asked(text)).toEqual(found);
  });

  test.each([
    '${secret:TOKEN}',
    'npx',
    '@modelcontextprotocol/server-everything',
    'https://mcp.linear.app/sse',
    'a$B1c',
    'pa$$word',
    'p<ab>q',
    '/home/ana/yourself',
    'yours',
    'ghp_0123456789abcdefghijABCDEFGHIJ012345',
    'xx',
    'maxxxed',
    '1 < 2 > 0',
    '/paths/to',
    '$5',
  ])('%s leaves nothing open.', text => {
    expect(asked(text)).toEqual([]);
  });

  test('What a shell or the program itself fills in is none.', () => {
    expect(asked('echo $HOME ${TOKEN} <key>', { isForShell: true })).toEqual(['<key>']);
    expect(asked('Authorization:${AUTH_HEADER} ${OTHER}', { given: ['AUTH_HEADER'] })).toEqual(['${OTHER}']);
  });

  test('Each is exchanged where it has a value, and all else stays.', () => {
    const values: Record<string, string> = { '${A}': '$B_C', '<key>': '' };
    expect(fillText('x ${A} <key> $D_E', text => values[text])).toBe('x $B_C  $D_E');
  });

  test('Without values any text stays as it is, and what was found stands where it was found.', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: fc.constantFrom(...'${}<>xXyour_-KEYA. /:') }), text => {
        expect(fillText(text, () => undefined)).toBe(text);
        for (const { text: found, at } of placeholdersIn(text)) expect(text.slice(at, at + found.length)).toBe(found);
      }),
    );
  });
});
