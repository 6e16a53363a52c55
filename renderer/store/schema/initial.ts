// What a form begins with: defaults, values that can be no other, and empty objects and lists where one must be.
import { isRecord } from '../../../contract/json.ts';
import { placeOf, type Shape } from './shape.ts';

const deepest = 6;
const mostItems = 8;
/** Places that are filled in; a schema that refers to itself would never end. */
const mostPlaces = 400;

/** Undefined leaves it out: nothing is made up for what has no default. */
export function initialValue(root: unknown, node: unknown, required: boolean): unknown {
  return valueFor(root, node, required, 0, { left: mostPlaces });
}

interface Room {
  left: number;
}

function valueFor(root: unknown, node: unknown, required: boolean, depth: number, room: Room): unknown {
  room.left -= 1;
  if (room.left < 0) return undefined;
  const { shape, about } = placeOf(root, node);
  if (about.preset !== undefined) return about.preset;
  return required && depth <= deepest ? necessary(root, shape, depth, room) : undefined;
}

function necessary(root: unknown, shape: Shape, depth: number, room: Room): unknown {
  switch (shape.kind) {
    case 'options':
      return shape.options.length === 1 ? shape.options[0] : undefined;
    case 'nothing':
      return null;
    case 'variants': {
      const [first] = shape.variants;
      return first && valueFor(root, first.node, true, depth + 1, room);
    }
    case 'object': {
      const members = shape.members.map(({ name, node, required }) => [
        name,
        valueFor(root, node, required, depth + 1, room),
      ]);
      return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as unknown;
    }
    case 'list': {
      const count = Math.min(shape.least, mostItems);
      return Array.from({ length: count }, (_, at) => {
        return valueFor(root, shape.first[at] ?? shape.item, true, depth + 1, room) ?? null;
      });
    }
    default:
      return undefined;
  }
}

/** The arguments that a tool's form begins with. */
export function initialArguments(schema: unknown): Readonly<Record<string, unknown>> {
  const value = initialValue(schema, schema, true);
  return isRecord(value) ? value : {};
}
