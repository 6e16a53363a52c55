// A tool of a server, called by a page and by an agent on stdio in turns.
import { boundRow, median } from '../measure.ts';
import { type PageHouse, tool } from './page-house.ts';
import type { BenchRow } from '../row.ts';

/** Fewer than a page may make at once: it would wait for its rate in place of the tool. */
const calls = 150;
const warmUp = 30;
const overAgentMs = 3;

export async function toolCallRow(house: PageHouse): Promise<BenchRow> {
  const page = await house.open('/calls');
  const agent = await house.agent();
  const id = `${tool.server}/${tool.name}`;
  const called = { tool: id, args: tool.args };
  const fromPage = () =>
    page.evaluate(async what => {
      const { agent } = window as unknown as { agent: { tools: { call(what: object): Promise<unknown> } } };
      const sent = performance.now();
      const answer = await agent.tools.call(what);
      return { ms: performance.now() - sent, answer: JSON.stringify(answer) };
    }, called);
  const times: Record<'page' | 'agent', number[]> = { page: [], agent: [] };
  try {
    for (let round = 0; round < calls + warmUp; round += 1) {
      const own = await fromPage();
      if (!own.answer.includes(tool.args.message))
        throw new Error(`The page was answered ${own.answer.slice(0, 300)}.`);
      const other = await agent.call(`${tool.server}__${tool.name}`, tool.args);
      if (round < warmUp) continue;
      times.page.push(own.ms);
      times.agent.push(other.ms);
    }
  } finally {
    await agent.close();
    await page.close();
  }
  const [own, other] = [median(times.page), median(times.agent)];
  return {
    ...boundRow(
      `tools.call of ${id} from a page, over an agent's call`,
      { value: own - other, unit: 'ms' },
      { atMost: overAgentMs },
    ),
    notes: [`a page ${own.toFixed(2)} ms, an agent on stdio ${other.toFixed(2)} ms, ${calls} calls of each in turns`],
  };
}
