// JSON of a file that a person writes: its values, and where in the text each of them begins.
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { inEnglish } from '../../../../words/english.ts';
import { faultOf } from '../../json/check-json.ts';
import type { Reason } from '../../../../contract/reasons.ts';

const noName = '__proto__';

/** Offsets count UTF-16 units from 0. */
export class JsonError extends Error {
  readonly offset: number;
  readonly why: Reason;

  constructor(why: Reason, offset: number) {
    super(inEnglish(why));
    this.why = why;
    this.offset = offset;
  }
}

export interface LocatedJson {
  readonly value: unknown;
  /** Where the value at a path begins; where its nearest parent does when there is no such value. */
  offsetOf(path: readonly PropertyKey[]): number;
}

/** Throws JsonError. A name that stands twice in one object is an error too: only one of the two would count. So is `__proto__`: what reads it would leave it out. */
export function parseLocatedJson(text: string): LocatedJson {
  const fault = faultOf(text, { lenient: false, mayName: (name, before) => !before.has(name) && name !== noName });
  if (fault) {
    const { expected, found, offset } = fault;
    if (expected !== 'names') throw new JsonError({ kind: 'policy-json', expected }, offset);
    const isTwice = JSON.parse(found) !== noName;
    throw new JsonError({ kind: isTwice ? 'policy-name-twice' : 'policy-name-none', name: found }, offset);
  }
  const value: unknown = JSON.parse(text);
  const tree = parseTree(text);
  return {
    value,
    offsetOf: path => {
      const keys = path.map(key => (typeof key === 'number' ? key : String(key)));
      for (let depth = keys.length; depth > 0; depth -= 1) {
        const node = tree && findNodeAtLocation(tree, keys.slice(0, depth));
        if (node) return node.offset;
      }
      return tree?.offset ?? 0;
    },
  };
}
