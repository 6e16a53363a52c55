// A hundred plugins with twenty tools each: what the hub's own time comes to for registering, for a round of pings, and for a list of tools.
import { descriptor, envelope, obliging, openPlugins, tool } from '../support/plugin-world.ts';
import { boundRow, median } from './measure.ts';
import type { BenchRow } from './row.ts';

const plugins = 100;
const toolsOfEach = 20;
const rounds = 9;
const atMostMs = 100;

const ids = Array.from({ length: plugins }, (_, at) => `plugin-${at}@plugins.example`);

/** As plugins describe them: a schema with a few members, and words. */
const tools = Array.from({ length: toolsOfEach }, (_, at) =>
  tool(`tool.${at}`, {
    description: `Does the thing of number ${at} and tells in a sentence or two what has come of it, with numbers.`,
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string', description: 'What it is about.' }, most: { type: 'integer', minimum: 1 } },
      required: ['text'],
    },
    uiHints: { dangerous: at % 5 === 0, speed: 'fast' },
  }),
);

/** As they come from the relay. */
const registrations = ids.map(from =>
  JSON.stringify({
    kind: 'message',
    from,
    message: envelope('PLUGIN_REGISTER', descriptor(from, tools), `reg-${from}`),
  }),
);

export async function benchPlugins(): Promise<BenchRow[]> {
  const times: Record<'registering' | 'again' | 'pings' | 'list', number[]> = {
    registering: [],
    again: [],
    pings: [],
    list: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    const { registry, browser, catalogue } = openPlugins();
    const firefox = browser('a');
    for (const id of ids) firefox.answers.set(id, obliging());
    const registerAll = () => {
      for (const text of registrations) firefox.text(text);
    };
    times.registering.push(await busyMs(registerAll));
    times.again.push(await busyMs(registerAll));
    times.pings.push(await busyMs(() => Promise.all(ids.map(id => registry.ping(id)))));
    times.list.push(
      await busyMs(() => {
        const listed = catalogue.list().length;
        if (listed < plugins * toolsOfEach) throw new Error(`Only ${listed} tools are listed.`);
      }),
    );
    registry.stop();
  }
  const row = (name: string, values: readonly number[]) =>
    boundRow(name, { value: median(values), unit: 'ms' }, { atMost: atMostMs });
  return [
    row(`registering ${plugins} plugins of ${toolsOfEach} tools`, times.registering),
    row('registering all again, unchanged', times.again),
    row(`a round of ${plugins} pings`, times.pings),
    row(`a list of ${plugins * toolsOfEach} tools`, times.list),
  ];
}

/** Of this process alone, because others run beside it; the plugins of the bench, which answer at once, are in it. */
async function busyMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
