// Tokens on their way: from the moment that a provider writes one until the panel, or an asker in the hub, has it; one stream and fifty.
import { openPlace } from '../support/hub-process.ts';
import { startModelServer } from '../support/models/model-server.ts';
import { boundRow, median } from './measure.ts';
import {
  hearing,
  rate,
  stamped,
  toAsker,
  toBridgeClient,
  toDirectClient,
  tokens,
  toPanel,
} from './models/token-clients.ts';
import type { BenchRow } from './row.ts';

const streams = 50;
const goals = { overDirectMs: 2, lateMs: 50, lost: 0 };

/** Server, panel and direct client run in this process, so that all of them read one clock; the hub is a process of its own. */
export async function benchModels(): Promise<BenchRow[]> {
  const place = openPlace();
  const server = await startModelServer();
  try {
    const panel = await place.panel(await place.serve());
    const { provider } = await panel.request('models:add', { type: 'compatible', baseUrl: server.openai });
    await panel.request('models:set', { providerId: provider.id, limits: { atOnce: streams } });
    server.answer = () => ({ pieces: stamped() });
    const heard = hearing(panel);
    await toPanel(panel, provider.id, 'warm', heard);
    const direct = median(await toDirectClient(server));
    const panels = median(await toPanel(panel, provider.id, 'one', heard));
    const askers = median(await toAsker(server));
    // What its question would be answered with otherwise: a person's click is not measured.
    const subject = { kind: 'client', id: 'compat-harbor' } as const;
    await panel.request('grants:set', { subject, effect: 'allow', scope: 'model:prompt' });
    const bridge = median(await toBridgeClient(place.home));
    const atOnce = (round: number) =>
      Promise.all(Array.from({ length: streams }, (_, at) => toPanel(panel, provider.id, `${round} ${at}`, heard)));
    // The code of a hub that has just started is compiled while the first thousands of tokens pass.
    const first = (await atOnce(1)).flat();
    const many = (await atOnce(2)).flat();
    const directs = await Promise.all(Array.from({ length: streams }, () => toDirectClient(server)));
    return [
      over('from a token to the panel, over a direct client, the middle', panels, direct),
      over('from a token to a bridge client, over a direct client, the middle', bridge, direct),
      over('from a token to an asker in the hub, over a direct client, the middle', askers, direct),
      ...lateAndLost({ many, first, directs: directs.flat() }),
    ];
  } finally {
    await server.close();
    await place.end();
  }
}

function over(name: string, value: number, direct: number): BenchRow {
  const row = boundRow(name, { value: value - direct, unit: 'ms' }, { atMost: goals.overDirectMs });
  return { ...row, notes: [`${value.toFixed(2)} ms, a direct client ${direct.toFixed(2)} ms`] };
}

function lateAndLost({ many, first, directs }: Record<'many' | 'first' | 'directs', readonly number[]>): BenchRow[] {
  const latest = Math.max(...many);
  const name = `${streams} streams of ${rate} tokens/s at once`;
  const late = boundRow(`${name}: the latest token`, { value: latest, unit: 'ms' }, { atMost: goals.lateMs });
  const lost = { value: 2 * streams * tokens - many.length - first.length, unit: 'tokens' };
  return [
    {
      ...late,
      notes: [
        `${many.length} tokens, the middle one after ${median(many).toFixed(2)} ms`,
        `the first time, in a hub just started: the latest ${Math.max(...first).toFixed(2)} ms, the middle ${median(first).toFixed(2)} ms`,
        `as many to direct clients: the latest ${Math.max(...directs).toFixed(2)} ms, the middle ${median(directs).toFixed(2)} ms`,
      ],
    },
    boundRow(`${name}: lost`, lost, { atMost: goals.lost }),
  ];
}
