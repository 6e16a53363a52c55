// One value of what several agents have answered: `combineStrategy` of a parallel run, `aggregation` of a supervisor.
import { isRecord } from '../../../../contract/json.ts';
import { invalid } from '../page-asked.ts';
import type { Payload } from '../page-asked.ts';

const strategies = ['array', 'merge', 'first', 'custom'] as const;
export type Combining = (typeof strategies)[number];

interface Answered {
  readonly result?: unknown;
  readonly error?: string;
}

/** Throws ERR_INVALID_REQUEST for what nobody knows. */
export function combiningIn(config: Payload, type: string): Combining {
  const { name, wanted, strategy } = readCombining(config);
  if (strategy) return strategy;
  throw invalid(`${name} of ${type} is ${strategies.join(', ')}, not ${JSON.stringify(wanted)?.slice(0, 100)}.`);
}

/** Pages name ways of their own, and read `results` themselves: for what nobody knows they get the list. */
export function aggregationIn(config: Payload): Combining {
  return readCombining(config).strategy ?? 'array';
}

/** Under either name: pages use that of one way to orchestrate with the other. */
function readCombining({ combineStrategy, aggregation }: Payload) {
  const [name, wanted] = Object.entries({ combineStrategy, aggregation }).find(
    ([, value]) => value !== undefined && value !== null,
  ) ?? ['combineStrategy', 'array'];
  return { name, wanted, strategy: strategies.find(known => known === wanted) };
}

/** `custom` leaves it to the caller, who gets `results` as they are. */
export function combine(results: readonly Answered[], strategy: Combining): unknown {
  switch (strategy) {
    case 'array':
      return results.map(({ result }) => result ?? null);
    case 'merge':
      return Object.assign({}, ...results.map(({ result }) => result).filter(isRecord));
    case 'first':
      return results.find(({ error }) => error === undefined)?.result ?? null;
    case 'custom':
      return results;
  }
}
