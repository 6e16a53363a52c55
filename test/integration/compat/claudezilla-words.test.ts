// What spec 000's host says while there is nothing: no tab, nobody who waits, no loop. Each reply word for word.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openClockedHub } from './clocked-hub.ts';

interface Exchange {
  readonly command: string;
  readonly params: object;
  readonly reply: object;
}

/** The real programs open a connection for each, so that nobody stands behind what names no agent; here one would, once it is known. */
const exchanges = readFileSync(path.join(import.meta.dirname, '../../fixtures/wires/claudezilla-empty.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as Exchange)
  .toSorted((one, other) => Number('agentId' in one.params) - Number('agentId' in other.params));

test('Every command of the transcript is answered as it stands there.', async () => {
  const { connectRelay, zilla } = await openClockedHub();
  const extension = await connectRelay();
  const { client, say } = zilla();
  const played: Exchange[] = [];
  // A list of tabs is asked of the browser first, so that a user who paused everything is heard.
  let answered = 0;
  const answerLists = setInterval(() => {
    for (const call of extension.calls.slice(answered)) extension.answer(call, '{"availableTabs":[]}');
    answered = extension.calls.length;
  }, 5);
  for (const [number, { command, params }] of exchanges.entries()) {
    say(command, params);
    played.push({ command, params, reply: await client.reply(number) });
  }
  clearInterval(answerLists);
  expect(played).toEqual(exchanges);
});
