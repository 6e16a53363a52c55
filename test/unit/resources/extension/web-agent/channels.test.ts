// The three channels of pages, held to their transcripts. `PILOTHOUSE_WIRES=write` writes anew what is asked and heard.
import { expect, test } from 'vitest';
import {
  keepTranscript,
  type PageExchange,
  pageTranscripts,
  readTranscript,
} from '../../../../support/page-transcripts.ts';
import { BridgeScene } from './bridge-scene.ts';

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

function say(scene: BridgeScene, { said, here, events = [], result, error }: PageExchange): Partial<PageExchange> {
  const before = scene.heard.length;
  const requests = scene.said.length;
  scene.page(said);
  const asked = scene.said.slice(requests).find(message => message.kind === 'request');
  if (here) {
    expect(asked).toBeUndefined();
    return { heard: scene.heard.slice(before).map(plain) };
  }
  const { id, type, payload } = asked!;
  for (const event of events) scene.background({ kind: 'event', id, event });
  scene.background(error ? { kind: 'response', id, ok: false, error } : { kind: 'response', id, ok: true, result });
  return { asked: { type, payload: JSON.parse(payload) as unknown }, heard: scene.heard.slice(before).map(plain) };
}

test.each(pageTranscripts)('Every message of the channel %s is asked and answered as the transcript has it.', name => {
  const kept = readTranscript(name);
  const scene = new BridgeScene();
  const now = kept.map(exchange => ({ ...exchange, ...say(scene, exchange) }));
  if (process.env['PILOTHOUSE_WIRES'] === 'write') keepTranscript(name, now);
  else expect(now).toEqual(kept);
});
