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

/** Under either name: pages use that of one way to orchestrate with the other. Throws ERR_INVALID_REQUEST. */
export function combiningIn(config: Payload, type: string): Combining {
  const [name, wanted] = Object.entries({
    combineStrategy: config.combineStrategy,
    aggregation: config.aggregation,
  }).find(([, value]) => value !== undefined && value !== null) ?? ['combineStrategy', 'array'];
  const strategy = strategies.find(known => known === wanted);
  if (strategy) return strategy;
  throw invalid(`${name} of ${type} is ${strategies.join(', ')}, not ${JSON.stringify(wanted)?.slice(0, 100)}.`);
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
