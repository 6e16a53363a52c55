// JSON of a file that a person writes: its values, and where in the text each of them begins.
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { type JsonExpected, maxJsonDepth } from '../../../../contract/json.ts';
import { faultOf } from '../../json/check-json.ts';

/** Offsets count UTF-16 units from 0. */
export class JsonError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export interface LocatedJson {
  readonly value: unknown;
  /** Where the value at a path begins; where its nearest parent does when there is no such value. */
  offsetOf(path: readonly PropertyKey[]): number;
}

const words: Readonly<Record<Exclude<JsonExpected, 'names'>, string>> = {
  value: 'A value is missing here',
  name: 'A name in double quotes is missing here',
  colon: 'A : is missing here',
  member: 'A , or } is missing here',
  item: 'A , or ] is missing here',
  end: 'Nothing may follow the end of the JSON',
  text: 'This text has no end or a wrong escape',
  escape: 'This text has no end or a wrong escape',
  depth: `Values are nested deeper than ${maxJsonDepth}`,
};

/** Throws JsonError. A name that stands twice in one object is an error too: only one of the two would count. */
export function parseLocatedJson(text: string): LocatedJson {
  const fault = faultOf(text, { lenient: false, mayName: (name, before) => !before.has(name) });
  if (fault) {
    const { expected, found, offset } = fault;
    throw new JsonError(expected === 'names' ? `${found} is there twice` : words[expected], offset);
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
