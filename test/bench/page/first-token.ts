// The first token of a model, asked for by a page and by an extension on Harbor's bridge in turns, each by its own clock.
import { boundRow, median } from '../measure.ts';
import { BridgeAsker } from '../models/token-clients.ts';
import type { Page } from 'playwright';
import type { BenchRow } from '../row.ts';
import type { PageHouse } from './page-house.ts';

const rounds = 40;
const warmUp = 10;
const overBridgeMs = 5;

export async function firstTokenRow({ open, model, panel, stage }: PageHouse): Promise<BenchRow> {
  // What its question would be answered with otherwise: a person's click is not measured.
  const subject = { kind: 'client', id: 'compat-harbor' } as const;
  await panel.request('grants:set', { subject, effect: 'allow', scope: 'model:prompt' });
  model.answer = () => ({ pieces: ['It ', 'is ', 'noon.'].map(text => ({ kind: 'text', text })) });
  const page = await open('/tokens');
  const bridge = new BridgeAsker(stage.home);
  const times: Record<'page' | 'bridge', number[]> = { page: [], bridge: [] };
  try {
    for (let round = 0; round < rounds + warmUp; round += 1) {
      const own = await firstOfPage(page);
      const other = await bridge.firstToken();
      if (round < warmUp) continue;
      times.page.push(own);
      times.bridge.push(other);
    }
  } finally {
    await bridge.close();
    await page.close();
  }
  const [own, other] = [median(times.page), median(times.bridge)];
  return {
    ...boundRow(
      'the first token in a page, over a bridge client',
      { value: own - other, unit: 'ms' },
      { atMost: overBridgeMs },
    ),
    notes: [`a page ${own.toFixed(2)} ms, a bridge client ${other.toFixed(2)} ms, ${rounds} answers of each in turns`],
  };
}

interface TextSession {
  promptStreaming(text: string): AsyncIterable<unknown>;
  destroy(): Promise<void>;
}

/** Of a session of its own, which has no past to send along. */
function firstOfPage(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { ai } = window as unknown as { ai: { createTextSession(): Promise<TextSession> } };
    const session = await ai.createTextSession();
    const asked = performance.now();
    let first = Number.NaN;
    for await (const _ of session.promptStreaming('What time is it?')) {
      if (Number.isNaN(first)) first = performance.now() - asked;
    }
    await session.destroy();
    return first;
  });
}
