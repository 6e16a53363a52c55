// What of a home of Harbor is shown and taken over beside servers, by whoever keeps such things here.
import { visibleText } from '../../../../../contract/visible-text.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { ImportThing } from '../../../../../contract/schemas/imports.ts';
import type { HarborThing, ThingTakers } from './home-things.ts';

interface Taker {
  take(thing: HarborThing): Promise<void>;
  isHere(thing: HarborThing): boolean;
  replaces?(thing: HarborThing): string | null;
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

/** What of an import counts at once. */
export interface Besides {
  readonly lines: readonly string[];
  /** Names of what takes the place of something that is here. */
  readonly replaced: readonly string[];
  /** What each of these takes the place of, told from any other. */
  readonly marks: readonly string[];
}

export function besidesOf(things: readonly HarborThing[], takers: ThingTakers): Besides {
  const replacing = things.flatMap(thing => {
    const mark = takerOf(thing, takers)?.replaces?.(thing) ?? null;
    return mark === null ? [] : [{ name: visibleText(thing.name.slice(0, 200)), mark }];
  });
  return {
    lines: things.flatMap(thing => lineOf(thing) ?? []),
    replaced: replacing.map(({ name }) => name),
    marks: replacing.map(({ mark }) => mark),
  };
}

const maxLineChars = 500;

/** One that lets somebody in, or changes where models are asked, in a line to be read; null for a conversation, which does neither. */
function lineOf(thing: HarborThing): string | null {
  const line = bareLine(thing);
  return line && visibleText(line.slice(0, maxLineChars));
}

function bareLine(thing: HarborThing): string | null {
  switch (thing.kind) {
    case 'client':
      return `client ${thing.name}: ${thing.id}`;
    case 'sign-in':
      return `sign-in ${thing.name}: ${[thing.signIn.provider, ...thing.signIn.scopes].join(' ')}`;
    case 'models': {
      const { provider, defaultModel } = thing.models;
      const used = defaultModel === null ? '' : `, ${defaultModel}`;
      return `models ${thing.name}: ${[provider.provider_type, addressOf(provider.base_url)].filter(Boolean).join(' ')}${used}`;
    }
    case 'conversation':
      return null;
  }
}

/** Without what may stand in one for a password. */
function addressOf(url: string | null | undefined): string {
  if (!url) return '';
  if (!URL.canParse(url)) return '?';
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
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
