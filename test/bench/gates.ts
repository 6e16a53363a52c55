// The decision with ten thousand grants, and all gates together: what a call costs before it goes anywhere.
import { runGates } from '../../electron/core/gates/gates.ts';
import { permissionRequest } from '../../electron/core/gates/permission-request.ts';
import { decide } from '../../electron/core/permissions/decide.ts';
import { GrantRegistry } from '../../electron/core/permissions/grant-registry.ts';
import { noRules } from '../../electron/core/permissions/rule-index.ts';
import { StatePublisher } from '../../electron/core/state/publisher.ts';
import { buildGatedCall, buildGrant, buildHubInfo, noon } from '../support/hub-fixtures.ts';
import { median, rounded } from './measure.ts';
import type { Grant } from '../../contract/schemas/permissions.ts';
import type { GatedCall } from '../../electron/core/gates/gate.ts';
import type { Rules } from '../../electron/core/permissions/rule-index.ts';
import type { BenchRow } from './row.ts';

const count = 10_000;
const rounds = 20_000;

/** Ten thousand grants, one of which speaks of the call; `spread` says to whom and of what the others are. */
function grantsOf(spread: (index: number) => Partial<Grant>): Rules {
  const rows = Array.from({ length: count - 1 }, (_, index) => buildGrant({ id: String(index + 1), ...spread(index) }));
  const mine = buildGrant({ id: String(count), resource: { kind: 'site', origin: 'https://example.com' } });
  const persist = { add: async () => {}, used: () => {}, remove: async () => {}, ended: () => {} };
  const state = new StatePublisher(buildHubInfo());
  return new GrantRegistry({
    state,
    rows: [...rows, mine],
    lastId: count,
    persist,
    now: () => noon,
    monotonic: () => 0,
  }).rules;
}

const spreads: Readonly<Record<string, (index: number) => Partial<Grant>>> = {
  'of a thousand clients': index => ({ subject: { kind: 'client', id: `client-${index % 1_000}` } }),
  'of one client, each for a site': index => ({ resource: { kind: 'site', origin: `https://site-${index}.example` } }),
  'of one client, each for a tool': index => ({ tools: [`tool-${index}`] }),
};

export async function benchGates(): Promise<BenchRow[]> {
  return Object.entries(spreads).flatMap(([name, spread]) => {
    const call: GatedCall = { ...buildGatedCall(), grants: grantsOf(spread) };
    const request = permissionRequest(call);
    const expected = decide(request, call.grants, noRules, noon);
    if (expected.kind !== 'allow') throw new Error(`The grant for the call was not found among those ${name}.`);
    return [
      row(
        `decision, ${count} grants ${name}`,
        time(() => decide(request, call.grants, noRules, noon)),
        20,
      ),
      row(
        `all gates, ${count} grants ${name}`,
        time(() => runGates(call)),
        60,
      ),
    ];
  });
}

/** The middle of many single calls, in microseconds. */
function time(work: () => unknown): number {
  for (let warm = 0; warm < rounds; warm += 1) work();
  const times = new Float64Array(rounds);
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    work();
    times[round] = (performance.now() - started) * 1_000;
  }
  return median([...times]);
}

function row(name: string, value: number, atMost: number): BenchRow {
  return {
    case: name,
    value: rounded(value),
    unit: 'µs',
    baseline: null,
    ratio: null,
    goal: `at most ${atMost}`,
    holds: value <= atMost,
  };
}
