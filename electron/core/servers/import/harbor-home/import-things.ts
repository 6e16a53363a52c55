// What of a home of Harbor is shown and taken over beside servers, by whoever keeps such things here.
import { visibleText } from '../../../../../contract/visible-text.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { ImportThing } from '../../../../../contract/schemas/imports.ts';
import type { HarborThing, ThingTakers } from './home-things.ts';

interface Taker {
  take(thing: HarborThing): Promise<void>;
  isHere(thing: HarborThing): boolean;
  refusal?(thing: HarborThing): Reason | null;
}

/** In the order in which they are taken: what others need comes first. */
export function takeable(things: readonly HarborThing[], takers: ThingTakers): ReadonlyMap<string, HarborThing> {
  const order: readonly HarborThing['kind'][] = ['client', 'sign-in', 'models', 'conversation'];
  const sorted = order.flatMap(kind => (takers[kind] ? things.filter(thing => thing.kind === kind) : []));
  return new Map(sorted.map((thing, index) => [`t${index + 1}`, thing]));
}

export function shownThing(key: string, thing: HarborThing, takers: ThingTakers): ImportThing {
  const { kind, name } = thing;
  const taker = takerOf(thing, takers);
  return {
    key,
    kind,
    name: visibleText(name.slice(0, 200)),
    provider: thing.kind === 'sign-in' ? thing.signIn.provider : null,
    count: countOf(thing),
    exists: taker?.isHere(thing) ?? false,
    problem: taker?.refusal?.(thing) ?? null,
  };
}

/** Rejects with HubError where it cannot be kept. */
export async function takeThing(thing: HarborThing, takers: ThingTakers): Promise<void> {
  await takerOf(thing, takers)?.take(thing);
}

/** A taker of a kind is given things of that kind alone. */
function takerOf({ kind }: HarborThing, takers: ThingTakers): Taker | undefined {
  const taker: unknown = takers[kind];
  return taker as Taker | undefined;
}

function countOf(thing: HarborThing): number | null {
  if (thing.kind === 'conversation') return thing.session.messages.length;
  return thing.kind === 'models' ? thing.models.models.length : null;
}
