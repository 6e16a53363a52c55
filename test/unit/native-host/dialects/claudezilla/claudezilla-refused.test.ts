// What an extension of spec 000 cannot say: each of these is refused with its sentence, and changes nothing for what follows.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dialects } from '../../../../../native-host/dialects/dialects.ts';

const refused = readFileSync(
  path.join(import.meta.dirname, '../../../../fixtures/wires/claudezilla-extension-refused.jsonl'),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as { in: unknown; refused: string });

test.each(refused)('$in is refused.', ({ in: said, refused: sentence }) => {
  const dialect = dialects.claudezilla.extension();
  expect(dialect.decode(said)).toBe(sentence);
  expect(dialect.decode({ id: 'pop-1', command: 'ping', params: {} })).toMatchObject({ kind: 'request', id: 'pop-1' });
});
