// Keys that are no client's in the bucket of clients: told once, however many there are.
import { expect, test } from 'vitest';
import { OtherKeys } from '../../../../../electron/core/fleet/gateway/other-keys.ts';

function opened() {
  const said: (string | null)[] = [];
  const keys = new OtherKeys(key => said.push(key));
  return { keys, said: () => said.splice(0) };
}

test('The first is told once all was read, and that there is none any more; also where that is found in another reading.', () => {
  const { keys, said } = opened();
  keys.begin();
  keys.take('notes', true);
  keys.take('other', true);
  expect(said()).toEqual([]);
  keys.tell();
  keys.take('more', true);
  expect(said()).toEqual(['"notes"']);
  for (const key of ['notes', 'other', 'more']) keys.take(key, false);
  expect(said()).toEqual([null]);
  keys.take('notes', true);
  expect(said()).toEqual(['"notes"']);
  keys.begin();
  keys.tell();
  expect(said()).toEqual([null]);
});

test('Whoever chooses the key writes no line of their own, nor a long one.', () => {
  const { keys, said } = opened();
  keys.begin();
  keys.tell();
  keys.take(`a\n\u001b[2Jb${'c'.repeat(1_000)}`, true);
  expect(said()).toEqual([`"a\\n\\u001b[2Jb${'c'.repeat(93)}"`]);
});
