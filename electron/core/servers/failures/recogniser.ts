// How a failure is recognised in what a program wrote before it ended.
import type { Reason } from '../../../../contract/reasons.ts';

/** A form that a failure takes in the output of one kind of program. */
export interface Recogniser {
  /** Global. Each part of it is bounded: the text comes from outside. Lines are not empty, and none is indented more than as it came. */
  readonly pattern: RegExp;
  /** Null where a closer look says that it is something else. */
  why(match: RegExpExecArray): Reason | null;
  /** It says less than any error that stands before it, such as a usage text below the error. */
  readonly isHint?: boolean;
}

/** The group of this name, or an empty text. */
export function part({ groups = {} }: RegExpExecArray, name: string): string {
  return groups[name]?.trim() ?? '';
}

/** Or null. */
export function partOrNull(match: RegExpExecArray, name: string): string | null {
  return part(match, name) || null;
}

/** The host of an address, or the text as it is. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}
