// When an answer counts: not before half a second after the last change, and only a press that began after it.
import { describe, expect, it } from 'vitest';
import { mayAnswer, shown, unarmed, waited } from '../../../../../contract/arming.ts';
import { cardSignature } from '../../../../../renderer/parts/prompts/card-signature.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';

const press = (beganAt: number, repeats = false) => ({ beganAt, repeats });

describe('answers', () => {
  it('are dead from when the card appears until its wait has ended', () => {
    const fresh = unarmed('a');
    expect(mayAnswer(fresh, press(1_000_000))).toBe(false);
    expect(mayAnswer(waited(fresh, fresh.epoch, 500), press(501))).toBe(true);
  });

  it('are dead again after a change, also one that brings back what stood there before', () => {
    const armed = waited(unarmed('a'), 0, 500);
    const back = shown(shown(armed, 'b'), 'a');
    expect([mayAnswer(shown(armed, 'b'), press(600)), mayAnswer(back, press(600))]).toEqual([false, false]);
    expect(back.epoch).toBe(2);
  });

  it('are not armed by a wait that a change has overtaken', () => {
    const changed = shown(unarmed('a'), 'b');
    expect(waited(changed, 0, 500)).toBe(changed);
    expect(waited(changed, 1, 900).armedAt).toBe(900);
  });

  it('count from where the press began, so a finger set down before is none', () => {
    const armed = waited(unarmed('a'), 0, 500);
    expect([mayAnswer(armed, press(499)), mayAnswer(armed, press(500)), mayAnswer(armed, press(501))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('are not given by a key that is held down', () => {
    expect(mayAnswer(waited(unarmed('a'), 0, 500), press(900, true))).toBe(false);
  });

  it('stay armed while nothing changes', () => {
    const armed = waited(unarmed('a'), 0, 500);
    expect(shown(armed, 'a')).toBe(armed);
    expect(waited(armed, 0, 999)).toBe(armed);
  });
});

describe('what a card says', () => {
  const snapshot = fixtureSnapshot(1_800_000_000_000);
  const prompt = snapshot.prompts['prompt-89']!;
  const signature = cardSignature(snapshot, prompt);

  it('is the same while time passes and more of the same calls join', () => {
    const [ask] = prompt.asks;
    const later = { ...prompt, calls: 13, asks: [{ ...ask!, calls: 13 }], expiresAt: prompt.expiresAt + 1 };
    expect(cardSignature(snapshot, later)).toBe(signature);
  });

  it('changes with each thing that is shown', () => {
    const client = { ...snapshot.clients[prompt.clientId]!, name: 'Somebody else' };
    const others = [
      cardSignature(snapshot, { ...prompt, argumentsText: '{"tabId": 54}' }),
      cardSignature(snapshot, {
        ...prompt,
        where: { kind: 'at-tab', tab: 54, site: null, inFrame: false, page: null, browser: null },
      }),
      cardSignature(snapshot, { ...prompt, tool: 'navigate' }),
      cardSignature(snapshot, { ...prompt, agentName: 'x' }),
      cardSignature(snapshot, { ...prompt, asks: [...prompt.asks, { ...prompt.asks[0]!, argumentsText: '{}' }] }),
      cardSignature(snapshot, { ...prompt, calls: 0, asks: [] }),
      cardSignature({ ...snapshot, clients: { ...snapshot.clients, [client.id]: client } }, prompt),
      cardSignature({ ...snapshot, hub: { ...snapshot.hub, locks: true } }, prompt),
    ];
    expect(new Set([signature, ...others]).size).toBe(others.length + 1);
  });
});
