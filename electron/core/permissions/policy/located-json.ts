// JSON of a file that a person writes: its values, and where in the text each of them begins.
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { inEnglish } from '../../../../words/english.ts';
import { faultOf } from '../../json/check-json.ts';
import type { Reason } from '../../../../contract/reasons.ts';

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

/** Throws JsonError. A name that stands twice in one object is an error too: only one of the two would count. */
export function parseLocatedJson(text: string): LocatedJson {
  const fault = faultOf(text, { lenient: false, mayName: (name, before) => !before.has(name) });
  if (fault) {
    const { expected, found, offset } = fault;
    const isTwice = expected === 'names';
    throw new JsonError(
      isTwice ? { kind: 'policy-name-twice', name: found } : { kind: 'policy-json', expected },
      offset,
    );
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
