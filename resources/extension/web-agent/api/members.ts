// Members of the API that are requests: their names, how their arguments become a payload, and the groups that they are in.
import { defineProperty, freeze, isArray, keys } from './captured.ts';
import { ensureOn } from './flags.ts';
import { request } from './requests.ts';
import { copyOptions, isObject, lazily, nothing, put, rejected, type Values } from './values.ts';
import type { PageFlag, PageMemberName } from '../../../../contract/web-agent.ts';

export type Call = (...args: unknown[]) => unknown;
/** The request of a member: its payload, what its answer becomes, and the signal that aborts it. */
export type Ask = (payload: Values, read?: (result: unknown) => unknown, signal?: unknown) => Promise<unknown>;
/** The name of the argument in the payload, or those of up to three; `...` are options, which are part of it. A function asks by itself. */
type Member = string | readonly string[] | ((ask: Ask, first: never, second: never) => unknown);
interface Members {
  readonly [name: string]: Member | Members;
}
/** Frozen, and so are the groups in it. */
export type Family = Readonly<Record<string, Call>>;

/** Members with the same flags, by their names, and groups of members in them; `path` is that of what they are in. */
export function family(path: string, flags: readonly PageFlag[], members: Members): Family {
  const made = {};
  const names = keys(members);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    const member = members[name]!;
    const inside = `${path}.${name}`;
    put(made, name, isGroup(member) ? family(inside, flags, member) : memberOf(inside, flags, member));
  }
  return freeze(made);
}

function isGroup(member: Member | Members): member is Members {
  return isObject(member) && !isArray(member);
}

/** It exists whatever the flags say, and rejects while none of these is on. */
function memberOf(type: string, flags: readonly PageFlag[], member: Member): Call {
  return guarded(flags, (first, second, third) => {
    const ask: Ask = (payload, read, signal) => request(type as PageMemberName, payload, read, signal);
    if (typeof member === 'function') return member(ask, first as never, second as never);
    return ask(payloadOf(isArray(member) ? member : [member as string], [first, second, third]));
  });
}

export function guarded(flags: readonly PageFlag[], call: Call): Call {
  return freeze((first: unknown, second: unknown, third: unknown) => {
    try {
      ensureOn(flags);
      return call(first, second, third);
    } catch (error) {
      return rejected(error);
    }
  });
}

function payloadOf(names: readonly string[], args: readonly unknown[]): Values {
  const payload = nothing();
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    if (name === '...') copyOptions(args[at], payload);
    else if (name !== '' && args[at] !== undefined) payload[name] = args[at];
  }
  return payload;
}

/** Members, and groups of members that are made when somebody looks at them first: most pages look at none. */
export function withGroups(
  path: string,
  flags: readonly PageFlag[],
  members: object,
  groups: Record<string, Members | (() => object)>,
): object {
  const whole = { ...members };
  const names = keys(groups);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    const inside = groups[name]!;
    const make = (): object => (typeof inside === 'function' ? inside() : family(`${path}.${name}`, flags, inside));
    const get = freeze(lazily(make));
    defineProperty(whole, name, { __proto__: null, get, enumerable: true } as PropertyDescriptor);
  }
  return freeze(whole);
}
