// What several agents hold in memory beside the browsers, which are the same: our one hub for all of them, of the peers one server for each.
import { ratioRow } from '../measure.ts';
import { memoryOf } from './processes.ts';
import type { BenchRow } from '../row.ts';
import type { Driver } from './driver.ts';

const mib = 1024 * 1024;
const agentCount = 4;
const rounds = 5;

/** Opens one more agent of a way, with a work tab of its own. */
export type Opener = () => Promise<Driver>;

/** Each way beside the better of the others, `first` being ours: of one agent, and then with as many as work at once, each having used its page alike. */
export async function memoryRows(
  first: readonly Driver[],
  more: readonly Opener[],
  origin: string,
): Promise<BenchRow[]> {
  for (const driver of first) await use(driver, `${origin}/shop`);
  const one = memoryRow(
    'memory of the processes beside the browser, one agent',
    first.map(driver => [driver]),
  );
  const opened: Driver[] = [];
  try {
    const crews: Driver[][] = [];
    for (const [at, driver] of first.entries()) {
      const crew = [driver];
      for (let count = 1; count < agentCount; count += 1) {
        const next = await more[at]?.();
        if (!next) throw new Error(`There is no second ${driver.name}.`);
        opened.push(next);
        crew.push(next);
        await next.open(`${origin}/shop?agent=${at}-${count}`);
        await use(next, `${origin}/shop`);
      }
      crews.push(crew);
    }
    return [one, memoryRow(`the same of ${agentCount} agents`, crews)];
  } finally {
    for (const driver of opened) await driver.close();
  }
}

async function use(driver: Driver, url: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await driver.navigate(url);
    const [ref = ''] = await driver.refsOf(['Add Compass 4 to the basket']);
    await driver.click(ref);
    await driver.screenshot();
  }
}

function memoryRow(name: string, crews: readonly (readonly Driver[])[]): BenchRow {
  const sizes = crews.map(crew => memoryOf(pidsOf(crew)) / mib);
  const [value = 0, ...others] = sizes;
  return {
    ...ratioRow(name, { value, baseline: Math.min(...others), unit: 'MiB' }, { atMost: 0.5 }),
    notes: crews.map(crew => {
      const each = pidsOf(crew).map(pid => (memoryOf([pid]) / mib).toFixed(1));
      return `${crew[0]?.name}: ${each.join(' + ')} MiB, each with the program's file`;
    }),
  };
}

/** Our agents name the processes of their common hub again and again. */
function pidsOf(crew: readonly Driver[]): number[] {
  return [...new Set(crew.flatMap(driver => driver.processes()))];
}
