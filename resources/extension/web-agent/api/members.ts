// Members of the API that are requests: their names and how their arguments become a payload.
import { apply, freeze, isArray, keys } from './captured.ts';
import { ensureOn } from './flags.ts';
import { request } from './requests.ts';
import { copyOptions, isObject, nothing, put, rejected, type Values } from './values.ts';
import type { PageFlag, PageMemberName } from '../../../../contract/web-agent.ts';

export type Call = (...args: never[]) => unknown;
/** The request of a member: its payload, what the answer becomes, and the signal that aborts it. */
export type Ask = (payload: Values, read?: Read, signal?: unknown) => Promise<unknown>;
/** What a member answers with, made of what came. */
type Read = (result: unknown) => unknown;
/**
 * Names of the arguments in the payload, divided by commas; the options that `...` stands for are part of the payload themselves. With a
 * function beside them it reads the answer. A function alone makes the request by itself, of the arguments.
 */
type Member = string | readonly [names: string, read: Read] | ((ask: Ask, ...args: never[]) => unknown);
interface Members {
  readonly [name: string]: Member | Members;
}
/** Frozen, and so are the groups in it. */
export type Family = Readonly<Record<string, Call>>;

/** A member that exists whatever the flags say, and rejects while none of these is on. */
export function guarded(flags: readonly PageFlag[], call: Call): Call {
  return freeze((...args: never[]) => {
    try {
      ensureOn(flags);
      return apply(call, undefined, args) as unknown;
    } catch (error) {
      return rejected(error);
    }
  });
}

/** Members with the same flags, by their names, and groups of members in them; `path` is that of what they are in. */
export function family(path: string, flags: readonly PageFlag[], members: Members): Family {
  const made = {};
  const names = keys(members);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at]!;
    const member = members[name]!;
    const type = `${path}.${name}`;
    const ask: Ask = (payload, read, signal) => request(type as PageMemberName, payload, read, signal);
    put(made, name, isGroup(member) ? family(type, flags, member) : guarded(flags, callOf(member, ask)));
  }
  return freeze(made);
}

function isGroup(member: Member | Members): member is Members {
  return isObject(member) && !isArray(member);
}

function callOf(member: Member, ask: Ask): Call {
  if (typeof member === 'function') return (first: never, second: never) => member(ask, first, second);
  const names = isArray(member) ? member[0] : (member as string);
  const read = isArray(member) ? member[1] : undefined;
  const order = names.split(',');
  return (...args: readonly unknown[]) => ask(payloadOf(order, args), read);
}

function payloadOf(names: readonly string[], args: readonly unknown[]): Values {
  const payload = nothing();
  for (let at = 0; at < names.length && at < args.length; at += 1) {
    const name = names[at]!;
    if (name === '...') copyOptions(args[at], payload);
    else if (name !== '' && args[at] !== undefined) payload[name] = args[at];
  }
  return payload;
}
