// What a card says, as one text: when it changes, whoever was about to answer has to look again. Pure.
import { promptSentence } from '../../words/prompt-words.ts';
import type { Prompt } from '../../../contract/schemas/permissions.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

/** Without what passes by itself (time) and without how many wait for the same answer. */
export function cardSignature(snapshot: Snapshot, prompt: Prompt): string {
  const { calls, asks, askedAt: _asked, expiresAt: _expires, ...said } = prompt;
  const client = snapshot.clients[prompt.clientId];
  return JSON.stringify([
    promptSentence(snapshot, prompt),
    said,
    asks.map(({ calls: _calls, ...ask }) => ask),
    calls > 0,
    client?.name,
    client?.verified,
    snapshot.hub.locks,
  ]);
}
